import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("BlockCache")
struct BlockCacheTests {
  private static let blockByteCount = 4096

  /// Opens a file of so many blocks; each word tells the file's number and its own place.
  private static func source(
    _ number: UInt64, blocks: Int, storage: FaultyStorage, cache: BlockCache
  ) throws(StorageError) -> ByteSource {
    let path = "store/\(number)"
    try storage.createDirectory("store")
    var sink = try ByteSink.file(path, storage: storage, key: nil)
    for place in stride(from: 0, to: blocks * blockByteCount, by: 8) {
      try sink.append(number << 32 | UInt64(place))
    }
    _ = try sink.finish()
    return try ByteSource.open(path, storage: storage, cache: cache, key: nil)
  }

  /// Whether a pin at a multiple of 8 holds what the file with that number has there.
  private static func isRight(_ pin: borrowing BytePin, _ number: UInt64, at offset: Int) -> Bool {
    stride(from: 0, to: pin.bytes.count / 8 * 8, by: 8).allSatisfy { index in
      pin.bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        == number << 32 | UInt64(offset + index)
    }
  }

  private static func expectRight(
    _ pin: borrowing BytePin, _ number: UInt64, at offset: Int,
    location: SourceLocation = #_sourceLocation
  ) {
    let isRight = isRight(pin, number, at: offset)
    #expect(isRight, sourceLocation: location)
  }

  @Test("A block that is in the cache is not read again")
  func hits() throws {
    let storage = FaultyStorage()
    let cache = BlockCache(byteCount: 8 * Self.blockByteCount)
    let source = try Self.source(1, blocks: 8, storage: storage, cache: cache)
    for block in 0..<8 { _ = try source.pin(UInt64(block * Self.blockByteCount), 8) }
    let calls = storage.callCount
    for block in 0..<8 {
      let offset = block * Self.blockByteCount + 16
      let pin = try source.pin(UInt64(offset), 400)
      Self.expectRight(pin, 1, at: offset)
    }
    #expect(storage.callCount == calls)
    #expect(cache.statistics.misses == 8)
  }

  @Test("Memory is taken as blocks are read, and never more than the setting")
  func bound() throws {
    let storage = FaultyStorage()
    let cache = BlockCache(byteCount: 4 * Self.blockByteCount + 4095)
    #expect(cache.byteCount == 4 * Self.blockByteCount)
    let source = try Self.source(1, blocks: 40, storage: storage, cache: cache)
    #expect(cache.statistics.residentByteCount == 0)
    for block in 0..<40 {
      let offset = block * Self.blockByteCount
      Self.expectRight(try source.pin(UInt64(offset), 4096), 1, at: offset)
      #expect(cache.statistics.residentByteCount == min(block + 1, 4) * Self.blockByteCount)
    }
    #expect(cache.statistics.evictions == 36)
  }

  @Test("A block in use stays when others come and go")
  func keepsWhatIsUsed() throws {
    let storage = FaultyStorage()
    let cache = BlockCache(byteCount: 8 * Self.blockByteCount)
    let source = try Self.source(1, blocks: 100, storage: storage, cache: cache)
    for block in 1..<100 {
      _ = try source.pin(0, 8)
      _ = try source.pin(UInt64(block * Self.blockByteCount), 8)
    }
    #expect(cache.statistics.misses == 100)
  }

  @Test("When all frames are pinned, blocks are read into memory of their own")
  func overflow() throws {
    let storage = FaultyStorage()
    let cache = BlockCache(byteCount: 2 * Self.blockByteCount)
    let source = try Self.source(1, blocks: 8, storage: storage, cache: cache)
    do {
      let first = try source.pin(0, 4096)
      let second = try source.pin(4096, 4096)
      for block in 2..<8 {
        let offset = block * Self.blockByteCount
        Self.expectRight(try source.pin(UInt64(offset), 4096), 1, at: offset)
      }
      #expect(cache.statistics.overflows == 6)
      Self.expectRight(first, 1, at: 0)
      Self.expectRight(second, 1, at: 4096)
    }
    _ = try source.pin(8 * 512, 8)
    _ = try source.pin(UInt64(5 * Self.blockByteCount), 8)
    #expect(cache.statistics.overflows == 6)
  }

  @Test("A cache without room still answers")
  func noRoom() throws {
    let cache = BlockCache(byteCount: 0)
    let source = try Self.source(1, blocks: 3, storage: FaultyStorage(), cache: cache)
    Self.expectRight(try source.pin(4000, 4200), 1, at: 4000)
    #expect(cache.statistics.residentByteCount == 0)
  }

  @Test("A pin keeps its bytes when everything else about the file is gone")
  func pinOutlivesSource() throws {
    let storage = FaultyStorage()
    let cache = BlockCache(byteCount: 4 * Self.blockByteCount)
    var source: ByteSource? = try Self.source(1, blocks: 4, storage: storage, cache: cache)
    let pin = try #require(source).pin(4096, 4096)
    source = nil
    try storage.remove("store/1")
    let other = try Self.source(2, blocks: 40, storage: storage, cache: cache)
    for block in 0..<40 { _ = try other.pin(UInt64(block * Self.blockByteCount), 8) }
    Self.expectRight(pin, 1, at: 4096)
  }

