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
    @Sendable (_ peer: Peer, _ outlet: any SessionOutlet) -> any ConnectionSession

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
    /// Those that are not taken in yet, by the process that made them.
    var newcomers: [UInt64: Int32] = [:]
    var identities: [UInt64: AppIdentity] = [:]
    var permits: SharedAllowance<UInt64, AppIdentity>
    var examinations = Examinations()
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
        permits: SharedAllowance(total: limits.permits, perOwner: limits.permitsPerIdentity)))
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

  /// A connection by its number. On any thread.
  func connection(_ number: UInt64) -> Connection? { state.withLock { $0.connections[number] } }

  // MARK: - Sockets that the daemon made

  /// Puts a connection among the others; `nil` when the server ends or the socket cannot be watched.
  func add(_ socket: UnixSocket, process: Int32?) -> Connection? {
    let connection = state.withLock { state -> Connection? in
      guard !state.isEnding else { return nil }
      state.lastNumber += 1
      let connection = Connection(number: state.lastNumber, server: self, socket: socket)
      state.connections[connection.number] = connection
      if let process { state.newcomers[connection.number] = process }
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
        let connection = add(launch.socket, process: 0)
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
      guard (try? socket.requestCredentials()) != nil, let connection = add(socket, process: nil)
      else { return socket.shutdown() }
      if let refusal = admit(connection, as: peer.app) { return connection.refuse(refusal) }
      connection.open(
        as: peer,
        saying: Welcome(
          identity: peer.app.identifier, trust: peer.trust, role: peer.role,
          classes: conditions()))
    }
  }

  // MARK: - What is limited

  /// Counts a connection as one of an app's; a refusal when that has too many.
  func admit(_ connection: Connection, as app: AppIdentity) -> Refusal? {
    let isAdmitted = state.withLock { state in
      let count = state.identities.values.count { $0 == app }
      guard count < limits.connectionsPerIdentity else { return false }
      state.identities[connection.number] = app
      state.newcomers[connection.number] = nil
      return true
    }
    resumeListening()
    guard !isAdmitted else { return nil }
    return Refusal(
      .tooManyConnections,
      "\(app.identifier) has \(limits.connectionsPerIdentity) connections already.")
  }

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

  /// Whether a long frame may be received now; if not, the connection is told when it may.
  func takePermit(for connection: UInt64, of app: AppIdentity) -> Bool {
    state.withLock { $0.permits.take(1, for: connection, of: app) }
  }

  /// A long frame is whole, or given up.
  func releasePermit(_ connection: UInt64) {
    let served = state.withLock { state in
      state.permits.release(connection).compactMap { state.connections[$0] }
    }
    for connection in served { connection.permitted() }
  }

  // MARK: - The end

  /// A connection has ended.
  func ended(_ connection: Connection) {
    let number = connection.number
    let hasEnded = state.withLock { state in
      state.newcomers[number] = nil
      state.identities[number] = nil
      state.examinations.giveUp(number)
      return state.connections.removeValue(forKey: number) != nil
    }
    guard hasEnded else { return }
    releasePermit(number)
    resumeListening()
    tellWhenEmpty()
  }

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

  /// Takes no more connections and reads no more requests. On any thread.
  ///
  /// - Parameters:
  ///   - farewell: Told to clients that were taken in; `nil` for nothing.
  ///   - passesListenerOn: Whether the socket stays, also when the connections are ended later: whoever
  ///     connects waits until somebody else takes it.
  package func stopTaking(saying farewell: GoingAway?, passesListenerOn: Bool = false) {
    loop.perform { [self] in
      var listener: SocketListener?
      let (connections, token) = state.withLock { state in
        state.isEnding = true
        if passesListenerOn { state.isListenerPassedOn = true }
        if !state.isListenerPassedOn { swap(&state.listener, &listener) }
        defer { state.listenerToken = nil }
        return (Array(state.connections.values), state.listenerToken)
      }
      if let token { loop.remove(token) }
      for connection in connections {
        connection.setPause(.ending, true)
        guard let farewell, case .open = connection.phase else { continue }
        _ = connection.send(Envelope(.goingAway(farewell)))
      }
    }
  }

  /// Ends all connections after what was sent to them is written, and takes no more. On any thread.
  ///
  /// - Parameter done: Called once on the loop's thread, when none is left.
  package func end(_ done: @escaping @Sendable () -> Void = {}) {
    stopTaking(saying: nil)
    loop.perform { [self] in
      let connections = state.withLock { state in
        state.whenEmpty = done
        return Array(state.connections.values)
      }
      for connection in connections { connection.close(nil) }
      tellWhenEmpty()
    }
  }

  private func tellWhenEmpty() {
    let done = state.withLock { state -> (@Sendable () -> Void)? in
      guard state.connections.isEmpty else { return nil }
      defer { state.whenEmpty = nil }
      return state.whenEmpty
    }
    done?()
  }

  /// Whether no connection is left. On any thread.
  package var isEmpty: Bool { state.withLock { $0.connections.isEmpty } }
}
