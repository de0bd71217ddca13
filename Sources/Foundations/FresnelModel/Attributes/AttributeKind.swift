/// The type of a built-in attribute's typed property.
public enum AttributeKind: String, Hashable, Sendable, CaseIterable {
  /// Text, perhaps in several languages.
  case string
  /// A list of texts.
  case strings
  /// A number, whole or not.
  case number
  /// A truth value.
  case boolean
  /// An instant.
  case date
  /// A list of instants.
  case dates
  /// An absolute URL.
  case url
  /// Bytes.
  case data
  /// A list of people.
  case people
  /// Mail headers: from each name to a list of values.
  case headers
  /// A content type, stored as its identifier.
  case type
}
