/// What an index takes as its client state.
package enum ClientStateLimits {
  /// The longest client state of an app's index, in bytes.
  package static let byteCount = 250
  /// The longest one of what the command line fills, in bytes: an import remembers there which files it could not read
  /// and which file systems it has read from.
  package static let importByteCount = 65_536

  /// What the default index answers to batches and client states.
  package static let noState = ServiceError(
    .invalidClientState,
    "The default index takes no batches and keeps no client state; make an index with a name.")

  /// Checks how long a client state is.
  ///
  /// - Parameters:
  ///   - clientState: The client state.
  ///   - app: Whose index it is for.
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/invalidClientState``.
  package static func check(_ clientState: [UInt8], of app: String) throws(ServiceError) {
    let limit = app.hasPrefix("org.fresnel.") ? importByteCount : byteCount
    guard clientState.count > limit else { return }
    throw ServiceError(
      .invalidClientState,
      "The client state is \(clientState.count) bytes long; the limit is \(limit).")
  }
}
