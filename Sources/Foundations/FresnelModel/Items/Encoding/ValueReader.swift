/// Reads the values of one attribute, all at once or just their texts.
struct ValueReader {
  private var reader: ByteReader
  private var valueCount = 1

  init(_ reader: ByteReader) {
    self.reader = reader
  }

  /// The value, which must fill the bytes exactly.
  mutating func value(_ tag: ValueTag) throws(ModelError) -> AttributeValue {
    let value = try value(tag, depth: 0)
    guard reader.isAtEnd else { throw reader.damaged("a value is shorter than its place") }
    return value
  }

  /// Calls `body` with the place of each text of the value, in order, and checks all of it.
  ///
  /// Texts are what a text query looks at: strings, URLs, the texts of all languages, names and
  /// handles of people, and those inside arrays and dictionaries; keys of dictionaries are not.
  mutating func forEachText(
    _ tag: ValueTag, _ body: (Range<Int>) -> Void
  ) throws(ModelError) {
    try forEachElement(tag) { if case .text(let run) = $0 { body(run) } }
  }

  /// A part of a value that comparisons look at; a text is the place of its bytes.
  enum Element {
    case text(Range<Int>)
    case integer(Int64)
    case double(Double)
    case boolean(Bool)
    case date(Double)
  }

  /// Calls `body` with each element of the value, in order, and checks all of it. Data and nulls are
  /// no elements.
  mutating func forEachElement(
    _ tag: ValueTag, _ body: (Element) -> Void
  ) throws(ModelError) {
    try visit(tag, depth: 0, body)
    guard reader.isAtEnd else { throw reader.damaged("a value is shorter than its place") }
  }

  // MARK: - Values

  private mutating func value(_ tag: ValueTag, depth: Int) throws(ModelError) -> AttributeValue {
    switch tag {
    case .null: return .null
    case .booleanFalse: return .boolean(false)
    case .booleanTrue: return .boolean(true)
    case .integer: return .integer(try reader.integer())
    case .double: return .double(try reader.double())
    case .date: return .date(Timestamp(secondsSinceReferenceDate: try reader.double()))
    case .string: return .string(try reader.string())
    case .data: return .data(try reader.data())
    case .url: return .url(try reader.string())
    case .person: return .person(try person())
    case .localizedString:
      var order = KeyOrder()
      var texts: [String: String] = [:]
      for _ in 0..<(try beginCollection(depth: 0)) {
        let language = try key(&order)
        texts[language] = try reader.string()
      }
      return .localizedString(texts)
    case .array:
      let count = try beginCollection(depth: depth + 1)
      var values: [AttributeValue] = []
      values.reserveCapacity(count)
      for _ in 0..<count {
        values.append(try value(try reader.tag(), depth: depth + 1))
      }
      return .array(values)
    case .dictionary:
      var order = KeyOrder()
      var values: [String: AttributeValue] = [:]
      for _ in 0..<(try beginCollection(depth: depth + 1)) {
        let key = try key(&order)
        values[key] = try value(try reader.tag(), depth: depth + 1)
      }
      return .dictionary(values)
    }
  }

  private mutating func person() throws(ModelError) -> Person {
    let flags = try personFlags()
    let displayName = flags & 1 != 0 ? try reader.string() : nil
    let handleIdentifier = try reader.string()
    let contactIdentifier = flags & 2 != 0 ? try reader.string() : nil
    var handles: [String] = []
    for _ in 0..<(try beginCollection(depth: 0)) { handles.append(try reader.string()) }
    return Person(
      displayName: displayName, handles: handles, handleIdentifier: handleIdentifier,
      contactIdentifier: contactIdentifier)
  }

  // MARK: - Elements

  private mutating func visit(
    _ tag: ValueTag, depth: Int, _ body: (Element) -> Void
  ) throws(ModelError) {
    switch tag {
    case .null: break
    case .booleanFalse: body(.boolean(false))
    case .booleanTrue: body(.boolean(true))
    case .integer: body(.integer(try reader.integer()))
    case .double: body(.double(try reader.double()))
    case .date: body(.date(try reader.double()))
    case .string, .url: body(.text(try reader.utf8Run()))
    case .data: _ = try reader.run()
    case .person:
      let flags = try personFlags()
      if flags & 1 != 0 { body(.text(try reader.utf8Run())) }
      _ = try reader.utf8Run()
      if flags & 2 != 0 { _ = try reader.utf8Run() }
      for _ in 0..<(try beginCollection(depth: 0)) { body(.text(try reader.utf8Run())) }
    case .localizedString:
      var order = KeyOrder()
      for _ in 0..<(try beginCollection(depth: 0)) {
        _ = try key(&order)
        body(.text(try reader.utf8Run()))
      }
    case .array:
      for _ in 0..<(try beginCollection(depth: depth + 1)) {
        try visit(try reader.tag(), depth: depth + 1, body)
      }
    case .dictionary:
      var order = KeyOrder()
      for _ in 0..<(try beginCollection(depth: depth + 1)) {
        _ = try key(&order)
        try visit(try reader.tag(), depth: depth + 1, body)
      }
    }
  }

  // MARK: - Parts

  private mutating func personFlags() throws(ModelError) -> UInt8 {
    let flags = try reader.byte()
    guard flags <= 3 else { throw reader.damaged("unknown flags of a person") }
    return flags
  }

  private mutating func beginCollection(depth: Int) throws(ModelError) -> Int {
    guard depth <= ItemLimits.depth else { throw reader.damaged("collections nest too deeply") }
    let count = try reader.count()
    valueCount += count
    guard valueCount <= ItemLimits.valueCount else { throw reader.damaged("too many values") }
    return count
  }

  private mutating func key(_ order: inout KeyOrder) throws(ModelError) -> String {
    let key = try reader.string()
    guard order.admits(key) else { throw reader.damaged("keys are out of order or repeated") }
    return key
  }
}

/// Proves that the keys of a dictionary ascend by bytes and are distinct as strings.
private struct KeyOrder {
  private var last: String?
  /// Strings with other bytes can be equal only outside ASCII, so only such keys are remembered.
  private var composed: Set<String> = []

  mutating func admits(_ key: String) -> Bool {
    if let last, !last.utf8.lexicographicallyPrecedes(key.utf8) { return false }
    last = key
    return key.utf8.allSatisfy { $0 < 0x80 } || composed.insert(key).inserted
  }
}
