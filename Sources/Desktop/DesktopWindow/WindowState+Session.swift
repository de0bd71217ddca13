internal import LocalAnswers
internal import SearchSurface

// Commands of the session: lock, sleep, log out.

extension WindowState {
  /// Does something with the session; what loses something is done when it is chosen a second time.
  mutating func run(_ command: SessionCommand) -> [Effect] {
    if command.isAskedTwice, outcome.asked != command {
      outcome.asked = command
      return []
    }
    outcome.asked = nil
    return [.run(command)] + hide()
  }

  /// Shows the window again with what it had, and why a command was not done.
  ///
  /// - Parameter undone: Why.
  /// - Returns: What is to be done.
  mutating func show(undone: String) -> [Effect] {
    outcome.undone = undone
    return show(token: nil, isAnew: false)
  }
}
