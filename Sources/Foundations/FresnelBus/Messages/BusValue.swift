package import FresnelPlatform

/// A value in a message.
///
/// The cases are the types of the D-Bus specification, "Type System". Arrays of bytes have a case of
/// their own, since secrets and file names travel so.
package indirect enum BusValue: Hashable, Sendable {
  case byte(UInt8)
  case bool(Bool)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  case objectPath(String)
  case signature(String)
  /// An array of bytes, `ay`.
  case bytes([UInt8])
  /// An array of anything else, with the signature of its elements.
  case array(element: String, [BusValue])
  case structure([BusValue])
  /// A key and a value; only in an array.
  case entry(BusValue, BusValue)
  case variant(BusValue)
  case descriptor(SharedDescriptor)

  /// The value's type in the words of the specification, such as `a{sv}`.
  package var typeSignature: String {
    switch self {
    case .byte: "y"
    case .bool: "b"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .objectPath: "o"
    case .signature: "g"
    case .bytes: "ay"
    case .array(let element, _): "a" + element
    case .structure(let fields): "(" + Self.signature(of: fields) + ")"
    case .entry(let key, let value): "{" + key.typeSignature + value.typeSignature + "}"
    case .variant: "v"
    case .descriptor: "h"
    }
  }

  /// The types of several values, one after the other.
  static func signature(of values: [BusValue]) -> String {
    values.map(\.typeSignature).joined()
  }

  /// A dictionary from texts to variants, `a{sv}`, as most interfaces take for options.
  package static func options(_ options: KeyValuePairs<String, BusValue>) -> BusValue {
    .array(element: "{sv}", options.map { .entry(.string($0.key), .variant($0.value)) })
  }
}

extension BusValue {
  /// The value itself, out of any variants around it.
  package var content: BusValue {
    if case .variant(let value) = self { value.content } else { self }
  }

  /// The truth value, if it is one.
  package var bool: Bool? {
    if case .bool(let value) = content { value } else { nil }
  }

  /// The text of a string, an object path or a signature.
  package var text: String? {
    switch content {
    case .string(let text), .objectPath(let text), .signature(let text): text
    default: nil
    }
  }

  /// The number, if it is a whole one that is not negative.
  package var unsigned: UInt64? {
    switch content {
    case .byte(let value): UInt64(value)
    case .uint16(let value): UInt64(value)
    case .uint32(let value): UInt64(value)
    case .uint64(let value): value
    case .int16(let value): UInt64(exactly: value)
    case .int32(let value): UInt64(exactly: value)
    case .int64(let value): UInt64(exactly: value)
    default: nil
    }
  }

  /// The number, whole or not.
  package var number: Double? {
    switch content {
    case .double(let value): value
    case .int16(let value): Double(value)
    case .int32(let value): Double(value)
    case .int64(let value): Double(value)
    default: unsigned.map(Double.init)
    }
  }

  /// The elements of an array or the fields of a structure.
  package var elements: [BusValue]? {
    switch content {
    case .array(_, let elements), .structure(let elements): elements
    case .bytes(let bytes): bytes.map(BusValue.byte)
    default: nil
    }
  }

  /// The bytes, if it is an array of them.
  package var bytes: [UInt8]? {
    if case .bytes(let bytes) = content { bytes } else { nil }
  }

  /// The open file, if it is one.
  package var descriptor: SharedDescriptor? {
    if case .descriptor(let descriptor) = content { descriptor } else { nil }
  }

  /// The value of a key in a dictionary from texts, out of its variant.
  package subscript(key: String) -> BusValue? {
    guard case .array(_, let entries) = content else { return nil }
    for case .entry(let name, let value) in entries where name.text == key {
      return value.content
    }
    return nil
  }
}
