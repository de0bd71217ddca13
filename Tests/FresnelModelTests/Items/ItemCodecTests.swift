import FresnelModel
import FresnelTestSupport
import Testing

@Suite("ItemCodec")
struct ItemCodecTests {
  @Test(arguments: 0..<300 as Range<UInt64>)
  func `what was encoded is decoded`(seed: UInt64) throws {
    var items = RandomItems(seed: seed)
    let item = items.item()
    let bytes = try ItemCodec.encode(item)
    let decoded = try EncodedItem(validating: bytes).item()
    #expect(decoded == item, "seed \(seed)")
    #expect(try ItemCodec.encode(decoded) == bytes, "seed \(seed)")
    // Equal keys may differ in flags, which equality does not see.
    for key in item.attributes.values.keys {
      guard case .custom(let custom) = key,
        case .custom(let stored)? = decoded.attributes.values.keys.first(where: { $0 == key })
      else { continue }
      #expect(stored.isSearchable == custom.isSearchable, "seed \(seed)")
      #expect(stored.isSearchableByDefault == custom.isSearchableByDefault, "seed \(seed)")
      #expect(stored.isUnique == custom.isUnique, "seed \(seed)")
      #expect(stored.isMultiValued == custom.isMultiValued, "seed \(seed)")
    }
  }

  @Test func `the order in which attributes were set does not show`() throws {
    let keys = AttributeTable.all.map { AttributeKey.builtIn($0.id) }
    var forwards = Item(uniqueIdentifier: "a")
    var backwards = Item(uniqueIdentifier: "a")
    for key in keys { forwards.attributes[key] = .string(key.name) }
    for key in keys.reversed() { backwards.attributes[key] = .string(key.name) }
    #expect(try ItemCodec.encode(forwards) == ItemCodec.encode(backwards))
  }

  @Test func `a whole item leaves out what is set to nil, an update keeps it`() throws {
    let attributes = Attributes([.builtIn(.title): .null, .builtIn(.city): .string("Rome")])
    let whole = Item(uniqueIdentifier: "a", attributes: attributes)
    let update = Item(uniqueIdentifier: "a", attributes: attributes, isUpdate: true)
    #expect(try EncodedItem(validating: ItemCodec.encode(whole)).item().attributes[.title] == nil)
    #expect(
      try EncodedItem(validating: ItemCodec.encode(update)).item().attributes[.title] == .null)
  }

  @Test func `both zeros are one value`() throws {
    func encoded(_ zero: Double) throws -> [UInt8] {
      try ItemCodec.encode(
        Item(uniqueIdentifier: "a", attributes: Attributes([.builtIn(.rating): .double(zero)])))
    }
    #expect(try encoded(0.0) == encoded(-0.0))
  }

  @Test(arguments: [Int64.min, -1, 0, 1, 63, 64, -64, -65, 1 << 53 + 1, .max])
  func `whole numbers are exact`(number: Int64) throws {
    let item = Item(
      uniqueIdentifier: "a", attributes: Attributes([.builtIn(.fileSize): .integer(number)]))
    #expect(try EncodedItem(validating: ItemCodec.encode(item)).item() == item)
  }

  // MARK: - What is refused

  private func error(_ value: AttributeValue, _ key: AttributeKey) -> ModelError? {
    let item = Item(uniqueIdentifier: "a", attributes: Attributes([key: value]))
    return #expect(throws: ModelError.self) { try ItemCodec.encode(item) }
  }

  @Test func `NaN is refused, and the attribute named`() {
    let error = error(.array([.double(.nan)]), .builtIn(.altitude))
    #expect(error?.code == .invalidValue)
    #expect(error?.attribute == "altitude")
    #expect(
      error?.message == "The attribute \"altitude\" holds a value that is not a number.")
  }

  @Test func `collections nest sixteen deep and no deeper`() throws {
    func nested(_ depth: Int) -> AttributeValue {
      (0..<depth).reduce(AttributeValue.integer(1)) { value, level in
        level.isMultiple(of: 2) ? .array([value]) : .dictionary(["a": value])
      }
    }
    let item = Item(
      uniqueIdentifier: "a", attributes: Attributes([.builtIn(.emailHeaders): nested(16)]))
    #expect(try EncodedItem(validating: ItemCodec.encode(item)).item() == item)
    let error = error(nested(17), .builtIn(.emailHeaders))
    #expect(error?.code == .invalidValue)
    #expect(error?.message == "The attribute \"emailHeaders\" nests collections deeper than 16.")
  }

  @Test func `a name that is no custom attribute's is refused`() {
    let error = error(.integer(1), .custom(CustomAttributeKey(name: "two words")))
    #expect(error?.code == .invalidName)
    #expect(error?.attribute == "two words")
  }

  @Test(arguments: [0, UInt16.max])
  func `a number that is no attribute's is refused`(number: UInt16) {
    let error = error(.integer(1), .builtIn(AttributeID(rawValue: number)))
    #expect(error?.code == .invalidName)
  }

  @Test func `an identifier has a limit`() throws {
    let longest = Item(uniqueIdentifier: String(repeating: "x", count: 64 << 10))
    #expect(try EncodedItem(validating: ItemCodec.encode(longest)).item() == longest)
    let error = #expect(throws: ModelError.self) {
      try ItemCodec.encode(
        Item(uniqueIdentifier: "a", domainIdentifier: String(repeating: "x", count: 64 << 10 + 1)))
    }
    #expect(error?.code == .tooLarge)
    #expect(error?.message == "The domain identifier has 65537 bytes; the limit is 65536.")
  }

  @Test func `an item has a limit, and the attribute that reaches it is named`() throws {
    let overhead = try ItemCodec.encode(
      Item(uniqueIdentifier: "a", attributes: Attributes([.builtIn(.thumbnailData): .data([])]))
    ).count
    // The length of so much data takes four bytes instead of one.
    let most = ItemLimits.itemByteCount - overhead - 3
    let largest = Item(
      uniqueIdentifier: "a",
      attributes: Attributes([.builtIn(.thumbnailData): .data(Array(repeating: 7, count: most))]))
    let bytes = try ItemCodec.encode(largest)
    #expect(bytes.count == ItemLimits.itemByteCount)
    #expect(throws: Never.self) { try EncodedItem(validating: bytes) }
    let error = error(.data(Array(repeating: 7, count: most + 1)), .builtIn(.thumbnailData))
    #expect(error?.code == .tooLarge)
    #expect(error?.attribute == "thumbnailData")
  }

  @Test func `an attribute holds about a million values at most`() {
    let half = AttributeValue.array(Array(repeating: .boolean(true), count: 1 << 19))
    let error = error(.array([half, half]), .builtIn(.keywords))
    #expect(error?.code == .tooLarge)
    #expect(error?.attribute == "keywords")
  }
}
