/// A test of numbers and dates: an interval with open or closed ends.
public struct QuantityTest: Sendable {
  /// One end of the interval.
  public struct Bound: Sendable {
    /// The number, or the instant in seconds since 1 January 2001.
    public let value: Quantity
    /// Whether the number itself belongs to the interval.
    public let isInclusive: Bool
    /// Whether the bound is a `$time` value, which compares with dates only.
    public let isInstant: Bool
  }

  /// The lower end; `nil` is unbounded.
  public let lower: Bound?
  /// The upper end; `nil` is unbounded.
  public let upper: Bound?

  /// Tells whether a value lies in the interval.
  ///
  /// - Parameters:
  ///   - quantity: The number, or a date's seconds since 1 January 2001.
  ///   - isDate: Whether it is a date.
  /// - Returns: Whether both ends let the value pass.
  public func accepts(_ quantity: Quantity, isDate: Bool) -> Bool {
    if let lower {
      guard isDate || !lower.isInstant else { return false }
      guard lower.isInclusive ? lower.value <= quantity : lower.value < quantity else {
        return false
      }
    }
    if let upper {
      guard isDate || !upper.isInstant else { return false }
      guard upper.isInclusive ? quantity <= upper.value : quantity < upper.value else {
        return false
      }
    }
    return true
  }
}
