/// The type byte of a value.
enum ValueTag: UInt8 {
  /// No bytes.
  case null = 0
  /// No bytes.
  case booleanFalse = 1
  /// No bytes.
  case booleanTrue = 2
  /// Varint of the zigzag form.
  case integer = 3
  /// Binary64, 8 bytes; neither NaN nor negative zero.
  case double = 4
  /// Like ``double``: seconds since 1 January 2001.
  case date = 5
  /// Varint length and UTF-8.
  case string = 6
  /// Varint length and bytes.
  case data = 7
  /// Like ``string``.
  case url = 8
  /// Flags (1 display name, 2 contact identifier), the strings present in the order display name,
  /// handle identifier, contact identifier, then a varint count and the handles.
  case person = 9
  /// Varint count, then pairs of strings ordered by the bytes of the language code.
  case localizedString = 10
  /// Varint count, then values, each a type byte and its bytes.
  case array = 11
  /// Varint count, then pairs of a string and a value, ordered by the bytes of the string.
  case dictionary = 12

  init(of value: AttributeValue) {
    switch value {
    case .null: self = .null
    case .boolean(false): self = .booleanFalse
    case .boolean(true): self = .booleanTrue
    case .integer: self = .integer
    case .double: self = .double
    case .date: self = .date
    case .string: self = .string
    case .data: self = .data
    case .url: self = .url
    case .person: self = .person
    case .localizedString: self = .localizedString
    case .array: self = .array
    case .dictionary: self = .dictionary
    }
  }
}
