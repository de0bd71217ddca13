import FresnelQuery
import FresnelTestSupport

/// Random trees: every shape that a valid tree can have, over small alphabets so that items match.
struct RandomQuery {
  var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func query(depth: Int = 4) -> Query {
    switch depth > 0 ? Int.random(in: 0..<6, using: &generator) : 0 {
    case 0, 1: return .comparison(comparison())
    case 2: return .inRange(attribute(), lower: quantity(), upper: quantity())
    case 3: return .not(query(depth: depth - 1))
    case 4: return .and(ClauseList(clauses(depth: depth - 1)))
    default: return .or(ClauseList(clauses(depth: depth - 1)))
    }
  }

  /// Any number of clauses, none and one included: trees need not be normalized.
  private mutating func clauses(depth: Int) -> [Query] {
    (0..<Int.random(in: 0...3, using: &generator)).map { _ in query(depth: depth) }
  }

  mutating func comparison() -> Comparison {
    if Bool.random(using: &generator) {
      return Comparison(
        attribute: attribute(), comparator: Bool.random(using: &generator) ? .equal : .notEqual,
        value: .pattern(pattern()),
        modifiers: MatchModifiers(rawValue: UInt8.random(in: 0..<16, using: &generator)))
    }
    return Comparison(
      attribute: attribute(), comparator: pick(Comparator.allCases), value: quantity())
  }

  private mutating func attribute() -> AttributeReference {
    pick([
      .metadata, .metadataAndText, .named("title"), .named("n"), .named("2x_"), .named("InRange"),
    ])
  }

  mutating func pattern() -> Pattern {
    let texts = ["a", "b ", "ab", "\"", "'", "\\", "*", "?", "é", "\u{301}", "ß", "日", "\n", "&&)"]
    return Pattern(
      (0..<Int.random(in: 0...5, using: &generator)).map { _ in
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: .anySequence
        case 1: .anyCharacter
        default: .text(pick(texts))
        }
      })
  }

  private mutating func quantity() -> Literal {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: .integer(Int64.random(in: .min ... .max, using: &generator))
    case 1: .integer(Int64.random(in: -3...3, using: &generator))
    case 2: .double(double())
    case 3: .double(Double(Int.random(in: -2...2, using: &generator)))
    case 4: .time(.now(offset: pick([0, -1, 0.25, 1e18, -3600, double()])))
    case 5: .time(.iso(pick(["2026-02-03", "2026-02-03T10:20:30Z", "2026-02-03T10:20:30+01:00"])))
    default:
      .time(
        .start(
          of: pick(TimeExpression.Period.allCases),
          offset: pick([0, -1, 1, 12, -1_000_000, 1_000_000])))
    }
  }

  private mutating func double() -> Double {
    let double = Double(bitPattern: generator.next())
    return double.isFinite ? double : 0.1
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &generator)]
  }
}
