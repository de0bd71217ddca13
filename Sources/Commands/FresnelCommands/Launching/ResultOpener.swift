internal import CommandKit
internal import Dispatch
internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire
internal import Synchronization

/// The one way in which commands and the interactive search open results and do what can be done with them.
///
/// The daemon opens them where there is one; where it knows no app for an item, it is asked to open the URL that the item
/// leads to. Where there is none, ``LocalOpener`` does. Either way the plans of `FresnelLaunching` decide, and what they
/// refuse is not opened.
struct ResultOpener: Sendable {
  /// Has the daemon open things, where there is one.
  let launcher: AppLauncher?
  /// Opens things where there is none.
  let local: LocalOpener

  /// Opens things through the daemon, where there is one.
  init(_ context: CommandContext, _ launcher: AppLauncher?) {
    self.launcher = launcher
    local = LocalOpener(context)
  }

  /// Opens an item in its app; else where it leads by what it says itself.
  ///
  /// - Parameters:
  ///   - encoded: The whole item.
  ///   - scope: Its index.
  ///   - query: What was typed to find it.
  ///   - done: Told once what came of it, perhaps at once, on any thread.
  func open(
    _ encoded: EncodedItem, in scope: IndexScope, query: String,
    _ done: @escaping @Sendable (AppLauncher.Outcome) -> Void
  ) {
    let item: Item
    do {
      item = try encoded.item()
    } catch {
      return done(.failed(CommandError(.store, error.message.withoutFullStop)))
    }
    let destination = ItemDestination(of: item, app: scope.app)
    guard let launcher, AppLauncher.opens(scope.app),
      let target = AppLauncher.target(of: encoded, in: scope)
    else { return open(destination, of: scope.app, insteadOf: nil, done) }
    launcher.launch(target, query: query) { [self] outcome in
      guard case .unknown(let error) = outcome else { return done(outcome) }
      open(destination, of: scope.app, insteadOf: error, done)
    }
  }

  /// Opens where an item leads.
  ///
  /// - Parameters:
  ///   - destination: Where.
  ///   - app: The app that the item belongs to.
  ///   - problem: Why the app does not open it; `nil` when no app was asked.
  ///   - done: Told once what came of it.
  private func open(
    _ destination: ItemDestination, of app: String, insteadOf problem: ServiceError?,
    _ done: @escaping @Sendable (AppLauncher.Outcome) -> Void
  ) {
    // What the app would have taken has been tried. Why the rest was refused comes first: it names what is to be mended.
    let finish: @Sendable (AppLauncher.Outcome) -> Void = { outcome in
      guard let problem, case .failed(let error) = outcome else { return done(outcome) }
      let first = withoutControls(problem.message).withoutFullStop
      done(
        .failed(
          CommandError(
            error.status, error.message,
            advice: error.advice.map { "\(first); \($0)" } ?? first)))
    }
    if case .url(let url) = destination, let launcher {
      return launcher.launch(.url(url, app: nil), query: "") { outcome in
        guard case .unknown(let error) = outcome else { return finish(outcome) }
        finish(
          .failed(CommandError(.incomplete, withoutControls(error.message).withoutFullStop)))
      }
    }
    local.open(destination, of: app) { outcome in
      if let outcome { return finish(outcome) }
      done(.unknown(problem ?? Self.nothingToOpen(app)))
    }
  }

  private static func nothingToOpen(_ app: String) -> ServiceError {
    ServiceError(.unsupported, "No app opens the items of \(withoutControls(app)).")
  }

  /// Does something with a result.
  ///
  /// - Parameters:
  ///   - action: What.
  ///   - query: What was typed to find the result.
  ///   - done: Told once what came of it, perhaps at once, on any thread.
  func perform(
    _ action: ResultAction, query: String,
    _ done: @escaping @Sendable (AppLauncher.Outcome) -> Void
  ) {
    if let launcher { return launcher.launch(action.target, query: query, done) }
    guard case .url = action.target else {
      return done(
        .failed(
          CommandError(
            .incomplete, "only the daemon has an app do something",
            advice: "start it with fresnel status")))
    }
    local.open(action.target, done)
  }

  /// Waits for what comes of something.
  static func waiting(
    for start: (@escaping @Sendable (AppLauncher.Outcome) -> Void) -> Void
  ) -> AppLauncher.Outcome {
    let outcome = Mutex<AppLauncher.Outcome>(
      .unknown(ServiceError(.cancelled, "Nothing was opened.")))
    let isThere = DispatchSemaphore(value: 0)
    start { result in
      outcome.withLock { $0 = result }
      isThere.signal()
    }
    isThere.wait()
    return outcome.withLock { $0 }
  }
}
