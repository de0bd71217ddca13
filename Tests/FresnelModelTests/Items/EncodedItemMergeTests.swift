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
