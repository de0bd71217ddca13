internal import FresnelHandoff
internal import FresnelPlatform
internal import SpotlightWire
internal import Synchronization

/// What main says, and what comes of what other devices say.
extension DeviceHub {
  /// Does what main wants; everything but ``HandoffOrder/stop``, which ends the process.
  func obey(_ order: HandoffOrder) {
    switch order {
    case .offer(let activity): offer(activity)
    case .withdraw(let app, let state): withdraw(app, state)
    case .saved(let number, let activity): saved(number, .success(activity))
    case .notSaved(let number, let refusal, let reason):
      saved(number, .failure(HandoffError(refusing: refusal, reason)))
    case .continued(let pick): network?.exchange { machine, _ in machine.continued(pick) }
    case .drop(let pick):
      network?.exchange { machine, _ in
        machine.drop(pick)
        return []
      }
    case .update(let app, let activity):
      guard let offer = state.withLock({ $0.numbers.own[app] }) else { return }
      network?.exchange { machine, _ in machine.update(offer: offer.number, activity: activity) }
    case .setLocked(let isLocked): setLocked(isLocked)
    case .ask(let number, let question): ask(number, question)
    case .cancel(let number):
      state.withLock { _ = $0.asked.remove(number) }
      desk?.cancel(number)
    case .resume: resume()
    // Not the hub's.
    case .stop, .vaultAnswered: break
    }
  }

  /// Main runs anew: it has forgotten what it asked, what was picked up and what it was to have saved.
  private func resume() {
    let saves = state.withLock { state in
      state.asked = []
      return state.numbers.unansweredSaves
    }
    desk?.stop()
    network?.exchange { machine, _ in
      machine.dropPicks()
      return []
    }
    tellAvailable()
    for (number, offer) in saves { tell(.save(number, app: offer.app, type: offer.type), nil) }
  }

  private func offer(_ activity: HandoffActivity) {
    let offer = state.withLock { $0.numbers.offer(activity) }
    network?.exchange { machine, now in
      // Main keeps to the limits; what is beyond them is not offered.
      try? machine.offer(offer, now: now)
      return []
    }
    calls?.setOffering(true)
  }

  private func withdraw(_ app: String, _ saved: [UInt8]?) {
    let isEmpty = state.withLock { state in
      state.numbers.withdraw(app)
      return state.numbers.own.isEmpty
    }
    network?.exchange { machine, now in
      machine.withdraw(app: app, state: saved, now: now)
      return []
    }
    calls?.setOffering(!isEmpty)
  }

  private func saved(_ number: UInt64, _ result: Result<[UInt8], HandoffError>) {
    guard let id = state.withLock({ $0.numbers.saved(number) }) else { return }
    network?.exchange { machine, now in machine.saved(id, result, now: now) }
  }

  private func setLocked(_ isLocked: Bool) {
    let offers = state.withLock { state in
      state.isLocked = isLocked
      return state.numbers.own.values.map { $0 }
    }
    network?.exchange { machine, now in
      machine.setLocked(isLocked, now: now)
      // What was withdrawn because it was locked for long is offered again.
      if !isLocked { for offer in offers { try? machine.offer(offer, now: now) } }
      return []
    }
  }

  // MARK: - What other devices say

  /// Does what the exchange leaves to others.
  func take(_ step: ExchangeStep) {
    switch step {
    case .named(let device, let name): rename(device, name)
    case .offersChanged: noteAvailable()
    case .save(let id, let offer):
      let number = state.withLock { $0.numbers.save(id, of: offer) }
      tell(.save(number, app: offer.app, type: offer.type), nil)
    case .deliver(let pick, let activity):
      tell(.deliver(pick: pick.number, state: activity), nil)
    case .updated(let pick, let activity):
      tell(.updated(pick: pick.number, state: activity), nil)
    case .failed(let pick, let refusal, let reason):
      tell(.failed(pick: pick.number, refusal, reason: reason), nil)
    case .wasContinued(let offer, let device):
      let name = state.withLock { $0.book?.device(device)?.name } ?? ""
      tell(.wasContinued(app: offer.app, type: offer.type, device: name), nil)
    case .forgotten(let device):
      change { (book) throws(HandoffError) in book.forget(device) }
    case .streamOpened(let id, let offer): streamOpened(id, offer)
    case .streamBytes(let id, let bytes): pump(id)?.take(bytes)
    case .streamWritable(let id): pump(id)?.makeRoom()
    case .streamEnded(let id): pump(id)?.takeEnd()
    case .streamCancelled(let id): state.withLock { $0.streams.removeValue(forKey: id) }?.cancel()
    case .send, .close: break
    }
  }

  /// For how long further changes of what can be picked up are gathered: each has main told all of it, and a device
  /// may make as many as it likes.
  private static let gathering = Duration.milliseconds(20)

  /// Tells main at once; what follows soon is told together.
  private func noteAvailable() {
    let isFirst = state.withLock { state in
      defer { state.availability = state.availability == .told ? .justTold : .owed }
      return state.availability == .told
    }
    guard isFirst else { return }
    tellAvailable()
    loop.after(Self.gathering) { [weak self] in
      guard let self else { return }
      let isOwed = state.withLock { state in
        defer { state.availability = .told }
        return state.availability == .owed
      }
      if isOwed { noteAvailable() }
    }
  }

  private func tellAvailable() {
    let available = network?.available ?? []
    tell(.available(state.withLock { $0.numbers.setAvailable(available) }), nil)
  }

  private func rename(_ id: DeviceID, _ name: String) {
    let known = state.withLock { $0.book?.device(id)?.name }
    guard known != nil, known != name else { return }
    change { (book) throws(HandoffError) in
      guard var device = book.device(id) else { return }
      device.name = name
      try book.add(device)
    }
  }

  // MARK: - Streams

  private func pump(_ id: StreamID) -> StreamPump? { state.withLock { $0.streams[id] } }

  /// Makes the socket of a stream.
  ///
  /// - Returns: The app's end.
  func makeStream(_ id: StreamID) throws(SystemError) -> SharedDescriptor {
    guard let network, isConnected(id.connection, network) else {
      throw SystemError(.notFound, call: "stream")
    }
    let (near, far) = try UnixSocket.pair()
    let ends = try StreamEnds(offeringOver: near)
    let pump = StreamPump(id, near, ends, network, on: loop) { [weak self] id in
      self?.state.withLock { _ = $0.streams.removeValue(forKey: id) }
    }
    try pump.start()
    state.withLock { $0.streams[id] = pump }
    return far.descriptor
  }

  /// Whether a connection stands; what is told of streams when it is lost is told once.
  private func isConnected(_ connection: ConnectionID, _ network: DeviceNetwork) -> Bool {
    var isConnected = false
    network.exchange { machine, _ in
      isConnected = machine.connections.contains(connection)
      return []
    }
    return isConnected
  }

  private func streamOpened(_ id: StreamID, _ offer: PeerMessage.Offer) {
    do throws(SystemError) {
      let socket = try makeStream(id)
      tell(.streamOpened(app: offer.app, type: offer.type), socket)
    } catch {
      network?.exchange { machine, _ in machine.cancel(id) }
    }
  }
}
