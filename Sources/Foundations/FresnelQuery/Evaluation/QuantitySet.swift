/// Many intervals of numbers and dates, to be asked whether a value lies in one of them: what a
/// disjunction of comparisons of one attribute with numbers and dates comes to.
public struct QuantitySet: Sendable {
  /// The intervals that numbers may lie in, and dates by their seconds: ascending, apart from each
  /// other.
  public let intervals: [QuantityTest]
  /// The intervals of `$time` values, which only dates may lie in, likewise.
  public let instants: [QuantityTest]

  /// A set of the values that one of some tests accepts.
  ///
  /// - Complexity: O(*n* log *n*) in the number of tests.
  public init(_ tests: [QuantityTest]) {
    intervals = Self.merged(tests.filter { !$0.isOfInstants })
    instants = Self.merged(tests.filter(\.isOfInstants))
  }

  /// Tells whether a value lies in one of the intervals.
  ///
  /// - Parameters:
  ///   - quantity: The number, or a date's seconds since 1 January 2001.
  ///   - isDate: Whether it is a date.
  /// - Returns: Whether it does.
  /// - Complexity: O(log *n*) in the number of intervals.
  public func accepts(_ quantity: Quantity, isDate: Bool) -> Bool {
    Self.accepts(quantity, isDate: isDate, intervals)
      || isDate && Self.accepts(quantity, isDate: true, instants)
  }

  private static func accepts(
    _ quantity: Quantity, isDate: Bool, _ tests: [QuantityTest]
  ) -> Bool {
    // The last interval that begins before the value is the only one that it may lie in.
    var lower = 0
    var upper = tests.count
    while lower < upper {
      let middle = (lower + upper) / 2
      if let bound = tests[middle].lower, quantity < bound.value {
        upper = middle
      } else {
        lower = middle + 1
      }
    }
    // Of two that begin at the value, the first may end there.
    for index in [lower - 1, lower - 2] where index >= 0 {
      if tests[index].accepts(quantity, isDate: isDate) { return true }
    }
    return false
  }

  /// The same values in intervals that are apart from each other; those that no value lies in are
  /// dropped.
  private static func merged(_ tests: [QuantityTest]) -> [QuantityTest] {
    let sorted = tests.filter { !$0.isEmpty }.sorted { $0.beginsBefore($1) }
    var merged: [QuantityTest] = []
    merged.reserveCapacity(sorted.count)
    for test in sorted {
      if let last = merged.last, last.reaches(test) {
        merged[merged.count - 1] = last.extended(by: test)
      } else {
        merged.append(test)
      }
    }
    return merged
  }
}

extension QuantityTest {
  /// Whether only dates can lie in the interval.
  fileprivate var isOfInstants: Bool {
    lower?.isInstant == true || upper?.isInstant == true
  }

  fileprivate var isEmpty: Bool {
    guard let lower, let upper else { return false }
    if lower.value == upper.value { return !lower.isInclusive || !upper.isInclusive }
    return upper.value < lower.value
  }

  fileprivate func beginsBefore(_ other: QuantityTest) -> Bool {
    guard let bound = other.lower else { return false }
    guard let lower else { return true }
    if lower.value == bound.value { return lower.isInclusive && !bound.isInclusive }
    return lower.value < bound.value
  }

  /// Whether nothing lies between the interval and one that does not begin before it.
  fileprivate func reaches(_ next: QuantityTest) -> Bool {
    guard let upper, let lower = next.lower else { return true }
    if lower.value == upper.value { return lower.isInclusive || upper.isInclusive }
    return lower.value < upper.value
  }

  /// The interval from the beginning of this one to the end of the one that ends later.
  fileprivate func extended(by next: QuantityTest) -> QuantityTest {
    guard let upper, let other = next.upper else { return QuantityTest(lower: lower, upper: nil) }
    let isLater =
      upper.value == other.value
      ? other.isInclusive && !upper.isInclusive
      : upper.value < other.value
    return QuantityTest(lower: lower, upper: isLater ? other : upper)
  }
}
