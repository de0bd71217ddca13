import FresnelModel
import FresnelTestSupport
import Testing

@testable import FresnelSegments

@Suite("Items that lists showed last")
struct RecentItemsTests {
  @Test(
    "an item asked for in any order is the one that was added",
    arguments: DocumentFixture.Place.allCases, [false, true])
  func sameItems(place: DocumentFixture.Place, compresses: Bool) throws {
    let seed = UInt64.random(in: 0...1_000_000)
    let fixture = try DocumentFixture(
      DocumentFixture.random(count: 300, seed: seed), in: place, compresses: compresses)
    let store = try DocumentStore(fixture.source, fixture.location)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<1000 {
      // As in lists of one person: some again and again, others once.
      let document = UInt32(
        generator.once(in: 2) ? generator.below(20) : generator.below(fixture.documents.count))
      var reader = ItemReader(store, DocumentPatches())
      #expect(
        try reader.shownItem(document) == fixture.documents[Int(document)].item,
        "document \(document), seed \(seed)")
    }
  }

  @Test("what was shown is not decompressed again")
  func keepsShown() throws {
    let fixture = try DocumentFixture(
      DocumentFixture.random(count: 300, seed: 1), in: .encryptedFile, compresses: true)
    let store = try DocumentStore(fixture.source, fixture.location)
    func blockCount(_ documents: Range<UInt32>) throws -> Int {
      var count = 0
      for document in documents {
        var reader = ItemReader(store, DocumentPatches())
        _ = try reader.shownItem(document)
        count += reader.blockCount
      }
      return count
    }
    let first = try blockCount(0..<20)
    #expect(first > 0)
    #expect(try blockCount(0..<20) == 0)
    // Others have their own.
    #expect(try blockCount(20..<40) > 0)
  }

  @Test("an item that is asked for again stays, an old one and a long one go")
  func bounds() throws {
    let recent = RecentItems<UInt32, EncodedItem>(byteCount: 64_000) { $0.byteCount }
    let short = try Self.item("short", byteCount: 900)
    for document in 0..<200 as Range<UInt32> {
      recent.keep(short, document)
      // Asked for at each turn, so it stays.
      #expect(recent.item(0) != nil, "\(document)")
    }
    let kept = (0..<200 as Range<UInt32>).filter { recent.item($0) != nil }
    #expect(kept.contains(199) && !kept.contains(50))
    recent.keep(try Self.item("long", byteCount: 4100), 1000)
    #expect(recent.item(1000) == nil)
  }

  @Test("never holds more than it may, nor gives another item", arguments: 0..<8 as Range<UInt64>)
  func staysWithinItsBound(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let recent = RecentItems<[UInt8], EncodedItem>(byteCount: 40_000) { $0.byteCount }
    var foundCount = 0
    for _ in 0..<2_000 {
      let name = "\(Int.random(in: 0..<60, using: &random))"
      if let found = recent.item(Array(name.utf8)) {
        foundCount += 1
        try #require(found.uniqueIdentifier == name, "seed \(seed)")
      } else {
        let byteCount = Int.random(in: 0..<3_000, using: &random)
        recent.keep(try Self.item(name, byteCount: byteCount), Array(name.utf8))
      }
      try #require(recent.byteCount <= 40_000, "seed \(seed)")
    }
    #expect(foundCount > 0, "seed \(seed)")
  }

  private static func item(_ name: String, byteCount: Int) throws -> EncodedItem {
    var attributes = Attributes()
    attributes[.textContent] = .string(String(repeating: "x", count: byteCount))
    return try EncodedItem(
      opening: ItemCodec.encode(Item(uniqueIdentifier: name, attributes: attributes)))
  }
}
