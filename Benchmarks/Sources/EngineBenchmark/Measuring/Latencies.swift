import FresnelModel
import FresnelPlatform

/// Durations of many calls.
struct Latencies {
  private(set) var nanoseconds: [UInt64] = []

  /// Calls a closure and notes how long it took.
  mutating func measure<Result>(_ body: () throws -> Result) rethrows -> Result {
    let start = MonotonicClock.nanoseconds
    let result = try body()
    nanoseconds.append(MonotonicClock.nanoseconds - start)
    return result
  }

  /// Notes a duration measured elsewhere.
  mutating func add(_ duration: UInt64) {
    nanoseconds.append(duration)
  }

  /// The figures that the peers' harness gives of its durations, under the same names.
  var summary: JSONValue {
    guard !nanoseconds.isEmpty else { return .null }
    let sorted = nanoseconds.sorted()
    func microseconds(_ share: Double) -> JSONValue {
      let position = min(sorted.count - 1, Int(Double(sorted.count) * share))
      return .rounded(Double(sorted[position]) / 1000, digits: 2)
    }
    let mean = Double(sorted.reduce(0, +)) / Double(sorted.count) / 1000
    return .object([
      JSONMember("n", .integer(Int64(sorted.count))),
      JSONMember("p50_us", microseconds(0.5)),
      JSONMember("p95_us", microseconds(0.95)),
      JSONMember("p99_us", microseconds(0.99)),
      JSONMember("max_us", microseconds(1)),
      JSONMember("mean_us", .rounded(mean, digits: 2)),
    ])
  }
}

/// A clock that starts when it is made.
struct Stopwatch {
  private let start = MonotonicClock.nanoseconds

  /// Nanoseconds since the start.
  var nanoseconds: UInt64 { MonotonicClock.nanoseconds - start }

  /// Seconds since the start.
  var seconds: Double { Double(nanoseconds) / 1e9 }
}
