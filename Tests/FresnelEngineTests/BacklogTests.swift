import FresnelModel
import FresnelTestSupport
import Testing

@testable import FresnelEngine

@Suite("Backlog")
struct BacklogTests {
  private typealias Key = PendingDocuments.DocumentKey

  private static func item(_ number: Int, version: Int) throws -> EncodedItem {
    try EncodedItem(
      validating: try ItemCodec.encode(
        Item("\(number)", title: "Title \(version)", domain: "d.\(number % 3)")))
  }

  private static func key(_ number: Int) -> Key {
    Key(scope: 0, identifier: Array("\(number)".utf8)[...])
  }

  /// What is left, by identifier; items that are indexed while others come are left out.
  private static func contents(_ backlog: Backlog) -> [Int: [UInt8]] {
    var contents: [Int: [UInt8]] = [:]
    for number in 0..<20 {
      if let item = backlog.item(key(number)) { contents[number] = Array(item.bytes) }
    }
    return contents
  }

  @Test(
    "going back to a savepoint leaves what there was, in its order",
    arguments: 0..<50 as Range<UInt64>)
  func savepoints(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var backlog = Backlog()
    var model: [Int: [UInt8]] = [:]
    for round in 0..<40 {
      if round % 10 == 9 {
        // What is indexed is elsewhere from then on.
        backlog.endIndexing()
        let items = backlog.beginIndexing()
        model = Self.contents(backlog)
        #expect(items.count == backlog.liveCount, "seed \(seed)")
      }
      let before = (model, backlog.arriving.survivors().map { Array($0.item.bytes) })
      let outer = backlog.savepoint()
      var inner: (Backlog.Savepoint, [Int: [UInt8]])?
      for step in 0..<generator.below(12) {
        let number = generator.below(20)
        switch generator.below(12) {
        case 0:
          backlog.removeDomains(["d.1"], in: 0)
          model = model.filter { $0.key % 3 != 1 }
        case 1:
          backlog.removeAll(in: 0)
          model = [:]
        case 2, 3:
          backlog.remove(Self.key(number))
          model[number] = nil
        case 4: inner = (backlog.savepoint(), model)
        case 5:
          if let (savepoint, saved) = inner {
            backlog.rollback(to: savepoint)
            model = saved
          }
        case 6, 7:
          guard model[number] != nil else { continue }
          let item = try Self.item(number, version: round * 100 + step)
          backlog.replace(item, key: Self.key(number))
          model[number] = Array(item.bytes)
        default:
          let item = try Self.item(number, version: round * 100 + step)
          backlog.put(item, key: Self.key(number))
          model[number] = Array(item.bytes)
        }
        try #require(Self.contents(backlog) == model, "seed \(seed), round \(round)")
      }
      if generator.once(in: 2) {
        backlog.rollback(to: outer)
        model = before.0
        let items = backlog.arriving.survivors().map { Array($0.item.bytes) }
        try #require(items == before.1, "seed \(seed), round \(round)")
      } else {
        backlog.release()
      }
      try #require(Self.contents(backlog) == model, "seed \(seed), round \(round)")
      try #require(backlog.liveCount == model.count, "seed \(seed), round \(round)")
    }
  }

  @Test("a burst is taken whole, and who goes on is held to the speed of indexing")
  func pace() {
    let millisecond: UInt64 = 1_000_000
    var pace = BacklogPace()
    for _ in 0..<50 { pace.record(byteCount: 1_000_000, nanoseconds: 50 * millisecond) }
    pace.recordQuiet(at: 0)
    #expect(!pace.isFull(8 << 20, at: 10 * millisecond, batchByteCount: 50_000))
    #expect(
      pace.isFull(
        BacklogPace.greatestByteCount, at: 10 * millisecond, batchByteCount: 50_000))
    // 20 MB in a second: after the burst no more waits than takes 40 ms.
    #expect(!pace.isFull(780_000, at: 100 * millisecond, batchByteCount: 50_000))
    #expect(pace.isFull(820_000, at: 100 * millisecond, batchByteCount: 50_000))
    pace.recordQuiet(at: 200 * millisecond)
    #expect(!pace.isFull(820_000, at: 210 * millisecond, batchByteCount: 50_000))
  }

  @Test("as many large batches may wait as in a burst")
  func paceOfLargeBatches() {
    let second: UInt64 = 1_000_000_000
    var pace = BacklogPace()
    pace.recordQuiet(at: 0)
    #expect(!pace.isFull(8 << 20, at: second, batchByteCount: 1_000_000))
    #expect(pace.isFull((8 << 20) + 1, at: second, batchByteCount: 1_000_000))
    #expect(pace.isFull(2_900_000, at: second, batchByteCount: 100_000))
    #expect(pace.isFull((8 << 20) + 1, at: second, batchByteCount: 100 << 20))
  }
}
