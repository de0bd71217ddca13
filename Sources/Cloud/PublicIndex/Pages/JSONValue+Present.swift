package import FresnelModel

extension JSONValue {
  /// An object of the members that have a value.
  package static func present(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(members.compactMap { name, value in value.map { JSONMember(name, $0) } })
  }

  /// A text; `nil` where there is none.
  package static func text(_ text: String?) -> JSONValue? { text.map { .string($0) } }

  /// A list of texts; `nil` of none.
  package static func list(_ texts: [String]) -> JSONValue? {
    texts.isEmpty ? nil : .array(texts.map { .string($0) })
  }

  /// A whole number; `nil` where there is none.
  package static func whole(_ number: Int?) -> JSONValue? { number.map { .integer(Int64($0)) } }

  /// A number, a whole one without decimals; `nil` where there is none.
  package static func number(_ number: Double?) -> JSONValue? {
    number.map { number in Int64(exactly: number).map { .integer($0) } ?? .double(number) }
  }

  /// The text that this is; `nil` of anything else.
  package var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The number that this is; `nil` of anything else.
  package var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  /// The whole number that this is; `nil` of anything else.
  package var whole: Int? {
    if case .integer(let number) = self { Int(exactly: number) } else { nil }
  }
}
