import FresnelEngine
import FresnelTestSupport
import Testing

@testable import PublicIndex

struct IndexCompactionTests {
  @Test(
    "An index is rewritten where enough of it is outside the largest segment, or deleted",
    arguments: [
      ([(100, 0)], false), ([], false), ([(0, 0)], false),
      // Deleted pages are a tenth of all.
      ([(900, 99)], false), ([(900, 100)], true), ([(0, 1)], true),
      // Few pages are outside the largest segment.
      ([(1_000, 0), (100, 0)], false), ([(1_000, 0), (112, 0)], true),
      ([(100, 0), (1_000, 12)], true),
      // Many segments cost more than few.
      ([(1_000, 0), (10, 0), (10, 0), (10, 0)], false),
      ([(1_000, 0), (10, 0), (10, 0), (10, 0), (10, 0)], true),
      ([(1_000, 0), (1, 0), (1, 0), (1, 0), (1, 0)], false),
    ] as [([(Int, Int)], Bool)])
  func rule(segments: [(Int, Int)], isWorthwhile: Bool) {
    let segments = segments.map { (live: $0.0, deleted: $0.1) }
    #expect(IndexCompaction.isWorthwhile(segments) == isWorthwhile)
  }

  @Test("Pages that come and go are rewritten a bounded number of times")
  func amortized() {
    var generator = SeededGenerator(seed: 7)
    var segments: [(live: Int, deleted: Int)] = []
    var (changed, rewritten) = (0, 0)
    for _ in 0..<5_000 {
      let count = Int.random(in: 1...50, using: &generator)
      segments.append((count, 0))
      let gone = Int.random(in: 0...count / 2, using: &generator)
      if segments[0].live > gone {
        segments[0].live -= gone
        segments[0].deleted += gone
      }
      changed += count + gone
      if IndexCompaction.isWorthwhile(segments) {
        let live = segments.reduce(0) { $0 + $1.live }
        rewritten += live
        segments = [(live, 0)]
      }
    }
    #expect(Double(rewritten) <= Double(changed) / IndexCompaction.sufficientShareOfMany)
  }

  @Test("A rewritten index answers as before, and is not worth rewriting again")
  func answers() async throws {
    let fixture = try PublicIndexFixture()
    for batch in 0..<4 {
      try await fixture.put(
        (0..<100).map { number in
          PublicIndexFixture.page(
            "https://site.example/\(batch * 50 + number)", title: "Page \(number)",
            text: "Words of batch \(batch)")
        })
    }
    let questions = ["page 7", "batch 2", "words of batch 3", "page 49"].map { Question($0) }
    let before = try questions.map { try fixture.answers($0) }
    try IndexCompaction(of: fixture.store).run()
    #expect(try questions.map { try fixture.answers($0) } == before)
    let after = IndexCompaction(of: fixture.store)
    #expect(after.segmentCount == 1 && after.pageCount == 250 && !after.isWorthwhile)
  }
}
