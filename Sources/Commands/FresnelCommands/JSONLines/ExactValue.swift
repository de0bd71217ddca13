internal import FresnelModel

/// A value of an attribute that is not of the attribute's type, as lines of `fresnel export` have it.
///
/// An app may store a number as a title. Reading such a line generously would make a text of the number, or warn of a
/// value that works as nothing, and a restored index would not be the one that was exported. Written as
/// `{"$value": 5}` it says that it is meant.
enum ExactValue {
  private static let name = "$value"

  /// The value of an attribute for a line: as it is, where ``ItemLine`` reads that as the same.
  ///
  /// - Parameters:
  ///   - value: The value as `ItemJSON` writes it.
  ///   - name: The attribute's name.
  /// - Returns: The value, marked where it has another type than the attribute.
  static func wrapped(_ value: JSONValue, ofAttribute name: String) -> JSONValue {
    guard value != .null, let id = AttributeTable.id(named: name),
      let definition = AttributeTable.definition(for: id), !ItemLine.fits(value, definition)
    else { return value }
    return .object([JSONMember(Self.name, value)])
  }

  /// The value that is meant as it is; `nil` for one that does not say so.
  static func unwrapped(_ value: JSONValue) -> JSONValue? {
    guard case .object(let members) = value, members.count == 1, members[0].name == name else {
      return nil
    }
    return members[0].value
  }
}
