internal import FresnelPlatform
internal import LocalAnswers
internal import SearchSurface

// Commands of the session: lock, sleep, log out.

extension WindowState {
  /// Does something with the session; what loses something is done when it is chosen a second time.
  mutating func run(_ command: SessionCommand) -> [Effect] {
    if command.isAskedTwice {
      let now = MonotonicClock.nanoseconds
      let isAnswer =
        outcome.asked == command && now &- outcome.askedAt >= Self.shortestAnswerTime
      (outcome.asked, outcome.askedAt) = (command, now)
      guard isAnswer else { return [] }
    }
    outcome.asked = nil
    return [.run(command)] + hide()
  }

  /// A second click of two, and a key that is held, is no answer to a question that nobody can have read.
  private static let shortestAnswerTime: UInt64 = 600_000_000

  /// Shows the window again with what it had, and why a command was not done.
  ///
  /// - Parameter undone: Why.
  /// - Returns: What is to be done.
  mutating func show(undone: String) -> [Effect] {
    outcome.undone = undone
    return show(token: nil, isAnew: false)
  }
}
