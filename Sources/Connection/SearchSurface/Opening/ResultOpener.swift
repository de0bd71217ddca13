package import FresnelModel
package import SpotlightWire

/// The one way in which surfaces open results and do what can be done with them.
///
/// The daemon opens them where there is one; where it knows no app for an item, it is asked to open the URL that the item
/// leads to. Where there is none, ``LocalOpener`` does. Either way the plans of `FresnelLaunching` decide, and what they
/// refuse is not opened.
package struct ResultOpener: Sendable {
  /// Told what came of opening, once, perhaps at once, on any thread.
  package typealias Completion = @Sendable (AppLauncher.Outcome) -> Void

  /// Has the daemon open things, where there is one.
  package let launcher: AppLauncher?
  /// Opens things where there is none.
  private let local: LocalOpener

  /// Opens things through the daemon, where there is one.
  ///
  /// - Parameters:
  ///   - launcher: Has the daemon open things; `nil` where there is none.
  ///   - local: Opens what the daemon does not.
  package init(_ launcher: AppLauncher?, local: LocalOpener) {
    self.launcher = launcher
    self.local = local
  }

  /// Opens an item in its app; else where it leads by what it says itself.
  ///
  /// - Parameters:
  ///   - encoded: The whole item.
  ///   - scope: Its index.
  ///   - query: What was typed to find it.
  ///   - token: What lets the new window take the focus.
  ///   - done: Told what came of it.
  package func open(
    _ encoded: EncodedItem, in scope: IndexScope, query: String, token: String?,
    _ done: @escaping Completion
  ) {
    let item: Item
    do throws(ModelError) {
      item = try encoded.item()
    } catch {
      return done(.failed(OpeningFailure(.damagedItem, error.message)))
    }
    let destination = ItemDestination(of: item, app: scope.app)
    guard let launcher, AppLauncher.opens(scope.app),
      let target = AppLauncher.target(of: encoded, in: scope)
    else { return open(destination, of: scope.app, insteadOf: nil, token, done) }
    launcher.launch(target, query: query, token: token) { [self] outcome in
      guard case .unknown(let error) = outcome else { return done(outcome) }
      open(destination, of: scope.app, insteadOf: error, token, done)
    }
  }

  /// Opens where an item leads.
  ///
  /// - Parameters:
  ///   - destination: Where.
  ///   - app: The app that the item belongs to.
  ///   - problem: Why the app does not open it; `nil` when no app was asked.
  ///   - token: What lets the new window take the focus.
  ///   - done: Told what came of it.
  private func open(
    _ destination: ItemDestination, of app: String, insteadOf problem: ServiceError?,
    _ token: String?, _ done: @escaping Completion
  ) {
    let finish: Completion = { outcome in
      guard let problem, case .failed(var failure) = outcome else { return done(outcome) }
      failure.earlierMessage = problem.message
      done(.failed(failure))
    }
    if case .url(let url) = destination, let launcher {
      return launcher.launch(.url(url, app: nil), query: "", token: token) { outcome in
        guard case .unknown(let error) = outcome else { return finish(outcome) }
        finish(.failed(OpeningFailure(.cannotBeOpened, error.message)))
      }
    }
    local.open(destination, of: app, token: token) { outcome in
      if let outcome { return finish(outcome) }
      done(.unknown(problem ?? Self.nothingToOpen(app)))
    }
  }

  private static func nothingToOpen(_ app: String) -> ServiceError {
    ServiceError(.unsupported, "No app opens the items of \(app).")
  }

  /// Does something with a result.
  ///
  /// - Parameters:
  ///   - action: What.
  ///   - query: What was typed to find the result.
  ///   - token: What lets the new window take the focus.
  ///   - done: Told what came of it.
  package func perform(
    _ action: ResultAction, query: String, token: String?, _ done: @escaping Completion
  ) {
    if let launcher {
      return launcher.launch(action.target, query: query, token: token, done)
    }
    guard case .url = action.target else {
      return done(
        .failed(OpeningFailure(.needsDaemon, "only the daemon has an app do something")))
    }
    local.open(action.target, token: token, done)
  }
}
