import FresnelModel
import FresnelTestSupport

/// Makes items whose words, domains and scores coincide often.
struct SegmentItems {
  private var generator: SeededGenerator
  private let words: [String]
  static let scopes = [
    IndexScope(app: "org.example.b", index: "x"), IndexScope(app: "org.example.a"),
    IndexScope(app: "org.example.b"),
  ]
  private static let domains = [
    nil, "mail", "mail.inbox", "café", String(repeating: "d", count: 300),
  ]

  init(seed: UInt64, wordCount: Int = 60) {
    var generator = SeededGenerator(seed: seed)
    var words = ["naïve", "Straße", "中文字", "中国", "한국어", "one_two", "it's"]
    for index in 0..<wordCount {
      // A short alphabet makes for shared prefixes.
      var word = String(
        (0..<Int.random(in: 1...7, using: &generator)).map { _ in
          "abcd".randomElement(using: &generator) ?? "a"
        })
      if index % 9 == 0 { word += "Case" }
      words.append(word)
    }
    self.words = words
    self.generator = generator
  }

  mutating func item(_ identifier: String) throws -> EncodedItem {
    var attributes = Attributes()
    attributes[.title] = .string(text(1...4))
    if chance(3) { attributes[.keywords] = .array([.string(text(1...1)), .string(text(1...2))]) }
    if chance(3) { attributes[.contentDescription] = .string(text(0...6)) }
    if chance(2) { attributes[.textContent] = .string(text(0...12)) }
    if chance(8) { attributes[.path] = .string("/usr/" + text(1...1)) }
    if chance(4) { attributes[.rankingHint] = .integer(Int64.random(in: 0...3, using: &generator)) }
    // A run that is too long to be a term.
    if chance(20) { attributes[.displayName] = .string(String(repeating: "x", count: 140)) }
    let item = Item(
      uniqueIdentifier: identifier,
      domainIdentifier: Self.domains.randomElement(using: &generator) ?? nil,
      expiration: chance(10)
        ? Timestamp(secondsSinceReferenceDate: Double.random(in: 0..<1000, using: &generator))
        : nil,
      attributes: attributes)
    return try EncodedItem(validating: ItemCodec.encode(item))
  }

  mutating func scope() -> IndexScope {
    Self.scopes.randomElement(using: &generator) ?? Self.scopes[0]
  }

  /// Items with different identifiers from a number on, each with a scope.
  mutating func entries(_ count: Int, from first: Int = 0) throws -> [SegmentModel.Entry] {
    var entries: [SegmentModel.Entry] = []
    for number in first..<first + count {
      let item = try item("item \(number * 7919 % 1_000_003)")
      entries.append(SegmentModel.Entry(scope: scope(), item: item))
    }
    return entries
  }

  mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &generator) == 0 }

  private mutating func text(_ counts: ClosedRange<Int>) -> String {
    (0..<Int.random(in: counts, using: &generator))
      .map { _ in words.randomElement(using: &generator) ?? "" }
      .joined(separator: " ")
  }
}
