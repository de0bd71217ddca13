package import FresnelApps
package import SpotlightWire

/// Something about an extension that an operator would ask about.
package struct ExtensionEvent: Hashable, Sendable {
  /// What happened.
  package enum Kind: Hashable, Sendable {
    /// It was started, for this reason.
    case started(processIdentifier: Int32, reason: String)
    /// It ended in good order, having used so many milliseconds of processor time.
    case ended(processorMilliseconds: Int)
    /// It failed, and is not started before this moment, in seconds since 1970.
    case failed(reason: String, notBefore: Int64)
  }

  /// The app.
  package var app: AppIdentity
  /// What the extension is for.
  package var point: ExtensionPoint
  /// What happened.
  package var kind: Kind

  /// Puts the parts together.
  package init(_ app: AppIdentity, _ point: ExtensionPoint, _ kind: Kind) {
    self.app = app
    self.point = point
    self.kind = kind
  }
}
