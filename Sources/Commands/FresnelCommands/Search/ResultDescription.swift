internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import FresnelQuery
internal import SpotlightService
internal import SpotlightWire

/// What a result shows of its item: a title, what it is, and a line that tells more.
struct ResultDescription {
  /// What a line of JSON has of an item where nobody says what it is to have.
  static let attributes: [AttributeKey] = [
    .builtIn(.title), .builtIn(.displayName), .builtIn(.kind), .builtIn(.contentDescription),
  ]

  private let highlighter: MatchHighlighter?
  /// What terms are understood in, where results are of a query.
  private let context: EvaluationContext?
  /// The words that were left out.
  private var leftOut: [String] = []
  /// The words that stood for what was typed, where some were joined or taken apart.
  private var joinedOrSplit: String?

  /// Describes results of a query; without one nothing is highlighted.
  init(_ query: CompiledQuery? = nil, in context: EvaluationContext? = nil) {
    highlighter = query.map(MatchHighlighter.init)
    self.context = context
  }

  /// Describes results that were found where the text was understood in some way: what stood for it stands out.
  ///
  /// - Parameter understanding: How the text was understood; `nil` where nobody says so.
  /// - Returns: The description; the same where the query says it all.
  func by(_ understanding: Understanding?) -> ResultDescription {
    guard let understanding, let context else { return self }
    let clauses = understanding.terms.compactMap { term in
      term.traits.contains(.isLeftOut)
        ? nil
        : Query.comparison(
          UserQuery.comparison(with: term.text, goesOn: term.traits.contains(.isPrefix)))
    }
    guard !clauses.isEmpty,
      let query = try? CompiledQuery(.all(of: clauses), context: context)
    else { return self }
    var description = ResultDescription(query, in: context)
    description.leftOut = understanding.leftOut
    description.joinedOrSplit = understanding.joinedOrSplit
    return description
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
    let words = leftOut.map { "“\(withoutControls($0))”" }.joined(separator: ", ")
    let missing = words.isEmpty ? nil : "without \(words)"
    let other = joinedOrSplit.map { "as “\(withoutControls($0))”" }
    let kind = [item.shownText(.kind), source, Self.label(ofApp: scope.app), missing, other]
      .compactMap { $0 }
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

/// Describes results, each by how the text was understood where it was found.
struct ResultDescriptions {
  private let plain: ResultDescription
  /// Those made so far: most results are understood alike.
  private var known: [Understanding: ResultDescription] = [:]

  /// Describes what is understood in no special way as a description does.
  init(_ plain: ResultDescription) {
    self.plain = plain
  }

  /// The description of a result.
  ///
  /// - Parameter understanding: How the text was understood; `nil` where nobody says so.
  /// - Returns: The description.
  mutating func description(by understanding: Understanding?) -> ResultDescription {
    guard let understanding else { return plain }
    if let known = known[understanding] { return known }
    let description = plain.by(understanding)
    known[understanding] = description
    return description
  }
}
