/// What came of asking for an association file.
public enum AssociationAnswer: Sendable {
  /// The server answered.
  ///
  /// - Parameters:
  ///   - status: The status.
  ///   - contentType: The field `Content-Type`.
  ///   - location: The field `Location`.
  ///   - body: The body, uncompressed; reading may stop behind ``AssociationReading/sizeLimit``.
  case response(status: Int, contentType: String?, location: String?, body: [UInt8])
  /// There was no answer.
  case failure(Failure)

  /// Why there was none.
  public enum Failure: Hashable, Sendable {
    /// The host has no address.
    case hostUnknown
    /// No connection could be made, or it broke; the reason is in the fetcher's words.
    case notReached(String)
    /// It took too long.
    case timeout
    /// TLS failed, as for a certificate that is not right; the reason is in the fetcher's words.
    case certificate(String)
    /// The body is larger than was allowed.
    case tooLarge
  }
}
