package import FresnelApps
package import FresnelPlatform
package import SpotlightService
package import SpotlightWire

/// Starts extensions of apps, bounds what they may use and ends them.
///
/// An extension speaks the protocol of an app over a socket pair of which it was given one end. Methods
/// may be called on any thread and never wait.
package protocol ExtensionHosting: Sendable {
  /// Sees to it that an app's extension runs. One app has one extension of a point at a time: when it
  /// runs, its session serves further requests, and when it is on its way, requests are joined.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - point: What the extension is for.
  ///   - reason: Why it is wanted, in English; for the log.
  ///   - done: Called once, on any thread: with `nil` when the extension has its session, or with the
  ///     reason why there is none.
  func start(
    _ app: AppIdentity, _ point: ExtensionPoint, reason: String,
    _ done: @escaping @Sendable (ServiceError?) -> Void)

  /// Ends all extensions and starts no more.
  ///
  /// - Parameter done: Called once, when none of them lives.
  func endAll(_ done: @escaping @Sendable () -> Void)

  /// Takes note of what passes between an extension and a process that serves a protection class: it
  /// counts like what passes here.
  ///
  /// - Parameters:
  ///   - traffic: What passed.
  ///   - app: Whose extension it is; `nil` for all of them.
  ///   - channel: The class.
  func note(_ traffic: ExtensionTraffic, of app: AppIdentity?, over channel: ProtectionClass)

  /// What `fresnel status` tells of the extensions, in the shape that Documentation/operation.md gives.
  func report() -> [ExtensionReport]
}

extension ExtensionHosting {
  /// Nothing that it started needs to be watched.
  package func note(
    _ traffic: ExtensionTraffic, of app: AppIdentity?, over channel: ProtectionClass
  ) {}
}

/// A process that was started as an app's extension, for the one who takes its connection in.
package struct ExtensionLaunch: Sendable {
  /// The app.
  package let app: AppIdentity
  /// What the extension is for.
  package let point: ExtensionPoint
  /// The daemon's end of the socket pair; nothing was said on it yet. Whoever writes first at the other
  /// end is the extension. It is to be shut down when there is no room for the connection.
  package let socket: UnixSocket
  /// Puts the host between the connection and what serves it, so that it notices when the extension has
  /// nothing to do, takes too long or is gone. To be called once, when the client was taken in: with the
  /// way to it, and with what makes its session on the way that the host gives instead.
  package let supervise:
    @Sendable (any SessionSink, (any SessionSink) -> any ConnectionSession) ->
      any ConnectionSession

  /// Puts the parts together.
  package init(
    app: AppIdentity, point: ExtensionPoint, socket: UnixSocket,
    supervise:
      @escaping @Sendable (
        any SessionSink, (any SessionSink) -> any ConnectionSession
      ) -> any ConnectionSession
  ) {
    self.app = app
    self.point = point
    self.socket = socket
    self.supervise = supervise
  }
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
    _ app: AppIdentity, _ point: ExtensionPoint, reason: String,
    _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    done(ServiceError(.unsupported, "This daemon starts no extensions."))
  }

  /// Is done at once.
  package func endAll(_ done: @escaping @Sendable () -> Void) { done() }

  /// Nothing.
  package func report() -> [ExtensionReport] { [] }
}
