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
    let certainties: [UInt8] = [3, 1, 3]
    let examples: [(documents: [UInt32], certainties: [UInt8], bytes: [UInt8])] = [
      ([3, 4, 9], certainties, [0xC3, 0x03, 0x01, 0x37]),
      (
        Array(1000...1011), Array(repeating: 3, count: 12),
        [0x20, 0x01, 0x0A, 0x00, 0xF4, 0x01]
      ),
      (
        Array(0..<300), Array(repeating: 3, count: 300),
        [0x09, 0x02, 0x7F, 0xFA, 0xE7, 0xCA, 0x01, 0x00, 0x00, 0x00]
      ),
    ]
    for example in examples {
      let sample = PostingSample(
        documentCount: 2000,
        postings: zip(example.documents, example.certainties).map {
          .init(document: $0, certainty: $1)
        })
      let (source, location) = try sample.encoded()
      let pin = try source.pin(location.offset, Int(location.byteCount))
      #expect(Array(pin.bytes) == example.bytes)
    }
  }

  @Test(
    "a few wide differences among small ones, and a few other certainties, cost only themselves")
  func exceptionsCostOnlyThemselves() throws {
    var postings: [PostingSample.Posting] = []
    for index in 0..<128 as Range<UInt32> {
      let isOdd = index % 40 == 7
      postings.append(
        .init(
          document: (postings.last?.document ?? 0) + (isOdd ? 1_000_000 : 1),
          certainty: isOdd ? 0 : 3))
    }
    let sample = PostingSample(documentCount: 5_000_000, postings: postings)
    let (source, location) = try sample.encoded()
    // Head, five wide ones of 7 and 20 bits, and four certainties of nine bits.
    #expect(location.byteCount <= 3 + 17 + 1 + 5)
    var cursor = try PostingCursor(source, location, documentCount: sample.documentCount)
    for posting in postings {
      #expect(cursor.document == posting.document)
      #expect(cursor.certainty == posting.certainty)
      try cursor.next()
    }
  }

  @Test("differences of all widths are kept, up to the greatest document")
  func differencesOfAllWidths() throws {
    for width in 0..<32 {
      let postings = [0, 1, (1 << UInt32(width)) + 1, .max - 1].map {
        PostingSample.Posting(document: $0, certainty: 1)
      }
      let sample = PostingSample(
        documentCount: Int(UInt32.max), postings: width == 0 ? Array(postings[2...]) : postings)
      let (source, location) = try sample.encoded()
      var cursor = try PostingCursor(source, location, documentCount: sample.documentCount)
      let block = try #require(try cursor.nextBlock())
      #expect(Array(block.documents) == sample.postings.map(\.document), "width \(width)")
      #expect(block.certainties.allSatisfy { $0 == 1 })
    }
  }
}
