import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelSegments

@Suite("The lengths that texts of a segment are compared with")
struct TextLengthsTests {
  private static let documentCount = 1_600
  private static let groupCount = documentCount / PositionFormat.groupCapacity

  /// A segment in a file whose reads are metered, of texts of 100 to 200 words: the records of 16 documents take less
  /// than a block, and those of all many blocks.
  private static func segment(_ seed: UInt64) throws -> (MeteredStorage, Segment) {
    var random = SeededGenerator(seed: seed)
    let entries = try (0..<documentCount).map { number in
      let words = (0..<100 + random.below(101)).map { _ in "w\(random.below(500))" }
      var attributes = Attributes()
      attributes[.textContent] = .string(words.joined(separator: " "))
      let item = Item(uniqueIdentifier: "\(number)", attributes: attributes)
      return SegmentModel.Entry(
        scope: IndexScope(app: "a"), item: try EncodedItem(validating: ItemCodec.encode(item)))
    }
    let storage = MeteredStorage()
    _ = try SegmentFixture.file(entries, storage: storage.base)
    let source = try ByteSource.open(
      "store/segment", storage: storage, cache: BlockCache(byteCount: 1 << 22), key: nil)
    return (storage, try Segment.open(source))
  }

  /// How many blocks something reads.
  private static func blockCount(
    _ storage: MeteredStorage, _ body: () throws -> Void
  ) rethrows -> Int {
    let before = storage.readByteCount
    try body()
    return (storage.readByteCount - before) / 4096
  }

  @Test("a sample reads few blocks, and tells about what all would")
  func sample() throws {
    let seed = UInt64.random(in: 0..<1 << 32)
    let (storage, segment) = try Self.segment(seed)
    var budget = SearchBudget()
    var some: TextLengths?
    let sampled = try Self.blockCount(storage) {
      some = try TextLengths(of: segment, sampleGroupCount: 10, &budget)
    }
    var all: TextLengths?
    let rest = try Self.blockCount(storage) {
      all = try TextLengths(of: segment, sampleGroupCount: Self.groupCount, &budget)
    }
    // Each of ten groups lies in two blocks at most; so do the places of all.
    #expect(sampled <= 22, "seed \(seed)")
    #expect(rest > 30, "seed \(seed)")
    let (part, whole) = (try #require(some).text, try #require(all).text)
    #expect(abs(part.documents - whole.documents) <= 1, "seed \(seed)")
    #expect(abs(part.words / whole.words - 1) < 0.1, "seed \(seed)")
  }

  @Test("a search that has to end reads no more, and what it read is not taken for the whole")
  func budget() throws {
    let seed = UInt64.random(in: 0..<1 << 32)
    let (storage, segment) = try Self.segment(seed)
    var cancelled = SearchBudget(isCancelled: { true })
    let first = try Self.blockCount(storage) {
      let lengths = try segment.textLengths(&cancelled)
      #expect(!lengths.isWhole, "seed \(seed)")
    }
    var budget = SearchBudget()
    let second = try Self.blockCount(storage) {
      let lengths = try segment.textLengths(&budget)
      #expect(lengths.isWhole, "seed \(seed)")
    }
    #expect(cancelled.isExhausted && first <= 22 && second > 30, "seed \(seed)")
    let third = try Self.blockCount(storage) { _ = try segment.textLengths(&budget) }
    #expect(third == 0, "seed \(seed)")
  }
}
