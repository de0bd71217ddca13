package import FresnelPlatform
internal import SpotlightWire
internal import Synchronization

extension ConnectionServer {
  /// Begins to take connections. On any thread.
  ///
  /// - Throws: ``SystemError`` when the listener cannot be watched.
  package func listen(on listener: consuming SocketListener) throws(SystemError) {
    let descriptor = listener.descriptor
    // Whoever connects is looked at before anybody's messages are: the person may be among them.
    let token = try loop.add(descriptor.rawValue, for: .readable, isUrgent: true) {
      [weak self] _ in self?.acceptSome()
    }
    var taken: SocketListener? = consume listener
    state.withLock { state in
      swap(&state.listener, &taken)
      state.listenerToken = token
      state.isListening = true
    }
  }

  /// Takes those who wait to connect, so many at a time that those already here have their turn.
  private func acceptSome() {
    for _ in 0..<64 {
      do throws(SystemError) {
        guard
          let socket = try state.withLock({ state throws(SystemError) -> UnixSocket? in
            guard !state.isEnding else { return nil }
            return try state.listener?.accept()
          })
        else { return }
        begin(with: socket)
      } catch {
        return acceptLater()
      }
    }
  }

  /// No more files may be open: connections that can be spared end. Who waits goes on waiting for a moment, without
  /// keeping the loop awake.
  private func acceptLater() {
    log(.outOfDescriptors)
    for _ in 0..<8 {
      let spared = state.withLock { state in
        let connections = state.connections
        return state.slots.spare { connections[$0]?.isBusy == true }
      }
      guard let spared, let connection = connection(spared) else { break }
      connection.finish()
    }
    setListening(false)
    loop.after(.milliseconds(20)) { [weak self] in self?.setListening(true) }
  }

  private func setListening(_ isListening: Bool) {
    let token = state.withLock { state -> EventLoop.Token? in
      guard state.isListening != isListening, !state.isEnding else { return nil }
      state.isListening = isListening
      return state.listenerToken
    }
    guard let token else { return }
    try? loop.change(token, to: isListening ? .readable : [])
  }

  /// Decides whether a process that connected has its turn now, later or not at all.
  private func begin(with socket: UnixSocket) {
    guard let credentials = try? socket.peerCredentials() else { return }
    guard credentials.userIdentifier == userIdentifier else {
      // Another person's process; the mode of the socket keeps all but root out.
      return log(.foreignUser(credentials.userIdentifier))
    }
    // Many may have connected and gone before the loop came to it; they are to fill no slots.
    if let happened = try? socket.readiness(for: []), happened.contains(.closed) { return }
    let glance = PeerGlance(at: credentials.processIdentifier)
    let isOwn = judge.isSurface(glance)
    let newcomer = PostponedConnection(socket: socket, glance: glance, isOwn: isOwn)
    if hangs(newcomer) { postpone(newcomer) } else { begin(with: newcomer) }
  }

  /// Decides the same of one that nothing hangs behind.
  func begin(with newcomer: PostponedConnection) {
    let (socket, glance, isOwn) = (newcomer.socket, newcomer.glance, newcomer.isOwn)
    makeRoom(isOwn: isOwn)
    let (number, arrival) = state.withLock { state in
      state.lastNumber += 1
      let connections = state.connections
      return (
        state.lastNumber,
        state.slots.arrive(
          state.lastNumber, glance, isOwn: isOwn, isBusy: { connections[$0]?.isBusy == true })
      )
    }
    if let refusal = settle(arrival) { return turnAway(socket, refusal) }
    guard add(socket, number: number, glance: glance, isUrgent: isOwn) != nil else {
      _ = state.withLock { $0.slots.leave(number) }
      return
    }
    if case .greet = arrival { begin([number]) } else { awaitTurn(number) }
  }

  /// Tells a client that it is one too many, at hardly any cost.
  func turnAway(_ socket: UnixSocket, _ refusal: Refusal) {
    log(.refused(app: nil, code: refusal.code, reason: refusal.reason))
    guard let frame = try? FrameEncoder.frame(Envelope(DaemonMessage.refused(refusal))) else {
      return
    }
    // It has room for the first that is ever sent.
    _ = try? frame.bytes.withUnsafeBytes { bytes throws(SystemError) in try socket.send(bytes) }
    socket.shutdown()
  }

  /// Looks after a while whether a connection had its turn; if not, one that was greeted and says nothing ends.
  private func awaitTurn(_ number: UInt64) {
    loop.after(limits.turnTime, tolerance: limits.turnTime / 4) { [weak self] in
      guard let self, state.withLock({ $0.slots.waits(number) }) else { return }
      let victim = state.withLock { $0.slots.silentVictim(for: number) }
      if let victim, let connection = connection(victim) {
        connection.refuse(
          Refusal(.tooSlow, "The client did not say hello, and others wait to."))
        connection.finish()
      }
      awaitTurn(number)
    }
  }

  /// Finds out who made connections whose turn it is, on a thread for each.
  func begin(_ numbers: [UInt64]) {
    for number in numbers {
      guard let connection = connection(number), let glance = connection.glance else { continue }
      // Nothing is found out about one that is gone already.
      guard !connection.isGone else {
        connection.finish()
        continue
      }
      let process = glance.processIdentifier
      let socket = connection.socket
      connection.startDeadline()
      let hasStarted = examine(connection, of: process) { () throws(SystemError) in
        let process = try PeerProcess(of: socket)
        // If it lives, its number has not been another process's while it was looked at.
        guard process.isAlive else { throw SystemError(.noProcess, call: "pidfd_open") }
        return process
      } then: { [self] result in
        examined(result, connection)
      }
      if !hasStarted {
        connection.refuse(Refusal(.stopping, "The daemon can start no more threads."))
      }
    }
  }

  /// Looks at the program behind a connection on a thread of its own, which is counted: it may hang in a file
  /// system that does not answer.
  ///
  /// - Parameters:
  ///   - connection: The connection.
  ///   - process: The process at its other end.
  ///   - body: What looks at the program.
  ///   - done: Told on the loop's thread what came of it; the connection may be looked at again then.
  /// - Returns: Whether the thread was started.
  func examine<Found: Sendable, Failure>(
    _ connection: Connection, of process: Int32,
    _ body: @escaping @Sendable () throws(Failure) -> Found,
    then done: @escaping @Sendable (Result<Found, Failure>) -> Void
  ) -> Bool {
    let number = connection.number
    let isUrgent = connection.isUrgent
    state.withLock { $0.examinations.begin(number, of: process) }
    let hasStarted = DetachedThread.start { [self] in
      let result = Result(catching: body)
      state.withLock { $0.examinations.end(number) }
      loop.perform(isUrgent: isUrgent) { [self] in
        done(result)
        beginPostponed()
      }
    }
    if !hasStarted { state.withLock { $0.examinations.end(number) } }
    return hasStarted
  }

  private func examined(_ result: Result<PeerProcess, SystemError>, _ connection: Connection) {
    switch result {
    case .success(let process):
      if connection.isUrgent, !judge.isSurface(process.evidence), !makeOther(connection) { return }
      connection.greet(process)
    case .failure(let error) where error.code == .accessDenied || error.code == .notPermitted:
      connection.refuse(
        Refusal(
          .notPermitted,
          "The program does not let itself be looked at, so it cannot be told who it is. \(error)"))
    case .failure(let error):
      connection.refuse(
        Refusal(.notPermitted, "It cannot be told which program connected. \(error)"))
    }
  }
}
