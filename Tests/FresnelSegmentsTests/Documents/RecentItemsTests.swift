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

  @Test("two generations of items are kept, and no long ones")
  func bounds() throws {
    var generator = SeededGenerator(seed: 3)
    let recent = RecentItems(generationByteCount: 32_000)
    func item(_ byteCount: Int) throws -> EncodedItem {
      var item = Item(uniqueIdentifier: "x")
      item.attributes[.textContent] = .string(String(repeating: "x", count: byteCount))
      return try DocumentFixture.document(item, &generator).item
    }
    let short = try item(900)
    for document in 0..<200 as Range<UInt32> {
      recent.keep(short, document)
      // Asked for at each turn, so it stays.
      #expect(recent.item(0) != nil, "\(document)")
    }
    let kept = (0..<200 as Range<UInt32>).filter { recent.item($0) != nil }
    #expect(kept.contains(199) && !kept.contains(50))
    #expect(kept.count * short.byteCount <= 64_000)
    recent.keep(try item(2000), 1000)
    #expect(recent.item(1000) == nil)
  }
}
