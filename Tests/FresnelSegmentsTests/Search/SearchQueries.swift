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
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return RandomText.query(&random)
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
      return .or(
        (0..<Int.random(in: 2...3, using: &random)).map { _ in
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
    let modifiers: [MatchModifiers] = [
      [.caseInsensitive, .diacriticInsensitive, .words, .tokenized],
      [.caseInsensitive, .diacriticInsensitive, .words], [.caseInsensitive, .diacriticInsensitive],
      [.words],
    ]
    return .comparison(
      Comparison(
        attribute: attributes.randomElement(using: &random) ?? .metadata, comparator: .equal,
        value: .pattern(Pattern(elements)),
        modifiers: modifiers.randomElement(using: &random) ?? []))
  }

  private static func filter(_ random: inout SeededGenerator) -> Query {
    .comparison(
      Comparison(
        attribute: .named("pageCount"),
        comparator: Comparator.allCases.randomElement(using: &random) ?? .equal,
        value: .integer(Int64.random(in: 0..<5, using: &random))))
  }
}
