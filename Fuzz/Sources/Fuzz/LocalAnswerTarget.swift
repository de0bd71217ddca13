import LocalAnswers

/// What a person types where it may be a sum, an amount in a unit or a question of the calendar.
enum LocalAnswerTarget: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    [
      "12*(3+4)", "15% of 80 + √(1,000.5) - .5^-2 =", "1.250,5 ÷ 3 × 2**8", "6 ft 2 in in cm",
      "-40 °C to f",
      "3 weeks and 2 days from next friday", "days between 1st of jan and 2028-02-29",
      "december 24, 2026 - 10 days",
    ].map { Array($0.utf8) }
  }

  static func examine(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    for style in [NumberStyle.point, .comma] {
      let context = AnswerContext(numbers: style) { CivilDay(number: 20_000) }
      guard let answer = LocalAnswer(to: text, in: context) else { continue }
      expect(input.count <= LocalAnswer.maximumLength, "A text that is too long is answered.")
      expect(!answer.text.isEmpty && answer.text.utf8.count < 200, "An answer is none.")
      expect(!answer.text.contains("nan") && !answer.text.contains("inf"), "A number has no value.")
    }
  }
}
