/// What came of fetching robots.txt.
public enum RobotsOutcome: Sendable {
  /// The site answered.
  ///
  /// - Parameters:
  ///   - status: The HTTP status.
  ///   - body: The body, as far as it was read.
  ///   - maximumAge: How long the answer may be kept, as its `Cache-Control` says.
  ///   - retryAfter: How long the site wants to be left alone, as `Retry-After` says.
  case answer(
    status: Int, body: [UInt8] = [], maximumAge: Duration? = nil, retryAfter: Duration? = nil)
  /// The site sent the crawler on for more than five times in a row, or nowhere.
  case tooManyRedirects
  /// There was no answer: no address, no connection, a broken or endless answer.
  case noAnswer
}
