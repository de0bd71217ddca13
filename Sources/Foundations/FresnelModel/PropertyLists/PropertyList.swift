/// A property list as a value: what an `Info.plist` holds, whichever of its forms it came in.
package indirect enum PropertyList: Hashable, Sendable {
  /// Text.
  case string(String)
  /// A whole number.
  case integer(Int64)
  /// A number with a fraction or an exponent; never NaN or infinite.
  case real(Double)
  /// Yes or no.
  case boolean(Bool)
  /// An instant.
  case date(Timestamp)
  /// Bytes.
  case data([UInt8])
  /// Values in order.
  case array([PropertyList])
  /// Values by name.
  case dictionary([String: PropertyList])
}

extension PropertyList {
  /// The value of a dictionary's key; `nil` when there is none or this is no dictionary.
  package subscript(key: String) -> PropertyList? { dictionary?[key] }

  /// The text, if this is text.
  package var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The whole number, if this is one.
  package var integer: Int64? {
    guard case .integer(let number) = self else { return nil }
    return number
  }

  /// The number, whole or not.
  package var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }

  /// The truth value, if this is one.
  package var boolean: Bool? {
    guard case .boolean(let value) = self else { return nil }
    return value
  }

  /// The values, if this is an array.
  package var array: [PropertyList]? {
    guard case .array(let values) = self else { return nil }
    return values
  }

  /// The entries, if this is a dictionary.
  package var dictionary: [String: PropertyList]? {
    guard case .dictionary(let entries) = self else { return nil }
    return entries
  }

  /// What sort of value this is, with its article, for messages: "a string".
  package var kindName: String {
    switch self {
    case .string: "a string"
    case .integer: "a whole number"
    case .real: "a real number"
    case .boolean: "a truth value"
    case .date: "a date"
    case .data: "data"
    case .array: "an array"
    case .dictionary: "a dictionary"
    }
  }
}

extension PropertyList: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Makes text.
  package init(stringLiteral value: String) { self = .string(value) }
  /// Makes a whole number.
  package init(integerLiteral value: Int64) { self = .integer(value) }
  /// Makes a real number.
  package init(floatLiteral value: Double) { self = .real(value) }
  /// Makes a truth value.
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// Makes an array.
  package init(arrayLiteral elements: PropertyList...) { self = .array(elements) }
  /// Makes a dictionary; of a key that comes twice the last value counts.
  package init(dictionaryLiteral elements: (String, PropertyList)...) {
    self = .dictionary(Dictionary(elements) { _, last in last })
  }
}
