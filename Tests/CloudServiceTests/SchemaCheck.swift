import FresnelModel

/// Tells where a value is not as a schema says: the part of JSON Schema that the service's description uses.
struct SchemaCheck {
  /// What is wrong, each with its place.
  private(set) var faults: [String] = []

  /// The faults of a value.
  static func faults(of value: JSONValue, schema: JSONValue) -> [String] {
    var check = SchemaCheck()
    check.check(value, schema, at: "$")
    return check.faults
  }

  private mutating func check(_ value: JSONValue, _ schema: JSONValue, at place: String) {
    if case .string(let type) = schema["type"], !Self.isOf(type, value) {
      faults.append("\(place) is no \(type)")
      return
    }
    if case .array(let choices) = schema["enum"], !choices.contains(value) {
      faults.append("\(place) is none of the words")
    }
    if let number = Self.number(value) {
      if let least = schema["minimum"].flatMap(Self.number), number < least {
        faults.append("\(place) is too small")
      }
      if let most = schema["maximum"].flatMap(Self.number), number > most {
        faults.append("\(place) is too large")
      }
    }
    switch value {
    case .object(let members): check(members, schema, at: place)
    case .array(let elements): check(elements, schema, at: place)
    default: break
    }
  }

  private mutating func check(_ members: [JSONMember], _ schema: JSONValue, at place: String) {
    if case .array(let names) = schema["required"] {
      for case .string(let name) in names where !members.contains(where: { $0.name == name }) {
        faults.append("\(place).\(name) is missing")
      }
    }
    for member in members {
      if let own = schema["properties"]?[member.name] {
        check(member.value, own, at: "\(place).\(member.name)")
      } else if schema["additionalProperties"] == .boolean(false) {
        faults.append("\(place).\(member.name) is not described")
      } else if let others = schema["additionalProperties"] {
        check(member.value, others, at: "\(place).\(member.name)")
      }
    }
  }

  private mutating func check(_ elements: [JSONValue], _ schema: JSONValue, at place: String) {
    var first: [JSONValue] = []
    if case .array(let schemas) = schema["prefixItems"] { first = schemas }
    for (number, element) in elements.enumerated() {
      if number < first.count {
        check(element, first[number], at: "\(place)[\(number)]")
      } else if schema["items"] == .boolean(false) {
        faults.append("\(place)[\(number)] is not described")
      } else if let others = schema["items"] {
        check(element, others, at: "\(place)[\(number)]")
      }
    }
    if elements.count < first.count { faults.append("\(place) is too short") }
  }

  private static func isOf(_ type: String, _ value: JSONValue) -> Bool {
    switch (type, value) {
    case ("object", .object), ("array", .array), ("string", .string), ("boolean", .boolean),
      ("integer", .integer), ("number", .integer), ("number", .double):
      true
    default: false
    }
  }

  private static func number(_ value: JSONValue) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }
}
