import FresnelModel
import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelEngine

/// The length of item blocks is that of the options, whatever writes a file.
@Suite("Lengths of item blocks in a store's files")
struct ItemBlockLengthTests {
  private static let count = 200

  private func storeOptions(_ blockByteCount: Int?) -> StoreOptions {
    var options = StoreOptions(closingFlushByteCount: 1)
    options.itemBlockByteCount = blockByteCount
    return options
  }

  /// Puts items, each with 700 bytes that do not lie in rows.
  private func put(_ batch: Int, into store: Store) async throws {
    var generator = SeededGenerator(seed: UInt64(batch))
    try await store.put(
      (0..<Self.count).map { number in
        var item = Item("item \(batch) \(number)", title: "Title \(number)")
        item.attributes[.thumbnailData] = .data(
          (0..<700).map { _ in UInt8(generator.below(256)) })
        return item
      })
  }

  /// Whether so many documents lie in as many blocks as blocks of a length need.
  private func check(
    _ segments: [IndexSegment], _ blockByteCount: Int?, _ step: Comment,
    location: SourceLocation = #_sourceLocation
  ) {
    #expect(!segments.isEmpty, step, sourceLocation: location)
    for segment in segments {
      let blockCount = segment.segment.documents.itemBlockCount
      let count = segment.segment.documentCount
      switch blockByteCount {
      case 1: #expect(blockCount == count, step, sourceLocation: location)
      case 2 << 10: #expect(blockCount == (count + 1) / 2, step, sourceLocation: location)
      // Of 24 KiB, with some 34 items.
      default:
        #expect(
          ((count + 39) / 40...count / 30 + 1).contains(blockCount), step, sourceLocation: location)
      }
    }
  }

  @Test("is kept by flushes, merges and compaction", arguments: [nil, 1, 2 << 10] as [Int?])
  func flushesAndMerges(blockByteCount: Int?) async throws {
    let storage = FaultyStorage()
    let options = storeOptions(blockByteCount)
    for batch in 0..<2 {
      let store = try Store.open(at: "/store", storage: storage, options: options)
      try await put(batch, into: store)
      store.close()
    }
    let store = try Store.open(at: "/store", storage: storage, options: options)
    defer { store.close() }
    check(store.snapshot().state.segments, blockByteCount, "flushed")
    try store.compact()
    let segments = store.snapshot().state.segments
    #expect(segments.map(\.segment.documentCount) == [2 * Self.count])
    check(segments, blockByteCount, "compacted")
  }
}
