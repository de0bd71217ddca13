internal import FresnelHandoff
internal import SpotlightService
internal import SpotlightWire
internal import Synchronization

// What a person asks of the process: devices, and pairing.

extension HandoffService {
  /// Asks the process something for a person.
  ///
  /// - Parameters:
  ///   - question: What. To pair, the process is started where there are no devices.
  ///   - session: Who asks; with its end the question ends.
  ///   - done: Told the answer once, on any thread, unless the client is gone. Without devices and a process
  ///     ``HandoffAnswer/devices(_:)`` with none is the answer to a question for them.
  func ask(
    _ question: HandoffQuestion, for session: Session,
    _ done: @escaping @Sendable (Result<HandoffAnswer, ServiceError>) -> Void
  ) {
    perform { [self] in
      guard dependencies.isOn() else {
        return done(
          .failure(
            ServiceError(
              .unsupported, "Handoff is off on this device; fresnel handoff on switches it on.")))
      }
      // A process that ends answers nobody any more; the next one does, if there is one.
      let isEnding = state.withLock { state in
        guard state.isStopping, state.process != nil else { return false }
        state.whenEnded.append { self.ask(question, for: session, done) }
        return true
      }
      if isEnding { return }
      if question.pairs {
        state.withLock { $0.pairing[ObjectIdentifier(session)] = .some(nil) }
        settle()
      }
      guard let process = state.withLock({ $0.process }) else {
        endPairing(of: session)
        if question == .devices, !dependencies.hasDevices() { return done(.success(.devices([]))) }
        let message =
          dependencies.hasDevices() || question.pairs
          ? "The process for Handoff ends again and again; it is tried again later."
          : "No device is paired with this one."
        return done(.failure(ServiceError(.unavailable, message)))
      }
      let number = process.ask(question) { [self] result in
        // Who shows a code waits for what becomes of it next.
        if question != .showCode || (try? result.get()) == nil {
          perform { [self] in endPairing(of: session) }
        }
        if let reply = try? result.get() { setDevices(reply.answer) }
        done(result.map(\.answer).mapError { ServiceError(handoff: $0) })
      }
      if question.pairs, let number {
        state.withLock { $0.pairing[ObjectIdentifier(session)] = number }
      }
    }
  }

  /// A client pairs no more, or is gone: what it waits for ends; on the queue.
  func endPairing(of session: Session) {
    let (number, process) = state.withLock { state in
      (state.pairing.removeValue(forKey: ObjectIdentifier(session)), state.process)
    }
    guard let number else { return }
    if let number { process?.cancel(number) }
    settle()
  }
}

extension HandoffQuestion {
  /// Whether it is a part of pairing.
  fileprivate var pairs: Bool {
    switch self {
    case .showCode, .awaitPairing, .typeCode: true
    default: false
    }
  }
}
