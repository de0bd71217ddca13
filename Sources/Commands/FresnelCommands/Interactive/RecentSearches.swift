internal import CommandKit
internal import FresnelQuery
internal import FresnelText
internal import SpotlightClient
internal import SpotlightWire

// What the person searched for before, shown while nothing is typed.

extension StoreSet {
  /// The texts after which the person opened something, the latest first; none where no daemon is searched.
  ///
  /// - Parameters:
  ///   - count: The most texts.
  ///   - context: What texts are understood in.
  ///   - cancellation: Calls the question off.
  /// - Returns: The texts.
  /// - Throws: `ServiceError`.
  func recentSearches(
    _ count: Int, in context: EvaluationContext, _ cancellation: SearchCancellation? = nil
  ) throws -> [String] {
    guard areOfDaemon else { return [] }
    let request = AskRequest(
      text: "", reach: .system, limit: 1, suggestionLimit: UInt64(count), detail: .rows,
      flags: [.offersNoTokens, .isSettled],
      queryContext: QueryContext(
        locale: context.locale.identifier, timeZone: context.timeZone ?? ""))
    return try search(.ask(request), cancellation).suggestions
      .filter { $0.kind == .recent && !$0.text.contains(where: \.isNewline) }.map(\.text)
  }

  /// Forgets that the person searched for a text.
  ///
  /// - Throws: `ServiceError`; *unsupported* by an older daemon.
  func forgetSearch(_ text: String) throws {
    for case let daemon as DaemonLibrary in members.map(\.library) {
      try daemon.forgetSearch(text)
    }
  }
}

extension SearchScreen.Results {
  /// Shows texts that were searched for before in the place of results.
  ///
  /// - Parameter recent: The texts, the latest first.
  init(recent: [String]) {
    self.init(
      rows: recent.map { text in
        ResultRow(
          title: StyledText(withoutControls(text)), kind: "recent search", detail: StyledText())
      })
    self.recent = recent
  }
}

extension SearchScreen {
  /// The text that is selected of those that were searched for before; `nil` where something is typed or none is shown.
  var selectedRecent: String? {
    guard field.text.allSatisfy(\.isWhitespace), tokens.isEmpty,
      results.recent.indices.contains(selection)
    else {
      return nil
    }
    return results.recent[selection]
  }

  /// What the keys do, in one line.
  var hint: String {
    if selectedRecent != nil { return "↑↓ choose   Enter search   Del forget   Esc leave" }
    if selectedAnswer != nil { return "↑↓ choose   Enter copy   Esc leave   Ctrl-U clear" }
    return "↑↓ choose   Enter open   Esc leave   Tab more   Ctrl-U clear"
  }
}
