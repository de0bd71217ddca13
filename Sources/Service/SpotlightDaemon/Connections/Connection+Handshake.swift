internal import FresnelPlatform
internal import Synchronization
internal import SpotlightWire

extension Connection {
  /// The process that connected is held and was looked at; it is greeted. On the loop's thread.
  ///
  /// - Parameters:
  ///   - process: The process; `nil` for an extension, which is whoever writes first on the socket that
  ///     the daemon made for it.
  ///   - launch: What the daemon started it for.
  func greet(_ process: PeerProcess?, launch: ExtensionLaunch? = nil) {
    let newcomer = Newcomer(
      nonce: SecureRandom.bytes(count: WireVersion.nonceByteCount), process: process,
      launch: launch)
    let isWaiting = input.withLock { input in
      guard case .examined = input.phase else { return false }
      input.phase = .greeted(newcomer)
      input.processIdentifier = process?.evidence.processIdentifier
      return true
    }
    guard isWaiting else { return }
    _ = send(Envelope(.greeting(Greeting(nonce: newcomer.nonce))))
    setPause(.handshake, false)
  }

  /// Gives the client a limited time to be taken in. On the loop's thread.
  func startDeadline() {
    let timer = server.loop.after(server.limits.handshakeTime, tolerance: .milliseconds(500)) {
      [weak self] in
      self?.refuse(Refusal(.tooSlow, "The client did not say hello in time."))
    }
    input.withLock { $0.deadline = timer }
  }

  /// Takes the client's first message.
  func takeHello(
    _ frame: RawFrame, from newcomer: Newcomer, writtenBy writer: Credentials?
  ) throws(WireError) {
    guard !frame.header.flags.contains(.detached) else {
      throw WireError(.malformed, "The first message came in a descriptor.")
    }
    let message = try FrameParser.envelope(of: frame, as: ClientMessage.self).message
    let expected = newcomer.process?.evidence.processIdentifier ?? writer?.processIdentifier ?? 0
    var handshake = DaemonHandshake(processIdentifier: expected, nonce: newcomer.nonce)
    let hello: Hello
    do throws(Refusal) {
      hello = try handshake.receive(message, writtenBy: writer)
    } catch {
      return refuse(error)
    }
    input.withLock { [handshake] input in input.phase = .deciding(handshake, newcomer.launch) }
    setPause(.handshake, true)
    // Files of the program are looked at, which may lie on a slow file system.
    let hasStarted = server.examine(self, of: expected) { [server] () throws(Refusal) in
      try server.judge.decide(
        newcomer.process, launchedFor: newcomer.launch?.app, saying: hello,
        processIdentifier: expected)
    } then: { [self] result in
      takeIn(result)
    }
    if !hasStarted { refuse(Refusal(.stopping, "The daemon can start no more threads.")) }
  }

  /// The client was decided about. On the loop's thread.
  private func takeIn(_ result: Result<PeerDecision, Refusal>) {
    guard case .deciding(var handshake, let launch) = phase else { return }
    let decision: PeerDecision
    switch result {
    case .failure(let refusal): return refuse(refusal)
    case .success(let found): decision = found
    }
    if let refusal = server.admit(self, as: decision.peer) { return refuse(refusal) }
    // To find it a place those were ended whose clients are gone, and it may be one of them.
    guard case .deciding = phase else { return }
    let peer = decision.peer
    guard
      let welcome = handshake.accept(
        as: peer.app.identifier, trust: peer.trust, role: peer.role, notice: decision.notice,
        classes: server.conditions())
    else { return }
    open(as: peer, saying: welcome, launch: launch)
  }

  /// Takes the client in. On the loop's thread.
  func open(as peer: Peer, saying welcome: Welcome, launch: ExtensionLaunch? = nil) {
    setUrgent(peer.seesSystem || isUrgent)
    _ = send(Envelope(.welcome(welcome)))
    let makeSession = server.makeSession
    let session =
      launch?.supervise(self) { sink in makeSession(peer, sink) } ?? makeSession(peer, self)
    input.withLock { input in
      input.phase = .open(session, peer)
      input.processIdentifier = peer.processIdentifier
      if let deadline = input.deadline { server.loop.cancel(deadline) }
      input.deadline = nil
    }
    setPause(.handshake, false)
    // What came behind the hello is here already.
    takeFrames()
  }
}
