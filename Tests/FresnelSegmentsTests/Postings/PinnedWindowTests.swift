import FresnelStorage
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
}
