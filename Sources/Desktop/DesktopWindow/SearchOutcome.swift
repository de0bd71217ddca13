internal import LocalAnswers
internal import SearchSurface

/// What is to be said of a search besides its rows, and of the opening of one of them.
struct SearchOutcome: Equatable {
  /// Whether no word is corrected.
  private let isExact: Bool
  /// Why what was chosen was not opened.
  var failure: String?
  /// Why what was decided about a result was not noted.
  var refusal: String?
  /// Why what was to be done with the session was not done.
  var undone: String?
  /// What is to be chosen once more before it is done.
  var asked: SessionCommand?
  /// When it was chosen last, in nanoseconds of the monotonic clock.
  var askedAt: UInt64 = 0
  /// Whether Enter waited in vain.
  var isUnanswered = false
  private var isAnswered = false
  private var isPartial = false
  private var correctedText: String?
  private var problem: String?

  /// What there is to say of a search that has just begun: nothing.
  ///
  /// - Parameter isExact: Whether the text is searched for as it stands.
  init(isExact: Bool = false) { self.isExact = isExact }

  /// Takes a list of the search, which answers it.
  mutating func take(_ list: SurfaceList) {
    (problem, isPartial, correctedText) = (list.problem, list.isPartial, list.correctedText)
    (isAnswered, isUnanswered) = (true, false)
  }

  /// Whether there are no rows for a reason, which may be gone by now.
  var hasProblem: Bool { problem != nil }

  /// Whether there are rows of another text, so that a person may want those of their own.
  var offersExactSearch: Bool { correctedText != nil && !isUnanswered && failure == nil }

  /// What the button below the rows says; empty for no button.
  var offer: String { offersExactSearch ? "Search as typed (Ctrl+E)" : "" }

  /// The line below the rows, the most important that there is to say; empty for nothing.
  ///
  /// - Parameter hasRows: Whether rows are shown.
  /// - Returns: The line.
  func line(hasRows: Bool) -> String {
    if let failure { return "It was not opened: \(failure)" }
    if let undone { return "It was not done: \(RowText.line(undone))" }
    if let refusal { return "That was not noted: \(refusal)" }
    if let asked { return "\(asked.title)? What is not saved is lost. Enter once more does it" }
    if isUnanswered { return "The search does not answer" }
    if let problem { return RowText.line(problem) }
    if let correctedText { return "Showing results for “\(RowText.line(correctedText))”" }
    guard isAnswered, !hasRows else { return "" }
    if isPartial { return "Nothing found yet: not everything could be searched" }
    return isExact ? "Nothing found as it is typed" : "Nothing found"
  }
}
