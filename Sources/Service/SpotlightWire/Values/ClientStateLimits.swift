/// What an index takes as its client state.
package enum ClientStateLimits {
  /// The longest client state, in bytes.
  package static let byteCount = 250

  /// What the default index answers to batches and client states.
  package static let noState = ServiceError(
    .invalidClientState,
    "The default index takes no batches and keeps no client state; make an index with a name.")

  /// Checks how long a client state is.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/invalidClientState``.
  package static func check(_ clientState: [UInt8]) throws(ServiceError) {
    guard clientState.count > byteCount else { return }
    throw ServiceError(
      .invalidClientState,
      "The client state is \(clientState.count) bytes long; the limit is \(byteCount).")
  }
}
