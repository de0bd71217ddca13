internal import Dispatch
internal import FresnelPlatform
internal import Synchronization
internal import SpotlightWire

extension Connection {
  /// Takes what has come, at most a turn's share. On the loop's thread.
  func readShare() {
    let received: UnixSocket.Received
    do throws(SystemError) {
      received = try server.receive(from: socket) { bytes, descriptors in
        input.withLock { $0.decoder.append(bytes, descriptors: descriptors) }
      }
    } catch {
      // Too many descriptors at once, which no client sends.
      return refuse(Refusal(.protocolError, error.message))
    }
    switch received {
    case .wouldBlock: break
    case .end: finish()
    case .bytes(let count, _, let writer):
      guard isClient(writer) else {
        server.log(.foreignWriter(app: app, writer: writer?.processIdentifier ?? 0))
        return refuse(
          Refusal(
            .notPermitted, "Another process wrote to the connection than the one that opened it."))
      }
      input.withLock { $0.bytesSinceLook += count }
      server.noteUse(of: number)
      takeFrames(writtenBy: writer)
    }
  }

  /// Whether the bytes were written by the process that is taken for the client.
  private func isClient(_ writer: Credentials?) -> Bool {
    guard let writer, writer.processIdentifier > 0,
      writer.userIdentifier == server.userIdentifier
    else { return false }
    return input.withLock { input in
      // The first one to write on a socket that the daemon made itself.
      guard let process = input.processIdentifier else {
        input.processIdentifier = writer.processIdentifier
        return true
      }
      return process == writer.processIdentifier
    }
  }

  /// Handles the frames that are whole, as long as nothing makes the rest wait. On the loop's thread.
  func takeFrames(writtenBy writer: Credentials? = nil) {
    var count = 0
    while takesFrames {
      if count == server.limits.messagesPerTurn { return takeFramesLater() }
      count += 1
      do throws(WireError) {
        let frame = try input.withLock { input throws(WireError) in try input.decoder.next() }
        guard let frame else { break }
        try take(frame, writtenBy: writer)
        if !isUrgent, let app, !server.takesMore(of: app) { slowDown() }
      } catch {
        return refuse(Refusal(.protocolError, error.message))
      }
    }
    askForPermit()
  }

  /// Lets others have their turn before the rest of what has come.
  private func takeFramesLater() {
    setPause(.turn, true)
    server.loop.perform(isUrgent: isUrgent) { [self] in
      setPause(.turn, false)
      takeFrames()
    }
  }

  /// Takes nothing more until messages of the app may be taken again.
  private func slowDown() {
    setPause(.rate, true)
    server.resumeLater(number)
  }

  /// Messages of the app may be taken again. On the loop's thread.
  func resume() {
    setPause(.rate, false)
    takeFrames()
  }

  private func take(_ frame: RawFrame, writtenBy writer: Credentials?) throws(WireError) {
    switch phase {
    case .examined, .deciding, .ended: break
    case .greeted(let newcomer): try takeHello(frame, from: newcomer, writtenBy: writer)
    case .open(_, let peer):
      if frame.isRequest {
        let lane = RequestLane(frame.header)
        try output.withLock { output throws(WireError) in
          try output.slots.open(frame.header.request, in: lane)
        }
      }
      let share = input.withLock { input in
        input.chargedCount += 1
        return MemoryShare(connection: number, message: input.chargedCount)
      }
      if server.takeMemory(frame.heldByteCount, for: share, of: peer.app) {
        return try read(frame, charging: server.charge(for: share))
      }
      input.withLock { $0.heldFrame = (frame, share) }
      setPause(.payload, true)
    }
  }

  /// The memory that a frame waited for is there. On the loop's thread.
  func readHeld() {
    let held = input.withLock { input in
      defer { input.heldFrame = nil }
      return input.heldFrame
    }
    guard let held else { return }
    setPause(.payload, false)
    do throws(WireError) {
      try read(held.frame, charging: server.charge(for: held.share))
    } catch {
      return refuse(Refusal(.protocolError, error.message))
    }
    takeFrames()
  }

  /// Reads the message of a frame, for which there is memory: a payload that is a descriptor aside, since a
  /// long one takes some time, and nothing else meanwhile.
  private func read(_ frame: RawFrame, charging charge: any PayloadCharge) throws(WireError) {
    guard frame.header.flags.contains(.detached) else {
      return try take(Self.message(of: frame, charge), of: frame)
    }
    setPause(.payload, true)
    server.payloads.async { [self] in
      let message = Self.message(of: frame, charge)
      server.loop.perform { [self] in
        setPause(.payload, false)
        do throws(WireError) {
          try take(message, of: frame)
        } catch {
          return refuse(Refusal(.protocolError, error.message))
        }
        takeFrames()
      }
    }
  }

