import FresnelModel
import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Positions")
struct PositionsTests {
  private static func segment(titled titles: [String]) throws -> Segment {
    let entries = try titles.enumerated().map { number, title in
      var attributes = Attributes()
      attributes[.title] = .string(title)
      let item = Item(uniqueIdentifier: "\(number)", attributes: attributes)
      return SegmentModel.Entry(
        scope: IndexScope(app: "a"), item: try EncodedItem(opening: try ItemCodec.encode(item)))
    }
    return try SegmentFixture.image(entries)
  }

  private static func record(of title: String) throws -> [UInt8] {
    var reader = PositionsReader(try segment(titled: [title]))
    return Array(try reader.record(0))
  }

  @Test("the record of the format's example has its bytes")
  func example() throws {
    #expect(try Self.record(of: "Big map") == [0x42, 0x00, 0x01, 0x00, 0x18])
  }

  @Test(
    "words without a neighbour after one space need no record",
    arguments: ["", "map", "big-map", "big  map", "big, map", "Big\tmap", "大地图"])
  func noChains(title: String) throws {
    #expect(try Self.record(of: title).isEmpty)
  }

  @Test("a document with a run that was not taken apart says that nothing is known")
  func irregular() throws {
    let run = String(repeating: "x", count: TermScratch.maximumLength + 1)
    #expect(try Self.record(of: "big map \(run)") == [0])
  }

  /// Asks about a document among some bytes; returns what kind of error comes instead of an answer.
  private static func error(
    _ clause: PhraseClause, _ document: UInt32, _ bytes: [UInt8], like segment: Segment
  ) -> StorageError.Code? {
    let source = ByteSource(memory: bytes)
    let reader = PositionsReader(
      source, segment.footer.positions, documentCount: segment.documentCount)
    var test = PhraseTest(clause, reader)
    let result = Result { () throws(StorageError) in try test.answer(document) }
    guard case .failure(let error) = result else { return nil }
    return error.code
  }

  /// Bytes that no checksum vouches for: the answer may be anything, but it comes.
  @Test(
    "whatever the bytes are, records are found and asked without a crash",
    arguments: 0..<8 as Range<UInt64>)
  func anyBytes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let words = (0..<300).map { "w\($0)" }.joined(separator: " ")
    let segment = try Self.segment(
      titled: (0..<40).map {
        $0 == 7 ? words : "the fox and theFoxHound, o'the fox \($0 % 3), thé fox x:the fox"
      })
    let whole = try SegmentFixture.bytes(of: segment)
    let clauses = [false, true].map { isWhole in
      PhraseClause(
        words: [Array("the".utf8), Array("fox".utf8), Array("and".utf8)], isFirstWhole: isWhole,
        isLastWhole: isWhole, coversDescribed: true, coversText: true,
        edges: isWhole ? .wordBoundaries : .unknown)
    }
    var answerCount = 0
    for _ in 0..<100 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...200, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: .min ... .max, using: &random)
      }
      for document in [0, 7, 8, 20, 39] as [UInt32] {
        for clause in clauses {
          let code = Self.error(clause, document, bytes, like: segment)
          #expect(code == nil || code == .corrupted, "seed \(seed)")
          answerCount += code == nil ? 1 : 0
        }
      }
    }
    #expect(answerCount > 0, "seed \(seed)")
  }
}