  @Test("The frames of a file that goes away serve others, and none of its bytes")
  func forgets() throws {
    let storage = FaultyStorage()
    let cache = BlockCache(byteCount: 4 * Self.blockByteCount)
    for number in 0..<50 as Range<UInt64> {
      let source = try Self.source(number, blocks: 6, storage: storage, cache: cache)
      for block in [0, 1, 2, 3, 4, 5, 0, 1] {
        let offset = block * Self.blockByteCount
        Self.expectRight(try source.pin(UInt64(offset), 4096), number, at: offset)
      }
    }
    #expect(cache.statistics.residentByteCount == cache.byteCount)
  }

  @Test("A block that fails its checksum fails each time, and the others answer")
  func damagedBlock() throws {
    let storage = FaultyStorage()
    let cache = BlockCache(byteCount: 4 * Self.blockByteCount)
    let source = try Self.source(1, blocks: 3, storage: storage, cache: cache)
    var bytes = try #require(storage.contents(of: "store/1"))
    bytes[5000] ^= 1
    let file = try storage.open("store/1", for: .updating)
    try file.write(bytes, at: 0)
    for _ in 0..<3 {
      let error = #expect(throws: StorageError.self) { _ = try source.pin(4096, 1) }
      #expect(error?.code == .corrupted)
      #expect(error?.path == "store/1")
      #expect(error?.offset == 4096)
      Self.expectRight(try source.pin(8192, 4096), 1, at: 8192)
    }
    bytes[5000] ^= 1
    try file.write(bytes, at: 0)
    Self.expectRight(try source.pin(0, 12288), 1, at: 0)
  }

  @Test("A read that failed is tried again the next time")
  func failedRead() throws {
    let storage = FaultyStorage()
    let cache = BlockCache(byteCount: 2 * Self.blockByteCount)
    let source = try Self.source(1, blocks: 8, storage: storage, cache: cache)
    for block in 0..<8 {
      let offset = block * Self.blockByteCount
      storage.setFault(.init(call: 1, isPersistent: true))
      for _ in 0..<3 {
        let error = #expect(throws: StorageError.self) { _ = try source.pin(UInt64(offset), 8) }
        #expect(error?.code == .inputOutput)
      }
      storage.setFault(nil)
      Self.expectRight(try source.pin(UInt64(offset), 4096), 1, at: offset)
    }
  }

  /// Few frames for many threads, so that every pin races with others over them: hits with
  /// evictions, misses of one block with each other, files that go away with all of these.
  @Test("Many threads pin, miss, evict and close at once, and all read what was written")
  func manyThreads() async throws {
    let storage = FaultyStorage()
    let cache = BlockCache(byteCount: 6 * Self.blockByteCount)
    let shared = try (0..<3).map { number throws(StorageError) in
      try Self.source(UInt64(number), blocks: 5, storage: storage, cache: cache)
    }
    try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 0..<6 as Range<UInt64> {
        group.addTask {
          var generator = SeededGenerator(seed: task)
          var wrong = 0
          for _ in 0..<150 {
            let number = UInt64.random(in: 0..<3, using: &generator)
            // Some through a source of their own, which goes away again.
            let source =
              Bool.random(using: &generator)
              ? shared[Int(number)]
              : try ByteSource.open("store/\(number)", storage: storage, cache: cache, key: nil)
            for _ in 0..<40 {
              let offset = 8 * Int.random(in: 0..<2_500, using: &generator)
              let count = min(20_480 - offset, 8 * Int.random(in: 1..<40, using: &generator))
              let pin = try source.pin(UInt64(offset), count)
              let other = try source.pin(UInt64(offset / 2 / 8 * 8), 8)
              if !Self.isRight(other, number, at: offset / 2 / 8 * 8) { wrong += 1 }
              if !Self.isRight(pin, number, at: offset) { wrong += 1 }
            }
          }
          return wrong
        }
      }
      for try await wrong in group { #expect(wrong == 0) }
    }
    #expect(cache.statistics.residentByteCount <= cache.byteCount)
    // No pin was forgotten: all frames can be had at once.
    let overflows = cache.statistics.overflows
    let last = try Self.source(9, blocks: 6, storage: storage, cache: cache)
    let first = try last.pin(0, 8), second = try last.pin(4096, 8), third = try last.pin(8192, 8)
    let fourth = try last.pin(12288, 8), fifth = try last.pin(16384, 8)
    Self.expectRight(try last.pin(20480, 8), 9, at: 20480)
    Self.expectRight(first, 9, at: 0)
    Self.expectRight(second, 9, at: 4096)
    Self.expectRight(third, 9, at: 8192)
    Self.expectRight(fourth, 9, at: 12288)
    Self.expectRight(fifth, 9, at: 16384)
    #expect(cache.statistics.overflows == overflows)
  }
}
