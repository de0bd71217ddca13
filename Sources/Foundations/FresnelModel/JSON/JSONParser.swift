extension JSONValue {
  /// How deeply arrays and objects may nest in a text.
  public static let maximumDepth = 128

  /// Parses a JSON text, which must be UTF-8 and nothing but one value and white space.
  ///
  /// - Throws: ``JSONError`` with line and column. A name that comes twice in an object, half of a
  ///   surrogate pair and a number beyond the range of a binary64 are errors too.
  /// - Complexity: O(*b*) in the number of bytes.
  public static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
    try parse(bytes[...])
  }

  /// Parses a JSON text that is part of a buffer; places in errors count from the start of the part.
  ///
  /// - Throws: ``JSONError`` with line and column.
  /// - Complexity: O(*b*) in the number of bytes.
  public static func parse(_ bytes: ArraySlice<UInt8>) throws(JSONError) -> JSONValue {
    var parser = JSONParser(bytes)
    return try parser.document()
  }

  /// The same, with the whole numbers that no `Int64` holds and that were read with fewer digits than the text has.
  ///
  /// - Throws: ``JSONError`` with line and column.
  /// - Complexity: O(*b*) in the number of bytes.
  package static func parse(
    _ bytes: ArraySlice<UInt8>, shortened: inout Set<Double>
  ) throws(JSONError) -> JSONValue {
    var parser = JSONParser(bytes)
    let value = try parser.document()
    shortened = parser.shortened
    return value
  }
}

/// A recursive-descent parser; nesting is bounded by ``JSONValue/maximumDepth``.
private struct JSONParser {
  private var scanner: JSONScanner
  /// The whole numbers that were read with fewer digits than the text has.
  private(set) var shortened: Set<Double> = []

  init(_ bytes: ArraySlice<UInt8>) {
    scanner = JSONScanner(bytes)
  }

  mutating func document() throws(JSONError) -> JSONValue {
    let value = try value(depth: 0)
    try scanner.end()
    return value
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    switch try scanner.beginning() {
    case .object: return try object(depth: depth + 1)
    case .array: return try array(depth: depth + 1)
    case .string: return .string(try scanner.string())
    case .boolean(let boolean): return .boolean(boolean)
    case .null: return .null
    case .number: return try number()
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
    try scanner.open(depth: depth, of: JSONValue.maximumDepth)
    var members: [JSONMember] = []
    var names: Set<String> = []
    while try scanner.next(closing: "}", isFirst: members.isEmpty) {
      let start = scanner.position
      let name = try scanner.name()
      // Small objects are compared by looking, large ones with a set.
      if members.count == 16 { names = Set(members.map(\.name)) }
      let isRepeated =
        members.count < 16
        ? members.contains { $0.name == name } : !names.insert(name).inserted
      guard !isRepeated else {
        throw scanner.error("the name \"\(name)\" comes twice", at: start)
      }
      try scanner.colon()
      members.append(JSONMember(name, try value(depth: depth)))
    }
    return .object(members)
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
    try scanner.open(depth: depth, of: JSONValue.maximumDepth)
    var values: [JSONValue] = []
    while try scanner.next(closing: "]", isFirst: values.isEmpty) {
      values.append(try value(depth: depth))
    }
    return .array(values)
  }

  private mutating func number() throws(JSONError) -> JSONValue {
    let start = scanner.position
    let (text, isWhole) = try scanner.number()
    if isWhole, let integer = Int64(text) { return .integer(integer) }
    guard let double = Double(text), double.isFinite else {
      throw scanner.error("the number is out of range", at: start)
    }
    // 1 and twenty zeros is 1e+20, in which no digit is missing.
    if isWhole, Self.digits(text) != Self.digits("\(double)".prefix { $0 != "e" }) {
      shortened.insert(double)
    }
    return .double(double)
  }

  /// The digits of a number without those that say only how large it is.
  private static func digits(_ text: some StringProtocol) -> [UInt8] {
    var digits = text.utf8.filter { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    return digits
  }
}
