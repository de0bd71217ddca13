package import FresnelHandoff
package import FresnelPlatform
internal import Synchronization

/// The network's side of Handoff: connections with paired devices, what they say, and when.
///
/// It joins sockets to the state machines of `FresnelHandoff`: who calls is bounded until known, one connection with a
/// device stands, every frame is counted, and what waits for a slow device is bounded. What is left to others (apps,
/// the person, the file of devices) is told as steps.
///
/// All methods are called on the loop's thread, and so is what is told. Until ``listen(at:)`` nobody can call.
package final class DeviceNetwork: Sendable {
  /// The most bytes that wait for a device that does not read; more end the connection.
  static let outgoingLimit = 1 << 20
  private static let readByteCount = 1 << 16

  private typealias Link = DeviceLink

  private struct State {
    var book: DeviceBook
    var machine: ExchangeMachine
    var limits = CallerLimits()
    var answering = CallAnswering()
    var links: [UInt64: Link] = [:]
    var lastLink: UInt64 = 0
    var listener: CallerListener?
    var timer: EventLoop.Timer?
    /// What is to be told once the lock is given back.
    var steps: [ExchangeStep] = []
    /// The devices that were called in vain, which are to be told too.
    var unreachable: [DeviceID] = []
  }

  private let loop: EventLoop
  private let state: Mutex<State>
  private let note: @Sendable (ExchangeStep) -> Void
  private let changed: @Sendable (ConnectionChange) -> Void

  /// Makes a network without connections.
  ///
  /// - Parameters:
  ///   - book: This device's keys and the devices paired.
  ///   - name: This device's name for people.
  ///   - loop: Watches the sockets.
  ///   - changed: Told what became of connections.
  ///   - note: Told what is left to do: everything but sending and closing.
  package init(
    book: DeviceBook, name: String, on loop: EventLoop,
    changed: @escaping @Sendable (ConnectionChange) -> Void = { _ in },
    _ note: @escaping @Sendable (ExchangeStep) -> Void
  ) {
    self.loop = loop
    self.note = note
    self.changed = changed
    state = Mutex(State(book: book, machine: ExchangeMachine(name: name)))
  }

  /// Where this device listens; `nil` when it does not. With every address, that of version 4.
  package var address: NetworkAddress? { state.withLock { $0.listener?.address } }

  /// Lets devices call, unless they may already.
  ///
  /// - Parameter address: Where; `nil` for every address of this machine at the usual port, or another one.
  /// - Throws: ``SystemError``.
  package func listen(at address: NetworkAddress?) throws(SystemError) {
    guard self.address == nil else { return }
    let listener = try CallerListener(
      at: address, usualPort: HandoffOptions.usualPort, on: loop
    ) { [weak self] socket, from in
      self?.accepted(socket, from)
    }
    state.withLock { $0.listener = listener }
  }

  /// Lets nobody call any more; connections stand.
  package func stopListening() {
    let listener = state.withLock { state in
      defer { state.listener = nil }
      return state.listener
    }
    listener?.stop()
  }

  /// The devices that are connected.
  package var connected: [DeviceID] { state.withLock { $0.machine.connections.map(\.device) } }

  /// What can be picked up here.
  package var available: [(id: OfferID, deviceName: String, offer: PeerMessage.Offer)] {
    state.withLock { $0.machine.available }
  }

  // MARK: - What this device does

  /// Calls a paired device, unless it is connected. What becomes of it is told; after five seconds it is given up.
  ///
  /// - Throws: ``HandoffError`` when the device is not paired, or ``HandoffError/Code/system``.
  package func call(_ id: DeviceID, at address: NetworkAddress) throws(HandoffError) {
    let (book, isConnected) = state.withLock { state in
      (state.book, state.machine.connections.contains { $0.device == id })
    }
    guard !isConnected else { return }
    guard let device = book.device(id) else {
      throw HandoffError(.unknownDevice, "The device is not paired.")
    }
    let call = try OutgoingCall(to: device, own: book.own, milliseconds: Self.wallMilliseconds)
    let first = call.first
    let socket: NetworkSocket
    do throws(SystemError) {
      socket = try NetworkSocket.connect(to: address, from: source(for: address))
    } catch {
      throw HandoffError(.disconnected, error.message)
    }
    let box = Link.Box(DeviceChannel(call, to: id))
    perform { state, now in
      add(
        Link(
          socket: socket, channel: box, target: id, caller: DeviceID(publicKey: book.own.publicKey),
          since: now, outgoing: first, isWriting: true), to: &state)
    }
  }

  /// The address to connect from: where this device listens, if that is one address of the same version.
  private func source(for address: NetworkAddress) -> NetworkAddress? {
    guard let own = self.address, own.bytes.count == address.bytes.count, !own.isAny else {
      return nil
    }
    return own.with(port: 0)
  }

  /// Has the exchange do something, and does what comes of it.
  ///
  /// - Parameter body: Given the exchange and the time; returns what it is to do.
  package func exchange(_ body: (inout ExchangeMachine, UInt64) -> [ExchangeStep]) {
    perform { state, now in take(body(&state.machine, now), &state, now) }
  }

  /// Takes other devices as paired. Who is no more is told so, and is connected no longer.
  package func setBook(_ book: DeviceBook) {
    perform { state, now in
      state.book = book
      for connection in state.machine.connections where book.device(connection.device) == nil {
        take(state.machine.forget(connection.device), &state, now)
      }
    }
  }

  /// Closes the connections from addresses that this machine no longer has: nothing passes over them any more, and
  /// nobody says so.
  ///
  /// - Parameter addresses: Those that it has. Those of one link, and those that only it reaches, stay in any case.
  package func keep(at addresses: [NetworkAddress]) {
    let hosts = Set(addresses.map(\.bytes))
    perform { state, now in
      for (number, link) in state.links {
        guard let own = try? link.socket.localAddress(), !own.isLoopback,
          !hosts.contains(own.bytes), own.scope == 0
        else { continue }
        lose(number, &state, now)
      }
    }
  }

  /// Closes everything.
  package func stop() {
    stopListening()
    perform { state, now in
      for connection in state.machine.connections {
        take(state.machine.disconnected(connection), &state, now)
      }
      for number in state.links.keys { drop(number, &state) }
    }
  }

  // MARK: - Sockets

  private func accepted(_ socket: NetworkSocket, _ from: NetworkAddress) {
    perform { state, now in
      guard let stranger = state.limits.admit(from: from.bytes, now: now) else { return }
      add(Link(socket: socket, channel: .init(nil), stranger: stranger, since: now), to: &state)
    }
  }

  private func add(_ link: Link, to state: inout State) {
    state.lastLink += 1
    let number = state.lastLink
    let interest: EventLoop.Interest = link.isWriting ? [.readable, .writable] : .readable
    let watch = try? loop.add(link.socket.descriptor.rawValue, for: interest) {
      [weak self] happened in
      self?.happened(number, happened)
    }
    guard let watch else {
      if let stranger = link.stranger { state.limits.leave(stranger) }
      if let target = link.target { state.unreachable.append(target) }
      return
    }
    state.links[number] = link
    state.links[number]?.watch = watch
  }

  private func happened(_ number: UInt64, _ happened: EventLoop.Interest) {
    perform { state, now in
      if happened.contains(.writable) { write(number, &state, now) }
      if happened.contains(.readable) {
        read(number, &state, now)
      } else if happened.contains(.closed) {
        lose(number, &state, now)
      }
    }
  }

  private func read(_ number: UInt64, _ state: inout State, _ now: UInt64) {
    guard let link = state.links[number] else { return }
    var bytes: [UInt8] = []
    var isOver = false
    withUnsafeTemporaryAllocation(byteCount: Self.readByteCount, alignment: 16) { buffer in
      switch try? link.socket.receive(into: buffer) {
      case .bytes(let count): bytes = Array(buffer[..<count])
      case .wouldBlock: break
      case .end, nil: isOver = true
      }
    }
    do throws(HandoffError) {
      if !bytes.isEmpty { try take(bytes, number, &state, now) }
    } catch {
      isOver = true
    }
    if isOver { lose(number, &state, now) }
  }

  private func take(
    _ bytes: [UInt8], _ number: UInt64, _ state: inout State, _ now: UInt64
  ) throws(HandoffError) {
    guard let link = state.links[number] else { return }
    if link.channel.channel == nil, let stranger = link.stranger {
      switch state.limits.receive(bytes, from: stranger) {
      case .waiting: return
      case .refused: throw HandoffError(.malformed, "A caller says too much.")
      case .call(let first):
        let call = try state.answering.answer(
          first, book: state.book, milliseconds: Self.wallMilliseconds)
        send(call.second, number, &state, now)
        link.channel.channel = DeviceChannel(call)
        return
      }
    }
    for event in try link.channel.channel?.receive(bytes) ?? [] {
      switch event {
      case .connected(let device): try connected(device, number, &state, now)
      case .message(let message):
        guard let connection = state.links[number]?.connection else { return }
        take(state.machine.receive(message, from: connection, now: now), &state, now)
      }
    }
  }

  /// The device at the other end is known.
  private func connected(
    _ device: DeviceID, _ number: UInt64, _ state: inout State, _ now: UInt64
  ) throws(HandoffError) {
    // It may have been forgotten since its call was answered.
    guard state.book.device(device) != nil else {
      throw HandoffError(.unknownDevice, "The device is not paired any more.")
    }
    let own = DeviceID(publicKey: state.book.own.publicKey)
    let caller = state.links[number]?.caller ?? device
    if let standing = state.links.values.first(where: { $0.connection?.device == device }),
      !Call.replaces(
        calledBy: caller, standing: standing.caller ?? device, for: now &- standing.since)
    {
      throw HandoffError(.busy, "The device is connected.")
    }
    if let stranger = state.links[number]?.stranger { state.limits.leave(stranger) }
    let (connection, steps) = state.machine.connected(device, isCaller: caller == own, now: now)
    state.links[number]?.stranger = nil
    state.links[number]?.caller = caller
    state.links[number]?.since = now
    state.links[number]?.connection = connection
    take(steps, &state, now)
  }

  private func send(_ bytes: [UInt8], _ number: UInt64, _ state: inout State, _ now: UInt64) {
    state.links[number]?.outgoing += bytes
    write(number, &state, now)
  }

  /// Writes as much as the socket takes.
  private func write(_ number: UInt64, _ state: inout State, _ now: UInt64) {
    guard var link = state.links[number] else { return }
    var isOver = link.outgoing.count > Self.outgoingLimit
    while !isOver, !link.outgoing.isEmpty {
      let count = try? link.outgoing.withUnsafeBytes { bytes in try link.socket.send(bytes) }
      guard let count else {
        isOver = true
        break
      }
      guard count > 0 else { break }
      link.outgoing.removeFirst(count)
    }
    let isWriting = !link.outgoing.isEmpty
    if isWriting != link.isWriting, let watch = link.watch {
      link.isWriting = isWriting
      try? loop.change(watch, to: isWriting ? [.readable, .writable] : .readable)
    }
    state.links[number] = link
    if isOver { lose(number, &state, now) }
  }

  /// The connection is lost, or is of no more use.
  private func lose(_ number: UInt64, _ state: inout State, _ now: UInt64) {
    guard let link = drop(number, &state), let connection = link.connection else { return }
    take(state.machine.disconnected(connection), &state, now)
  }

  /// Closes a socket.
  @discardableResult
  private func drop(_ number: UInt64, _ state: inout State) -> Link? {
    guard let link = state.links.removeValue(forKey: number) else { return nil }
    if let watch = link.watch { loop.remove(watch) }
    if let stranger = link.stranger { state.limits.leave(stranger) }
    if link.connection == nil, let target = link.target { state.unreachable.append(target) }
    link.socket.shutdown()
    return link
  }

  // MARK: - Steps

  private func take(_ steps: [ExchangeStep], _ state: inout State, _ now: UInt64) {
    for step in steps {
      switch step {
      case .send(let message, let connection):
        guard let number = Self.link(of: connection, state),
          let frame = try? state.links[number]?.channel.channel?.seal(message)
        else { continue }
        state.machine.sent(to: connection, now: now)
        send(frame, number, &state, now)
      case .close(let connection, _):
        if let number = Self.link(of: connection, state) { drop(number, &state) }
      default: state.steps.append(step)
      }
    }
  }

  private static func link(of connection: ConnectionID, _ state: State) -> UInt64? {
    state.links.first { $0.value.connection == connection }?.key
  }

  // MARK: - Time

  private func time() {
    perform { state, now in
      let late = Set(state.limits.expire(now))
      for (number, link) in state.links {
        let isLateStranger = link.stranger.map(late.contains) ?? false
        let isLateCall =
          link.stranger == nil && link.connection == nil
          && now >= link.since &+ CallerLimits.patience
        if isLateStranger || isLateCall { drop(number, &state) }
      }
      take(state.machine.time(now), &state, now)
    }
  }

  /// Does something, then tells what is left to others and sees to the next moment.
  private func perform(_ body: (inout State, UInt64) -> Void) {
    let now = MonotonicClock.milliseconds
    let (steps, changes) = state.withLock { state in
      let before = Set(state.machine.connections.map(\.device))
      body(&state, now)
      schedule(&state, now)
      defer { (state.steps, state.unreachable) = ([], []) }
      return (state.steps, Self.changes(from: before, state))
    }
    for step in steps { note(step) }
    for change in changes { changed(change) }
  }

  /// Sees to the next moment.
  private func schedule(_ state: inout State, _ now: UInt64) {
    let calls = state.links.values.filter { $0.stranger == nil && $0.connection == nil }
      .map { $0.since &+ CallerLimits.patience }
    let next = ([state.limits.deadline, state.machine.deadline].compactMap { $0 } + calls).min()
    if let timer = state.timer { loop.cancel(timer) }
    state.timer = next.map { next in
      let delay = next > now ? next - now : 0
      return loop.after(.milliseconds(Int64(clamping: delay) + 1)) { [weak self] in
        self?.time()
      }
    }
  }

  private static func changes(from before: Set<DeviceID>, _ state: State) -> [ConnectionChange] {
    let after = Set(state.machine.connections.map(\.device))
    return before.subtracting(after).sorted().map { .lost($0) }
      + after.subtracting(before).sorted().map { .connected($0) }
      + Set(state.unreachable).subtracting(after).sorted().map { .unreachable($0) }
  }

  private static var wallMilliseconds: UInt64 { UInt64(WallClock.secondsSince1970 * 1_000) }
}
