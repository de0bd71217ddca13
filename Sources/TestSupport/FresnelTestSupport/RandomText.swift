public import FresnelModel
public import FresnelQuery

/// Makes items and queries from few words, so that they meet often, and from what is hard: case
/// changes, marks, expansions, apostrophes, scripts without spaces.
public struct RandomText {
  private static let words = [
    "window", "Window", "MyWindowClass", "class", "Class", "win", "an", "can't", "cannot", "resume",
    "Résumé", "straße", "STRASSE", "Ångström", "angstrom", "foo_bar", "foo", "bar", "a.b", "3.14",
    "mp3", "MP3Player", "x²", "東京都", "東京", "京都", "カタカナ", "ｶﾅ", "ภาษาไทย", "ไทย", "한국어", "한국",
    "abc漢字def", "Ünïcödé", "e\u{301}tude", "étude", "ﬁne", "fine", "iPhone", "aBcDeFgHiJkLmNoPqRs",
    "Ａｂｃ", "ABC", "abc", "I", "ı", "İstanbul", "naïve", "co-op", "don’t", "dont", "नमस्ते", "नम",
    "שלום",
    "سلام", "Ѐлка", "Ελλάδα", "ελλαδα", "🎉", "a", "b", "ab",
  ]
  private static let separators = [" ", " ", " ", "-", "_", ".", "'", "/", ", ", "", "\u{301}"]

  /// A text of some words with all kinds of separators between them.
  public static func text(_ generator: inout some RandomNumberGenerator, words count: Int) -> String
  {
    var text = ""
    for index in 0..<count {
      if index > 0 { text += separators.randomElement(using: &generator) ?? " " }
      text += words.randomElement(using: &generator) ?? "a"
    }
    return text
  }

  /// A stretch of a random text, cut between characters.
  private static func piece(_ generator: inout some RandomNumberGenerator) -> String {
    let text = Array(text(&generator, words: Int.random(in: 1...2, using: &generator)))
    if Bool.random(using: &generator) { return String(text) }
    let start = Int.random(in: 0..<text.count, using: &generator)
    let end = Int.random(in: start...min(text.count, start + 4), using: &generator)
    return String(text[start..<end])
  }

  /// An item with some attributes of every group.
  public static func item(
    _ identifier: String, _ generator: inout some RandomNumberGenerator
  ) -> Item {
    var attributes = Attributes()
    func some(_ probability: Double, _ generator: inout some RandomNumberGenerator) -> Bool {
      Double.random(in: 0..<1, using: &generator) < probability
    }
    if some(0.9, &generator) { attributes[.title] = .string(text(&generator, words: 3)) }
    if some(0.2, &generator) { attributes[.displayName] = .string(text(&generator, words: 2)) }
    if some(0.3, &generator) {
      attributes[.keywords] = .array([
        .string(text(&generator, words: 1)), .string(text(&generator, words: 2)),
      ])
    }
    if some(0.5, &generator) {
      attributes[.contentDescription] = .string(text(&generator, words: 4))
    }
    if some(0.5, &generator) { attributes[.textContent] = .string(text(&generator, words: 12)) }
    if some(0.3, &generator) {
      attributes[.contentType] = .string("public.\(text(&generator, words: 1))")
    }
    if some(0.2, &generator) {
      attributes[.htmlContentData] = .data(Array("<p>\(text(&generator, words: 3))</p>".utf8))
    }
    if some(0.5, &generator) {
      attributes[.pageCount] = .integer(Int64.random(in: 0..<5, using: &generator))
    }
    if some(0.4, &generator) {
      attributes[.contentCreationDate] = .date(
        Timestamp(secondsSinceReferenceDate: Double(Int.random(in: -10...20, using: &generator))))
    }
    if some(0.3, &generator) {
      attributes[.rankingHint] = .integer(Int64.random(in: 0...100, using: &generator))
    }
    if some(0.2, &generator) {
      attributes[.authors] = .array([
        .person(
          Person(
            displayName: text(&generator, words: 2), handles: ["win@example.org"],
            handleIdentifier: "emailAddresses"))
      ])
    }
    if some(0.3, &generator) {
      let key = CustomAttributeKey(name: "color", isSearchableByDefault: some(0.5, &generator))
      attributes[.custom(key)] = .string(text(&generator, words: 1))
    }
    return Item(uniqueIdentifier: identifier, attributes: attributes)
  }

  /// A query with at most `depth` levels of conjunctions, disjunctions and negations.
  public static func query(_ generator: inout some RandomNumberGenerator, depth: Int = 2) -> Query {
    switch Int.random(in: 0..<(depth > 0 ? 10 : 6), using: &generator) {
    case 6: return .not(query(&generator, depth: depth - 1))
    case 7, 8:
      return .and([query(&generator, depth: depth - 1), query(&generator, depth: depth - 1)])
    case 9: return .or([query(&generator, depth: depth - 1), query(&generator, depth: depth - 1)])
    case 0: return quantity(&generator)
    default: return .comparison(textComparison(&generator))
    }
  }

  /// A comparison or a range of numbers or dates.
  private static func quantity(_ generator: inout some RandomNumberGenerator) -> Query {
    let isDate = Int.random(in: 0..<3, using: &generator) == 0
    let numbers = ["pageCount", "rankingHint"].randomElement(using: &generator) ?? "pageCount"
    let attribute = AttributeReference.named(isDate ? "contentCreationDate" : numbers)
    let values = (0..<2).map { _ in Int.random(in: isDate ? -15...15 : 0...4, using: &generator) }
    let literals = values.sorted().map { value -> Literal in
      isDate ? .time(.now(offset: Double(value))) : .integer(Int64(value))
    }
    if Int.random(in: 0..<4, using: &generator) == 0 {
      return .inRange(attribute, lower: literals[0], upper: literals[1])
    }
    return .comparison(
      Comparison(
        attribute: attribute,
        comparator: Comparator.allCases.randomElement(using: &generator) ?? .equal,
        value: literals[0]))
  }

  private static func textComparison(_ generator: inout some RandomNumberGenerator) -> Comparison {
    let attributes: [AttributeReference] = [
      .metadataAndText, .metadataAndText, .metadata, .named("title"), .named("textContent"),
      .named("keywords"), .named("contentType"), .named("color"), .named("authors"),
      .named("htmlContentData"), .named("uniqueIdentifier"), .named("nonsense"),
    ]
    var elements: [Pattern.Element] = []
    if Int.random(in: 0..<3, using: &generator) == 0 { elements.append(.anySequence) }
    elements.append(.text(piece(&generator)))
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: elements += [.anySequence, .text(piece(&generator))]
    case 1: elements += [.anyCharacter, .text(piece(&generator))]
    default: break
    }
    if Int.random(in: 0..<2, using: &generator) == 0 { elements.append(.anySequence) }
    let modifiers =
      Bool.random(using: &generator)
      ? MatchModifiers(rawValue: UInt8.random(in: 0..<16, using: &generator))
      : MatchModifiers(rawValue: 15)
    return Comparison(
      attribute: attributes.randomElement(using: &generator) ?? .metadata,
      comparator: Int.random(in: 0..<8, using: &generator) == 0 ? .notEqual : .equal,
      value: .pattern(Pattern(elements)), modifiers: modifiers)
  }
}
