internal import CommandKit
internal import FresnelModel

/// A field of a line that is no attribute of Core Spotlight's, as an attribute of the app's own.
struct CustomField {
  /// The field's name in the line.
  let field: String
  /// The attribute with its flags, as `ItemJSON` wants it.
  let member: JSONMember

  /// Gives a field's value the flags that values of its JSON type have: texts are searched by default, a list has many
  /// values. Characters that an attribute's name cannot have become underscores.
  init(_ field: String, _ value: JSONValue) {
    self.field = field
    var members = [JSONMember("value", value)]
    if Self.holdsText(value) { members.append(JSONMember("searchableByDefault", .boolean(true))) }
    if case .array = value { members.append(JSONMember("multiValued", .boolean(true))) }
    member = JSONMember(Self.attributeName(of: field), .object(members))
  }

  /// Takes an attribute that has its flags already.
  init(flagged member: JSONMember) {
    field = member.name
    self.member = member
  }

  /// Whether the attribute is called otherwise than the field.
  var isRenamed: Bool { field != member.name }

  /// The attributes of some fields.
  ///
  /// - Parameter fields: The fields of a line.
  /// - Returns: Their attributes, in the same order.
  /// - Throws: ``CommandError`` where two fields differ only in characters that a name cannot have: one of the two
  ///   values would be lost.
  static func members(of fields: [CustomField]) throws(CommandError) -> [JSONMember] {
    var places: [String: Int] = [:]
    for (place, custom) in fields.enumerated() {
      guard let first = places.updateValue(place, forKey: custom.member.name) else { continue }
      throw CommandError(
        .incomplete,
        "the fields \"\(withoutControls(fields[first].field))\" and \"\(withoutControls(custom.field))\" would both "
          + "be the attribute \"\(custom.member.name)\"; give one another name with --map")
    }
    return fields.map(\.member)
  }

  private static func attributeName(of field: String) -> String {
    var name = ""
    for scalar in field.unicodeScalars {
      let isAllowed =
        scalar == "_" || (scalar.isASCII && scalar.properties.isAlphabetic)
        || ("0"..."9").contains(scalar)
      name.unicodeScalars.append(isAllowed ? scalar : "_")
    }
    return name
  }

  private static func holdsText(_ value: JSONValue) -> Bool {
    switch value {
    case .string: true
    case .array(let values): values.contains(where: holdsText)
    default: false
    }
  }
}
