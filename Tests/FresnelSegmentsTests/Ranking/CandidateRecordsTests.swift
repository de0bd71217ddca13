import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelSegments

@Suite("The position records of candidates")
struct CandidateRecordsTests {
  private static let documentCount = 700

  /// Texts of no word up to some hundred, so that records are missing, short, or lie in two blocks.
  private static func entries(_ random: inout SeededGenerator) throws -> [SegmentModel.Entry] {
    try (0..<documentCount).map { number in
      let count = random.below(4) == 0 ? random.below(3) : random.below(400)
      let words = (0..<count).map { _ in "w\(random.below(300))" }
      var attributes = Attributes()
      attributes[.textContent] = .string(words.joined(separator: " "))
      let item = Item(uniqueIdentifier: "\(number)", attributes: attributes)
      return SegmentModel.Entry(
        scope: IndexScope(app: "a"), item: try EncodedItem(validating: ItemCodec.encode(item)))
    }
  }

  @Test("are those that each document has when it is read alone")
  func records() throws {
    let seed = UInt64.random(in: 0..<1 << 32)
    var random = SeededGenerator(seed: seed)
    let entries = try Self.entries(&random)
    let storage = FaultyStorage()
    _ = try SegmentFixture.file(entries, storage: storage)
    // A cache of few blocks has forgotten what it was told to load.
    let narrow = try Segment.open(
      ByteSource.open(
        "store/segment", storage: storage, cache: BlockCache(byteCount: 16 << 10), key: nil))
    let segments = [
      try SegmentFixture.image(entries), narrow,
      try SegmentFixture.open("store/segment", storage: storage),
    ]
    for segment in segments {
      for count in [0, 1, 15, 16, 17, 32, 300] {
        var documents = (0..<count).map { _ in UInt32(random.below(Self.documentCount)) }
        if random.below(2) == 0 { documents.sort() }
        var alone = PositionsReader(segment)
        var records = CandidateRecords(of: documents, in: segment)
        for document in documents {
          let expected = Array(try alone.record(document))
          let record = Array(try records.next())
          try #require(record == expected, "seed \(seed), \(count) documents")
        }
      }
    }
  }
}
