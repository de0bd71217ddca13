/// A JSON text as a value (RFC 8259).
///
/// Whole numbers that fit 64 bits are kept exactly; all others are floating-point. Members keep
/// their order.
public indirect enum JSONValue: Hashable, Sendable {
  /// `null`
  case null
  /// `true` or `false`
  case boolean(Bool)
  /// A number without fraction and exponent that fits 64 bits.
  case integer(Int64)
  /// Any other number, never NaN or infinite.
  case double(Double)
  /// Text.
  case string(String)
  /// `[…]`
  case array([JSONValue])
  /// `{…}`: members in the order of the text, each name once.
  case object([JSONMember])

  /// The value of an object's member; `nil` when there is none or this is no object.
  ///
  /// - Complexity: O(*n*) in the number of members.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }
}

/// A member of a JSON object.
public struct JSONMember: Hashable, Sendable {
  /// The name before the colon.
  public var name: String
  /// The value after the colon.
  public var value: JSONValue

  /// Makes a member.
  public init(_ name: String, _ value: JSONValue) {
    self.name = name
    self.value = value
  }
}
