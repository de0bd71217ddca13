/// Why there are no results of the web.
package struct WebSearchError: Error, Hashable, Sendable {
  /// What went wrong.
  package enum Code: Hashable, Sendable {
    /// The server's address is none that questions are sent to.
    case server
    /// The question stays on this machine.
    case kept
    /// No answer came, or not in time.
    case unreachable
    /// The server refused the question.
    case refused
    /// The answer is not what this program understands.
    case answer
    /// Nobody waits for it any more.
    case cancelled
  }

  /// What went wrong.
  package let code: Code
  /// One sentence.
  package let message: String

  /// Makes an error.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
