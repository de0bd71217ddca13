/// A value of a JSON text, and where it stands in the text.
package struct LocatedJSON: Hashable, Sendable {
  /// What it is.
  package let value: Value
  /// Where it begins, in bytes from the start of the text.
  package let offset: Int

  /// What a value is.
  package enum Value: Hashable, Sendable {
    /// `null`
    case null
    /// `true` or `false`
    case boolean(Bool)
    /// A number, never infinite, and as it was written.
    case number(Double, text: String)
    /// Text.
    case string(String)
    /// `[…]`
    case array([LocatedJSON])
    /// `{…}`: members in the order of the text, repeated names among them.
    case object([Member])
  }

  /// A member of an object.
  package struct Member: Hashable, Sendable {
    /// The name before the colon.
    package let name: String
    /// Where the name's quotes begin, in bytes from the start of the text.
    package let nameOffset: Int
    /// The value behind the colon.
    package let value: LocatedJSON

    /// Makes a member.
    package init(name: String, nameOffset: Int, value: LocatedJSON) {
      self.name = name
      self.nameOffset = nameOffset
      self.value = value
    }
  }

  /// Makes a value.
  package init(_ value: Value, offset: Int) {
    self.value = value
    self.offset = offset
  }

  /// The value of an object's member, the last one of the name as in ECMAScript; `nil` when there is none or
  /// this is no object.
  ///
  /// - Complexity: O(*n*) in the number of members.
  package subscript(name: String) -> LocatedJSON? {
    guard case .object(let members) = value else { return nil }
    return members.last { $0.name == name }?.value
  }
}
