/// A failure of a command, told to the person who typed it.
struct CommandError: Error, Equatable, Sendable {
  /// The exit status that follows.
  let status: ExitStatus
  /// What went wrong, in one sentence without a full stop.
  let message: String
  /// What to do about it, in one sentence without a full stop; `nil` where the message says it all.
  let advice: String?

  /// Makes a failure.
  init(_ status: ExitStatus, _ message: String, advice: String? = nil) {
    self.status = status
    self.message = message
    self.advice = advice
  }

  /// A mistake on the command line.
  static func usage(_ message: String, advice: String? = nil) -> CommandError {
    CommandError(.usage, message, advice: advice)
  }
}
