internal import Dispatch
package import FresnelPlatform
package import SpotlightService
package import SpotlightWire
internal import Synchronization

/// All connections of a process: takes them, hands out what is limited, ends them.
///
/// Except where a method says otherwise, it is called on the loop's thread.
package final class ConnectionServer: Sendable {
  /// Makes what a client that was taken in speaks with.
  package typealias SessionMaker =
    @Sendable (_ peer: Peer, _ sink: any SessionSink) -> any ConnectionSession

  let loop: EventLoop
  let limits: ConnectionLimits
  let judge: PeerJudge
  let userIdentifier: UInt32
  let conditions: @Sendable () -> [ClassCondition]
  let makeSession: SessionMaker
  let log: @Sendable (DaemonEvent) -> Void
  /// Where payloads in descriptors are read, one after the other, so that they are in memory twice one
  /// at a time.
  let payloads = DispatchQueue(label: "org.fresnel.payloads")
  let state: Mutex<State>
  /// The memory that messages take. Nothing is released or called while it is locked: charges end wherever
  /// the last part of a message is dropped.
  let memory: Mutex<SharedAllowance<MemoryShare, AppIdentity>>
  private let buffer: TurnBuffer

  struct State: ~Copyable {
    var connections: [UInt64: Connection] = [:]
    var lastNumber: UInt64 = 0
    var slots: ConnectionSlots
    var permits: SharedAllowance<UInt64, AppIdentity>
    var messages: MessageAllowance<AppIdentity>
    /// The connections whose apps have sent as many messages as are taken for now, those that wait longest first.
    var slowed: [UInt64] = []
    /// Whether it is going to be looked whether those may go on.
    var willResume = false
    /// When it was last looked which clients are gone, to make room, on ``MonotonicClock``.
    var lastLookForGone: UInt64 = 0
    var examinations = Examinations()
    /// Connections that are kept aside while threads hang.
    var postponed: [UInt64: PostponedConnection] = [:]
    var listener: SocketListener?
    var listenerToken: EventLoop.Token?
    var isListening = false
    var isListenerPassedOn = false
    var isEnding = false
    var whenEmpty: (@Sendable () -> Void)?
  }

  /// What every receive goes into.
  private struct TurnBuffer: Sendable {
    /// Used on the loop's thread alone.
    nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer
  }

  /// Makes a server without connections. On any thread.
  ///
  /// - Parameters:
  ///   - loop: Reads the connections.
  ///   - judge: Decides who clients are.
  ///   - limits: How much clients can make this process hold.
  ///   - userIdentifier: The person whose processes may connect.
  ///   - conditions: Which classes can be read at the moment, for greeting a client.
  ///   - log: Told what an operator may ask about.
  ///   - makeSession: Makes what a client speaks with.
  package init(
    loop: EventLoop, judge: PeerJudge, limits: ConnectionLimits = ConnectionLimits(),
    userIdentifier: UInt32 = CurrentProcess.userIdentifier,
    conditions: @escaping @Sendable () -> [ClassCondition],
    log: @escaping @Sendable (DaemonEvent) -> Void = { _ in },
    makeSession: @escaping SessionMaker
  ) {
    self.loop = loop
    self.judge = judge
    self.limits = limits
    self.userIdentifier = userIdentifier
    self.conditions = conditions
    self.log = log
    self.makeSession = makeSession
    buffer = TurnBuffer(
      bytes: UnsafeMutableRawBufferPointer.allocate(
        byteCount: limits.bytesPerTurn, alignment: 16))
    state = Mutex(
      State(
        slots: ConnectionSlots(limits),
        permits: SharedAllowance(total: limits.permits, perOwner: limits.permitsPerIdentity),
        messages: MessageAllowance(
          perOwner: .init(perSecond: limits.messagesPerSecond, burst: limits.messageBurst),
          total: .init(perSecond: limits.messagesPerSecondOfAll, burst: limits.messageBurstOfAll),
          at: MonotonicClock.nanoseconds)))
    memory = Mutex(
      SharedAllowance(total: limits.payloadBytes, perOwner: limits.payloadBytesPerIdentity))
  }

  deinit {
    buffer.bytes.deallocate()
  }

  /// The connections whose clients were taken in, with who they are. On any thread.
  package var peers: [Peer] {
    state.withLock { Array($0.connections.values) }.compactMap { connection in
      if case .open(_, let peer) = connection.phase { peer } else { nil }
    }
  }

  /// How many connections of the person's own programs had to wait for their turn to be greeted. On any thread.
  package var surfaceWaitCount: Int { state.withLock { $0.slots.surfaceWaitCount } }

  /// A connection by its number. On any thread.
  func connection(_ number: UInt64) -> Connection? { state.withLock { $0.connections[number] } }

  // MARK: - Sockets that the daemon made

  /// Puts a connection among the others.
  ///
  /// - Parameters:
  ///   - socket: The connection's socket.
  ///   - number: Its number, if it has one already.
  ///   - glance: Who made it; `nil` for a socket that the daemon made.
  ///   - isUrgent: Whether it comes before others.
  /// - Returns: The connection; `nil` when the server ends or the socket cannot be watched.
  func add(
    _ socket: UnixSocket, number: UInt64? = nil, glance: PeerGlance? = nil, isUrgent: Bool = false
  ) -> Connection? {
    let connection = state.withLock { state -> Connection? in
      guard !state.isEnding else { return nil }
      if number == nil { state.lastNumber += 1 }
      let connection = Connection(
        number: number ?? state.lastNumber, server: self, socket: socket, glance: glance,
        isUrgent: isUrgent)
      state.connections[connection.number] = connection
      return connection
    }
    guard let connection else { return nil }
    do throws(SystemError) {
      try connection.watch()
      return connection
    } catch {
      connection.finish()
      return nil
    }
  }

  /// Takes the connection of an extension that the daemon started. On any thread.
  package func serve(_ launch: ExtensionLaunch) {
    loop.perform { [self] in
      guard (try? launch.socket.requestCredentials()) != nil,
        let connection = add(launch.socket)
      else { return launch.socket.shutdown() }
      connection.startDeadline()
      connection.greet(nil, launch: launch)
    }
  }

  /// Takes a socket whose other end has been given to a client that somebody else took in. On any
  /// thread.
  ///
  /// - Parameters:
  ///   - socket: This process's end.
  ///   - peer: Who the client is.
  package func serve(_ socket: UnixSocket, as peer: Peer) {
    loop.perform { [self] in
      guard (try? socket.requestCredentials()) != nil,
        let connection = add(socket, isUrgent: peer.seesSystem)
      else { return socket.shutdown() }
      // Who is behind it is known; only how many there are of its app matters.
      let arrival = state.withLock { state in
        let connections = state.connections
        return state.slots.arrive(
          connection.number,
          PeerGlance(
            processIdentifier: peer.processIdentifier,
            program: PeerGlance.Program(
              device: 0, inode: UInt64(truncatingIfNeeded: peer.app.hashValue)), controlGroup: 0),
          isOwn: peer.seesSystem, isBusy: { connections[$0]?.isBusy == true })
      }
      if let refusal = settle(arrival) ?? admit(connection, as: peer) {
        return connection.refuse(refusal)
      }
      connection.open(
        as: peer,
        saying: Welcome(
          identity: peer.app.identifier, trust: peer.trust, role: peer.role,
          classes: conditions()))
    }
  }

  // MARK: - What is limited

  /// A client sent something.
  func noteUse(of number: UInt64) { state.withLock { $0.slots.use(number) } }

  /// Receives into the buffer that all connections share, and lets the caller copy what came.
  func receive(
    from socket: UnixSocket,
    _ body: (UnsafeRawBufferPointer, [SharedDescriptor]) -> Void
  ) throws(SystemError) -> UnixSocket.Received {
    let received = try socket.receive(into: buffer.bytes)
    if case .bytes(let count, let descriptors, _) = received {
      body(UnsafeRawBufferPointer(rebasing: buffer.bytes[..<count]), descriptors)
    }
    return received
  }

  /// Whether a long frame may be received now; if not, the connection is told when it may. The person's own
  /// programs wait for nobody else's.
  func takePermit(for connection: UInt64, of peer: Peer) -> Bool {
    state.withLock {
      $0.permits.take(1, for: connection, of: peer.app, isSmall: peer.seesSystem)
    }
  }

  /// A long frame is whole, or given up.
  func releasePermit(_ connection: UInt64) {
    let served = state.withLock { state in
      state.permits.release(connection).compactMap { state.connections[$0] }
    }
    for connection in served { connection.permitted() }
  }

  // MARK: - All connections

  /// Says something to all clients that were taken in. On any thread.
  ///
  /// - Returns: Whether there is any.
  @discardableResult
  package func tellAll(_ message: DaemonMessage) -> Bool {
    var isHeard = false
    for connection in state.withLock({ Array($0.connections.values) }) {
      guard case .open = connection.phase else { continue }
      _ = connection.send(Envelope(message))
      isHeard = true
    }
    return isHeard
  }

  /// The socket on which clients connect; `nil` when there is none.
  package var listeningDescriptor: Int32? { state.withLock { $0.listener?.descriptor.rawValue } }

  /// How many connections there are. On any thread.
  package var connectionCount: Int { state.withLock { $0.connections.count } }

  /// Whether no connection is left. On any thread.
  package var isEmpty: Bool { state.withLock { $0.connections.isEmpty } }
}
