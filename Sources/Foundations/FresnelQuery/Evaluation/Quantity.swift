/// A number as a query or an item holds it. Whole and floating-point numbers compare exactly.
public enum Quantity: Sendable {
  /// A whole number.
  case integer(Int64)
  /// A floating-point number, never NaN.
  case double(Double)
}

extension Quantity: Comparable {
  /// Whether both stand for the same number, whatever their types.
  public static func == (left: Quantity, right: Quantity) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left == right
    case (.double(let left), .double(let right)): left == right
    case (.integer(let left), .double(let right)): order(left, right) == 0
    case (.double(let left), .integer(let right)): order(right, left) == 0
    }
  }

  /// Orders by the numbers meant, whatever their types.
  public static func < (left: Quantity, right: Quantity) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.double(let left), .double(let right)): left < right
    case (.integer(let left), .double(let right)): order(left, right) < 0
    case (.double(let left), .integer(let right)): order(right, left) > 0
    }
  }

  /// -1, 0 or 1 as the whole number lies below, at or above the other.
  ///
  /// Converting the Int64 to Double would lose digits above 2^53, so the Double goes the other way:
  /// within the range of Int64 its whole part converts exactly, and its fraction decides ties.
  private static func order(_ integer: Int64, _ double: Double) -> Int {
    // Written so that a NaN, which no value should be, counts as large and converts nothing.
    if !(double < 0x1p63) { return -1 }
    if double < -0x1p63 { return 1 }
    let whole = double.rounded(.down)
    let truncated = Int64(whole)
    if integer != truncated { return integer < truncated ? -1 : 1 }
    return whole < double ? -1 : 0
  }
}
