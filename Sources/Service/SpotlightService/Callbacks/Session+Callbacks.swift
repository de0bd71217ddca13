internal import Dispatch
package import FresnelPlatform
package import SpotlightWire

extension Session {
  /// Where it is noticed that an answer did not come in time.
  private static let deadlines = DispatchQueue(label: "fresnel.deadlines")

  /// Asks the client for something.
  ///
  /// - Parameters:
  ///   - message: What is asked.
  ///   - descriptors: What goes with it.
  ///   - deadline: How long to wait for the answer; `nil` for as long as the client is there.
  ///   - answer: Called once, on any thread, with the answer; with the client's failure, or
  ///     ``ServiceError/Code/connectionLost`` when it is gone or took too long.
  package func ask(
    _ message: DaemonMessage, descriptors: [SharedDescriptor] = [], deadline: Duration? = nil,
    _ answer: @escaping @Sendable (Result<Envelope<ClientMessage>, ServiceError>) -> Void
  ) {
    let number = withCallbacks { callbacks in
      callbacks.add(Envelope(message, descriptors: descriptors), answer)
    }
    guard let number else {
      return answer(.failure(ServiceError(.connectionLost, "The app is gone.")))
    }
    sendCallbacks()
    guard let deadline else { return }
    let (seconds, attoseconds) = deadline.components
    Self.deadlines.asyncAfter(
      deadline: .now() + Double(seconds) + Double(attoseconds) * 1e-18
    ) { [weak self] in
      guard let answer = self?.withCallbacks({ $0.giveUp(number) }) ?? nil else { return }
      answer(.failure(ServiceError(.connectionLost, "The app did not answer in time.")))
    }
  }

  /// Sends what there is a slot for.
  func sendCallbacks() {
    while let envelope = withCallbacks({ $0.next() }) ?? nil { send(envelope) }
  }

  /// Takes the client's answer to what it was asked. One that nobody waits for any more is passed over.
  func answer(_ envelope: Envelope<ClientMessage>) {
    let answer = withCallbacks { $0.finish(envelope.request) } ?? nil
    sendCallbacks()
    guard let answer else { return }
    if case .failed(let error) = envelope.message {
      answer(.failure(error))
    } else {
      answer(.success(envelope))
    }
  }

  /// Tells the client that its indexing is slowed down, or no longer, if it wants to know.
  func tell(_ throttle: Throttle) {
    if takesThrottle { send(Envelope(.throttle(throttle))) }
  }

  /// Changes what the client takes for an index.
  func setDelegate(_ request: SetDelegate, _ id: UInt64) {
    guard let handle = handle(request.handle, for: id) else { return }
    handle.methods = request.methods
    send(.done, id)
    core.reindexing.handleTakes(handle, of: self)
  }
}
