import FresnelModel

extension JSONValue {
  /// A number with so many digits after the point.
  static func rounded(_ value: Double, digits: Int) -> JSONValue {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    return .double((value * scale).rounded() / scale)
  }

  /// A count.
  static func count(_ value: Int) -> JSONValue { .integer(Int64(value)) }

  /// The number that this is; `nil` for anything else.
  var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  /// The members of an object; none of anything else.
  var members: [JSONMember] {
    if case .object(let members) = self { members } else { [] }
  }

  /// The elements of an array; none of anything else.
  var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }

  /// The value found by following member names.
  subscript(path path: [String]) -> JSONValue? {
    var value: JSONValue? = self
    for name in path { value = value?[name] }
    return value
  }

  /// Sets a member of an object; what is no object becomes one.
  mutating func set(_ name: String, _ value: JSONValue) {
    var members = members
    if let position = members.firstIndex(where: { $0.name == name }) {
      members[position].value = value
    } else {
      members.append(JSONMember(name, value))
    }
    self = .object(members)
  }
}
