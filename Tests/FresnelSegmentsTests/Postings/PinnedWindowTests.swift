import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelSegments

@Suite("PinnedWindow")
struct PinnedWindowTests {
  @Test("Offsets and counts outside the source are refused, also those that no sum holds")
  func outside() throws {
    let source = ByteSource(memory: [1, 2, 3, 4])
    var window = PinnedWindow(source)
    // Before anything is pinned, and again when the whole source is.
    for _ in 0..<2 {
      for (offset, count) in [
        (4, 1), (3, 2), (0, 5), (.max, 1), (.max - 1, 4), (1 << 63, 1), (1, .max),
      ] as [(UInt64, Int)] {
        #expect(throws: StorageError.self, "\(offset) \(count)") {
          _ = try window.bytes(at: offset, count: count)
        }
      }
      let bytes = try window.bytes(at: 1, count: 3)
      #expect(bytes.load(as: UInt8.self) == 2)
    }
  }

  @Test("Bytes of a file are the same whether they lie in one block or in several")
  func blocks() throws {
    let seed = UInt64.random(in: 0..<1 << 32)
    var random = SeededGenerator(seed: seed)
    let entries = try (0..<500).map { number in
      var attributes = Attributes()
      let words = (0..<200).map { _ in "w\(random.below(5_000))" }
      attributes[.textContent] = .string(words.joined(separator: " "))
      let item = Item(uniqueIdentifier: "\(number)", attributes: attributes)
      return SegmentModel.Entry(
        scope: IndexScope(app: "a"), item: try EncodedItem(validating: ItemCodec.encode(item)))
    }
    let storage = FaultyStorage()
    _ = try SegmentFixture.file(entries, storage: storage)
    let source = try ByteSource.open(
      "store/segment", storage: storage, cache: BlockCache(byteCount: 64 << 10), key: nil)
    var expected: [UInt8] = []
    while UInt64(expected.count) < source.byteCount {
      let count = min(4_096, Int(source.byteCount) - expected.count)
      let pin = try source.pin(UInt64(expected.count), count)
      expected += pin.bytes
    }
    try #require(expected.count > 100_000)
    var window = PinnedWindow(source)
    for _ in 0..<2_000 {
      let longest = [20, 500, 6_000, 50_000].randomElement(using: &random) ?? 1
      let count = 1 + random.below(longest)
      let offset = random.below(expected.count - count)
      let bytes = UnsafeRawBufferPointer(
        start: try window.bytes(at: UInt64(offset), count: count), count: count)
      try #require(
        bytes.elementsEqual(expected[offset..<(offset + count)]),
        "seed \(seed), \(count) bytes at \(offset)")
    }
  }
}
