internal import FresnelEngine
internal import FresnelModel
internal import FresnelQuery
internal import SpotlightService

/// What a result shows of its item: a title, what it is, and a line that tells more.
struct ResultDescription {
  private let highlighter: MatchHighlighter?

  /// How much of an item's text is searched for a part to show, in bytes. A result list must stay
  /// fast whatever the length of its items.
  private static let excerptLimit = 4000
  /// What is shown before a match in an excerpt, in characters.
  private static let excerptLead = 24

  /// What a result shows of most items; the rest is read only where these do not show the match.
  static let attributes: [AttributeKey] = [
    .builtIn(.title), .builtIn(.displayName), .builtIn(.kind), .builtIn(.contentDescription),
  ]

  /// Describes results of a query; without one nothing is highlighted.
  init(_ query: CompiledQuery?) {
    highlighter = query.map(MatchHighlighter.init)
  }

  /// The rows of a result list.
  ///
  /// - Parameters:
  ///   - item: The item, of which ``attributes`` must be there.
  ///   - scope: The item's index.
  ///   - whole: Reads the whole item, if that was not it; called at most once.
  /// - Returns: What to show.
  func row(
    for item: EncodedItem, of scope: IndexScope, whole: () -> EncodedItem? = { nil }
  ) -> ResultRow {
    let title = text(.title, of: item) ?? text(.displayName, of: item)
    let heading = text(.displayName, of: item) ?? title ?? item.uniqueIdentifier
    let source = scope.isAboutPerson ? "visited" : nil
    let kind = [text(.kind, of: item), source, Self.label(ofApp: scope.app)].compactMap { $0 }
    return ResultRow(
      title: highlighted(heading, .strong), kind: kind.joined(separator: " · "),
      detail: detail(of: item, besides: heading, whole))
  }

  /// A short name of an app: Fresnel's own importers without their common prefix.
  static func label(ofApp app: String) -> String {
    let prefix = "org.fresnel."
    return app.hasPrefix(prefix) ? String(app.dropFirst(prefix.count)) : app
  }

  /// The description; where it does not show why the item was found, the part of the text that does.
  private func detail(
    of item: EncodedItem, besides heading: String, _ whole: () -> EncodedItem?
  ) -> StyledText {
    let description = text(.contentDescription, of: item)
    let line = description.map { highlighted(Self.oneLine($0), .faint) } ?? StyledText()
    if line.spans.contains(where: { $0.look == .match }) { return line }
    let showsMatch = highlighter.map { !$0.ranges(in: heading).isEmpty } ?? false
    if description != nil, showsMatch || highlighter == nil { return line }
    let item = whole() ?? item
    if !showsMatch, let excerpt = excerpt(of: item) { return excerpt }
    if description != nil { return line }
    guard let text = text(.textContent, of: item) else { return StyledText() }
    return StyledText(Self.oneLine(String(text.prefix(300))), .faint)
  }

  /// The first part of the item's other texts that the query matches.
  private func excerpt(of item: EncodedItem) -> StyledText? {
    guard let highlighter else { return nil }
    for id in [AttributeID.alternateNames, .keywords, .textContent] {
      guard let whole = text(id, of: item) else { continue }
      let start = Self.oneLine(
        String(decoding: whole.utf8.prefix(Self.excerptLimit), as: UTF8.self))
      guard let match = highlighter.ranges(in: start).first else { continue }
      let index = start.utf8.index(start.startIndex, offsetBy: match.lowerBound)
      let lead = start[..<index].suffix(Self.excerptLead)
      let isWhole = lead.count < Self.excerptLead
      let shown = String(lead) + start[index...].prefix(300)
      var line = StyledText(isWhole ? "" : "…", .faint)
      line.append(highlighted(shown, .faint))
      return line
    }
    return nil
  }

  /// A text in which what the query matches stands out.
  func highlighted(_ text: String, _ look: StyledText.Look) -> StyledText {
    StyledText(text, look, matches: highlighter?.ranges(in: text) ?? [])
  }

  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  private func text(_ id: AttributeID, of item: EncodedItem) -> String? {
    item.value(for: .builtIn(id)).flatMap(Self.text)
  }

  private static func text(of value: AttributeValue) -> String? {
    switch value {
    case .string(let text), .url(let text): text
    case .localizedString(let texts): texts.min { $0.key < $1.key }?.value
    case .array(let values): values.compactMap(text).joined(separator: ", ")
    default: nil
    }
  }
}
