import FresnelQuery

/// The codes, of one sort, of the numbers that a test accepts.
struct CodeInterval: Equatable {
  /// The least code accepted.
  var lower: UInt64
  /// The greatest code accepted.
  var upper: UInt64

  /// The whole numbers that a test accepts; `nil` if there are none.
  init?(integersOf test: QuantityTest) {
    var lower = Int64.min
    var upper = Int64.max
    if let bound = test.lower {
      guard let least = Self.leastInteger(bound) else { return nil }
      lower = least
    }
    if let bound = test.upper {
      guard let greatest = Self.greatestInteger(bound) else { return nil }
      upper = greatest
    }
    guard lower <= upper else { return nil }
    self.lower = NumberCode.code(lower)
    self.upper = NumberCode.code(upper)
  }

  /// The binary64 numbers, infinities included, that a test accepts; `nil` if there are none.
  init?(doublesOf test: QuantityTest) {
    var lower = -Double.infinity
    var upper = Double.infinity
    if let bound = test.lower {
      // The nearest number is at most one step below the least one that passes.
      lower = bound.value.approximation
      if !Self.passes(lower, lower: bound) {
        guard lower < .infinity else { return nil }
        lower = lower.nextUp
      }
    }
    if let bound = test.upper {
      upper = bound.value.approximation
      if !Self.passes(upper, upper: bound) {
        guard upper > -.infinity else { return nil }
        upper = upper.nextDown
      }
    }
    guard lower <= upper else { return nil }
    self.lower = NumberCode.code(lower)
    self.upper = NumberCode.code(upper)
  }

  private static func passes(_ double: Double, lower bound: QuantityTest.Bound) -> Bool {
    bound.isInclusive ? bound.value <= .double(double) : bound.value < .double(double)
  }

  private static func passes(_ double: Double, upper bound: QuantityTest.Bound) -> Bool {
    bound.isInclusive ? .double(double) <= bound.value : .double(double) < bound.value
  }

  private static func leastInteger(_ bound: QuantityTest.Bound) -> Int64? {
    switch bound.value {
    case .integer(let integer): return leastInteger(integer, isInclusive: bound.isInclusive)
    case .double(let double):
      if let integer = Int64(exactly: double) {
        return leastInteger(integer, isInclusive: bound.isInclusive)
      }
      // Not whole, or beyond every Int64: then it makes no difference whether it is included.
      let least = double.rounded(.up)
      if least < -0x1p63 { return .min }
      return least < 0x1p63 ? Int64(least) : nil
    }
  }

  private static func leastInteger(_ integer: Int64, isInclusive: Bool) -> Int64? {
    if isInclusive { return integer }
    return integer == .max ? nil : integer + 1
  }

  private static func greatestInteger(_ bound: QuantityTest.Bound) -> Int64? {
    switch bound.value {
    case .integer(let integer): return greatestInteger(integer, isInclusive: bound.isInclusive)
    case .double(let double):
      if let integer = Int64(exactly: double) {
        return greatestInteger(integer, isInclusive: bound.isInclusive)
      }
      let greatest = double.rounded(.down)
      if greatest >= 0x1p63 { return .max }
      return greatest >= -0x1p63 ? Int64(greatest) : nil
    }
  }

  private static func greatestInteger(_ integer: Int64, isInclusive: Bool) -> Int64? {
    if isInclusive { return integer }
    return integer == .min ? nil : integer - 1
  }
}

extension CodeInterval {
  /// The same codes in intervals that ascend and do not touch.
  static func merged(_ intervals: [CodeInterval]) -> [CodeInterval] {
    var merged: [CodeInterval] = []
    for interval in intervals.sorted(by: { $0.lower < $1.lower }) {
      if let last = merged.last, interval.lower <= last.upper {
        merged[merged.count - 1].upper = max(last.upper, interval.upper)
      } else {
        merged.append(interval)
      }
    }
    return merged
  }
}

extension RandomAccessCollection where Element == CodeInterval, Index == Int {
  /// The place of the first of ascending intervals that does not end before a code; the end if all do.
  func firstIndex(from code: UInt64) -> Int {
    partition { $0.upper >= code }
  }

  /// The place of the first of ascending intervals that begins behind a code; the end if none does.
  func firstIndex(beyond code: UInt64) -> Int {
    partition { $0.lower > code }
  }

  /// The place of the first interval of which a condition holds, as it does of all behind it.
  private func partition(_ condition: (CodeInterval) -> Bool) -> Int {
    var lower = startIndex
    var upper = endIndex
    while lower < upper {
      let middle = (lower + upper) / 2
      if condition(self[middle]) { upper = middle } else { lower = middle + 1 }
    }
    return lower
  }
}
