import FresnelTestSupport
import Testing

@testable import LocalAnswers

@Suite("Answers that are computed, compared with naive ones")
struct LocalAnswerModelTests {
  /// A sum that is computed without a parser.
  private indirect enum Tree {
    case number(Int, decimals: Int)
    case negative(Tree)
    case pair(Tree, Character, Tree)

    init(_ generator: inout SeededGenerator, depth: Int) {
      switch depth == 0 ? 0 : Int.random(in: 0..<6, using: &generator) {
      case 0:
        self = .number(
          Int.random(in: 0...999, using: &generator),
          decimals: Int.random(in: 0...99, using: &generator))
      case 1: self = .negative(Tree(&generator, depth: depth - 1))
      default:
        self = .pair(
          Tree(&generator, depth: depth - 1), "+-*/".randomElement(using: &generator) ?? "+",
          Tree(&generator, depth: depth - 1))
      }
    }

    /// The value, and by how much floating point may have missed it; `nil` after a division by what may be zero.
    var value: (nearest: Double, error: Double)? {
      switch self {
      case .number(let whole, let decimals):
        return Self.rounded(Double(whole) + Double(decimals) / 100, 0)
      case .negative(let tree): return tree.value.map { (-$0.nearest, $0.error) }
      case .pair(let left, let sign, let right):
        guard let (a, missA) = left.value, let (b, missB) = right.value else { return nil }
        switch sign {
        case "+": return Self.rounded(a + b, missA + missB)
        case "-": return Self.rounded(a - b, missA + missB)
        case "*":
          return Self.rounded(a * b, abs(a) * missB + abs(b) * missA + missA * missB)
        default:
          guard abs(b) > 10 * missB else { return nil }
          return Self.rounded(a / b, (missA + abs(a / b) * missB) / (abs(b) - missB))
        }
      }
    }

    private static func rounded(_ value: Double, _ error: Double) -> (Double, Double) {
      (value, error + abs(value) * 0x1p-51)
    }

    /// The text, with brackets where they are needed, and at random.
    func text(_ generator: inout SeededGenerator) -> String {
      func space() -> String { Bool.random(using: &generator) ? " " : "" }
      switch self {
      case .number(let whole, let decimals):
        let digits = decimals < 10 ? "0\(decimals)" : "\(decimals)"
        return decimals == 0 ? "\(whole)" : "\(whole).\(digits)"
      case .negative(let tree): return "-(\(tree.text(&generator)))"
      case .pair(let left, let sign, let right):
        let (before, behind) = (space(), space())
        return "(\(left.text(&generator)))\(before)\(sign)\(behind)(\(right.text(&generator)))"
      }
    }
  }

  private static let context = AnswerContext(numbers: .point) { CivilDay(number: 20_000) }

  @Test("Random sums have the value that a naive evaluation gives")
  func sums() {
    let seed = UInt64.random(in: .min ... .max)
    var generator = SeededGenerator(seed: seed)
    var answerCount = 0
    for _ in 0..<20_000 {
      let tree = Tree(&generator, depth: 4)
      let text = "1*(\(tree.text(&generator)))"
      guard text.utf8.count <= LocalAnswer.maximumLength, let value = tree.value else { continue }
      guard let answer = LocalAnswer(to: text, in: Self.context), let told = Double(answer.text)
      else {
        Issue.record("seed \(seed): \(text) has no answer")
        continue
      }
      answerCount += 1
      // Fifteen digits are told.
      let isNear = abs(told - value.nearest) <= value.error + abs(value.nearest) * 1e-14
      #expect(isNear, "seed \(seed): \(text) is \(value), not \(told)")
    }
    #expect(answerCount > 5_000)
  }

  @Test("Sums of whole numbers are exact as far as 128 bits go")
  func wholeNumbers() {
    let seed = UInt64.random(in: .min ... .max)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<5_000 {
      let (a, b) = (
        Int.random(in: 0...Int.max, using: &generator),
        Int.random(in: 0...1 << 40, using: &generator)
      )
      for (sign, value) in [
        ("+", Int128(a) + Int128(b)), ("* ", Int128(a) * Int128(b)), (" - ", Int128(a) - Int128(b)),
      ] {
        let answer = LocalAnswer(to: "\(a)\(sign)\(b)", in: Self.context)?.text
        #expect(answer == "\(value)", "seed \(seed)")
      }
    }
  }

  @Test("Each unit is told in each other of its dimension, and back, as the same amount")
  func units() {
    for row in MeasureUnit.rows {
      for other in MeasureUnit.rows where other.dimension == row.dimension {
        guard let unit = MeasureUnit.named(row.symbol), let target = MeasureUnit.named(other.symbol)
        else {
          Issue.record("\(row.symbol) or \(other.symbol) is not known by its symbol")
          continue
        }
        let amount = ExactNumber(37)
        let there = unit.base(amount).flatMap { target.amount(base: $0) }
        let back = there.flatMap { target.base($0) }.flatMap { unit.amount(base: $0) }
        #expect(back.map { abs($0.value - 37) < 1e-9 } == true, "\(row.symbol), \(other.symbol)")
        let text = "37 \(row.symbol) in \(other.symbol)"
        #expect(LocalAnswer(to: text, in: Self.context)?.kind == .conversion, "\(text)")
      }
    }
  }

  @Test("Days are counted as one after the other")
  func days() {
    var (year, month, day, number) = (1, 1, 1, -719_162)
    while year < 2410 {
      let civil = CivilDay(year: year, month: month, day: day)
      guard civil?.number == number else {
        Issue.record("\(year)-\(month)-\(day) is not day \(number)")
        return
      }
      if year >= 1890 || day == 1 {
        #expect(civil.map { $0.parts == (year, month, day) } == true, "\(year)-\(month)-\(day)")
      }
      number += 1
      day += 1
      if CivilDay(year: year, month: month, day: day) == nil { (day, month) = (1, month + 1) }
      if month > 12 { (month, year) = (1, year + 1) }
    }
    // 1 January 2024 was a Monday.
    #expect(CivilDay(year: 2024, month: 1, day: 1)?.weekday == 0)
    #expect(CivilDay(year: 2023, month: 2, day: 29) == nil)
    #expect(CivilDay(year: 9999, month: 12, day: 31)?.isKnown == true)
    #expect(CivilDay(number: 2_932_897).isKnown == false)
  }

  @Test("Texts at random are answered or not, and never with more than a line")
  func anything() {
    let seed = UInt64.random(in: .min ... .max)
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "1", "23", "0", "007", "1.5", "1,000", ".", ",", "+", "-", "*", "/", "^", "%", "(", ")", "√",
      "=", " ", "of",
      "sqrt", "in", "to", "km", "miles", "c", "f", "'", "\"", "days", "weeks", "until", "from",
      "friday", "24 dec",
      "today", "ago", "and", "between", "é", "\u{0}", "😀", "999999999999", "2026-02-30", "29 feb",
      "°", "٣",
    ]
    for style in [NumberStyle.point, .comma] {
      for _ in 0..<20_000 {
        let count = Int.random(in: 1...12, using: &generator)
        let text = (0..<count).map { _ in
          (pieces.randomElement(using: &generator) ?? "")
            + (Bool.random(using: &generator) ? " " : "")
        }.joined()
        let context = AnswerContext(numbers: style) { CivilDay(number: 20_000) }
        guard let answer = LocalAnswer(to: text, in: context) else { continue }
        let isFit =
          !answer.text.isEmpty && answer.text.utf8.count < 200 && !answer.text.contains("\n")
        #expect(isFit, "seed \(seed): \(text)")
      }
    }
  }
}
