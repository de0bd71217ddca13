/// Why nothing was fetched.
package struct FetchError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// The URL is not of http or https, or has no host, or is too long.
    case url
    /// The policy does not allow the port.
    case portRefused = "port-refused"
    /// A field cannot be sent.
    case field
    /// The host's name is not known.
    case dns
    /// The policy does not allow any address of the host.
    case addressRefused = "address-refused"
    /// Nobody answers at the host's addresses.
    case connect
    /// It took too long.
    case timeout
    /// The server's certificate is not to be trusted, or is another's.
    case certificate = "tls-certificate"
    /// No secured connection came about.
    case tls
    /// The server does not speak HTTP.
    case httpProtocol = "protocol"
    /// The connection ended before the answer did.
    case cutOff = "cut-off"
    /// The body is not what its content encoding says.
    case encoding
    /// The body is too large.
    case tooLarge = "too-large"
    /// The head is too large.
    case headTooLarge = "head-too-large"
    /// The task was cancelled.
    case cancelled
    /// The fetcher is closed, or the machine has no room.
    case unavailable
  }

  /// What went wrong.
  package let code: Code
  /// One sentence that says what and where.
  package let message: String

  /// Makes an error.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The message.
  package var description: String { message }
}
