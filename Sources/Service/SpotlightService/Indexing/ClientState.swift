internal import FresnelModel
internal import SpotlightWire

extension ClientStateLimits {
  /// Checks the client state of a batch.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/invalidClientState``.
  static func check(
    _ clientState: [UInt8]?, _ expected: ClientStateExpectation, for scope: IndexScope
  ) throws(ServiceError) {
    if scope.isDefault, clientState != nil || expected != .any { throw noState }
    if let clientState { try check(clientState, of: scope.app) }
  }
}

extension IndexScope {
  /// Whether it is an app's default index, which keeps no client state. What the command line fills has
  /// one index for each source, and keeps there how far it has come.
  var isDefault: Bool { index.isEmpty && !app.hasPrefix("org.fresnel.") }
}
