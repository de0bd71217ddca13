/// A length of time that was read from a text.
package struct DurationReading: Hashable, Sendable {
  /// Years.
  package private(set) var years = 0.0
  /// Months, besides the years.
  package private(set) var months = 0.0
  /// Days; a week counts seven.
  package private(set) var days = 0.0
  /// Seconds, those of hours and minutes included.
  package private(set) var seconds = 0.0
  /// What was unusual about it.
  package private(set) var oddities: [ValueOddity] = []

  /// Reads a duration of ISO 8601: `PT1H30M`, `P1DT12H`, `P2W`, a fraction only in its last number.
  package init?(_ text: String) {
    guard var scanner = ValueScanner(text), let letter = scanner.takeLetter("P") else { return nil }
    var isSmall = letter == .small
    var hasFraction = false
    var isTime = false
    // The designators may only come in this order.
    var designators: [Designator] = [
      Designator("Y", \.years, 1), Designator("M", \.months, 1), Designator("W", \.days, 7),
      Designator("D", \.days, 1),
    ]
    var isEmpty = true
    while !scanner.isAtEnd {
      if !isTime, let letter = scanner.takeLetter("T") {
        isSmall = isSmall || letter == .small
        isTime = true
        isEmpty = true
        designators = [
          Designator("H", \.seconds, 3_600), Designator("M", \.seconds, 60),
          Designator("S", \.seconds, 1),
        ]
      }
      guard !hasFraction, let number = scanner.decimal() else { return nil }
      hasFraction = number.rounded() != number
      let index = designators.firstIndex { designator in
        guard let letter = scanner.takeLetter(designator.letter) else { return false }
        isSmall = isSmall || letter == .small
        return true
      }
      guard let index else { return nil }
      self[keyPath: designators[index].part] += number * designators[index].factor
      designators.removeFirst(index + 1)
      isEmpty = false
    }
    guard !isEmpty, totalSeconds.isFinite else { return nil }
    if isSmall { oddities.append(.letterCase) }
  }

  /// All of it in seconds; a year counts 365 days, a month 30.
  package var totalSeconds: Double { 86_400 * (365 * years + 30 * months + days) + seconds }

  private struct Designator {
    let letter: Unicode.Scalar
    let part: WritableKeyPath<DurationReading, Double>
    let factor: Double

    init(
      _ letter: Unicode.Scalar, _ part: WritableKeyPath<DurationReading, Double>, _ factor: Double
    ) {
      self.letter = letter
      self.part = part
      self.factor = factor
    }
  }
}
