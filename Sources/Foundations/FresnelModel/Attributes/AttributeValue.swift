/// The value of one attribute. The type belongs to the value, never to the key.
public indirect enum AttributeValue: Hashable, Sendable {
  /// Text.
  case string(String)
  /// A whole number.
  case integer(Int64)
  /// A floating-point number, never NaN; infinities are allowed.
  case double(Double)
  /// A truth value; compares in queries as 1 or 0.
  case boolean(Bool)
  /// An instant.
  case date(Timestamp)
  /// Bytes; no query matches them.
  case data([UInt8])
  /// An absolute URL as text.
  case url(String)
  /// A person with handles.
  case person(Person)
  /// One text in several languages: language code to text.
  case localizedString([String: String])
  /// Several values; a query matches when one of them does.
  case array([AttributeValue])
  /// Named values, such as mail headers.
  case dictionary([String: AttributeValue])
  /// An attribute set to nil. In a partial update it deletes the stored attribute; in a whole item
  /// it means the same as no value and is not stored.
  case null
}
