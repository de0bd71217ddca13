internal import FresnelApps
internal import SpotlightService
internal import SpotlightWire

extension DaemonContext {
  /// How long an extension may take to begin with a channel.
  private static let channelTime: Duration = .seconds(10)

  /// Has an app's extension serve the process of a class: starts it if need be, and gives it a channel.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - protection: The class.
  ///   - reason: Why it is wanted, in English; for the log.
  ///   - done: Told once, on any thread, why it does not; `nil` when it has the channel.
  func leadExtension(
    of app: AppIdentity, to protection: ProtectionClass, reason: String,
    _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    extensions.start(app, .index, reason: reason) { [self] error in
      if let error { return done(error) }
      guard let session = core.extensionSession(of: app) else {
        return done(
          ServiceError(.unavailable, "The extension of \(app.identifier) has just ended."))
      }
      workers.channel(to: protection, for: session.peer) { channel in
        switch channel {
        case .failure(let error): done(error)
        case .success(let socket):
          session.ask(
            .useChannel(protection), descriptors: [socket], deadline: Self.channelTime
          ) { answer in
            if case .failure(let error) = answer { done(error) } else { done(nil) }
          }
        }
      }
    }
  }
}
