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
      let item = try ItemJSON.item(from: .object(try normalized(members, shortened, &warnings)))
      // A service refuses the whole batch that has such an item.
      guard !item.uniqueIdentifier.isEmpty else {
        throw CommandError(
          .incomplete, "the member \"id\" is empty; every item needs one of its own")
      }
      return Content(item: item, app: app, index: index, warnings: warnings)
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
    _ members: [JSONMember], _ shortened: Set<Double>, _ warnings: inout [String]
  ) throws(CommandError) -> [JSONMember] {
    var result: [JSONMember] = []
    var custom: [(field: String, member: JSONMember)] = []
    for member in members {
      let name = member.name
      switch name {
      case "id":
        result.append(JSONMember(name, try identifier(member.value, &warnings)))
      case "domain", "expires", "update":
        result.append(JSONMember(name, member.value))
      case Self.appField, Self.indexField:
        continue
      case "$custom":
        guard case .object(let members) = member.value else {
          throw CommandError(.incomplete, "the field \"$custom\" is an object of attributes")
        }
        custom += members.map { (field: $0.name, member: $0) }
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
          custom.append((field: name, member: try customMember(name, member.value)))
        }
      }
    }
    if !custom.isEmpty {
      result.append(JSONMember("$custom", .object(try Self.unique(custom))))
    }
    return result
  }

  /// A custom attribute with its flags. Characters that an attribute's name cannot have become
  /// underscores.
  private func customMember(
    _ name: String, _ value: JSONValue
  ) throws(CommandError) -> JSONMember {
    if isStrict {
      throw CommandError(.incomplete, "\"\(name)\" is no attribute")
    }
    var safe = ""
    for scalar in name.unicodeScalars {
      let isAllowed =
        scalar == "_" || (scalar.isASCII && scalar.properties.isAlphabetic)
        || ("0"..."9").contains(scalar)
      safe.unicodeScalars.append(isAllowed ? scalar : "_")
    }
    var members = [JSONMember("value", value)]
    if Self.holdsText(value) { members.append(JSONMember("searchableByDefault", .boolean(true))) }
    if case .array = value { members.append(JSONMember("multiValued", .boolean(true))) }
    return JSONMember(safe, .object(members))
  }

  /// The custom attributes. Two fields may differ only in characters that a name cannot have, and one of the two values
  /// would be lost.
  private static func unique(
    _ members: [(field: String, member: JSONMember)]
  ) throws(CommandError) -> [JSONMember] {
    var result: [JSONMember] = []
    var places: [String: Int] = [:]
    for (place, (field, member)) in members.enumerated() {
      guard let first = places[member.name] else {
        places[member.name] = place
        result.append(member)
        continue
      }
      throw CommandError(
        .incomplete,
        "the fields \"\(withoutControls(members[first].field))\" and \"\(withoutControls(field))\" would both be the "
          + "attribute \"\(member.name)\"; give one another name with --map")
    }
    return result
  }

  private static func holdsText(_ value: JSONValue) -> Bool {
    switch value {
    case .string: true
    case .array(let values): values.contains(where: holdsText)
    default: false
    }
  }

  /// An item's identifier as text.
  private func identifier(
    _ value: JSONValue, _ warnings: inout [String]
  ) throws(CommandError) -> JSONValue {
    guard let text = Self.text(of: value), text != value else { return value }
    if isStrict { throw CommandError(.incomplete, "\"id\" needs a value of type string") }
    warnings.append(Self.conversion(of: value, to: text, in: "id", needing: .string))
    return text
  }

  /// Says that a value was made one of the type that its field has.
  private static func conversion(
    of value: JSONValue, to fitted: JSONValue, in field: String, needing kind: AttributeKind
  ) -> String {
    "\"\(field)\" needs \(expectation(kind)), not \(excerpt(value)); it is read as \(excerpt(fitted))"
  }

  /// A number or a text as text.
  private static func text(of value: JSONValue) -> JSONValue? {
    switch value {
    case .string: value
    case .integer(let number): .string(String(number))
    case .double(let number): .string(String(number))
    default: nil
    }
  }

  /// Whether a value is one of some numbers, or has one in it.
  private static func hasNumber(_ value: JSONValue, among numbers: Set<Double>) -> Bool {
    if numbers.isEmpty { return false }
    return switch value {
    case .double(let number): numbers.contains(number)
    case .array(let values): values.contains { hasNumber($0, among: numbers) }
    default: false
    }
  }

  /// Says that a number loses digits.
  private static func shortening(of value: JSONValue, in field: String) -> String {
    "\"\(withoutControls(field))\" is \(excerpt(value)), which is larger than any whole number that can be kept; "
      + "it is kept with fewer digits"
  }

  /// A value that has the attribute's type where that is possible; otherwise it keeps its own.
  private func fitted(
    _ value: JSONValue, to definition: AttributeDefinition, _ shortened: Set<Double>,
    _ warnings: inout [String]
  ) throws(CommandError) -> JSONValue {
    if fits(value, definition) {
      if definition.kind == .number, Self.hasNumber(value, among: shortened) {
        warnings.append(Self.shortening(of: value, in: definition.swiftName))
      }
      return value
    }
    if isStrict {
      throw CommandError(
        .incomplete, "\"\(definition.swiftName)\" needs a value of type \(definition.kind.rawValue)"
      )
    }
    if let text = Self.numbersAsText(value, for: definition.kind) {
      warnings.append(
        Self.conversion(of: value, to: text, in: definition.swiftName, needing: definition.kind))
      return text
    }
    warnings.append(
      "\"\(definition.swiftName)\" needs \(Self.expectation(definition.kind)), not "
        + "\(Self.excerpt(value)); the value is kept as it is and does not work as that")
    if case .string(let text) = value { return .object([JSONMember("$string", .string(text))]) }
    return value
  }

  /// A number, or a list with numbers, as an attribute of texts has it; `nil` for other values and attributes.
  private static func numbersAsText(_ value: JSONValue, for kind: AttributeKind) -> JSONValue? {
    switch (kind, value) {
    case (.strings, .array(let values)):
      let texts = values.compactMap(text)
      return texts.count == values.count ? .array(texts) : nil
    case (.strings, _): return text(of: value).map { .array([$0]) }
    case (.string, _), (.type, _): return text(of: value)
    default: return nil
    }
  }

  /// What a field of an attribute holds, with an example.
  private static func expectation(_ kind: AttributeKind) -> String {
    switch kind {
    case .string, .type: "a text"
    case .strings: "a list of texts"
    case .number: "a number"
    case .boolean: "true or false"
    case .date: "a date as ISO 8601, such as \"2026-11-22T08:00:00Z\""
    case .dates: "a list of dates as ISO 8601, such as [\"2026-11-22T08:00:00Z\"]"
    case .data: "data as base64"
    case .url: "a URL with its scheme, such as \"https://example.org/\""
    case .people: "people, such as [{\"name\":\"Ada\",\"handles\":[\"ada@example.org\"]}]"
    case .headers: "an object of headers"
    }
  }

  /// The beginning of a value as JSON.
  private static func excerpt(_ value: JSONValue) -> String {
    let text = value.text()
    return text.count > 60 ? text.prefix(60) + "…" : text
  }

  private func fits(_ value: JSONValue, _ definition: AttributeDefinition) -> Bool {
    if case .object(let members) = value, members.count == 1, members[0].name.hasPrefix("$") {
      return true
    }
    switch (definition.kind, value) {
    case (.string, .string), (.type, .string), (.strings, .string), (.people, .string),
      (.number, .integer), (.number, .double), (.boolean, .boolean), (.headers, .object),
      (.people, .object):
      return true
    case (.url, .string(let text)):
      return text.contains(":")
    case (.date, .string(let text)):
      return Timestamp(iso8601: text) != nil
    case (.data, .string):
      let key = AttributeKey.builtIn(definition.id)
      return (try? ItemJSON.value(from: value, for: key)) != nil
    case (.strings, .array(let values)):
      return values.allSatisfy { if case .string = $0 { true } else { false } }
    case (.dates, .array), (.people, .array):
      let key = AttributeKey.builtIn(definition.id)
      guard case .array(let elements)? = try? ItemJSON.value(from: value, for: key) else {
        return false
      }
      return elements.allSatisfy { element in
        switch element {
        case .date: definition.kind == .dates
        case .person: definition.kind == .people
        default: false
        }
      }
    default:
      return false
    }
  }
}
