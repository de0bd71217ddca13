import FresnelModel
import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("SegmentBuilder")
struct SegmentBuilderTests {
  @Test(
    "a segment holds what a naive model says: order, postings, prefixes, keys",
    arguments: [(1, 0), (2, 1), (3, 40), (4, 300), (5, 1300), (6, 400)] as [(UInt64, Int)])
  func model(seed: UInt64, count: Int) throws {
    // Few words make long lists, many make prefixes of many terms.
    var random = SegmentItems(seed: seed, wordCount: seed == 6 ? 2500 : 25)
    let model = SegmentModel(entries: try random.entries(count))
    let segment = try SegmentFixture.image(model.entries)
    try SegmentFixture.expectEqual(try SegmentContent(segment), model.content, "seed \(seed)")
    if [5, 6].contains(seed) { #expect(!model.content.prefixes.isEmpty) }
  }

  @Test("a file holds the same as an image, and so does an encrypted one")
  func files() throws {
    var random = SegmentItems(seed: 11)
    let entries = try random.entries(200)
    let expected = try SegmentContent(SegmentFixture.image(entries))
    for key in [nil, EncryptionKey([UInt8](repeating: 7, count: 32).span.bytes)] {
      let storage = FaultyStorage()
      let segment = try SegmentFixture.file(entries, storage: storage, key: key)
      try SegmentFixture.expectEqual(try SegmentContent(segment), expected, "file")
    }
  }

  @Test("documents are found by scope and identifier, others are not")
  func identifiers() throws {
    var random = SegmentItems(seed: 21)
    let segment = try SegmentFixture.image(try random.entries(50))
    for document in 0..<UInt32(segment.documentCount) {
      let row = try segment.documents.row(document)
      let scope = row.scope
      let identifier = Array(row.identifier)
      for other in 0..<UInt32(segment.scopes.count) {
        let found = try identifier.withUnsafeBufferPointer { identifier throws(StorageError) in
          try segment.find(scope: other, identifier: identifier)
        }
        #expect(found == (other == scope ? document : nil))
      }
    }
  }

  @Test("a key of a long domain is cut, and says that it may be")
  func longDomains() throws {
    let domain = String(repeating: "d", count: 2 * TermScratch.maximumLength)
    let key = SegmentKeys.domain(domain.utf8, scope: 3)
    #expect(key.count == TermScratch.maximumLength)
    #expect(SegmentKeys.mayBeCut(key))
    #expect(!SegmentKeys.mayBeCut(SegmentKeys.domain("mail".utf8, scope: 3)))
  }
}
