internal import CommandKit
internal import FresnelApps
internal import FresnelModel

/// Turns a line of JSON into an item.
///
/// The form is `ItemJSON`'s, read generously: fields may be renamed, a number becomes the text that an identifier or
/// title needs, with a warning, and a field that is no attribute becomes a custom attribute of its JSON type. Custom
/// attributes that hold text belong to the unfielded search, so that what a file says is found.
struct ItemLine: Sendable {
  /// New names of fields, by the names in the file.
  var names: [String: String] = [:]
  /// Whether a field that is no attribute, or whose value is not of its attribute's type, is an
  /// error.
  var isStrict = false

  /// The field that names the app an item belongs to. No attribute's name begins with `$`.
  static let appField = "$app"
  /// The field that names the index of the app.
  static let indexField = "$index"

  /// Whether a name is one of the fields of a line that are no attributes.
  static func isMember(_ name: String) -> Bool {
    ["id", "domain", "expires", "update", "$custom", appField, indexField].contains(name)
  }

  /// What a line holds.
  struct Content {
    /// The item.
    let item: Item
    /// The app that the line names.
    let app: String?
    /// The index that the line names.
    let index: String?
    /// What is wrong with values that are kept all the same, each a sentence without a full stop.
    let warnings: [String]
    /// The fields of the line that ``ItemLine/names`` has other names for.
    var mappedFields: [String] = []
    /// The fields whose attributes are called otherwise, as their names hold characters that those of attributes can't.
    var renamedFields: [CustomField] = []
    /// The fields of the line itself that are no attributes.
    var unknownFields: [String] = []
  }

  /// Reads a line.
  ///
  /// - Throws: ``CommandError`` saying in one sentence what is wrong with the line.
  func content(from line: ArraySlice<UInt8>) throws(CommandError) -> Content {
    let json: JSONValue
    var shortened: Set<Double> = []
    do {
      json = try JSONValue.parse(line, shortened: &shortened)
    } catch {
      throw CommandError(.incomplete, "column \(error.column): \(Self.sentence(error.reason))")
    }
    return try content(of: json, shortened: shortened)
  }

  /// Reads a line that was parsed.
  ///
  /// - Parameters:
  ///   - json: The line.
  ///   - shortened: The whole numbers in it that were read with fewer digits than the line has.
  /// - Returns: What the line holds.
  /// - Throws: ``CommandError`` saying in one sentence what is wrong with the line.
  func content(
    of json: JSONValue, shortened: Set<Double> = []
  ) throws(CommandError) -> Content {
    guard case .object(let fields) = json else {
      throw CommandError(.incomplete, "an item is a JSON object, such as {\"id\":\"1\"}")
    }
    let members = try renamed(fields)
    let app = try Self.place(Self.appField, in: members)
    let index = try Self.place(Self.indexField, in: members)
    do {
      var warnings: [String] = []
      var custom: [CustomField] = []
      var unknown: [String] = []
      let normalized = try normalized(members, shortened, &warnings, &custom, &unknown)
      let item = try ItemJSON.item(from: .object(normalized))
      // A service refuses the whole batch that has such an item.
      guard !item.uniqueIdentifier.isEmpty else {
        throw CommandError(
          .incomplete, "the member \"id\" is empty; every item needs one of its own")
      }
      return Content(
        item: item, app: app, index: index, warnings: warnings,
        mappedFields: names.isEmpty ? [] : fields.map(\.name).filter { names[$0] != nil },
        renamedFields: custom.filter(\.isRenamed), unknownFields: unknown)
    } catch let error as CommandError {
      throw error
    } catch let error as ModelError {
      throw CommandError(.incomplete, Self.sentence(error.message))
    } catch {
      throw CommandError(.incomplete, "\(error)")
    }
  }

  /// Whether a name may be given to an app by `--app`, which is one that `fresnel app remove` takes. Earlier versions
  /// took any name, and what they exported can be imported yet.
  static func isApp(_ name: String) -> Bool {
    AppIdentifier.isValid(name) || name.hasPrefix("unregistered:")
  }

  /// Says that a name is none of an app.
  static func noApp(_ name: String) -> String {
    "\"\(withoutControls(name))\" can't be an app's identifier"
  }

  /// The text of a field that says where the item belongs.
  private static func place(
    _ field: String, in members: [JSONMember]
  ) throws(CommandError) -> String? {
    guard let member = members.last(where: { $0.name == field }) else { return nil }
    guard case .string(let text) = member.value, !text.isEmpty else {
      throw CommandError(.incomplete, "the field \"\(field)\" is a text that is not empty")
    }
    return text
  }

  private static func sentence(_ text: String) -> String {
    text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  /// The members by their new names. A line has each name once, so that what comes twice was renamed: one value of the
  /// two would be lost. Where one of them is null there is nothing to lose.
  private func renamed(_ fields: [JSONMember]) throws(CommandError) -> [JSONMember] {
    guard !names.isEmpty else { return fields }
    var result: [JSONMember] = []
    var places: [String: Int] = [:]
    for field in fields {
      let member = JSONMember(names[field.name] ?? field.name, field.value)
      guard let place = places[member.name] else {
        places[member.name] = result.count
        result.append(member)
        continue
      }
      if member.value == .null { continue }
      guard result[place].value == .null else {
        throw CommandError(
          .incomplete,
          "the field \"\(withoutControls(member.name))\" comes twice, as --map has another one read as it"
        )
      }
      result[place] = member
    }
    return result
  }

  /// The members as `ItemJSON` wants them.
  private func normalized(
    _ members: [JSONMember], _ shortened: Set<Double>, _ warnings: inout [String],
    _ custom: inout [CustomField], _ unknown: inout [String]
  ) throws(CommandError) -> [JSONMember] {
    var result: [JSONMember] = []
    for member in members {
      let name = member.name
      switch name {
      case "id":
        result.append(JSONMember(name, try identifier(member.value, &warnings)))
      case "domain", "expires", "update":
        try Self.check(member)
        result.append(JSONMember(name, member.value))
      case Self.appField, Self.indexField:
        continue
      case "$custom":
        guard case .object(let members) = member.value else {
          throw CommandError(.incomplete, "the field \"$custom\" is an object of attributes")
        }
        custom += members.map(CustomField.init(flagged:))
      default:
        guard member.value != .null else { continue }
        if let id = AttributeTable.id(named: name),
          let definition = AttributeTable.definition(for: id)
        {
          result.append(
            JSONMember(name, try fitted(member.value, to: definition, shortened, &warnings)))
        } else {
          if Self.hasNumber(member.value, among: shortened) {
            warnings.append(Self.shortening(of: member.value, in: name))
          }
          if isStrict { throw CommandError(.incomplete, "\"\(name)\" is no attribute") }
          custom.append(CustomField(name, member.value))
          unknown.append(name)
        }
      }
    }
    if !custom.isEmpty {
      result.append(JSONMember("$custom", .object(try CustomField.members(of: custom))))
    }
    return result
  }

  /// An item's identifier as text.
  private func identifier(
    _ value: JSONValue, _ warnings: inout [String]
  ) throws(CommandError) -> JSONValue {
    guard let text = Self.text(of: value) else {
      throw CommandError(.incomplete, "\"id\" needs a text, not \(Self.excerpt(value))")
    }
    if text == value { return value }
    if isStrict {
      throw CommandError(.incomplete, "\"id\" needs a text, not \(Self.excerpt(value))")
    }
    warnings.append(Self.conversion(of: value, to: text, in: "id", needing: .string))
    return text
  }
}
