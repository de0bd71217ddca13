internal import CommandKit
internal import FresnelModel

/// Attribute values in words, for people.
enum AttributeText {
  /// The name of an attribute as queries spell it.
  static func name(of key: AttributeKey) -> String {
    switch key {
    case .builtIn(let id): AttributeTable.definition(for: id)?.swiftName ?? "#\(id.rawValue)"
    case .custom(let custom): custom.name
    }
  }

  /// Attributes in the order of their names.
  static func sorted(_ attributes: Attributes) -> [(name: String, value: AttributeValue)] {
    attributes.values.map { (name(of: $0.key), $0.value) }.sorted { $0.0 < $1.0 }
  }

  /// What type a value has.
  static func type(of value: AttributeValue) -> String {
    switch value {
    case .string: "text"
    case .integer: "integer"
    case .double: "number"
    case .boolean: "boolean"
    case .date: "date"
    case .data: "data"
    case .url: "URL"
    case .person: "person"
    case .localizedString: "localized text"
    case .array: "list"
    case .dictionary: "dictionary"
    case .null: "nothing"
    }
  }

  /// A value on one line, without control characters.
  static func oneLine(_ value: AttributeValue) -> String {
    withoutControls(text(of: value))
  }

  /// A value as text; long texts keep their lines.
  static func text(of value: AttributeValue) -> String {
    switch value {
    case .string(let text), .url(let text): text
    case .integer(let number): String(number)
    case .double(let number): String(number)
    case .boolean(let flag): flag ? "yes" : "no"
    case .date(let date): text(of: date)
    case .data(let bytes): "\(formatted(byteCount: bytes.count)) of data"
    case .person(let person): text(of: person)
    case .localizedString(let texts):
      texts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "; ")
    case .array(let values): values.map(text).joined(separator: ", ")
    case .dictionary(let values):
      values.sorted { $0.key < $1.key }.map { "\($0.key): \(text(of: $0.value))" }
        .joined(separator: "; ")
    case .null: ""
    }
  }

  /// A date as ISO 8601, or in words when it never comes.
  static func text(of date: Timestamp) -> String {
    if date >= .distantFuture { return "never" }
    return date.iso8601 ?? "\(date.secondsSinceReferenceDate) s since 2001"
  }

  private static func text(of person: Person) -> String {
    let handles = person.handles.joined(separator: ", ")
    guard let name = person.displayName else { return handles }
    return handles.isEmpty ? name : "\(name) <\(handles)>"
  }
}
