import FresnelModel
import FresnelQuery
import FresnelSegments
import FresnelTestSupport
import FresnelText
import Testing

/// Long lists of what an attribute may be, as apps spell them, asked of segments and of each item, clause by clause.
@Suite("Lists of identifiers against a look at every item")
struct IdentifierListTests {
  /// Beginnings of identifiers: in ASCII, with characters that others are equivalent to, and with other ones.
  private static let beginnings = [
    "", "id-", "King;", "\u{212A}ing;", "KKKKK`", "e\u{301}", "\"", "a*?\\",
  ]

  private static func item(_ identifier: String, _ random: inout SeededGenerator) -> Item {
    // The beginnings are told apart by place, so that no index has two equal identifiers.
    let place = identifier.utf8.reduce(0) { $0 &+ Int($1) } % beginnings.count
    var item = Item(uniqueIdentifier: beginnings[place] + identifier)
    item.attributes[.title] = .string(["a", "b", "É"].randomElement(using: &random) ?? "a")
    item.attributes[.contentType] = .string(
      ["public.text", "public.image"].randomElement(using: &random) ?? "public.text")
    return item
  }

  /// A list as text, clause by clause.
  private static func list(_ identifiers: [String], _ random: inout SeededGenerator) -> [String] {
    let attribute =
      ["uniqueIdentifier", "uniqueIdentifier", "domainIdentifier", "contentType", "title"]
      .randomElement(using: &random) ?? "title"
    let modifiers = ["", "", "c", "cd"].randomElement(using: &random) ?? ""
    let mixes = Int.random(in: 0..<4, using: &random) == 0
    func value() -> String {
      switch attribute {
      case "domainIdentifier": ["d", "d.e", "f", "g", "D", ""].randomElement(using: &random) ?? "d"
      case "contentType":
        ["public.text", "public.image", "Public.Text", "none"].randomElement(using: &random) ?? ""
      case "title": ["a", "b", "e\u{301}", "É", "none"].randomElement(using: &random) ?? ""
      default:
        switch Int.random(in: 0..<8, using: &random) {
        case 0: "unknown \(Int.random(in: 0..<9, using: &random))"
        case 1: ["", "KING;", "K", "e"].randomElement(using: &random) ?? ""
        // Canonically equivalent to what is stored.
        case 2:
          (identifiers.randomElement(using: &random) ?? "").replacing("K", with: "\u{212A}")
        default: identifiers.randomElement(using: &random) ?? ""
        }
      }
    }
    return (0..<Int.random(in: 16...300, using: &random)).map { place in
      let clause =
        "\(attribute) \(place % 5 == 0 ? "=" : "==") \"\(UserQuery.escape(value()))\"\(modifiers)"
      guard mixes, Int.random(in: 0..<20, using: &random) == 0 else { return clause }
      return [
        "title == \"a\"", "domainIdentifier == d", "(\(clause))", "(\(clause) || title == 'b'c)",
        "uniqueIdentifier == 'id-*'", "\(clause) && title == \"a\"", "!\(clause)",
      ].randomElement(using: &random) ?? clause
    }
  }

  @Test("finds what one clause or another matches", arguments: 0..<18 as Range<UInt64>)
  func findsTheSame(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let medium = SearchSample.Medium.allCases[Int(seed) % SearchSample.Medium.allCases.count]
    let sample = try SearchSample(
      medium, itemCount: [20, 100, 600].randomElement(using: &random) ?? 20, &random,
      item: Self.item)
    // Items of all indexes, also of those that are not shown, and deleted ones.
    let identifiers = sample.documents.map(\.item.uniqueIdentifier)
    let context = EvaluationContext(
      now: Timestamp(secondsSinceReferenceDate: 1000), locale: TextLocale(identifier: ""))
    for step in 0..<8 {
      let spelled = Self.list(identifiers, &random)
      let list = spelled.joined(separator: " || ")
      let clauses = try Set(spelled).map {
        try CompiledQuery(try parseQuery($0), context: context)
      }
      let isWanted = sample.documents.map { document in
        clauses.contains { $0.matches(document.item) }
      }
      let other = try CompiledQuery(try parseQuery("title == \"a\""), context: context)
      for (text, isMatch) in [
        (list, { isWanted[$0] }), ("!(\(list))", { !isWanted[$0] }),
        (
          "title == \"a\" && (\(list))",
          { isWanted[$0] && other.matches(sample.documents[$0].item) }
        ),
      ] as [(String, (Int) -> Bool)] {
        let planned = PlannedQuery(try CompiledQuery(try parseQuery(text), context: context))
        let expected = sample.documents.indices.filter {
          isMatch($0) && sample.documents[$0].isShown
        }
        .map { Place(sample.documents[$0].segment, sample.documents[$0].number) }
        var found: Set<Place> = []
        var search = SegmentsSearch(planned, in: sample.views, sample.visibility)
        try search.forEach { segment, _, document in
          found.insert(Place(segment, document))
          return true
        }
        let note: Comment = "seed \(seed), step \(step): \(text)"
        try #require(found == Set(expected), note)
        var counting = SegmentsSearch(planned, in: sample.views, sample.visibility)
        try #require(try counting.count() == expected.count, note)
      }
    }
  }

  private struct Place: Hashable {
    let segment: Int
    let document: UInt32

    init(_ segment: Int, _ document: UInt32) {
      self.segment = segment
      self.document = document
    }
  }
}
