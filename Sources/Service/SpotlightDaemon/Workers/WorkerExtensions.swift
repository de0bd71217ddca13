internal import FresnelApps
internal import SpotlightService
internal import SpotlightWire
internal import Synchronization

/// Extensions as the process of a class has them: it starts no programs itself, but has main start them and
/// lead them here, over a channel as any client's. What main never sees is what is said on it.
final class WorkerExtensions: ExtensionHosting {
  private typealias Completion = @Sendable (ServiceError?) -> Void

  private struct State {
    /// How many channels there are to an app's extension.
    var present: [AppIdentity: Int] = [:]
    /// Who waits for one, by app; main was asked once for all of them.
    var completions: [AppIdentity: [Completion]] = [:]
    var tell: @Sendable (WorkerNews) -> Void = { _ in }
  }
  private let state = Mutex(State())

  /// From now on main is asked.
  ///
  /// - Parameter tell: Takes news for main.
  func begin(_ tell: @escaping @Sendable (WorkerNews) -> Void) {
    state.withLock { $0.tell = tell }
  }

  /// Sees to it that an app's extension has a channel to this process.
  func start(
    _ app: AppIdentity, _ point: ExtensionPoint, reason: String,
    _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    guard point == .index else {
      return done(ServiceError(.unsupported, "Only index extensions know of protection classes."))
    }
    let (isPresent, tell) = state.withLock { state -> (Bool, (@Sendable (WorkerNews) -> Void)?) in
      if state.present[app] != nil { return (true, nil) }
      state.completions[app, default: []].append(done)
      return (false, state.completions[app]?.count == 1 ? state.tell : nil)
    }
    if isPresent { return done(nil) }
    tell?(.wantExtension(app, reason: reason))
  }

  /// There is nothing that would outlive this process.
  func endAll(_ done: @escaping @Sendable () -> Void) { done() }

  /// Main reports.
  func report() -> [ExtensionReport] { [] }

  /// An extension can be asked over its channel.
  func came(_ app: AppIdentity) {
    state.withLock { $0.present[app, default: 0] += 1 }
    settle(app, nil)
  }

  /// A channel to an extension has ended.
  func left(_ app: AppIdentity) {
    state.withLock { state in
      guard let count = state.present[app] else { return }
      state.present[app] = count > 1 ? count - 1 : nil
    }
  }

  /// Main has led an extension here, or says why not. One that came was told before.
  func led(_ app: AppIdentity, _ error: ServiceError?) {
    settle(
      app,
      error ?? ServiceError(.unavailable, "The extension of \(app.identifier) was not taken in."))
  }

  private func settle(_ app: AppIdentity, _ error: ServiceError?) {
    for completion in state.withLock({ $0.completions.removeValue(forKey: app) }) ?? [] {
      completion(error)
    }
  }

  /// Tells main what passes between an extension and this process.
  ///
  /// - Parameters:
  ///   - app: Whose extension it is.
  ///   - sink: The way to it.
  /// - Returns: What is to be used in its place.
  func watch(_ app: AppIdentity, _ sink: any SessionSink) -> WatchedExtension {
    WatchedExtension(app, sink, tell: state.withLock { $0.tell })
  }
}
