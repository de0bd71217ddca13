package import FresnelApps
package import FresnelPlatform
package import SpotlightWire

/// A wish for an app's extension.
package struct ExtensionRequest: Hashable, Sendable {
  /// The app whose extension it is.
  package var app: AppIdentity
  /// What the extension is for.
  package var point: ExtensionPoint
  /// Why it is wanted, in English; for the log.
  package var reason: String

  /// Puts the parts together.
  package init(app: AppIdentity, point: ExtensionPoint, reason: String) {
    self.app = app
    self.point = point
    self.reason = reason
  }
}

/// Starts extensions of apps, bounds what they may use and ends them.
///
/// An extension speaks the protocol of an app over a socket pair of which it was given one end. Methods
/// may be called on any thread and never wait.
package protocol ExtensionHosting: Sendable {
  /// Starts an app's extension.
  ///
  /// - Parameters:
  ///   - request: Which one.
  ///   - done: Called once, on any thread: with the daemon's end of the socket, on which nothing was
  ///     said yet and which belongs to the one who is called, or with the reason why there is no
  ///     extension. One app has one extension of a point at a time: as long as it runs, its
  ///     connection serves further wishes, and asking here again fails with
  ///     ``ServiceError/Code/unavailable``.
  func start(
    _ request: ExtensionRequest,
    _ done: @escaping @Sendable (Result<UnixSocket, ServiceError>) -> Void)

  /// The connection that an extension's socket became has nothing more to ask of it: it is ended
  /// unless another wish comes soon.
  func isIdle(_ app: AppIdentity, _ point: ExtensionPoint)

  /// Ends all extensions and starts no more.
  ///
  /// - Parameter done: Called once, when none of them lives.
  func endAll(_ done: @escaping @Sendable () -> Void)

  /// What `fresnel status` tells of the extensions, in the shape that Documentation/operation.md gives.
  func report() -> [ExtensionReport]
}

/// What is known of an app's extension.
package struct ExtensionReport: Hashable, Sendable {
  /// The app.
  package var app: AppIdentity
  /// What the extension is for.
  package var point: ExtensionPoint
  /// Its process; `nil` when it does not run.
  package var processIdentifier: Int32?
  /// When it may be started again after crashes, in seconds since 1970; `nil` when it may now.
  package var backsOffUntil: Int64?
  /// How it last ended, in English, if that was not in good order.
  package var lastFailure: String?

  /// Puts the parts together.
  package init(
    app: AppIdentity, point: ExtensionPoint, processIdentifier: Int32? = nil,
    backsOffUntil: Int64? = nil, lastFailure: String? = nil
  ) {
    self.app = app
    self.point = point
    self.processIdentifier = processIdentifier
    self.backsOffUntil = backsOffUntil
    self.lastFailure = lastFailure
  }
}

/// A daemon that starts no extensions.
package struct NoExtensions: ExtensionHosting {
  /// Makes it.
  package init() {}

  /// Says that there is none.
  package func start(
    _ request: ExtensionRequest,
    _ done: @escaping @Sendable (Result<UnixSocket, ServiceError>) -> Void
  ) {
    done(.failure(ServiceError(.unsupported, "This daemon starts no extensions.")))
  }

  /// Does nothing.
  package func isIdle(_ app: AppIdentity, _ point: ExtensionPoint) {}

  /// Is done at once.
  package func endAll(_ done: @escaping @Sendable () -> Void) { done() }

  /// Nothing.
  package func report() -> [ExtensionReport] { [] }
}
