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
    _ clientState: [UInt8]?, _ expected: ClientStateExpectation, for handle: OpenIndexHandle
  ) throws(ServiceError) {
    if handle.isDefault, clientState != nil || expected != .any { throw noState }
    guard let clientState, clientState.count > byteCount else { return }
    throw ServiceError(
      .invalidClientState,
      "The client state is \(clientState.count) bytes long; the limit is \(byteCount).")
  }
}
