import FresnelEngine
import FresnelTestSupport
import Synchronization
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
      ([(1_000, 0)] + Array(repeating: (10, 0), count: 7), false),
      ([(1_000, 0)] + Array(repeating: (10, 0), count: 8), true),
      ([(1_000, 0)] + Array(repeating: (1, 0), count: 8), false),
    ] as [([(Int, Int)], Bool)])
  func rule(segments: [(Int, Int)], isWorthwhile: Bool) {
    let segments = segments.map { (live: $0.0, deleted: $0.1) }
    #expect(IndexCompaction.isWorthwhile(segments) == isWorthwhile)
  }

  @Test("For each page that comes or goes fifty are rewritten at most, and few stay outside")
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
      let live = segments.reduce(0) { $0 + $1.live }
      let outside = segments.reduce(0) { $0 + $1.deleted } + live - segments.map(\.live).max()!
      #expect(outside * 9 <= live)
      #expect(segments.count <= 8 || outside * 49 <= live)
    }
    #expect(rewritten > 0 && rewritten <= 50 * changed)
  }

  @Test("A rewritten index answers as before, and is not worth rewriting again")
  func answers() async throws {
    let fixture = try PublicIndexFixture()
    try await fill(fixture)
    let questions = ["page 7", "batch 2", "words of batch 3", "page 49"].map { Question($0) }
    let before = try questions.map { try fixture.answers($0) }
    #expect(try IndexCompaction(of: fixture.store).run() == .rewritten)
    #expect(try questions.map { try fixture.answers($0) } == before)
    let after = IndexCompaction(of: fixture.store)
    #expect(after.segmentCount == 1 && after.pageCount == 250 && !after.isWorthwhile)
  }

  @Test("Rewriting that is cancelled leaves the index as it was, and can be done later")
  func cancelled() async throws {
    let fixture = try PublicIndexFixture()
    try await fill(fixture)
    // Segments in files, and one in memory.
    #expect(try IndexCompaction(of: fixture.store).run() == .rewritten)
    try await fill(fixture, from: 1_000)
    let before = IndexCompaction(of: fixture.store)
    let files = try fixture.files
    let questions = ["page 7", "batch 2", "page 1049"].map { Question($0) }
    let answers = try questions.map { try fixture.answers($0) }
    // Cancelled when it asks for the first time, the second time and so on, until it is done before.
    var cancelledCount = 0
    while true {
      let left = Atomic(cancelledCount)
      let outcome = try IndexCompaction(of: fixture.store).run {
        left.subtract(1, ordering: .relaxed).oldValue <= 0
      }
      if outcome == .rewritten { break }
      #expect(outcome == .cancelled)
      cancelledCount += 1
      #expect(IndexCompaction(of: fixture.store).segmentCount == before.segmentCount)
      #expect(try questions.map { try fixture.answers($0) } == answers)
      #expect(try fixture.files == files)
    }
    #expect(before.segmentCount > 1 && cancelledCount >= 1)
    #expect(try questions.map { try fixture.answers($0) } == answers)
    #expect(IndexCompaction(of: fixture.store).segmentCount == 1)
  }

  @Test("On a full disk rewriting is not said to be done, the pages stay, and it works later")
  func fullDisk() async throws {
    let storage = FaultyStorage()
    let fixture = try PublicIndexFixture(storage: storage)
    try await fill(fixture)
    #expect(try IndexCompaction(of: fixture.store).run() == .rewritten)
    try await fill(fixture, from: 1_000)
    let questions = ["page 7", "batch 2", "page 1049"].map { Question($0) }
    let answers = try questions.map { try fixture.answers($0) }
    storage.setCapacity(storage.usedByteCount + 1_000)
    do throws(StoreError) {
      let outcome = try IndexCompaction(of: fixture.store).run()
      #expect(outcome == .diskFull)
    } catch {
      #expect(error.isDiskFull)
    }
    #expect(IndexCompaction(of: fixture.store).isWorthwhile)
    #expect(try questions.map { try fixture.answers($0) } == answers)
    storage.setCapacity(nil)
    #expect(try IndexCompaction(of: fixture.store).run() == .rewritten)
    #expect(try questions.map { try fixture.answers($0) } == answers)
  }

  @Test("An index has to fit on the disk twice, with room left for others")
  func room() async throws {
    let fixture = try PublicIndexFixture()
    try await fill(fixture)
    let compaction = IndexCompaction(of: fixture.store)
    let enough = UInt64(compaction.byteCount) + 64 << 20
    #expect(compaction.byteCount > 0)
    #expect(!compaction.fits(in: 0) && !compaction.fits(in: enough - 1))
    #expect(compaction.fits(in: enough) && compaction.fits(in: nil))
  }

  /// Puts 250 pages in four batches, half of each replaced by the next.
  private func fill(_ fixture: PublicIndexFixture, from first: Int = 0) async throws {
    for batch in 0..<4 {
      try await fixture.put(
        (0..<100).map { number in
          PublicIndexFixture.page(
            "https://site.example/\(first + batch * 50 + number)", title: "Page \(first + number)",
            text: "Words of batch \(batch)")
        })
    }
  }
}
