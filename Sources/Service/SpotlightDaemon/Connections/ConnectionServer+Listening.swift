package import FresnelPlatform
internal import SpotlightWire
internal import Synchronization

extension ConnectionServer {
  /// Begins to take connections. On any thread.
  ///
  /// - Throws: ``SystemError`` when the listener cannot be watched.
  package func listen(on listener: consuming SocketListener) throws(SystemError) {
    let descriptor = listener.descriptor
    let token = try loop.add(descriptor.rawValue, for: .readable) { [weak self] _ in
      self?.acceptSome()
    }
    var taken: SocketListener? = consume listener
    state.withLock { state in
      swap(&state.listener, &taken)
      state.listenerToken = token
      state.isListening = true
    }
  }

  /// Takes some of those who wait, so that those already here have their turn.
  private func acceptSome() {
    for _ in 0..<8 {
      guard mayAccept else { return setListening(false) }
      do throws(SystemError) {
        guard
          let socket = try state.withLock({ state throws(SystemError) -> UnixSocket? in
            try state.listener?.accept()
          })
        else { return }
        begin(with: socket)
      } catch {
        // No more files may be open. Who waits goes on waiting, without keeping the loop awake.
        log(.outOfDescriptors)
        setListening(false)
        loop.after(.milliseconds(200)) { [weak self] in self?.setListening(true) }
        return
      }
    }
  }

  private var mayAccept: Bool {
    state.withLock { $0.newcomers.count < limits.newConnections && !$0.isEnding }
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

  /// Finds out who connected, on a thread of its own.
  private func begin(with socket: UnixSocket) {
    guard let credentials = try? socket.peerCredentials() else { return }
    guard credentials.userIdentifier == userIdentifier else {
      // Another person's process; the mode of the socket keeps all but root out.
      return log(.foreignUser(credentials.userIdentifier))
    }
    guard let connection = add(socket, process: credentials.processIdentifier) else { return }
    connection.startDeadline()
    if let refusal = tooMany(credentials.processIdentifier) { return connection.refuse(refusal) }
    let hasStarted = examine(connection, of: credentials.processIdentifier) {
      () throws(SystemError) in
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
    state.withLock { $0.examinations.begin(number, of: process) }
    let hasStarted = DetachedThread.start { [self] in
      let result = Result(catching: body)
      state.withLock { $0.examinations.end(number) }
      loop.perform { done(result) }
    }
    if !hasStarted { state.withLock { $0.examinations.end(number) } }
    return hasStarted
  }

  private func examined(_ result: Result<PeerProcess, SystemError>, _ connection: Connection) {
    switch result {
    case .success(let process): connection.greet(process)
    case .failure(let error) where error.code == .accessDenied || error.code == .notPermitted:
      connection.refuse(
        Refusal(
          .notPermitted,
          "The program does not let itself be looked at, so it cannot be told who it is. \(error)"))
    case .failure(let error):
      connection.refuse(
        Refusal(.notPermitted, "It cannot be told which program connected. \(error)"))
    }
    resumeListening()
  }

  func resumeListening() {
    if mayAccept { setListening(true) }
  }

  private func tooMany(_ process: Int32) -> Refusal? {
    state.withLock { state in
      let hanging = state.examinations
      if hanging.givenUpCount >= limits.hangingExaminations
        || hanging.givenUpCount(of: process) >= limits.newConnectionsPerProcess
      {
        return Refusal(
          .tooManyConnections,
          "Programs could not be looked at, as their file system does not answer; others wait.")
      }
      let ofProcess = state.newcomers.values.count { $0 == process }
      if state.connections.count > limits.connections {
        return Refusal(.tooManyConnections, "There are \(limits.connections) connections already.")
      }
      if ofProcess > limits.newConnectionsPerProcess {
        return Refusal(
          .tooManyConnections,
          "The process has \(limits.newConnectionsPerProcess) connections that have not said hello."
        )
      }
      return nil
    }
  }
}
