import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("PostingCursor")
struct PostingCursorTests {
  /// The lists that tests are made of: sizes around the block's, gaps from none to wide.
  static let sizes = [0, 1, 2, 3, 7, 64, 127, 128, 129, 255, 256, 257, 1000, 5000]

  @Test("a walk meets every posting once", arguments: 0..<40 as Range<UInt64>)
  func aWalkMeetsEveryPostingOnce(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sample = PostingSample(count: Self.sizes.randomElement(using: &random) ?? 0, &random)
    let (source, location) = try sample.encoded()
    var cursor = try PostingCursor(source, location, documentCount: sample.documentCount)
    #expect(cursor.count == sample.postings.count, "seed \(seed)")
    var found: [PostingSample.Posting] = []
    while cursor.document != .max {
      found.append(.init(document: cursor.document, certainty: cursor.certainty))
      try cursor.next()
    }
    #expect(found == sample.postings, "seed \(seed)")
  }

  @Test("blocks hand out what a walk does, from any posting on", arguments: 0..<40 as Range<UInt64>)
  func blocksHandOutTheRest(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sample = PostingSample(count: Self.sizes.randomElement(using: &random) ?? 0, &random)
    let (source, location) = try sample.encoded()
    var cursor = try PostingCursor(source, location, documentCount: sample.documentCount)
    let skipped =
      sample.postings.isEmpty ? 0 : Int.random(in: 0..<sample.postings.count, using: &random)
    for _ in 0..<skipped { try cursor.next() }
    var found: [PostingSample.Posting] = []
    while let block = try cursor.nextBlock() {
      for (document, certainty) in zip(block.documents, block.certainties) {
        found.append(.init(document: document, certainty: certainty))
      }
    }
    #expect(found == Array(sample.postings[skipped...]), "seed \(seed)")
    #expect(cursor.document == .max, "seed \(seed)")
  }

  @Test(
    "advancing finds the first posting at or behind a target", arguments: 0..<60 as Range<UInt64>)
  func advancingFindsTheFirstPostingAtOrBehindATarget(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sample = PostingSample(count: Self.sizes.randomElement(using: &random) ?? 0, &random)
    let (source, location) = try sample.encoded()
    let stride = UInt32([1, 5, 100, 3000, 100_000].randomElement(using: &random) ?? 1)
    var cursor = try PostingCursor(source, location, documentCount: sample.documentCount)
    var target: UInt32 = 0
    while cursor.document != .max {
      target += UInt32.random(in: 0...stride, using: &random)
      let reached = max(target, cursor.document)
      if Bool.random(using: &random) {
        try cursor.advance(to: target)
        let expected = sample.postings.first { $0.document >= reached }
        #expect(cursor.document == expected?.document ?? .max, "seed \(seed), target \(target)")
        if let expected { #expect(cursor.certainty == expected.certainty, "seed \(seed)") }
      } else {
        let expected = sample.postings.first { $0.document > cursor.document }
        try cursor.next()
        #expect(cursor.document == expected?.document ?? .max, "seed \(seed)")
      }
    }
    try cursor.advance(to: .max)
    #expect(cursor.document == .max)
  }

  @Test("one cursor walks many lists of one source")
  func oneCursorWalksManyLists() throws {
    var random = SeededGenerator(seed: 7)
    var sink = ByteSink.memory()
    var encoder = PostingListEncoder()
    var lists: [(sample: PostingSample, location: PostingListLocation)] = []
    for _ in 0..<50 {
      let sample = PostingSample(count: Int.random(in: 0..<300, using: &random), &random)
      for posting in sample.postings {
        encoder.append(posting.document, certainty: posting.certainty)
      }
      lists.append((sample, try encoder.finish(to: &sink)))
    }
    try sink.append(0 as UInt64)
    let source = try #require(try sink.finish())
    var cursor = PostingCursor(source, documentCount: Int(UInt32.max))
    #expect(cursor.document == .max)
    for list in lists.shuffled(using: &random) {
      try cursor.move(to: list.location)
      var found: [UInt32] = []
      while let block = try cursor.nextBlock() { found += block.documents }
      #expect(found == list.sample.postings.map(\.document))
    }
  }

  @Test("a list of one posting has no bytes")
  func aListOfOnePostingHasNoBytes() throws {
    var sink = ByteSink.memory()
    var encoder = PostingListEncoder()
    encoder.append(42, certainty: 2)
    let location = try encoder.finish(to: &sink)
    #expect(location == .single(42, certainty: 2))
    #expect(sink.offset == 0)
    #expect(try encoder.finish(to: &sink).isEmpty)
  }

  @Test("neighbouring documents that all prove their matches take one byte")
  func neighbouringCleanDocumentsTakeOneByte() throws {
    let sample = PostingSample(
      documentCount: 100, postings: (0..<100).map { .init(document: $0, certainty: 3) })
    let (_, location) = try sample.encoded()
    #expect(location.byteCount == 1)
  }

  @Test("the example of the format's description")
  func theExampleOfTheFormatsDescription() throws {
    let sample = PostingSample(
      documentCount: 100,
      postings: [
        .init(document: 3, certainty: 3), .init(document: 4, certainty: 1),
        .init(document: 9, certainty: 3),
      ])
    let (source, location) = try sample.encoded()
    let pin = try source.pin(location.offset, Int(location.byteCount))
    #expect(Array(pin.bytes) == [0x83, 0x03, 0x01, 0x37])
  }
}
