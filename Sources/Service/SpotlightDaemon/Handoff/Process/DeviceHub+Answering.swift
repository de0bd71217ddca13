internal import FresnelHandoff
internal import FresnelPlatform
internal import Synchronization

/// What main asks.
extension DeviceHub {
  /// Answers a question, once.
  func ask(_ number: UInt64, _ question: HandoffQuestion) {
    state.withLock { _ = $0.asked.insert(number) }
    if case .awaitPairing = question {
      desk?.await(number) { [weak self] in self?.answer(number, pairing: $0) }
      return
    }
    withBook(making: question.makesDevice) { [weak self] result in
      guard let self, state.withLock({ $0.asked.contains(number) }) else { return }
      do throws(HandoffError) {
        try answer(number, question, try result.get())
      } catch {
        fail(number, error)
      }
    }
  }

  /// Opens the file of devices if it is not open; where it cannot be, that is the answer, and it is tried again with
  /// the next question.
  private func withBook(
    making isMaking: Bool, _ body: @escaping @Sendable (Result<DeviceBook?, HandoffError>) -> Void
  ) {
    if let book = state.withLock({ $0.book }) { return body(.success(book)) }
    keeper.open(making: isMaking) { [weak self] result in
      if case .success(let book?) = result { self?.take(book) }
      body(result)
    }
  }

  private func answer(
    _ number: UInt64, _ question: HandoffQuestion, _ book: DeviceBook?
  ) throws(HandoffError) {
    switch question {
    case .awaitPairing: break
    case .showCode: try showCode(number, book)
    case .typeCode(let code, let address): try typeCode(number, code, address, book)
    case .devices: answer(number, .devices(describe(book?.devices ?? [])))
    case .forget(let id): try forget(number, try device(id, book))
    case .setAddresses(let id, let addresses):
      try setAddresses(number, try device(id, book), addresses)
    case .accept(let offer): try accept(number, offer)
    case .openStream(let pick): try openStream(number, pick)
    }
  }

  func answer(_ number: UInt64, _ answer: HandoffAnswer, _ descriptor: SharedDescriptor? = nil) {
    let isAsked = state.withLock { $0.asked.remove(number) != nil }
    if isAsked { tell(.answer(number, answer), descriptor) }
  }

  private func fail(_ number: UInt64, _ error: HandoffError) {
    answer(
      number, .failed(HandoffFailure(refusal: error.refusal, message: error.message)))
  }

  // MARK: - Pairing

  private func showCode(_ number: UInt64, _ book: DeviceBook?) throws(HandoffError) {
    guard let desk, let book else { return }
    defer { settle() }
    let (code, addresses) = try desk.show { () throws(HandoffError) in try identity(book) }
    answer(
      number,
      .code(code, milliseconds: UInt32(clamping: dependencies.codeLifetime), addresses))
  }

  private func typeCode(
    _ number: UInt64, _ code: String, _ address: DeviceAddress?, _ book: DeviceBook?
  ) throws(HandoffError) {
    guard let desk, let book else { return }
    desk.type(code, at: address, try identity(book), number) { [weak self] in
      self?.answer(number, pairing: $0)
    }
  }

  private func answer(_ number: UInt64, pairing result: Result<String, HandoffError>) {
    settle()
    switch result {
    case .success(let name): answer(number, .paired(name))
    case .failure(let error): fail(number, error)
    }
  }

  /// What this device tells of itself to one that it is paired with.
  private func identity(_ book: DeviceBook) throws(HandoffError) -> PairingIdentity {
    do throws(SystemError) {
      try network?.listen(at: dependencies.address)
    } catch {
      throw HandoffError(.system, "No device could call this one. \(error.message)")
    }
    let address = network?.address
    var hosts = NetworkInterfaces.addresses
    // Elsewhere those that only this machine reaches mean another one.
    if hosts.contains(where: { !$0.isLoopback }) { hosts.removeAll(where: \.isLoopback) }
    if let address, !address.isAny { hosts = [address] }
    return PairingIdentity(
      publicKey: book.own.publicKey, name: dependencies.name, port: address?.port ?? 0,
      hosts: hosts.map(\.host))
  }

  // MARK: - Devices

  private func device(_ id: DeviceID, _ book: DeviceBook?) throws(HandoffError) -> Device {
    guard let device = book?.device(id) else {
      throw HandoffError(.unknownDevice, "No such device is paired.")
    }
    return device
  }

  private func describe(_ devices: [Device]) -> [DeviceDescription] {
    let connected = Set(network?.connected ?? [])
    let seen = state.withLock { $0.seen }
    return devices.map { device in
      let isConnected = connected.contains(device.id)
      return DeviceDescription(
        id: device.id, name: device.name, addresses: device.addresses,
        lastSeen: isConnected ? Self.seconds : max(device.lastSeen, seen[device.id] ?? 0),
        isConnected: isConnected)
    }
  }

  private func forget(_ number: UInt64, _ device: Device) throws(HandoffError) {
    let id = device.id
    change { (book) throws(HandoffError) in
      book.forget(id)
    } _: { [weak self] error in
      guard let self else { return }
      if let error { return fail(number, error) }
      network?.exchange { machine, _ in machine.forget(id) }
      answer(number, .done)
    }
  }

  private func setAddresses(
    _ number: UInt64, _ device: Device, _ addresses: [DeviceAddress]
  ) throws(HandoffError) {
    guard addresses.count <= HandoffLimits.addresses else {
      throw HandoffError(.tooLarge, "A device has at most \(HandoffLimits.addresses) addresses.")
    }
    let id = device.id
    change { (book) throws(HandoffError) in
      guard var device = book.device(id) else { return }
      device.addresses = addresses
      try book.add(device)
    } _: { [weak self] error in
      if let error { self?.fail(number, error) } else { self?.answer(number, .done) }
    }
  }

  // MARK: - Picking up

  private func accept(_ number: UInt64, _ offer: UInt64) throws(HandoffError) {
    guard let network, let found = state.withLock({ $0.numbers.available(offer) }) else {
      throw HandoffError(.ended, "This can no longer be picked up.")
    }
    var failure: HandoffError?
    network.exchange { machine, now in
      do throws(HandoffError) {
        let (pick, steps) = try machine.accept(found.id, now: now)
        // Before anything can come of it.
        answer(number, .picked(pick.number, found.activity))
        return steps
      } catch {
        failure = error
        return []
      }
    }
    if let failure { throw failure }
  }

  private func openStream(_ number: UInt64, _ pick: UInt64) throws(HandoffError) {
    guard let network else {
      throw HandoffError(.ended, "The device with the activity is no longer connected.")
    }
    var result: Result<(stream: StreamID, steps: [ExchangeStep]), HandoffError>?
    network.exchange { machine, _ in
      let opened = Result { () throws(HandoffError) in try machine.openStream(ofPick: pick) }
      result = opened
      return (try? opened.get())?.steps ?? []
    }
    guard let stream = try result?.get().stream else { return }
    do throws(SystemError) {
      let socket = try makeStream(stream)
      answer(number, .stream, socket)
    } catch {
      network.exchange { machine, _ in machine.cancel(stream) }
      throw HandoffError(.system, "A stream could not be made. \(error.message)")
    }
  }
}

extension HandoffQuestion {
  /// Whether it takes keys of this device, which are made when there are none.
  fileprivate var makesDevice: Bool {
    switch self {
    case .showCode, .typeCode: true
    default: false
    }
  }
}
