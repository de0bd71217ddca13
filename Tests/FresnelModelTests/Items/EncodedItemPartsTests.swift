import FresnelModel
import FresnelTestSupport
import Testing

@Suite("EncodedItem in parts")
struct EncodedItemPartsTests {
  @Test("an item split by any choice of attributes is put together byte for byte")
  func partsMakeTheSameItem() throws {
    for seed in 0..<400 as Range<UInt64> {
      var items = RandomItems(seed: seed)
      let item = try EncodedItem(validating: ItemCodec.encode(items.item()))
      let divisor = UInt16(1 + items.generator.below(4))
      let (selected, rest) = try parts(of: item) { id, _ in id.rawValue % divisor == 0 }
      #expect(try joined(item, selected, rest) == item, "seed \(seed)")
    }
  }

  @Test("one part alone makes an item with the attributes selected")
  func onePartMakesASmallerItem() throws {
    for seed in 0..<200 as Range<UInt64> {
      var items = RandomItems(seed: seed)
      let item = items.item()
      let encoded = try EncodedItem(validating: ItemCodec.encode(item))
      let (selected, _) = try parts(of: encoded) { id, _ in id.rawValue < 50 }
      var expected = item
      expected.attributes = Attributes(
        item.attributes.values.filter {
          if case .builtIn(let id) = $0.key { id.rawValue < 50 } else { false }
        })
      let part = try joined(encoded, selected, [])
      try part.validate()
      #expect(part.bytes == (try ItemCodec.encode(expected))[...], "seed \(seed)")
    }
  }

  @Test("a packed text is found, and an attribute of another type is not")
  func findsPackedText() throws {
    var attributes = Attributes()
    attributes[.title] = .string("Café")
    attributes[.kind] = .string(String(repeating: "k", count: 300))
    attributes[.displayName] = .localizedString(["en": "Coffee"])
    let item = try EncodedItem(
      validating: ItemCodec.encode(Item(uniqueIdentifier: "i", attributes: attributes)))
    let (selected, rest) = try parts(of: item) { _, _ in true }
    #expect(rest.isEmpty)
    selected.withUnsafeBytes { selected in
      func text(_ id: AttributeID) -> String? {
        EncodedItem.text(of: id, inPacked: selected).map { String(decoding: $0, as: UTF8.self) }
      }
      #expect(text(.title) == "Café")
      #expect(text(.kind) == String(repeating: "k", count: 300))
      #expect(text(.displayName) == nil)
      #expect(text(.textContent) == nil)
    }
  }

  @Test("the number of bytes that the choice is told is that of the value")
  func tellsTheLength() throws {
    var attributes = Attributes()
    attributes[.title] = .string("four")
    let item = try EncodedItem(
      validating: ItemCodec.encode(Item(uniqueIdentifier: "i", attributes: attributes)))
    _ = try parts(of: item) { _, byteCount in
      #expect(byteCount == 5)
      return true
    }
  }

  @Test("an attribute in both parts, or out of order, is refused")
  func refusesRepeatedAttributes() throws {
    var attributes = Attributes()
    attributes[.title] = .string("a")
    attributes[.kind] = .string("b")
    let item = try EncodedItem(
      validating: ItemCodec.encode(Item(uniqueIdentifier: "i", attributes: attributes)))
    let (all, _) = try parts(of: item) { _, _ in true }
    #expect(throws: ModelError.self) { try joined(item, all, all) }
    #expect(throws: ModelError.self) { try joined(item, all + all, []) }
  }

  @Test("damaged parts are refused or make some item, and never more")
  func survivesDamage() throws {
    for seed in 0..<3000 as Range<UInt64> {
      var items = RandomItems(seed: seed % 50)
      let item = try EncodedItem(validating: ItemCodec.encode(items.item()))
      var (selected, rest) = try parts(of: item) { id, _ in id.rawValue < 50 }
      var generator = SeededGenerator(seed: seed)
      selected = generator.mutate(selected)
      rest = generator.mutate(rest)
      let made = try? joined(item, selected, rest)
      _ = try? made?.validate()
      _ = selected.withUnsafeBytes { EncodedItem.text(of: .title, inPacked: $0)?.count }
    }
  }

  private func parts(
    of item: EncodedItem, where isSelected: (AttributeID, Int) -> Bool
  ) throws -> (selected: [UInt8], rest: [UInt8]) {
    var parts: ([UInt8], [UInt8]) = ([], [])
    try item.split(into: &parts.0, and: &parts.1, where: isSelected)
    return parts
  }

  private func joined(
    _ item: EncodedItem, _ selected: [UInt8], _ rest: [UInt8]
  ) throws -> EncodedItem {
    try item.uniqueIdentifierBytes.withUnsafeBytes { identifier in
      try (item.domainIdentifierBytes ?? []).withUnsafeBytes { domain in
        try selected.withUnsafeBytes { selected in
          try rest.withUnsafeBytes { rest in
            let frame = EncodedItem.Frame(
              identifier: identifier, domain: item.domainIdentifier == nil ? nil : domain,
              expiration: item.expiration?.secondsSinceReferenceDate, isUpdate: item.isUpdate)
            return try EncodedItem(frame, attributes: selected, rest)
          }
        }
      }
    }
  }
}
