/// What places in a list of hits are worth.
package enum RankMeasures {
  /// The hits that a person looks at.
  package static let listLength = 10

  /// The reciprocal rank of a wanted item.
  ///
  /// - Parameter place: Its place from 0; `nil` when it is not in the list.
  /// - Returns: One for the first place, a half for the second; 0 outside the list that a person looks at.
  package static func reciprocalRank(_ place: Int?) -> Double {
    guard let place, place < listLength else { return 0 }
    return 1 / Double(place + 1)
  }

  /// The reciprocal rank that is to be expected where some items are worth the same and stand in any order.
  ///
  /// - Parameters:
  ///   - tied: How many there are, the wanted one among them.
  ///   - above: How many items stand before all of them.
  /// - Returns: The mean over all orders.
  package static func expectedReciprocalRank(tied: Int, above: Int = 0) -> Double {
    guard tied > 0 else { return 0 }
    let places = above..<max(above, min(above + tied, listLength))
    return places.reduce(0) { $0 + 1 / Double($1 + 1) } / Double(tied)
  }

  /// The normalized discounted cumulative gain of the first ten hits.
  ///
  /// - Parameters:
  ///   - list: The identifiers of the hits, best first.
  ///   - grades: What items are worth; those that are missing are worth nothing.
  /// - Returns: From 0 to 1, where the best items come first; `nil` where nothing is worth anything.
  package static func gain(of list: [String], grades: [String: Int]) -> Double? {
    let best = discounted(grades.values.sorted(by: >))
    guard best > 0 else { return nil }
    return discounted(list.map { grades[$0] ?? 0 }) / best
  }

  private static func discounted(_ grades: [Int]) -> Double {
    var sum = 0.0
    // The logarithm to the base of two, by which the judged sets' own figures discount.
    for (place, grade) in grades.prefix(listLength).enumerated() where grade > 0 {
      sum += Double(grade) / logarithms[place]
    }
    return sum
  }

  /// The binary logarithms of 2 to 11.
  private static let logarithms = [
    1, 1.584_962_500_721_156, 2, 2.321_928_094_887_362, 2.584_962_500_721_156,
    2.807_354_922_057_604, 3, 3.169_925_001_442_312, 3.321_928_094_887_362,
    3.459_431_618_637_297,
  ]
}

/// Means of some number by how many letters of the second word are typed, and the share that is first once both words
/// are.
package struct LetterMeans: Sendable {
  /// The columns: one letter, two, three, and more.
  package static let labels = ["1", "2", "3", "4+"]

  private var sums = [Double](repeating: 0, count: 4)
  private var counts = [Int](repeating: 0, count: 4)
  private var lastSum = 0.0
  private var lastCount = 0

  /// Nothing yet.
  package init() {}

  /// Adds the number of one text.
  ///
  /// - Parameters:
  ///   - value: The number.
  ///   - letters: How many letters of the second word are typed, at least one.
  package mutating func add(_ value: Double, letters: Int) {
    let column = min(max(letters, 1), 4) - 1
    sums[column] += value
    counts[column] += 1
  }

  /// Adds how likely the wanted item is the first one once both words are typed.
  package mutating func addLast(_ value: Double) {
    lastSum += value
    lastCount += 1
  }

  /// How many texts there were.
  package var textCount: Int { counts.reduce(0, +) }

  /// The means by column; `nil` where there was no text.
  package var means: [Double?] {
    zip(sums, counts).map { $1 > 0 ? $0 / Double($1) : nil }
  }

  /// The share that is first; `nil` where no text had both words.
  package var first: Double? { lastCount > 0 ? lastSum / Double(lastCount) : nil }

  /// The mean over all texts.
  package var mean: Double? {
    textCount > 0 ? sums.reduce(0, +) / Double(textCount) : nil
  }
}
