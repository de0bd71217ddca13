import FresnelModel
import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("PutOrder")
struct PutOrderTests {
  @Test("items are listed as they were put, from any place on", arguments: [0, 1, 2, 3, 129, 700])
  func itemsAreListedAsTheyWerePut(count: Int) throws {
    var random = SegmentItems(seed: UInt64(count))
    let entries = try random.entries(count)
    let segment = try SegmentFixture.file(entries, storage: FaultyStorage())
    for start in [0, count / 3, count] {
      #expect(
        try identifiers(segment, from: start)
          == entries[start...].map { Array($0.item.uniqueIdentifierBytes) })
    }
  }

  @Test("joined segments follow each other")
  func joinedSegmentsFollowEachOther() throws {
    var random = SegmentItems(seed: 5)
    let entries = try random.entries(300)
    let parts = try [entries[..<100], entries[100...]].map { entries in
      let segment = try SegmentFixture.image(Array(entries))
      return SegmentMerge.Part(segment, live: LiveDocuments(count: segment.documentCount))
    }
    let result = try #require(
      try SegmentMerge(parts, now: -.infinity).write(to: ByteSink.memory()))
    let segment = try Segment.open(try #require(result.image))
    #expect(
      try identifiers(segment, from: 0) == entries.map { Array($0.item.uniqueIdentifierBytes) })
  }

  private func identifiers(_ segment: Segment, from start: Int) throws -> [[UInt8]] {
    var order = PutOrder(segment, from: start)
    var identifiers: [[UInt8]] = []
    while let document = try order.next() {
      let row = try segment.documents.row(document)
      identifiers.append(Array(row.identifier))
    }
    return identifiers
  }
}
