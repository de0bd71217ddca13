import FresnelModel
import FresnelTestSupport
import Testing

@Suite("Partial updates")
struct EncodedItemMergeTests {
  private func encoded(_ item: Item) throws -> EncodedItem {
    try EncodedItem(validating: ItemCodec.encode(item))
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `merging bytes does what merging items does`(seed: UInt64) throws {
    var items = RandomItems(seed: seed)
    var model = items.item()
    var stored = try encoded(model)
    for step in 0..<4 {
      let update = items.item(isUpdate: step == 3 ? nil : true)
      model = model.merged(with: update)
      stored = try EncodedItem(validating: stored.merged(with: encoded(update)))
      #expect(try Array(stored.bytes) == ItemCodec.encode(model), "seed \(seed), step \(step)")
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `two updates can be merged first`(seed: UInt64) throws {
    var items = RandomItems(seed: seed)
    let base = try encoded(items.item(isUpdate: false))
    let first = try encoded(items.item(isUpdate: true))
    let second = try encoded(items.item(isUpdate: true))
    let oneByOne = try EncodedItem(validating: base.merged(with: first)).merged(with: second)
    let both = try EncodedItem(validating: first.merged(with: second))
    #expect(both.isUpdate)
    #expect(try base.merged(with: both) == oneByOne, "seed \(seed)")
  }

  @Test func `an item that grows by updates has the limit of an item`() throws {
    func update(_ name: String, _ byteCount: Int) throws -> EncodedItem {
      var item = Item(uniqueIdentifier: "a", isUpdate: true)
      item.attributes[.custom(CustomAttributeKey(name: name))] = .data(
        Array(repeating: 7, count: byteCount))
      return try encoded(item)
    }
    var stored = try encoded(Item(uniqueIdentifier: "a"))
    let step = ItemLimits.itemByteCount / 4
    for number in 0..<3 {
      stored = try EncodedItem(opening: stored.merged(with: update("own_\(number)", step)))
    }
    // What is left, but for the row of the attribute, its name and its length.
    let overhead = try stored.merged(with: update("own_3", 0)).count - stored.byteCount
    let rest = ItemLimits.itemByteCount - stored.byteCount - overhead - 3
    let largest = try stored.merged(with: update("own_3", rest))
    #expect(largest.count == ItemLimits.itemByteCount)
    #expect(throws: Never.self) { try EncodedItem(validating: largest) }
    let error = #expect(throws: ModelError.self) {
      try stored.merged(with: update("own_3", rest + 1))
    }
    #expect(error?.code == .tooLarge && error?.attribute == "own_3")
  }

  @Test func `an item that grows by updates has the limit of attributes`() throws {
    func update(_ names: Range<Int>) throws -> EncodedItem {
      var item = Item(uniqueIdentifier: "a", isUpdate: true)
      for name in names {
        item.attributes[.custom(CustomAttributeKey(name: "own_\(name)"))] = .boolean(true)
      }
      return try encoded(item)
    }
    let most = ItemLimits.attributeCount
    let stored = try EncodedItem(
      opening: encoded(Item(uniqueIdentifier: "a")).merged(with: update(0..<most)))
    // What replaces needs no room.
    #expect(throws: Never.self) { try stored.merged(with: update(most - 1..<most)) }
    let error = #expect(throws: ModelError.self) {
      try stored.merged(with: update(most..<most + 1))
    }
    #expect(error?.code == .tooLarge)
  }

  @Test func `an update sets, replaces and deletes`() throws {
    let stored = Item(
      uniqueIdentifier: "a", domainIdentifier: "d", expiration: Timestamp(secondsSince1970: 1),
      attributes: Attributes([
        .builtIn(.title): .string("Old"), .builtIn(.city): .string("Rome"),
        .builtIn(.rating): .integer(3),
      ]))
    let update = Item(
      uniqueIdentifier: "a", expiration: Timestamp(secondsSince1970: 2),
      attributes: Attributes([
        .builtIn(.title): .string("New"), .builtIn(.city): .null, .builtIn(.album): .null,
        .builtIn(.genre): .string("Jazz"),
      ]), isUpdate: true)
    let merged = try EncodedItem(validating: encoded(stored).merged(with: encoded(update))).item()
    #expect(
      merged
        == Item(
          uniqueIdentifier: "a", domainIdentifier: "d",
          expiration: Timestamp(secondsSince1970: 2),
          attributes: Attributes([
            .builtIn(.title): .string("New"), .builtIn(.rating): .integer(3),
            .builtIn(.genre): .string("Jazz"),
          ])))
  }

  @Test func `an update's flags of a custom key replace the stored ones`() throws {
    func item(_ isSearchable: Bool, isUpdate: Bool) -> Item {
      let key = CustomAttributeKey(name: "a", isSearchable: isSearchable)
      return Item(
        uniqueIdentifier: "a", attributes: Attributes([.custom(key): .integer(1)]),
        isUpdate: isUpdate)
    }
    let merged = try EncodedItem(
      validating: encoded(item(true, isUpdate: false)).merged(
        with: encoded(item(false, isUpdate: true))))
    guard case .custom(let key) = try merged.attribute(at: 0).key else {
      Issue.record("no custom attribute")
      return
    }
    #expect(!key.isSearchable)
  }

  @Test func `an update of an unknown item makes a whole one`() throws {
    let update = Item(
      uniqueIdentifier: "a", domainIdentifier: "d",
      attributes: Attributes([.builtIn(.title): .string("T"), .builtIn(.city): .null]),
      isUpdate: true)
    let whole = try EncodedItem(validating: encoded(update).wholeItem()).item()
    #expect(
      whole
        == Item(
          uniqueIdentifier: "a", domainIdentifier: "d",
          attributes: Attributes([.builtIn(.title): .string("T")])))
  }

  @Test func `a whole item replaces`() throws {
    let stored = Item(
      uniqueIdentifier: "a", attributes: Attributes([.builtIn(.title): .string("Old")]))
    let new = Item(
      uniqueIdentifier: "a", attributes: Attributes([.builtIn(.city): .string("Rome")]))
    #expect(try encoded(stored).merged(with: encoded(new)) == ItemCodec.encode(new))
  }
}
