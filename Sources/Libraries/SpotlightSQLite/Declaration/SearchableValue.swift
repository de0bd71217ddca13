/// A value of a row. Null is no value.
public enum SearchableValue: Hashable, Sendable {
  /// A whole number.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
  /// A text.
  case text(String)
  /// Bytes.
  case data([UInt8])
}
