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

  /// The usual percentiles as text.
  var summary: String {
    func text(_ share: Double) -> String {
      let value = percentile(share)
      return value < 100 ? "\((value * 10).rounded() / 10)" : "\(Int(value))"
    }
    return "p50 \(text(0.5)) µs, p95 \(text(0.95)) µs, p99 \(text(0.99)) µs, max \(text(1)) µs"
      + " (\(nanoseconds.count) calls)"
  }
}

/// Prints a line of the report.
func report(_ name: String, _ value: String) {
  print(name + String(repeating: " ", count: max(1, 40 - name.count)) + value)
}

/// A number with one decimal.
func oneDecimal(_ value: Double) -> String {
  "\((value * 10).rounded() / 10)"
}
