/// A part of an encoded attribute's value that comparisons look at.
public enum EncodedElement {
  /// The UTF-8 of a text, valid during the call that it is handed to.
  case text(UnsafeBufferPointer<UInt8>)
  /// A whole number.
  case integer(Int64)
  /// A floating-point number, never NaN.
  case double(Double)
  /// A truth value; compares in queries as 1 or 0.
  case boolean(Bool)
  /// An instant.
  case date(Timestamp)
}
