/// How many requests end in a second, over the last while.
struct CrawlRate: Sendable {
  private var readings: [(count: Int, at: UInt64)] = []

  /// How far back readings count, in milliseconds.
  private static let span: UInt64 = 20_000

  /// Notes how many requests had ended at a moment, in milliseconds of a clock that goes forward.
  mutating func note(_ count: Int, at moment: UInt64) {
    readings.append((count, moment))
    while readings.count > 2, moment - min(moment, readings[1].at) >= Self.span {
      readings.removeFirst()
    }
  }

  /// The rate; 0 before there are two readings.
  var perSecond: Double {
    guard let first = readings.first, let last = readings.last, last.at > first.at else { return 0 }
    return Double(last.count - first.count) / Double(last.at - first.at) * 1000
  }
}
