import FresnelPlatform

/// Returns how long a closure takes, in seconds, and what it returns.
func timed<Result>(_ body: () throws -> Result) rethrows -> (seconds: Double, result: Result) {
  let start = MonotonicClock.nanoseconds
  let result = try body()
  return (Double(MonotonicClock.nanoseconds - start) / 1e9, result)
}

/// Durations of many calls.
struct Latencies {
  private var nanoseconds: [UInt64] = []

  mutating func measure<Result>(_ body: () throws -> Result) rethrows -> Result {
    let start = MonotonicClock.nanoseconds
    let result = try body()
    nanoseconds.append(MonotonicClock.nanoseconds - start)
    return result
  }

  /// The duration, in microseconds, that a share of the calls stays below.
  func percentile(_ share: Double) -> Double {
    let sorted = nanoseconds.sorted()
    guard !sorted.isEmpty else { return 0 }
    return Double(sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]) / 1000
  }
}
