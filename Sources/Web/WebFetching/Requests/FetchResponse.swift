package import FresnelPlatform
package import WebAddresses

/// What a server answered. Redirections are answers like all others: nothing is followed.
package struct FetchResponse: Sendable {
  /// Why a body is not whole.
  package enum Truncation: String, Hashable, Sendable {
    /// It is longer than the limit, unpacked.
    case tooLarge = "too large"
    /// It is longer than the limit as it was sent.
    case tooLargeAsSent = "too large as sent"
    /// The connection ended.
    case cutOff = "cut off"
    /// It took too long.
    case timedOut = "timed out"
    /// It could not be unpacked to the end.
    case damagedEncoding = "damaged encoding"
  }

  /// How long the parts of a fetch took, from its start on.
  package struct Timing: Hashable, Sendable {
    /// Until the address was known.
    package var name: Duration
    /// Until there was a connection; zero when there was one before.
    package var connected: Duration
    /// Until it was secured; zero when it was before, or is not.
    package var secured: Duration
    /// Until the first byte of the answer.
    package var firstByte: Duration
    /// Until the end.
    package var whole: Duration

    /// How long the server took to answer, once it could be asked.
    package var answering: Duration { max(.zero, firstByte - max(name, connected, secured)) }
  }

  /// The version of HTTP.
  package enum Version: String, Hashable, Sendable {
    /// HTTP/1.0.
    case http10 = "1.0"
    /// HTTP/1.1.
    case http11 = "1.1"
    /// HTTP/2.
    case http2 = "2"
    /// HTTP/3.
    case http3 = "3"
  }

  /// What was asked for.
  package let url: WebURL
  /// The status, such as 200.
  package let status: Int
  /// The version of HTTP that the server spoke.
  package let version: Version
  /// The fields of the head; those of heads of status 1xx and of trailers are left out.
  package let fields: HTTPFields
  /// The body, unpacked.
  package let body: [UInt8]
  /// Why the body is not whole; `nil` when it is.
  package let truncation: Truncation?
  /// How many bytes the body had on the wire.
  package let sentByteCount: Int
  /// The other end of the connection, which is the proxy's where there is one.
  package let address: NetworkAddress?
  /// Whether an earlier connection was used again.
  package let reusedConnection: Bool
  /// How long it took.
  package let timing: Timing

  /// By what the answer can be recognised the next time.
  package var validators: FetchRequest.Validators {
    FetchRequest.Validators(entityTag: fields["ETag"], lastModified: fields["Last-Modified"])
  }

  /// Where a redirection leads, resolved; `nil` for other answers and where that makes no sense.
  package var redirection: WebURL? {
    guard [301, 302, 303, 307, 308].contains(status) else { return nil }
    return fields["Location"].flatMap { WebURL($0, base: url) }
  }
}
