package import FresnelModel
package import WebDocuments

extension JSONValue {
  /// A text, or `null`.
  static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  /// A number, or `null`: a whole one without decimals.
  static func number(_ number: Double?) -> JSONValue {
    guard let number else { return .null }
    return Int64(exactly: number).map { .integer($0) } ?? .double(number)
  }

  /// A list of texts.
  static func texts(_ texts: some Sequence<String>) -> JSONValue {
    .array(texts.map { .string($0) })
  }

  /// An object of the members that have a value.
  static func members(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(members.filter { $0.value != .null }.map { JSONMember($0.key, $0.value) })
  }

  /// An object of texts, in the order of their names.
  static func texts(byName texts: [String: String]) -> JSONValue {
    .object(texts.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value)) })
  }
}

extension Diagnostic {
  /// The finding as an object.
  package var report: JSONValue {
    .members([
      "code": .string(code), "severity": .string(severity.name), "message": .string(message),
      "line": location.map { .integer(Int64($0.line)) } ?? .null,
      "column": location.map { .integer(Int64($0.column)) } ?? .null,
      "subject": .text(subject), "remedy": .string(remedy), "reference": .text(rule.reference),
    ])
  }
}
