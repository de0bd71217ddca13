internal import CSystemd
package import FresnelPlatform
internal import Synchronization

/// A connection to a message bus, or straight to another process by the bus's protocol.
///
/// It has no thread of its own: an ``EventLoop`` watches its socket, and an idle connection wakes nobody.
/// Completions, signals and calls are handed over on the loop's thread, one after the other; the methods
/// may be called from any thread, also before the loop runs. Nothing is called while the connection's
/// lock is held, so that everything may be called from everywhere.
///
/// Bytes that break the protocol end the connection; they are checked by sd-bus.
package final class BusConnection: Sendable {
  /// What to connect to.
  package enum Address: Sendable {
    /// The bus of the person's session.
    case session
    /// The bus of the machine.
    case system
    /// A bus at an address as the D-Bus specification writes them, such as `unix:path=/run/bus`.
    case address(String)
    /// A process at the other end of a socket; one of the two is the server.
    case descriptor(SharedDescriptor, isServer: Bool)
  }

  let loop: EventLoop
  /// Whether there is a bus between this process and others, with names and match rules.
  let isOnBus: Bool
  private let state: Mutex<BusState>

  private init(_ bus: consuming sending BusState, isOnBus: Bool, loop: EventLoop) {
    self.loop = loop
    self.isOnBus = isOnBus
    state = Mutex(bus)
  }

  deinit {
    let rest = state.withLock { $0.close() }
    if !rest.isEmpty { loop.perform { rest.forEach { $0() } } }
  }

  /// Begins to connect; calls wait until the connection is there.
  ///
  /// - Parameters:
  ///   - address: What to connect to.
  ///   - loop: Watches the connection, and runs what is called.
  /// - Returns: The connection, which ends with its last reference.
  /// - Throws: ``BusError``: ``BusError/Code/noBus`` when there is none.
  package static func open(
    _ address: Address, on loop: EventLoop
  ) throws(BusError) -> BusConnection {
    var opened: OpaquePointer?
    var isOnBus = true
    let status: Int32
    switch address {
    case .session:
      status = fresnel_bus_open(Int32(FRESNEL_BUS_SESSION), nil, -1, &opened)
    case .system:
      status = fresnel_bus_open(Int32(FRESNEL_BUS_SYSTEM), nil, -1, &opened)
    case .address(let address):
      status = fresnel_bus_open(Int32(FRESNEL_BUS_ADDRESS), address, -1, &opened)
    case .descriptor(let descriptor, let isServer):
      isOnBus = false
      let place = isServer ? FRESNEL_BUS_SERVER_SOCKET : FRESNEL_BUS_CLIENT_SOCKET
      status = fresnel_bus_open(Int32(place), nil, descriptor.rawValue, &opened)
    }
    guard status >= 0, let opened else { throw BusError(status: status, "connect") }
    let connection = BusConnection(BusState(opened, loop), isOnBus: isOnBus, loop: loop)
    connection.settle()
    return connection
  }

  // MARK: - Calls

  /// Calls a method.
  ///
  /// - Parameters:
  ///   - call: The method and its arguments.
  ///   - timeout: How long to wait for the reply.
  ///   - done: Called once, on the loop's thread, never before this method returns.
  package func call(
    _ call: BusCall, timeout: Duration, _ done: @escaping @Sendable (BusReply) -> Void
  ) {
    do throws(BusError) {
      try using { (state) throws(BusError) in
        try state.call(
          call, isOnBus: isOnBus, timeout: timeout, expire: { [weak self] in self?.expire($0) },
          done)
      }
    } catch {
      loop.perform { done(.failure(error)) }
    }
  }

  private func expire(_ token: UInt64) {
    let done = state.withLock { $0.expire(token) }
    done?(.failure(BusError(.timedOut, "No reply came in time.")))
  }

  /// Calls a method and waits for the reply. Not for the loop's thread, which would wait for ever.
  ///
  /// - Parameters:
  ///   - call: The method and its arguments.
  ///   - timeout: How long to wait for the reply.
  /// - Returns: The values of the reply.
  /// - Throws: ``BusError``.
  package func callAndWait(
    _ call: BusCall, timeout: Duration
  ) throws(BusError) -> [BusValue] {
    let reply = AwaitedReply()
    self.call(call, timeout: timeout) { reply.fulfil($0) }
    return try reply.wait().get()
  }

  /// Takes a name on the bus, so that others find this process by it.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - done: Told whether this process has the name now; another that has it keeps it.
  package func requestName(_ name: String, _ done: @escaping @Sendable (BusReply) -> Void) {
    let doNotQueue: UInt32 = 4
    call(
      .bus("RequestName", [.string(name), .uint32(doNotQueue)]), timeout: .seconds(25)
    ) { reply in
      done(
        reply.flatMap { values in
          // 1: it is the owner now; 4: it was before.
          switch values.first?.unsigned {
          case 1, 4: .success([])
          default: .failure(BusError(.remote, "Another process has the name \(name)."))
          }
        })
    }
  }

  // MARK: - Signals

  /// Listens for signals.
  ///
  /// A sender that is given by a name that is not unique is verified: signals of others that only claim
  /// to be it, or that come before the bus has told who it is, are not handed over.
  ///
  /// - Parameters:
  ///   - signal: Which signals.
  ///   - body: Called on the loop's thread with the values of each signal.
  /// - Returns: The subscription, which ends when it goes away.
  /// - Throws: ``BusError``.
  package func subscribe(
    to signal: BusSignal, _ body: @escaping @Sendable ([BusValue]) -> Void
  ) throws(BusError) -> BusSubscription {
    let rule = try signal.matchRule(isOnBus: isOnBus)
    let sender = isOnBus ? signal.senderToVerify : nil
    // Heard of first, so that the bus tells of each change of the owner before the signals after it.
    let ownerWatch: BusSubscription? =
      if let sender { try watchOwner(of: sender) { _ in } } else { nil }
    let token = try using { (state) throws(BusError) in
      try state.listen(rule, from: sender, body)
    }
    return BusSubscription(self, token, ownerWatch)
  }

  /// Sends a signal, to all on the bus or to the process at the other end.
  ///
  /// - Throws: ``BusError``.
  package func emit(_ signal: BusSignal, _ arguments: [BusValue]) throws(BusError) {
    try using { (state) throws(BusError) in try state.emit(signal, arguments) }
  }

  /// Tells who has a name: now, and whenever that changes.
  ///
  /// - Parameters:
  ///   - name: A name that is not unique.
  ///   - body: Called on the loop's thread with the owner's unique name, or `nil` for nobody.
  /// - Returns: The subscription, which ends when it goes away.
  /// - Throws: ``BusError``.
  package func watchOwner(
    of name: String, _ body: @escaping @Sendable (String?) -> Void
  ) throws(BusError) -> BusSubscription {
    let rule = try BusSignal.ownerChanges(of: name).matchRule(isOnBus: isOnBus)
    let (token, known) = try using { (state) throws(BusError) in
      try state.watchOwner(of: name, rule, body)
    }
    if let known { loop.perform { body(known.owner) } }
    return BusSubscription(self, token, nil)
  }

  func unsubscribe(_ token: UInt64) {
    // Released when the lock is open.
    let gone = state.withLock { state in state.forget(token) }
    withExtendedLifetime(gone) {}
    settle()
  }

  // MARK: - Serving

  /// Serves an interface of an object, as long as the connection lasts.
  ///
  /// - Throws: ``BusError`` with ``BusError/Code/malformed`` for a path that is none.
  package func serve(_ object: BusObject) throws(BusError) {
    try using { (state) throws(BusError) in try state.serve(object) }
  }

  /// Serves an interface of an object no longer. Calls that are open can still be answered.
  package func stopServing(_ path: String, _ interface: String) {
    // Released when the lock is open.
    let gone = state.withLock { $0.stopServing(path, interface) }
    withExtendedLifetime(gone) {}
  }

  /// Tells when the connection has ended; at once if it has.
  package func whenClosed(_ body: @escaping @Sendable () -> Void) {
    let isClosed = state.withLock { $0.addClosing(body) }
    if isClosed { loop.perform(body) }
  }

  /// Hands a call to its object, and follows the sender if that does not answer at once.
  private func hand(
    _ call: BusState.ArrivedCall, to object: BusObject, with arguments: BusReply
  ) {
    // A process at the other end of a socket may say anything there.
    let sender = isOnBus ? call.sender : nil
    guard
      let (number, values) = state.withLock({ $0.admit(call, from: sender, with: arguments) })
    else { return }
    object.answer(BusRequest(call, values, from: sender, number: number, on: self))
    guard let sender, state.withLock({ $0.calls.needsWatch(number, of: sender) }) else { return }
    let watch = try? watchOwner(of: sender) { [weak self] owner in
      if owner == nil { self?.abandon(callsOf: sender) }
    }
    guard let watch else { return }
    // One that is not needed is released when the lock is open.
    let spare = state.withLock { $0.calls.keep(watch, of: sender) }
    withExtendedLifetime(spare) {}
  }

  /// Answers an open call; does nothing when it was closed before.
  func answer(_ number: UInt64, with reply: BusReply) {
    let remains = state.withLock { $0.answer(number, with: reply) }
    withExtendedLifetime(remains) {}
    settle()
  }

  /// Adds what is to be called when a call is abandoned, and says whether the call is open.
  func addAbandonment(of number: UInt64, _ body: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { $0.calls.addAbandonment(of: number, body) }
  }

  /// Closes the calls of a sender that left the bus, on the loop's thread.
  private func abandon(callsOf sender: String) {
    for remains in state.withLock({ $0.abandon(callsOf: sender) }) {
      remains.whenAbandoned.forEach { $0() }
    }
    settle()
  }

  // MARK: - The loop

  /// Steps of sd-bus in a turn of the loop, each at most one message.
  private static let stepsPerTurn: Int32 = 64

  /// Does what the socket or the time asks for, on the loop's thread.
  private func turn() {
    let deliveries = state.withLock { $0.process(steps: Self.stepsPerTurn) }
    for delivery in deliveries {
      switch delivery {
      case .plain(let body): body()
      case .owner(let owner, let watchers): watchers.forEach { $0(owner) }
      case .call(let call, let object, let arguments):
        hand(call, to: object, with: arguments)
      }
    }
    settle()
  }

  /// Uses the connection, and has the loop watch it for what that changed.
  private func using<Value>(
    _ body: (inout BusState) throws(BusError) -> sending Value
  ) throws(BusError) -> Value {
    defer { settle() }
    return try state.withLock { (state) throws(BusError) in try body(&state) }
  }

  /// Has the loop watch the socket for what sd-bus wants to do next.
  private func settle() {
    state.withLock { state in
      state.settle { [weak self] in self?.turn() }
    }
  }
}
