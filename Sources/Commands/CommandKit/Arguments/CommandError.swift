/// A failure of a command, told to the person who typed it.
package struct CommandError: Error, Equatable, Sendable {
  /// The exit status that follows.
  package let status: ExitStatus
  /// What went wrong, in one sentence without a full stop.
  package let message: String
  /// What to do about it, in one sentence without a full stop; `nil` where the message says it all.
  package let advice: String?

  /// Makes a failure.
  package init(_ status: ExitStatus, _ message: String, advice: String? = nil) {
    self.status = status
    self.message = message
    self.advice = advice
  }

  /// A mistake on the command line.
  package static func usage(_ message: String, advice: String? = nil) -> CommandError {
    CommandError(.usage, message, advice: advice)
  }
}

extension CommandError: CustomStringConvertible {
  /// The message and what to do about it, for a sentence that goes on with them.
  package var description: String { advice.map { "\(message): \($0)" } ?? message }
}
