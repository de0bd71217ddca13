import FresnelModel
import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelEngine

/// How many blocks of items are decompressed for a walk through all items.
@Suite("Blocks read by a walk through all items")
struct BlockReadTests {
  private static let count = 1500

  /// A store with one segment in a file, whose items have ranks that have nothing to do with when they were put.
  private func filled(_ seed: UInt64, _ storage: FaultyStorage) async throws -> Store {
    var generator = SeededGenerator(seed: seed)
    let store = try Store.open(at: "/store", storage: storage)
    for first in stride(from: 0, to: Self.count, by: 500) {
      try await store.put(
        (first..<first + 500).map { number in
          var item = Item("item \(number)", title: "Title \(number)")
          // What no word is made of, and too long for a row.
          let bytes = (0..<700).map { _ in UInt8(generator.below(256)) }
          item.attributes[.thumbnailData] = .data(bytes)
          item.attributes[.rankingHint] = .integer(Int64(generator.below(101)))
          return item
        })
    }
    try store.compact()
    return store
  }

  private func read(
    _ view: SegmentView, _ reach: LiveItems.Reach
  ) throws -> (identifiers: [String], places: [Int], blockCount: Int) {
    var items = LiveItems(view, time: Timestamp(secondsSinceReferenceDate: 0), reach: reach)
    var identifiers: [String] = []
    var places: [Int] = []
    while let (_, item) = try items.next() {
      identifiers.append(item.uniqueIdentifier)
      places.append(items.place)
    }
    return (identifiers, places, items.blockCount)
  }

  @Test("a walk through all items reads each block a few times, and keeps the order of items")
  func walk() async throws {
    let seed = UInt64.random(in: 0...1_000_000)
    let store = try await filled(seed, FaultyStorage())
    defer { store.close() }
    let views = store.snapshot().state.segments.map(\.view)
    try #require(views.count == 1, "seed \(seed)")
    let blockCount = views[0].segment.documents.itemBlockCount
    try #require(blockCount > 20, "\(blockCount), seed \(seed)")
    let one = try read(views[0], .none)
    let all = try read(views[0], .far)
    #expect(all.identifiers == (0..<Self.count).map { "item \($0)" }, "seed \(seed)")
    #expect(all.identifiers == one.identifiers && all.places == one.places, "seed \(seed)")
    // A first batch of 16 items, one of 128, one of 1,024 and the rest: each reads a block once.
    #expect(
      all.blockCount <= 16 + 3 * blockCount, "\(all.blockCount) of \(blockCount), seed \(seed)")
    #expect(one.blockCount > 8 * all.blockCount, "\(one.blockCount), seed \(seed)")
    #expect(store.snapshot().identifiers() == all.identifiers)
  }

  @Test("what is read ahead keeps to a number of bytes")
  func bytes() async throws {
    let seed = UInt64.random(in: 0...1_000_000)
    let store = try await filled(seed, FaultyStorage())
    defer { store.close() }
    let view = store.snapshot().state.segments[0].view
    let near = try read(view, LiveItems.Reach(itemCount: .max, byteCount: 4096))
    #expect(near.identifiers == (0..<Self.count).map { "item \($0)" }, "seed \(seed)")
    // Some items at a time hardly ever share a block.
    #expect(near.blockCount > Self.count / 2, "\(near.blockCount), seed \(seed)")
  }

  @Test("where a block is damaged, the walk gives what it gave without reading ahead")
  func damage() async throws {
    let seed = UInt64.random(in: 0...1_000_000)
    var generator = SeededGenerator(seed: seed)
    let storage = FaultyStorage()
    let store = try await filled(seed, storage)
    let view = store.snapshot().state.segments[0].view
    let source = try #require(view.segment.source.path)
    store.close()
    let bytes = try #require(storage.contents(of: source))
    for _ in 0..<10 {
      var damaged = bytes
      damaged[generator.below(bytes.count)] ^= 0x10
      let copy = storage.afterKill()
      copy.setContents(damaged, of: source)
      guard let again = try? Store.open(at: "/store", storage: copy) else { continue }
      defer { again.close() }
      guard let view = again.snapshot().state.segments.first?.view else { continue }
      func found(_ reach: LiveItems.Reach) -> ([String], Bool) {
        var items = LiveItems(view, time: Timestamp(secondsSinceReferenceDate: 0), reach: reach)
        var identifiers: [String] = []
        do {
          while let (_, item) = try items.next() { identifiers.append(item.uniqueIdentifier) }
          return (identifiers, true)
        } catch {
          return (identifiers, false)
        }
      }
      #expect(found(.none) == found(.far), "seed \(seed)")
    }
  }
}
