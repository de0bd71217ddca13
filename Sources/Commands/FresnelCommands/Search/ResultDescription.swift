internal import FresnelEngine
internal import FresnelModel
internal import FresnelQuery
internal import SpotlightService

/// What a result shows of its item: a title, what it is, and a line that tells more.
struct ResultDescription {
  /// What a line of JSON has of an item where nobody says what it is to have.
  static let attributes: [AttributeKey] = [
    .builtIn(.title), .builtIn(.displayName), .builtIn(.kind), .builtIn(.contentDescription),
  ]

  private let highlighter: MatchHighlighter?

  /// Describes results of a query; without one nothing is highlighted.
  init(_ query: CompiledQuery?) {
    highlighter = query.map(MatchHighlighter.init)
  }

  /// The row of a result list.
  ///
  /// - Parameters:
  ///   - item: The item, or as much of it as a list needs.
  ///   - scope: The item's index.
  ///   - snippet: The second line, as the search gave it.
  /// - Returns: What to show.
  func row(for item: EncodedItem, of scope: IndexScope, snippet: String = "") -> ResultRow {
    let source = scope.isAboutPerson ? "visited" : nil
    let kind = [item.shownText(.kind), source, Self.label(ofApp: scope.app)].compactMap { $0 }
    return ResultRow(
      title: highlighted(item.heading ?? item.uniqueIdentifier, .strong),
      kind: kind.joined(separator: " · "), detail: detail(snippet))
  }

  /// A short name of an app: Fresnel's own importers without their common prefix.
  static func label(ofApp app: String) -> String {
    let prefix = "org.fresnel."
    return app.hasPrefix(prefix) ? String(app.dropFirst(prefix.count)) : app
  }

  /// The second line; the mark before an excerpt is no part of what may match.
  private func detail(_ snippet: String) -> StyledText {
    guard !snippet.isEmpty else { return StyledText() }
    guard snippet.hasPrefix(RowSnippets.mark) else { return highlighted(snippet, .faint) }
    var line = StyledText(RowSnippets.mark, .faint)
    line.append(highlighted(String(snippet.dropFirst(RowSnippets.mark.count)), .faint))
    return line
  }

  /// A text in which what the query matches stands out.
  func highlighted(_ text: String, _ look: StyledText.Look) -> StyledText {
    StyledText(text, look, matches: highlighter?.ranges(in: text) ?? [])
  }
}
