/// How many times there were, by their length in milliseconds.
package struct CrawlHistogram: Hashable, Sendable {
  /// The upper ends of all classes but the last, ascending.
  package static let bounds: [Int64] = [
    10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 60_000, 600_000,
  ]

  /// How many times fell into each class; one more than there are bounds.
  package private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
  /// The sum of all times.
  package private(set) var sum: Int64 = 0

  /// Makes one of nothing.
  package init() {}

  /// How many times there were.
  package var count: Int { counts.reduce(0, +) }

  /// Counts a time.
  package mutating func count(_ time: Int64) {
    let place = Self.bounds.firstIndex { time <= $0 } ?? Self.bounds.count
    counts[place] += 1
    sum = sum.addingClamped(max(0, time))
  }
}
