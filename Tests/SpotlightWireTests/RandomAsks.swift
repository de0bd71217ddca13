import FresnelModel
import FresnelTestSupport
import SpotlightWire

/// Makes what clients ask and are answered about typed text, with arbitrary content.
struct RandomAsks {
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  private mutating func text() -> String {
    RandomText.text(&generator, words: generator.below(4))
  }

  private mutating func list<Value>(_ value: (inout Self) -> Value) -> [Value] {
    (0..<generator.below(4)).map { _ in value(&self) }
  }

  private mutating func byte() -> UInt8 { UInt8.random(in: .min ... .max, using: &generator) }

  private mutating func optional<Value>(_ value: (inout Self) -> Value) -> Value? {
    generator.once(in: 2) ? value(&self) : nil
  }

  private mutating func any<Value: CaseIterable>(_ type: Value.Type = Value.self) -> Value {
    guard let value = Value.allCases.randomElement(using: &generator) else {
      preconditionFailure("A type without cases has no values")
    }
    return value
  }

  private mutating func range() -> Range<Int> {
    let start = generator.below(300)
    return start..<start + generator.below(300)
  }

  private mutating func score() -> Double { Double(generator.below(1000)) / 7 }

  private mutating func token() -> QueryToken {
    QueryToken(any(), range: range(), shown: text(), query: text())
  }

  /// A request, of which the rest is given.
  mutating func request(
    reach: SearchReach, order: ResultOrder, queryContext: QueryContext
  ) -> AskRequest {
    AskRequest(
      text: text(), caret: generator.below(10), tokens: list { $0.token() },
      filters: list { $0.text() }, attributes: list { $0.text() }, reach: reach,
      classes: optional { $0.list { $0.any() } }, limit: UInt64(generator.below(1001)),
      suggestionLimit: UInt64(generator.below(101)), detail: any(),
      flags: AskRequest.Flags(rawValue: byte() & AskRequest.Flags.all.rawValue),
      budgetMilliseconds: UInt16(generator.below(1 << 16)), queryContext: queryContext,
      snippetLength: UInt16(generator.below(1001)), order: order,
      continuing: optional { $0.list { $0.byte() } },
      after: optional {
        AskRequest.Place(
          score: $0.score(), scope: IndexScope(app: $0.text(), index: $0.text()),
          identifier: $0.text())
      }, weights: list { $0.byte() })
  }

  private mutating func understanding() -> Understanding {
    Understanding(
      reading: any(), isLimited: generator.once(in: 2),
      terms: list {
        Understanding.Term(
          range: $0.range(), text: $0.text(),
          traits: .init(rawValue: $0.byte() & Understanding.Term.Traits.all.rawValue),
          editCount: $0.byte())
      }, correctedText: optional { $0.text() })
  }

  /// An answer with these hits.
  mutating func answer(_ hits: [WireHit]) -> AskAnswer {
    let understandings = (0...generator.below(3)).map { _ in understanding() }
    let isOrdered = generator.once(in: 2)
    let hasSnippets = generator.once(in: 2)
    return AskAnswer(
      revision: UInt32(generator.below(1 << 20)), isPartial: generator.once(in: 2),
      matchCount: optional { UInt64($0.generator.below(1 << 30)) }, hits: hits,
      understandingOfHit: hits.map { _ in generator.below(understandings.count) },
      understandings: understandings, weights: list { $0.byte() },
      orderKeys: isOrdered
        ? hits.map { _ in OrderKey(bytes: optional { $0.list { $0.byte() } }) } : [],
      snippets: hasSnippets ? hits.map { _ in text() } : [],
      suggestions: list {
        Suggestion(
          $0.any(), text: $0.text(), typed: $0.list { $0.range() }, score: $0.score(),
          key: $0.list { $0.byte() }, token: $0.optional { $0.token() })
      }, offeredTokens: list { $0.token() })
  }
}
