package import FresnelModel

/// The form of a JSON value, as JSON Schema 2020-12 describes it.
package struct JSONSchema: Sendable {
  /// A member of an object.
  package struct Member: Sendable {
    /// The name.
    package let name: String
    /// Its value.
    package let schema: JSONSchema
    /// Whether it is always there.
    package let isRequired: Bool

    /// A member that is always there.
    package static func required(_ name: String, _ schema: JSONSchema) -> Member {
      Member(name: name, schema: schema, isRequired: true)
    }

    /// A member that may be missing.
    package static func optional(_ name: String, _ schema: JSONSchema) -> Member {
      Member(name: name, schema: schema, isRequired: false)
    }
  }

  private indirect enum Kind: Sendable {
    case object([Member])
    case map(JSONSchema)
    case array(JSONSchema)
    case tuple([JSONSchema])
    case text(format: String?, choices: [String])
    case integer(ClosedRange<Int>?)
    case number(ClosedRange<Double>?)
    case boolean
    case anything
  }

  private let kind: Kind
  private let summary: String

  /// An object with these members and no others.
  package static func object(_ summary: String, _ members: [Member]) -> JSONSchema {
    JSONSchema(kind: .object(members), summary: summary)
  }

  /// An object with members of any name that have a form.
  package static func map(_ summary: String, of value: JSONSchema) -> JSONSchema {
    JSONSchema(kind: .map(value), summary: summary)
  }

  /// A list of values of a form.
  package static func array(_ summary: String, of element: JSONSchema) -> JSONSchema {
    JSONSchema(kind: .array(element), summary: summary)
  }

  /// A list of values each of which has a form of its own.
  package static func tuple(_ summary: String, _ elements: [JSONSchema]) -> JSONSchema {
    JSONSchema(kind: .tuple(elements), summary: summary)
  }

  /// A text; of a format such as `uri`, or one of some words.
  package static func text(
    _ summary: String, format: String? = nil, choices: [String] = []
  ) -> JSONSchema {
    JSONSchema(kind: .text(format: format, choices: choices), summary: summary)
  }

  /// A whole number.
  package static func integer(_ summary: String, in range: ClosedRange<Int>? = nil) -> JSONSchema {
    JSONSchema(kind: .integer(range), summary: summary)
  }

  /// A number.
  package static func number(
    _ summary: String, in range: ClosedRange<Double>? = nil
  ) -> JSONSchema {
    JSONSchema(kind: .number(range), summary: summary)
  }

  /// A truth value.
  package static func boolean(_ summary: String) -> JSONSchema {
    JSONSchema(kind: .boolean, summary: summary)
  }

  /// Any value.
  package static func anything(_ summary: String) -> JSONSchema {
    JSONSchema(kind: .anything, summary: summary)
  }

  /// The schema as JSON.
  package var json: JSONValue {
    .object(members + [JSONMember("description", .string(summary))])
  }

  private var members: [JSONMember] {
    switch kind {
    case .object(let members):
      [
        JSONMember("type", .string("object")),
        JSONMember(
          "properties", .object(members.map { JSONMember($0.name, $0.schema.json) })),
        JSONMember(
          "required", .array(members.filter(\.isRequired).map { .string($0.name) })),
        JSONMember("additionalProperties", .boolean(false)),
      ]
    case .map(let value):
      [
        JSONMember("type", .string("object")), JSONMember("additionalProperties", value.json),
      ]
    case .array(let element):
      [JSONMember("type", .string("array")), JSONMember("items", element.json)]
    case .tuple(let elements):
      [
        JSONMember("type", .string("array")),
        JSONMember("prefixItems", .array(elements.map(\.json))),
        JSONMember("items", .boolean(false)),
      ]
    case .text(let format, let choices):
      [JSONMember("type", .string("string"))]
        + (format.map { [JSONMember("format", .string($0))] } ?? [])
        + (choices.isEmpty ? [] : [JSONMember("enum", .array(choices.map { .string($0) }))])
    case .integer(let range):
      [JSONMember("type", .string("integer"))]
        + (range.map {
          [
            JSONMember("minimum", .integer(Int64($0.lowerBound))),
            JSONMember("maximum", .integer(Int64($0.upperBound))),
          ]
        } ?? [])
    case .number(let range):
      [JSONMember("type", .string("number"))]
        + (range.map {
          [
            JSONMember("minimum", .double($0.lowerBound)),
            JSONMember("maximum", .double($0.upperBound)),
          ]
        } ?? [])
    case .boolean: [JSONMember("type", .string("boolean"))]
    case .anything: []
    }
  }
}

extension APIParameter {
  /// The form of the value, as it stands in an address.
  var schema: JSONValue {
    switch kind {
    case .text(let bytes):
      .object([
        JSONMember("type", .string("string")),
        JSONMember("minLength", .integer(Int64(bytes.lowerBound))),
        JSONMember("maxLength", .integer(Int64(bytes.upperBound))),
      ])
    case .choice(let words): JSONSchema.text(summary, choices: words).json
    case .integer(let range, let value):
      .object([
        JSONMember("type", .string("integer")),
        JSONMember("minimum", .integer(Int64(range.lowerBound))),
        JSONMember("maximum", .integer(Int64(range.upperBound))),
        JSONMember("default", .integer(Int64(value))),
      ])
    case .flag:
      .object([
        JSONMember("type", .string("integer")),
        JSONMember("enum", .array([.integer(0), .integer(1)])),
        JSONMember("default", .integer(0)),
      ])
    }
  }
}
