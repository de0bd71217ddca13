import FresnelModel
import FresnelTestSupport
import Testing

@Suite("EncodedItem")
struct EncodedItemTests {
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `reading one attribute at a time gives what decoding the item gives`(seed: UInt64) throws {
    var items = RandomItems(seed: seed)
    let item = items.item()
    let encoded = try EncodedItem(opening: ItemCodec.encode(item))
    #expect(encoded.uniqueIdentifier == item.uniqueIdentifier, "seed \(seed)")
    #expect(encoded.domainIdentifier == item.domainIdentifier, "seed \(seed)")
    #expect(encoded.expiration == item.expiration, "seed \(seed)")
    #expect(encoded.isUpdate == item.isUpdate, "seed \(seed)")
    #expect(encoded.attributeCount == item.attributes.values.count, "seed \(seed)")
    for (key, value) in item.attributes.values {
      #expect(try encoded.decodedValue(for: key) == value, "seed \(seed)")
    }
    for _ in 0..<20 {
      let key = items.key()
      #expect(try encoded.decodedValue(for: key) == item.attributes[key], "seed \(seed)")
    }
    var seen: [AttributeKey: AttributeValue] = [:]
    try encoded.forEachAttribute { seen[$0] = $1 }
    #expect(seen == item.attributes.values, "seed \(seed)")
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `the texts visited are those in the values`(seed: UInt64) throws {
    var items = RandomItems(seed: seed)
    let item = items.item()
    let encoded = try EncodedItem(opening: ItemCodec.encode(item))
    var visited: [AttributeKey: [String]] = [:]
    try encoded.forEachText { key, text in
      visited[key, default: []].append(String(decoding: text, as: UTF8.self))
    }
    for (key, value) in item.attributes.values {
      #expect(visited[key, default: []] == Self.texts(in: value), "seed \(seed)")
    }
    var some: Set<AttributeKey> = []
    try encoded.forEachText(where: { $0 == .builtIn(.title) }) { key, _ in some.insert(key) }
    #expect(some.subtracting([.builtIn(.title)]).isEmpty, "seed \(seed)")
  }

  /// The texts of a value, by the definition rather than by the bytes.
  private static func texts(in value: AttributeValue) -> [String] {
    func ordered<Value>(_ values: [String: Value]) -> [Value] {
      values.sorted { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }
        .map(\.value)
    }
    switch value {
    case .null, .integer, .double, .boolean, .date, .data: return []
    case .string(let text), .url(let text): return [text]
    case .person(let person): return (person.displayName.map { [$0] } ?? []) + person.handles
    case .localizedString(let texts): return ordered(texts)
    case .array(let values): return values.flatMap(texts)
    case .dictionary(let values): return ordered(values).flatMap(texts)
    }
  }

  @Test func `items share a buffer`() throws {
    var items = RandomItems(seed: 1)
    var buffer: [UInt8] = [1, 2, 3]
    var expected: [(Range<Int>, Item)] = []
    for _ in 0..<20 {
      let item = items.item()
      let start = buffer.count
      buffer += try ItemCodec.encode(item)
      expected.append((start..<buffer.count, item))
    }
    for (range, item) in expected {
      let encoded = try EncodedItem(opening: buffer, in: range)
      try encoded.validate()
      #expect(try encoded.item() == item)
      #expect(encoded.bytes == buffer[range])
    }
    #expect(throws: ModelError.self) { try EncodedItem(opening: buffer, in: 0..<buffer.count) }
    #expect(throws: ModelError.self) {
      try EncodedItem(opening: buffer, in: 3..<buffer.count + 1)
    }
  }

  @Test func `a damaged attribute is reported by name and leaves the others readable`() throws {
    let item = Item(
      uniqueIdentifier: "a",
      attributes: Attributes([.builtIn(.title): .string("Title"), .builtIn(.city): .string("Rome")])
    )
    var bytes = try ItemCodec.encode(item)
    // The last byte belongs to the city, whose number is the higher one.
    bytes[bytes.count - 1] = 0xff
    let encoded = try EncodedItem(opening: bytes)
    #expect(try encoded.decodedValue(for: .builtIn(.title)) == .string("Title"))
    let error = #expect(throws: ModelError.self) {
      try encoded.decodedValue(for: .builtIn(.city))
    }
    #expect(error?.code == .damaged)
    #expect(error?.attribute == "city")
    #expect(throws: ModelError.self) { try encoded.validate() }
  }

  @Test func `a newer version is refused as such`() throws {
    var bytes = try ItemCodec.encode(Item(uniqueIdentifier: "a"))
    bytes[2] = 2
    let error = #expect(throws: ModelError.self) { try EncodedItem(opening: bytes) }
    #expect(error?.code == .unsupportedVersion)
    #expect(
      error?.message == "The encoded item has version 2; this software reads version 1.")
  }
}
