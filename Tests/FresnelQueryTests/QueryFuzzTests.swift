import FresnelModel
import FresnelQuery
import FresnelTestSupport
import FresnelText
import Testing

@Suite struct QueryFuzzTests {
  private static let seeds = QueryCases.all.map { Array($0.query.utf8) }

  @Test(
    "Mutated queries are read or refused, and what is read prints and parses again",
    arguments: 0..<8 as Range<UInt64>)
  func mutatedQueries(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for step in 0..<400 {
      let original = Self.seeds[Int.random(in: Self.seeds.indices, using: &generator)]
      let bytes = generator.mutate(original, changes: Int.random(in: 1...6, using: &generator))
      let text = String(decoding: bytes, as: UTF8.self)
      do {
        let query = try parseQuery(text)
        try query.validate()
        try #require(parseQuery(query.description) == query, "seed \(seed), step \(step): \(text)")
      } catch let error as QueryError {
        try #require(
          (1...text.count + 1).contains(error.column), "seed \(seed), step \(step): \(text)")
      }
    }
  }

  @Test("Random bytes and random tokens never trap", arguments: 0..<8 as Range<UInt64>)
  func randomText(seed: UInt64) {
    let tokens = [
      "title", "*", "**", "==", "!=", "<", "(", ")", "!", "&&", "||", "\"a*\"", "'", "\"", "cdwt",
      "InRange(", ",", "$time.", "today", "(-1)", "iso(", "1e5", "-", ".", "[cd]", "\\", "é", " ",
      "\u{0}", "\u{301}", "👨‍👩‍👧",
    ]
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<400 {
      let count = Int.random(in: 0...16, using: &generator)
      let text = (0..<count).map { _ in
        tokens[Int.random(in: tokens.indices, using: &generator)]
      }.joined()
      _ = try? parseQuery(text)
      let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      _ = try? parseQuery(String(decoding: bytes, as: UTF8.self))
    }
  }

  @Test(
    "Without folding the evaluator agrees with a reference that tries everything",
    arguments: 0..<20 as Range<UInt64>)
  func agreesWithReference(seed: UInt64) throws {
    var random = RandomQuery(seed: seed)
    let context = EvaluationContext(now: Timestamp(secondsSinceReferenceDate: 0), timeZone: "UTC")
    for step in 0..<150 {
      let pattern = Pattern(
        (0..<Int.random(in: 0...6, using: &random.generator)).map { _ in
          random.pick([.anySequence, .anyCharacter, .text("a"), .text("b"), .text(" ")])
        })
      let text = (0..<Int.random(in: 0...9, using: &random.generator)).map { _ in
        random.pick(["a", "b", " ", "a"])
      }.joined()
      var item = Item(uniqueIdentifier: "i")
      item.attributes[.title] = .string(text)
      for modifiers in [[], MatchModifiers.words] {
        let query = Query.comparison(
          Comparison(
            attribute: .named("title"), comparator: .equal, value: .pattern(pattern),
            modifiers: modifiers))
        let answer = try CompiledQuery(query, context: context).matches(item)
        let expected = ReferenceMatcher(pattern: pattern, text: text)
          .matches(isWords: modifiers == .words)
        try #require(answer == expected, "seed \(seed), step \(step): \(query) on \"\(text)\"")
        let highlighter = try MatchHighlighter(CompiledQuery(query, context: context))
        for range in highlighter.ranges(in: text) {
          try #require(0 <= range.lowerBound && range.upperBound <= text.utf8.count)
        }
      }
    }
  }

  @Test(
    "Random trees and random items evaluate and explain alike",
    arguments: 0..<8 as Range<UInt64>)
  func explainAgrees(seed: UInt64) throws {
    var random = RandomQuery(seed: seed)
    let context = EvaluationContext(
      now: Timestamp(secondsSinceReferenceDate: 795_540_600), timeZone: "UTC")
    for step in 0..<60 {
      let query = random.query()
      let compiled = try CompiledQuery(query, context: context)
      let negation = try CompiledQuery(.not(query), context: context)
      for row in [QueryCases.all[0], random.pick(QueryCases.all), random.pick(QueryCases.all)] {
        let isMatch = compiled.matches(row.item)
        let note = "seed \(seed), step \(step): \(query) on \(row.item)"
        try #require(compiled.explain(row.item).isMatch == isMatch, "\(note)")
        try #require(negation.matches(row.item) != isMatch, "\(note)")
      }
    }
  }
}

/// Tries every way to match a pattern of ASCII letters and spaces: short, slow and another approach.
private struct ReferenceMatcher {
  let pattern: Pattern
  let text: [Character]

  init(pattern: Pattern, text: String) {
    self.pattern = pattern
    self.text = Array(text)
  }

  func matches(isWords: Bool) -> Bool {
    guard !pattern.elements.isEmpty else { return text.isEmpty }
    guard isWords else { return matches(pattern.elements[...], text[...]) }
    let isOpenLeft = pattern.elements.first == .anySequence
    let isOpenRight = pattern.elements.last == .anySequence
    for start in 0...text.count where isOpenLeft || isBoundary(start) {
      for end in start...text.count where isOpenRight || isBoundary(end) {
        if matches(pattern.elements[...], text[start..<end]) { return true }
      }
    }
    return false
  }

  private func matches(
    _ elements: ArraySlice<Pattern.Element>, _ text: ArraySlice<Character>
  ) -> Bool {
    guard let element = elements.first else { return text.isEmpty }
    let rest = elements.dropFirst()
    switch element {
    case .text(let literal):
      return text.starts(with: literal) && matches(rest, text.dropFirst(literal.count))
    case .anyCharacter: return !text.isEmpty && matches(rest, text.dropFirst())
    case .anySequence: return (0...text.count).contains { matches(rest, text.dropFirst($0)) }
    }
  }

  /// Between letters there is no boundary; runs of spaces hold together (UAX #29, rule WB3d).
  private func isBoundary(_ offset: Int) -> Bool {
    guard offset > 0, offset < text.count else { return true }
    return (text[offset - 1] == " ") != (text[offset] == " ")
  }
}
