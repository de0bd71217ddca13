import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Announcing blocks")
struct BlockPrefetchTests {
  private static let path = "/store/segment"

  @Test("Opening announces the end of a file, table and tail and the last blocks")
  func opening() throws {
    for key in [nil, KeyStore.key] {
      let storage = MeteredStorage()
      let source = try Self.file(blockCount: 200, storage, key: key)
      let noted = storage.takeAnnounced()
      let fileByteCount = UInt64(try #require(storage.base.contents(of: Self.path)).count)
      let announced = try #require(noted.first)
      #expect(noted.count == 1)
      #expect(announced.upperBound == fileByteCount)
      #expect(announced.lowerBound <= source.byteCount - 3 * 4096)
      #expect(announced.lowerBound > source.byteCount - 8 * 4096)
    }
  }

  @Test("Only what the cache does not have is announced, and nothing outside the file")
  func missingBlocks() throws {
    let storage = MeteredStorage()
    let source = try Self.file(blockCount: 20, storage)
    _ = storage.takeAnnounced()
    source.prefetch(5 * 4096 + 100, 4096)
    #expect(storage.takeAnnounced() == [(5 * 4096)..<(7 * 4096)])
    _ = try source.pin(5 * 4096, 10)
    #expect(source.isAtHand(5 * 4096 + 4095))
    #expect(!source.isAtHand(6 * 4096))
    source.prefetch(5 * 4096 + 100, 3000)
    #expect(storage.takeAnnounced() == [])
    source.prefetch(5 * 4096 + 100, 4096)
    #expect(storage.takeAnnounced() == [(6 * 4096)..<(7 * 4096)])
    source.prefetch(19 * 4096, 4097)
    source.prefetch(.max, 1)
    source.prefetch(0, 0)
    #expect(storage.takeAnnounced() == [])
    let image = ByteSource(memory: [1, 2, 3])
    image.prefetch(0, 3)
    #expect(image.isAtHand(2))
  }

  private static func file(
    blockCount: Int, _ storage: MeteredStorage, key: EncryptionKey? = nil
  ) throws -> ByteSource {
    try storage.createDirectory("/store")
    var sink = try ByteSink.file(path, storage: storage, key: key)
    try sink.append(Array(repeating: 1, count: blockCount * 4096))
    _ = try sink.finish()
    _ = storage.takeAnnounced()
    return try ByteSource.open(
      path, storage: storage, cache: BlockCache(byteCount: 1 << 20), key: key)
  }
}
