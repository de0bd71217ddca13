internal import CommandKit
internal import FresnelModel

/// Values of lines, made to fit the types of their attributes.
extension ItemLine {
  /// Says that a value was made one of the type that its field has.
  static func conversion(
    of value: JSONValue, to fitted: JSONValue, in field: String, needing kind: AttributeKind
  ) -> String {
    "\"\(field)\" needs \(expectation(kind)), not \(excerpt(value)); it is read as \(excerpt(fitted))"
  }

  /// A number or a text as text.
  static func text(of value: JSONValue) -> JSONValue? {
    switch value {
    case .string: value
    case .integer(let number): .string(String(number))
    case .double(let number): .string(String(number))
    default: nil
    }
  }

  /// Refuses a value that a member about the item as a whole cannot have.
  static func check(_ member: JSONMember) throws(CommandError) {
    let needed: String
    switch (member.name, member.value) {
    case ("domain", .string), ("domain", .null), ("expires", .null), ("expires", .object),
      ("update", .boolean):
      return
    case ("expires", .string(let text)) where Timestamp(iso8601: text) != nil: return
    case ("domain", _): needed = "a text"
    case ("expires", _): needed = expectation(.date)
    default: needed = "true or false"
    }
    throw CommandError(
      .incomplete, "\"\(member.name)\" needs \(needed), not \(excerpt(member.value))")
  }

  /// Whether a value is one of some numbers, or has one in it.
  static func hasNumber(_ value: JSONValue, among numbers: Set<Double>) -> Bool {
    if numbers.isEmpty { return false }
    return switch value {
    case .double(let number): numbers.contains(number)
    case .array(let values): values.contains { hasNumber($0, among: numbers) }
    default: false
    }
  }

  /// Says that a number loses digits.
  static func shortening(of value: JSONValue, in field: String) -> String {
    "\"\(withoutControls(field))\" is \(excerpt(value)), which is larger than any whole number that can be kept; "
      + "it is kept with fewer digits"
  }

  /// A value that has the attribute's type where that is possible; otherwise it keeps its own.
  func fitted(
    _ value: JSONValue, to definition: AttributeDefinition, _ shortened: Set<Double>,
    _ warnings: inout [String]
  ) throws(CommandError) -> JSONValue {
    if !isStrict, let value = ExactValue.unwrapped(value) { return value }
    if Self.fits(value, definition) {
      if definition.kind == .number, Self.hasNumber(value, among: shortened) {
        warnings.append(Self.shortening(of: value, in: definition.swiftName))
      }
      return value
    }
    if isStrict {
      throw CommandError(
        .incomplete,
        "\"\(definition.swiftName)\" needs \(Self.expectation(definition.kind)), not \(Self.excerpt(value))"
      )
    }
    if let text = Self.numbersAsText(value, for: definition.kind) {
      warnings.append(
        Self.conversion(of: value, to: text, in: definition.swiftName, needing: definition.kind))
      return text
    }
    warnings.append(
      "\"\(definition.swiftName)\" needs \(Self.expectation(definition.kind)), not "
        + "\(Self.excerpt(value)); it is kept as it is, so queries do not find it as \(Self.noun(definition.kind))"
    )
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

  /// What a field of an attribute is compared as, in short.
  private static func noun(_ kind: AttributeKind) -> String {
    switch kind {
    case .string, .type: "a text"
    case .strings: "texts"
    case .number: "a number"
    case .boolean: "a truth value"
    case .date: "a date"
    case .dates: "dates"
    case .data: "data"
    case .url: "a URL"
    case .people: "people"
    case .headers: "headers"
    }
  }

  /// The beginning of a value as JSON.
  static func excerpt(_ value: JSONValue) -> String {
    let text = value.text()
    return text.count > 60 ? text.prefix(60) + "…" : text
  }

  /// Whether a value has the type of an attribute, or names its own.
  static func fits(_ value: JSONValue, _ definition: AttributeDefinition) -> Bool {
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
