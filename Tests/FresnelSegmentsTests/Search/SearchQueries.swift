import FresnelModel
import FresnelQuery
import FresnelTestSupport

/// Queries of the kinds that searches treat differently.
enum SearchQueries {
  private static let words = [
    "a", "w", "win", "window", "class", "foo", "bar", "fo", "abc", "ab", "res", "resume", "mp3",
    "an", "angs", "str", "b", "i", "東", "한국", "naive", "c", "3", "14", "s", "e", "public",
  ]

  static func query(_ random: inout SeededGenerator) -> Query {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return RandomText.query(&random)
    // Few and many negated clauses, among others.
    case 5:
      let count = [1, 2, 17, 40].randomElement(using: &random) ?? 1
      let negated = (0..<count).map { _ in Query.not(clause(&random)) }
      let others = (0..<Int.random(in: 0...2, using: &random)).map { _ in clause(&random) }
      return Bool.random(using: &random)
        ? .all(of: others + negated) : .any(of: negated + [.all(of: negated + others)])
    // Long lists of what an attribute may be, alone, beside other clauses, and not wanted.
    case 6:
      let list = alternatives(&random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: return list
      case 1: return .not(list)
      case 2: return .and([list, clause(&random)])
      default: return .or([list, .and([clause(&random), .not(alternatives(&random))])])
      }
    case 7: return .not(query(&random))
    // As a person types: words, the last one perhaps not yet whole.
    case 1:
      return .all(of: (0..<Int.random(in: 1...4, using: &random)).map { _ in clause(&random) })
    case 2:
      return .and([
        clause(&random), clause(&random),
        Bool.random(using: &random) ? filter(&random) : .not(filter(&random)),
      ])
    // Alternatives of which each ranks, some of them told by columns.
    case 3:
      return .any(
        of: (0..<Int.random(in: 2...3, using: &random)).map { _ in
          let named = clause(&random, [.named("contentType"), .named("title"), .named("color")])
          let clause = Bool.random(using: &random) ? named : clause(&random)
          return Bool.random(using: &random) ? clause : .and([clause, filter(&random)])
        })
    default:
      return .or([.and([clause(&random), clause(&random)]), clause(&random), filter(&random)])
    }
  }

  private static func clause(
    _ random: inout SeededGenerator,
    _ attributes: [AttributeReference] = [
      .metadataAndText, .metadataAndText, .metadataAndText, .metadata, .named("title"),
      .named("contentType"),
    ]
  ) -> Query {
    var elements: [Pattern.Element] = [.text(words.randomElement(using: &random) ?? "a")]
    if Bool.random(using: &random) { elements.append(.anySequence) }
    if Int.random(in: 0..<4, using: &random) == 0 { elements.insert(.anySequence, at: 0) }
    let attribute = attributes.randomElement(using: &random) ?? .metadata
    if Int.random(in: 0..<3, using: &random) == 0 {
      if Bool.random(using: &random) {
        elements = [.text(RandomText.text(&random, words: 1))]
      }
      return .comparison(Comparison(run: Pattern(elements), in: attribute))
    }
    let modifiers: [MatchModifiers] = [
      [.caseInsensitive, .diacriticInsensitive, .words, .tokenized],
      [.caseInsensitive, .diacriticInsensitive, .words], [.caseInsensitive, .diacriticInsensitive],
      [.words],
    ]
    return .comparison(
      Comparison(
        attribute: attribute, comparator: .equal, value: .pattern(Pattern(elements)),
        modifiers: modifiers.randomElement(using: &random) ?? []))
  }

  /// A disjunction of many comparisons of one attribute, with a column or without.
  private static func alternatives(_ random: inout SeededGenerator) -> Query {
    let count = Int.random(in: 10...40, using: &random)
    let attribute =
      ["uniqueIdentifier", "title", "contentType", "color", "domainIdentifier", "pageCount"]
      .randomElement(using: &random) ?? "title"
    let modifiers: MatchModifiers =
      Bool.random(using: &random) ? [] : [.caseInsensitive, .diacriticInsensitive]
    return .any(
      of: (0..<count).map { _ in
        var value = Literal.integer(Int64.random(in: -3..<9, using: &random))
        switch attribute {
        case "uniqueIdentifier":
          let segment = Int.random(in: 0..<3, using: &random)
          let number = Int.random(in: 0..<40, using: &random)
          value = .pattern(
            Pattern(
              literal: ["\(segment).\(number)", "e\u{301}\(number)"][
                Int.random(in: 0..<20, using: &random) == 0 ? 1 : 0]))
        case "domainIdentifier":
          value = .pattern(
            Pattern(literal: ["d", "d.e", "f", "g", "D"].randomElement(using: &random) ?? "d"))
        case "pageCount":
          if Bool.random(using: &random) { return filter(&random) }
        default:
          value = .pattern(Pattern(literal: words.randomElement(using: &random) ?? "a"))
        }
        return .comparison(
          Comparison(
            attribute: .named(attribute), comparator: .equal, value: value,
            modifiers: modifiers))
      })
  }

  private static func filter(_ random: inout SeededGenerator) -> Query {
    .comparison(
      Comparison(
        attribute: .named("pageCount"),
        comparator: Comparator.allCases.randomElement(using: &random) ?? .equal,
        value: .integer(Int64.random(in: 0..<5, using: &random))))
  }
}
