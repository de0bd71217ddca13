internal import StructuredData
internal import WebDocuments
internal import WebMarkup

/// What a page's structured data say and its text doesn't.
enum HiddenData {
  /// The properties that are looked for in the text, with the one of the item behind them.
  private static let looked: [(property: String, inner: String?)] = [
    ("name", nil), ("headline", nil), ("aggregateRating", "ratingValue"), ("offers", "price"),
    ("offers", "lowPrice"), ("telephone", nil),
  ]
  /// From this many bytes on the text may have been cut.
  private static let textLimit = 250 << 10

  /// The finding that what the page is about can't be read on it; `nil` where it can, or nobody knows.
  ///
  /// Only JSON-LD is looked at: the other syntaxes mark what is shown. Numbers are looked for by their digits.
  static func finding(in page: PageReading) -> Diagnostic? {
    guard let place = page.mainItem, page.graph[place].syntax == .jsonLD, !page.needsScript,
      page.text.utf8.count < textLimit
    else { return nil }
    let item = page.graph[place]
    let shown = Self.folded(
      ([page.text, page.metadata.title?.text ?? ""] + page.links.pages.map(\.text))
        .joined(separator: "\n"))
    let digits = shown.filter(\.isNumber)
    var hidden: [String] = []
    for (property, inner) in looked {
      for value in item[property].prefix(4) {
        guard let text = text(of: value, inner, page.graph) else { continue }
        let isNumber = property == "telephone" || inner != nil
        let isShown =
          isNumber ? digits.contains(Self.digits(of: text)) : shown.contains(Self.folded(text))
        guard !isShown else { continue }
        let name = inner.map { "\(property).\($0)" } ?? property
        hidden.append("\(name) “\(Diagnostic.excerpt(text))”")
        break
      }
    }
    guard !hidden.isEmpty else { return nil }
    return Diagnostic(
      .hiddenOnly, "The page's text doesn't have \(hidden.joined(separator: ", ")).",
      at: item.location, subject: item.types.first)
  }

  private static func text(
    of value: GraphValue, _ inner: String?, _ graph: ItemGraph
  ) -> String? {
    let text =
      if let inner { value.item.flatMap { graph[$0].text(inner) } } else { value.text }
    guard let text, text.contains(where: { !$0.isWhitespace }) else { return nil }
    return text
  }

  private static func folded(_ text: String) -> String {
    text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The digits that a number is shown with at least: zeros at the end of what is behind a point may be left out.
  private static func digits(of text: String) -> String {
    var text = text.filter { $0.isNumber || $0 == "." }
    if text.contains(".") { while text.last == "0" { text.removeLast() } }
    return text.filter(\.isNumber)
  }
}
