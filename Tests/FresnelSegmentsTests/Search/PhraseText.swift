import FresnelModel
import FresnelQuery
import FresnelTestSupport

/// Makes items and phrases from so few words that the words of a phrase are often in an item, side by
/// side or not.
enum PhraseText {
  private static let words = [
    "the", "the", "The", "THE", "fox", "fox", "and", "hound", "theFox", "foxHound", "fóx",
    "fo\u{301}x",
    "and's", "o'fox", "hound.", "fox_the", "3.14", "theFoxHound", "HoundAnd", "fox:and", "3,the",
    "東京", "京", "한국", "한 국", "the漢", "ﬁ", "i", "I",
    "ı", "\u{301}", "\u{AD}fox", "Ａnd", "नम",
    "aBcDeFgHiJkLmNoPqRsTuVwXyZaBcDeFgHiJkLmNoPqRsTuVwXyZa",
  ]
  private static let separators = [
    " ", " ", " ", " ", " ", " ", "  ", ", ", "-", "\t", "\n", "\u{A0}", " \u{301}", "\u{B4}", "_",
    " \u{2014} ", "\u{2003}", "'", ". ", "",
  ]

  static func item(_ identifier: String, _ random: inout SeededGenerator) -> Item {
    var attributes = Attributes()
    func text(_ counts: ClosedRange<Int>) -> String {
      (0..<Int.random(in: counts, using: &random)).reduce(into: "") { text, index in
        if index > 0 { text += separators.randomElement(using: &random) ?? " " }
        text += words.randomElement(using: &random) ?? "the"
      }
    }
    func some(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }
    attributes[.title] = .string(text(0...4))
    if some(4) { attributes[.displayName] = .string(text(1...3)) }
    if some(3) { attributes[.keywords] = .array([.string(text(1...3)), .string(text(1...3))]) }
    if some(2) { attributes[.contentDescription] = .string(text(1...6)) }
    if some(2) { attributes[.textContent] = .string(text(1...20)) }
    if some(6) { attributes[.htmlContentData] = .data(Array("<p>\(text(1...3))</p>".utf8)) }
    if some(6) { attributes[.path] = .string(text(1...3)) }
    if some(6) {
      let key = CustomAttributeKey(name: "note", isSearchableByDefault: some(2))
      attributes[.custom(key)] = .string(text(1...4))
    }
    // So many terms that their slots take more bits, and their buckets more than a byte.
    if some(15) {
      let many = (0..<Int.random(in: 200...1200, using: &random)).map { "w\($0)" }
      attributes[.textContent] = .string(
        text(1...20) + " " + many.joined(separator: " ") + " " + text(1...20))
    }
    return Item(uniqueIdentifier: identifier, attributes: attributes)
  }

  /// A comparison with a phrase of two to four words, perhaps with more around and between them.
  ///
  /// - Parameters:
  ///   - isUnfielded: Whether no attribute is to be named.
  ///   - random: What it is made of.
  /// - Returns: The comparison.
  static func query(isUnfielded: Bool = false, _ random: inout SeededGenerator) -> Query {
    var text = ""
    let isPlain = Int.random(in: 0..<3, using: &random) > 0
    let plain = ["the", "fox", "and", "hound", "The"]
    for index in 0..<Int.random(in: 2...4, using: &random) {
      if index > 0 {
        text += isPlain ? " " : separators.randomElement(using: &random) ?? " "
      }
      text += (isPlain ? plain : words).randomElement(using: &random) ?? "the"
    }
    if Int.random(in: 0..<3, using: &random) == 0 { text = String(text.dropLast()) }
    if Int.random(in: 0..<12, using: &random) == 0 { text = " " + text }
    var elements: [Pattern.Element] = [.text(text)]
    switch Int.random(in: 0..<8, using: &random) {
    case 0: elements = [.anySequence, .text(text)]
    case 1, 2: elements = [.text(text), .anySequence]
    case 3: elements = [.anySequence, .text(text), .anySequence]
    case 4: elements = [.text(text), .anySequence, .text("the fox")]
    case 5: elements = [.text(text), .anyCharacter, .text("fox")]
    default: break
    }
    var modifiers: MatchModifiers = []
    for modifier in [
      MatchModifiers.caseInsensitive, .caseInsensitive, .diacriticInsensitive,
      .diacriticInsensitive, .words, .words,
    ] where Bool.random(using: &random) { modifiers.insert(modifier) }
    if Int.random(in: 0..<4, using: &random) == 0 { modifiers.insert(.tokenized) }
    // What positions can prove most of.
    if Bool.random(using: &random) {
      modifiers = [.caseInsensitive, .diacriticInsensitive, .words]
    }
    let unfielded: [AttributeReference] = [
      .metadataAndText, .metadataAndText, .metadataAndText, .metadata,
    ]
    let named: [AttributeReference] = [
      .named("title"), .named("textContent"), .named("keywords"), .named("path"), .named("note"),
    ]
    let attributes = isUnfielded ? unfielded : unfielded + named
    let attribute = attributes.randomElement(using: &random) ?? .metadata
    if Int.random(in: 0..<3, using: &random) == 0 {
      return .comparison(Comparison(run: Pattern(elements), in: attribute))
    }
    return .comparison(
      Comparison(
        attribute: attribute, comparator: .equal,
        value: .pattern(Pattern(elements)), modifiers: modifiers))
  }
}