  private static func message(
    of frame: RawFrame, _ charge: any PayloadCharge
  ) -> Result<Envelope<ClientMessage>, WireError> {
    do throws(WireError) {
      return .success(
        try FrameParser.envelope(of: frame, as: ClientMessage.self, charging: charge))
    } catch {
      return .failure(error)
    }
  }

  /// Hands a frame's message on.
  private func take(
    _ message: Result<Envelope<ClientMessage>, WireError>, of frame: RawFrame
  ) throws(WireError) {
    guard case .open(let session, _) = phase else { return }
    do throws(WireError) {
      let envelope = try message.get()
      if case .hello = envelope.message {
        throw WireError(.malformed, "The client said hello twice.")
      }
      session.receive(envelope)
    } catch {
      guard error.code == .unknownKind else { throw error }
      // One of a later version: a request has its answer, the rest is passed over.
      guard frame.isRequest else { return }
      _ = send(
        Envelope(
          .failed(ServiceError(.unsupported, error.message)), request: frame.header.request))
    }
  }

  // MARK: - Long frames

  /// Asks for a permit when a long frame has begun, gives it back when it is whole. On the loop's
  /// thread.
  private func askForPermit() {
    let (awaited, asks) = input.withLock { ($0.decoder.awaitedPayloadByteCount, $0.asksForPermit) }
    guard case .open(_, let peer) = phase else {
      if awaited > server.limits.helloByteCount {
        refuse(Refusal(.protocolError, "The first message has \(awaited) bytes."))
      }
      return
    }
    // One whose message waits for memory, or whose app sends too many, receives nothing, and needs no permit until it
    // does.
    let isHeld = output.withLock { !$0.pauses.isDisjoint(with: [.payload, .rate]) }
    let needs = awaited > server.limits.payloadWithoutPermit && !isHeld
    guard needs != asks else { return }
    input.withLock { $0.asksForPermit = needs }
    guard needs else {
      input.withLock { input in
        if let deadline = input.deadline { server.loop.cancel(deadline) }
        input.deadline = nil
      }
      return server.releasePermit(number)
    }
    if server.takePermit(for: number, of: peer) {
      watchProgress()
    } else {
      setPause(.permit, true)
    }
  }

  /// The permit that a frame waited for is there. On the loop's thread.
  func permitted() {
    watchProgress()
    setPause(.permit, false)
  }

  /// Sees to it that the frame which has a permit comes along.
  private func watchProgress() {
    let timer = server.loop.after(server.limits.permitTime, tolerance: .milliseconds(200)) {
      [weak self] in self?.lookAtProgress()
    }
    input.withLock { input in
      input.bytesSinceLook = 0
      input.deadline = timer
    }
  }

  private func lookAtProgress() {
    // One that is to read first is not read from.
    let isHeld = output.withLock { $0.pauses.contains(.output) }
    let isSlow = input.withLock { input in
      !isHeld && input.asksForPermit && input.bytesSinceLook < server.limits.bytesPerPermitTime
    }
    if isSlow { return refuse(Refusal(.tooSlow, "A long message did not come along.")) }
    watchProgress()
  }

  // MARK: - Refusing

  /// How far the connection has come. On the loop's thread.
  var phase: Phase { input.withLock { $0.phase } }

  /// The app, once it is known.
  var app: AppIdentity? {
    if case .open(_, let peer) = phase { peer.app } else { nil }
  }

  /// Tells the client why the connection ends, and ends it. On the loop's thread.
  func refuse(_ refusal: Refusal) {
    server.log(.refused(app: app, code: refusal.code, reason: refusal.reason))
    close(refusal)
  }
}

extension RawFrame {
  /// Whether it asks for something, even if this version does not know for what.
  fileprivate var isRequest: Bool {
    guard header.request != 0 else { return false }
    return MessageKind(rawValue: header.kind).map { $0.belongsToRequest && !$0.isReply }
      ?? (header.kind & 0x8000 == 0)
  }

  /// The bytes of the payload; those of a descriptor as far as they may be.
  fileprivate var heldByteCount: Int {
    guard header.flags.contains(.detached) else { return header.payloadByteCount }
    guard let count = descriptors.first.flatMap({ MemoryFile.byteCount(of: $0) }) else { return 0 }
    return Int(clamping: min(count, UInt64(WireLimits.payloadByteCount)))
  }
}
