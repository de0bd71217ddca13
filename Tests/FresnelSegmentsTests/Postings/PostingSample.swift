import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import Testing

/// A posting list as a plain array: what encoded lists are compared with.
struct PostingSample {
  struct Posting: Equatable {
    var document: UInt32
    var certainty: UInt8
  }

  var documentCount: Int
  var postings: [Posting]

  init(documentCount: Int, postings: [Posting]) {
    self.documentCount = documentCount
    self.postings = postings
  }

  /// A list whose gaps and certainties change their habits now and then, and at times break them.
  init(count: Int, _ random: inout SeededGenerator) {
    postings = []
    var next: UInt32 = 0
    var gap: UInt32 = 0
    var certainties: ClosedRange<UInt8> = 0...3
    var isRegular = true
    for index in 0..<count {
      if index % 100 == 0 {
        gap = [0, 0, 1, 3, 17, 1000, 500_000].randomElement(using: &random) ?? 0
        certainties = [0...0, 1...1, 1...2, 3...3, 0...3].randomElement(using: &random) ?? 0...3
        isRegular = Bool.random(using: &random)
      }
      let isException = !isRegular && UInt8.random(in: 0..<12, using: &random) == 0
      next += UInt32.random(in: 0...(isException ? 100_000 : gap), using: &random)
      postings.append(
        Posting(
          document: next,
          certainty: UInt8.random(in: isException ? 0...3 : certainties, using: &random)))
      next += 1
    }
    documentCount = Int(next) + Int.random(in: 0...10, using: &random)
  }

  /// The list in a source of its own, with other bytes around it.
  func encoded() throws -> (source: ByteSource, location: PostingListLocation) {
    var sink = ByteSink.memory()
    try sink.append([1, 2, 3])
    var encoder = PostingListEncoder()
    for posting in postings { encoder.append(posting.document, certainty: posting.certainty) }
    let location = try encoder.finish(to: &sink)
    try sink.append(UInt64.max)
    return (try #require(try sink.finish()), location)
  }
}
