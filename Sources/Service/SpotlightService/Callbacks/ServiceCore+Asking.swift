internal import FresnelModel
package import FresnelPlatform
package import SpotlightWire

extension ServiceCore {
  /// Asks an app for something: over a connection that takes the request for this index, or else its
  /// extension, which is started if need be.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - index: The name of the index that the request is about.
  ///   - method: What the client has to take.
  ///   - message: What is asked.
  ///   - descriptors: What goes with it.
  ///   - deadline: How long to wait for the answer, from the moment when somebody is asked.
  ///   - answer: Called once, on any thread: with the answer and the session that gave it, or with the
  ///     failure; ``ServiceError/Code/connectionLost`` when nobody answered in time, or whatever kept the
  ///     extension from running.
  package func ask(
    _ app: AppIdentity, index: String, for method: DelegateMethods, _ message: DaemonMessage,
    descriptors: [SharedDescriptor] = [], deadline: Duration,
    _ answer: @escaping @Sendable (Result<Envelope<ClientMessage>, ServiceError>) -> Void
  ) {
    let scope = IndexScope(app: app.identifier, index: index)
    if let session = sessions.sessions(of: app.identifier).first(where: {
      $0.takes(method, for: scope)
    }) {
      return session.ask(message, descriptors: descriptors, deadline: deadline, answer)
    }
    guard host.startsExtensions else {
      return answer(
        .failure(ServiceError(.unavailable, "The app does not run, and has no extension here.")))
    }
    host.startExtension(
      ExtensionRequest(app: app, methods: method, reason: "Something is asked of the app.")
    ) { [self] error in
      if let error { return answer(.failure(error)) }
      guard let session = sessions.extensionSession(of: app) else {
        return answer(
          .failure(ServiceError(.unavailable, "The extension ended before it could be asked.")))
      }
      session.ask(message, descriptors: descriptors, deadline: deadline, answer)
    }
  }
}
