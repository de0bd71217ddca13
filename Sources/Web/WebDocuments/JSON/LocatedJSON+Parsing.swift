internal import FresnelModel

extension LocatedJSON {
  /// How deeply arrays and objects may nest unless something else is said; nothing allows more.
  package static let maximumDepth = 128
  /// The most values that a text may hold.
  package static let maximumCount = 200_000

  /// Parses a JSON text by the letter of RFC 8259: UTF-8 without a byte-order mark, and nothing but one value and
  /// white space.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - maximumDepth: How deeply arrays and objects may nest, ``maximumDepth`` at most.
  /// - Returns: The value.
  /// - Throws: ``LocatedJSONError`` for what the grammar does not know, for half of a surrogate pair, for a number
  ///   beyond the range of a binary64, and for what nests deeper or holds more values than is read.
  /// - Complexity: O(*b*) in the number of bytes.
  package static func parse(
    _ bytes: [UInt8], maximumDepth: Int = LocatedJSON.maximumDepth
  ) throws(LocatedJSONError) -> LocatedJSON {
    var parser = LocatedJSONParser(bytes, maximumDepth: min(maximumDepth, Self.maximumDepth))
    do {
      return try parser.document()
    } catch {
      throw LocatedJSONError(error)
    }
  }
}

/// A recursive-descent parser; nesting is bounded by ``LocatedJSON/maximumDepth``.
private struct LocatedJSONParser {
  private var scanner: JSONScanner
  private let maximumDepth: Int
  private var count = 0

  init(_ bytes: [UInt8], maximumDepth: Int) {
    scanner = JSONScanner(bytes[...])
    self.maximumDepth = maximumDepth
  }

  mutating func document() throws(JSONError) -> LocatedJSON {
    let value = try value(depth: 0)
    try scanner.end()
    return value
  }

  private mutating func value(depth: Int) throws(JSONError) -> LocatedJSON {
    scanner.skipWhiteSpace()
    let offset = scanner.position
    guard count < LocatedJSON.maximumCount else {
      throw scanner.error("there are more than \(LocatedJSON.maximumCount) values")
    }
    count += 1
    let value: LocatedJSON.Value
    switch try scanner.beginning() {
    case .object: value = .object(try members(depth: depth + 1))
    case .array: value = .array(try values(depth: depth + 1))
    case .string: value = .string(try scanner.string())
    case .boolean(let boolean): value = .boolean(boolean)
    case .null: value = .null
    case .number: value = try number()
    }
    return LocatedJSON(value, offset: offset)
  }

  private mutating func members(depth: Int) throws(JSONError) -> [LocatedJSON.Member] {
    try scanner.open(depth: depth, of: maximumDepth)
    var members: [LocatedJSON.Member] = []
    while try scanner.next(closing: "}", isFirst: members.isEmpty) {
      let offset = scanner.position
      let name = try scanner.name()
      try scanner.colon()
      members.append(
        LocatedJSON.Member(name: name, nameOffset: offset, value: try value(depth: depth)))
    }
    return members
  }

  private mutating func values(depth: Int) throws(JSONError) -> [LocatedJSON] {
    try scanner.open(depth: depth, of: maximumDepth)
    var values: [LocatedJSON] = []
    while try scanner.next(closing: "]", isFirst: values.isEmpty) {
      values.append(try value(depth: depth))
    }
    return values
  }

  private mutating func number() throws(JSONError) -> LocatedJSON.Value {
    let start = scanner.position
    let text = try scanner.number().text
    guard let number = Double(text), number.isFinite else {
      throw scanner.error("the number is out of range", at: start)
    }
    return .number(number, text: text)
  }
}
