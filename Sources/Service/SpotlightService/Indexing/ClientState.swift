internal import FresnelModel
internal import SpotlightWire

/// The limits of client states.
package enum ClientStateLimits {
  /// The longest client state, in bytes.
  package static let byteCount = 250

  static let noState = ServiceError(
    .invalidClientState,
    "The default index takes no batches and keeps no client state; make an index with a name.")

  /// Checks the client state of a batch.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/invalidClientState``.
  static func check(
    _ clientState: [UInt8]?, _ expected: ClientStateExpectation, for scope: IndexScope
  ) throws(ServiceError) {
    if scope.isDefault, clientState != nil || expected != .any { throw noState }
    guard let clientState, clientState.count > byteCount else { return }
    throw ServiceError(
      .invalidClientState,
      "The client state is \(clientState.count) bytes long; the limit is \(byteCount).")
  }
}

extension IndexScope {
  /// Whether it is an app's default index, which keeps no client state. What the command line fills has
  /// one index for each source, and keeps there how far it has come.
  var isDefault: Bool { index.isEmpty && !app.hasPrefix("org.fresnel.") }
}
