import CThreadClock

/// How the time that reading takes grows with the input.
struct Growth {
  /// The time for the largest input, in nanoseconds of the thread.
  private(set) var nanoseconds: UInt64 = 0
  /// The number of parts of the largest input.
  private(set) var count = 0
  /// The exponent *k* of the time as *n* to the *k*: 1 where twice the input takes twice the time.
  private(set) var exponent = 0.0

  /// More is not linear, whatever the machine does meanwhile: caches that no longer hold the input let
  /// linear work grow by up to about 1.15.
  static let limit = 1.2
  /// Work of less than this, in nanoseconds, is not measured well.
  private static let leastTime: UInt64 = 100_000
  private static let repetitions = 7

  /// Measures a case.
  ///
  /// The least of several times counts, in processor time of this thread, so that other work on the
  /// machine matters little. The exponent is the slope of the logarithms over the last doublings, where
  /// what is quadratic outweighs what is linear.
  init(_ growthCase: GrowthCase) throws {
    var points: [(count: Int, time: UInt64)] = []
    var count = growthCase.smallest
    for _ in 0...growthCase.doublings {
      let time = try Self.leastTime(of: growthCase, count: count)
      points.append((count, time))
      count *= 2
    }
    let last = points.suffix(3).filter { $0.time >= Self.leastTime }
    nanoseconds = points.last?.time ?? 0
    self.count = points.last?.count ?? 0
    guard let first = last.first, let end = last.last, end.count > first.count else { return }
    exponent =
      Self.binaryLogarithm(Double(end.time) / Double(first.time))
      / Self.binaryLogarithm(Double(end.count) / Double(first.count))
  }

  private static func leastTime(of growthCase: GrowthCase, count: Int) throws -> UInt64 {
    let read = try growthCase.prepare(count)
    var least = UInt64.max
    for _ in 0..<repetitions {
      let start = growth_thread_nanoseconds()
      read()
      least = min(least, growth_thread_nanoseconds() - start)
      // What takes so long is not disturbed much.
      if least > 400_000_000 { break }
    }
    return least
  }

  /// The logarithm to base 2, by halving and squaring.
  private static func binaryLogarithm(_ value: Double) -> Double {
    guard value > 0, value.isFinite else { return 0 }
    var logarithm = Double(value.exponent)
    var rest = value.significand
    var step = 0.5
    for _ in 0..<30 {
      rest *= rest
      if rest >= 2 {
        rest /= 2
        logarithm += step
      }
      step /= 2
    }
    return logarithm
  }
}
