import FresnelModel
import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Segments that are damaged")
struct SegmentDamageTests {
  private static let path = "store/segment"

  @Test("every flipped byte of a small file is found, or changes no answer")
  func flips() throws {
    var random = SegmentItems(seed: 31, wordCount: 12)
    let storage = FaultyStorage()
    let segment = try SegmentFixture.file(try random.entries(4), storage: storage)
    let expected = try SegmentContent(segment)
    let bytes = try #require(storage.contents(of: Self.path))
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1 << UInt8(index % 8)
      storage.setContents(changed, of: Self.path)
      do {
        let found = try SegmentContent(SegmentFixture.open(Self.path, storage: storage))
        try #require(found == expected, "byte \(index)")
      } catch let error as StorageError {
        try #require(error.code == .corrupted, "byte \(index): \(error)")
      }
    }
  }

  @Test("a file that was cut off does not open")
  func cuts() throws {
    var random = SegmentItems(seed: 32, wordCount: 12)
    let storage = FaultyStorage()
    _ = try SegmentFixture.file(try random.entries(4), storage: storage)
    let bytes = try #require(storage.contents(of: Self.path))
    for count in stride(from: 0, to: bytes.count, by: 37) {
      storage.setContents(Array(bytes[..<count]), of: Self.path)
      #expect(throws: StorageError.self) {
        try SegmentFixture.open(Self.path, storage: storage)
      }
    }
  }

  @Test("a footer of a later version is refused as such")
  func newerVersion() throws {
    var random = SegmentItems(seed: 33, wordCount: 12)
    var bytes = try SegmentFixture.bytes(of: SegmentFixture.image(try random.entries(2)))
    SegmentFixture.setFooterVersion(5, in: &bytes)
    let error = #expect(throws: StorageError.self) {
      try Segment.open(ByteSource(memory: bytes))
    }
    #expect(error?.code == .newerFormat)
  }

  @Test("a footer of the version before any release is taken for damage")
  func firstVersion() throws {
    var random = SegmentItems(seed: 35, wordCount: 12)
    var bytes = try SegmentFixture.bytes(of: SegmentFixture.image(try random.entries(2)))
    SegmentFixture.setFooterVersion(1, in: &bytes)
    let error = #expect(throws: StorageError.self) {
      try Segment.open(ByteSource(memory: bytes))
    }
    #expect(error?.code == .corrupted)
  }

  /// Bytes that no checksum vouches for: what they say may be anything, but reading ends.
  @Test("whatever the bytes are, opening, reading and merging end without a crash")
  func anyBytes() throws {
    var random = SegmentItems(seed: 34, wordCount: 12)
    let whole = try SegmentFixture.image(try random.entries(12))
    let bytes = try SegmentFixture.bytes(of: whole)
    var generator = SeededGenerator(seed: 35)
    var readCount = 0
    for _ in 0..<400 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let index = Int.random(in: 0..<changed.count, using: &generator)
        changed[index] = UInt8.random(in: .min ... .max, using: &generator)
      }
      SegmentFixture.mendFooterChecksum(in: &changed)
      guard let segment = try? Segment.open(ByteSource(memory: changed)) else { continue }
      readCount += (try? SegmentContent(segment)) == nil ? 0 : 1
      let parts = [segment, whole].map {
        SegmentMerge.Part($0, live: LiveDocuments(count: $0.documentCount))
      }
      _ = try? SegmentMerge(parts, now: 0).write(to: ByteSink.memory())
    }
    #expect(readCount > 0)
  }
}
