package import SpotlightWire
internal import FresnelPlatform
internal import Synchronization

extension Connection {
  /// Sends a message. On any thread; never waits.
  ///
  /// - Returns: Whether more may be sent at once.
  package func send(_ envelope: Envelope<DaemonMessage>) -> Bool {
    guard let frame = Self.frame(of: envelope) else {
      close(nil)
      return true
    }
    let isReply = envelope.message.kind.isReply
    return output.withLock { output in
      guard !output.isEnding else { return true }
      let wasEmpty = output.queue.isEmpty
      let isRevision = envelope.message.kind == .found && !envelope.isLast
      output.queue.append(
        frame, liveRequest: isRevision ? envelope.request : nil,
        closing: isReply && envelope.isLast ? envelope.request : nil)
      // If some wait, the socket is full.
      if wasEmpty { write(&output) }
      let mayGoOn = output.queue.byteCount < server.limits.outputByteCount
      if !mayGoOn {
        output.owesReadiness = true
        output.pauses.insert(.output)
      }
      updateInterest(&output)
      return mayGoOn
    }
  }

  /// Whether little enough waits to be read by the client. On any thread.
  package var takesMore: Bool {
    output.withLock { $0.isEnding || $0.queue.byteCount < server.limits.outputByteCount }
  }

  /// Writes what waits. On the loop's thread.
  func writeOn() {
    let (isReady, isDone) = output.withLock { output in
      write(&output)
      let isLow = output.queue.byteCount < server.limits.outputByteCount / 2
      let isReady = isLow && output.owesReadiness
      if isLow {
        output.owesReadiness = false
        output.pauses.remove(.output)
      }
      updateInterest(&output)
      return (isReady, output.isBroken || (output.isEnding && output.queue.isEmpty))
    }
    if isDone { return finish() }
    guard isReady else { return }
    let session = input.withLock { input -> (any ConnectionSession)? in
      if case .open(let session, _) = input.phase { session } else { nil }
    }
    session?.sinkIsReady()
    // What has come and was not looked at meanwhile.
    takeFrames()
  }

  /// Sees to it that what the client holds up is written after it has received something. The lock is held.
  private func lookAgain(_ output: inout Output) {
    guard output.queue.isHeld else {
      output.heldDelay = Self.shortestHold
      return
    }
    guard !output.looksAgain else { return }
    output.looksAgain = true
    server.loop.after(output.heldDelay, tolerance: output.heldDelay / 2) { [weak self] in
      self?.output.withLock { $0.looksAgain = false }
      self?.writeOn()
    }
    output.heldDelay = min(output.heldDelay * 2, Self.longestHold)
  }

  /// A client reads in this time that waits for an answer.
  static var shortestHold: Duration { .milliseconds(5) }
  private static let longestHold: Duration = .seconds(1)

  /// Writes as much as the socket takes. The lock is held.
  private func write(_ output: inout Output) {
    do throws(SystemError) {
      try output.queue.write(
        to: socket, leaving: server.limits.unreadPayloadBytes, closing: &output.slots)
      lookAgain(&output)
    } catch {
      output.isBroken = true
      output.queue = OutputQueue()
      output.pauses.remove(.output)
      // The client is gone. What it sent before may still be read; the loop comes to its end.
      if error.code == .brokenPipe { return }
      // Something in the middle is lost that the client waits for.
      server.loop.perform { [weak self] in self?.finish() }
    }
  }

  /// The frame of a message; a failure in the place of a reply that cannot be sent, and `nil` in that of
  /// anything else.
  private static func frame(of envelope: Envelope<DaemonMessage>) -> OutgoingFrame? {
    do throws(WireError) {
      return try FrameEncoder.frame(envelope)
    } catch {
      guard envelope.message.kind.isReply else { return nil }
      let code: ServiceError.Code = error.code == .tooLarge ? .tooLarge : .unavailable
      let failure = DaemonMessage.failed(ServiceError(code, error.message))
      return try? FrameEncoder.frame(Envelope(failure, request: envelope.request))
    }
  }
}
