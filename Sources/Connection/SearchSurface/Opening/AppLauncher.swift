internal import FresnelLaunching
package import FresnelModel
package import SpotlightClient
package import SpotlightWire

/// Has the daemon open what a person chose, in the app that it belongs to.
package struct AppLauncher: Sendable {
  /// What became of it.
  package enum Outcome: Sendable {
    /// It is opened.
    case opened(Launched)
    /// The app is to be run in a terminal of the surface, where it asks for what to open.
    case runHere(program: String, arguments: [String], Launched)
    /// The daemon opens nothing here, or knows no app for it; or nobody does, and it leads nowhere by itself.
    case unknown(ServiceError)
    /// The app did not open it.
    case failed(OpeningFailure)
  }

  /// The way to the daemon.
  package let connection: ServiceConnection
  /// Whether the surface has a terminal in which it can run a program.
  package let hasTerminal: Bool

  /// Asks over a connection.
  ///
  /// - Parameters:
  ///   - connection: The way to the daemon.
  ///   - hasTerminal: Whether the surface has a terminal in which it can run a program.
  package init(_ connection: ServiceConnection, hasTerminal: Bool) {
    self.connection = connection
    self.hasTerminal = hasTerminal
  }

  /// What a person chose by choosing an item, or a state of history; `nil` for a damaged one.
  package static func target(of item: EncodedItem, in scope: IndexScope) -> WireTarget? {
    guard let value = try? item.decodedValue(for: .builtIn(.stateRecord)) else {
      return .item(scope: scope, identifier: item.uniqueIdentifier, action: nil)
    }
    guard case .data(let bytes) = value, let record = try? StateRecord(encoded: bytes) else {
      return nil
    }
    return .activity(app: scope.app, key: item.uniqueIdentifier, record.activity)
  }

  /// Whether an app may open its items itself: those of the command line's own sources no app opens.
  package static func opens(_ app: String) -> Bool { !app.hasPrefix(ImportedItems.ownPrefix) }

  /// Opens something.
  ///
  /// - Parameters:
  ///   - target: What a person chose.
  ///   - query: What was typed to find it.
  ///   - token: What lets the new window take the focus, from the desktop; good for one launch.
  ///   - done: Told once what came of it, on any thread.
  package func launch(
    _ target: WireTarget, query: String, token: String?,
    _ done: @escaping @Sendable (Outcome) -> Void
  ) {
    let request = LaunchRequest(
      target: target, query: query, activationToken: token,
      flags: hasTerminal ? .hasTerminal : [])
    connection.request(.launch(request)) { result in
      switch result {
      case .success(let answer):
        guard case .launched(let launched) = answer.message else {
          return done(
            .unknown(ServiceError(.unsupported, "This daemon does not open items.")))
        }
        done(Outcome(launched))
      case .failure(let error): done(Outcome(error))
      }
    }
  }
}

extension AppLauncher.Outcome {
  /// What the daemon did.
  package init(_ launched: Launched) {
    guard launched.way == .runInTerminal, let program = launched.words.first else {
      self = .opened(launched)
      return
    }
    self = .runHere(
      program: program, arguments: Array(launched.words.dropFirst()), launched)
  }

  /// What the daemon did not do.
  package init(_ error: ServiceError) {
    let cause = error.details.first { $0.key == "launch.cause" }?.value
    switch (cause, error.code) {
    case ("notInstalled", _), (nil, .unsupported): self = .unknown(error)
    case (_, _): self = .failed(OpeningFailure(error))
    }
  }
}
