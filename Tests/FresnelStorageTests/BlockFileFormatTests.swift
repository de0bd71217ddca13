import FresnelPlatform
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Block file format")
struct BlockFileFormatTests {
  /// The worked example of Documentation/formats/block-file.md, up to the last end.
  private static let exampleStart: [UInt8] =
    [UInt8]("hello, blocks".utf8) + [UInt8](repeating: 0, count: 4083)
    + [UInt8]("hello, blocks".utf8) + [UInt8](repeating: 0, count: 4083 + 3960)
  private static let exampleEnd: [UInt8] =
    [0x06, 0x84, 0x66, 0x0a, 0, 0, 0, 0]
    + [UInt8]("FRSNLBLK".utf8) + [2, 0, 0, 0, 0, 0, 0, 0, 13, 0, 0, 0, 0, 0, 0, 0]
    + [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
    + [0x9f, 0x6c, 0xc1, 0x7a, 1, 0, 0, 0] + [UInt8](repeating: 0, count: 76) + [
      0x7d, 0xd7, 0x1f, 0x2b,
    ]

  /// The same content in a file of version 1.
  private static let example: [UInt8] =
    [UInt8]("hello, blocks".utf8) + [UInt8](repeating: 0, count: 4083)
    + [0x06, 0x84, 0x66, 0x0a]
    + [UInt8]("FRSNLBLK".utf8) + [1, 0, 0, 0, 0, 0, 0, 0, 13, 0, 0, 0, 0, 0, 0, 0]
    + [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
    + [0xfc, 0xdd, 0x7d, 0xb8] + [UInt8](repeating: 0, count: 80) + [0x7c, 0xe5, 0x49, 0x0d]

  private static func open(_ bytes: [UInt8]) throws(StorageError) -> ByteSource {
    let fixture = ByteFixture(.plainFile)
    fixture.storage.setContents(bytes, of: fixture.path)
    return try fixture.open()
  }

  /// Replaces bytes of the tail, counted from its start, and makes its checksum agree again.
  private static func withTail(_ changes: [(Int, [UInt8])]) -> [UInt8] {
    var bytes = example
    let tail = bytes.count - 128
    for (offset, replacement) in changes {
      bytes.replaceSubrange(
        (tail + offset)..<(tail + offset + replacement.count), with: replacement)
    }
    let checksum = CRC32C.checksum(of: bytes[tail..<(tail + 124)])
    withUnsafeBytes(of: checksum.littleEndian) { bytes.replaceSubrange((tail + 124)..., with: $0) }
    return bytes
  }

  private static func code(_ bytes: [UInt8]) -> StorageError.Code? {
    do throws(StorageError) {
      _ = try open(bytes)
      return nil
    } catch {
      return error.code
    }
  }

  @Test("The documented example is read, and one of version 1")
  func workedExample() throws {
    for bytes in [Self.exampleStart + Self.exampleEnd + Self.exampleEnd, Self.example] {
      let source = try Self.open(bytes)
      #expect(source.byteCount == 13)
      let pin = try source.pin(0, 13)
      #expect(pin.bytes.elementsEqual("hello, blocks".utf8))
      #expect(source.verify() == [])
      #expect(source.notedDamage == nil)
    }
  }

  @Test("Either end of a file is enough, and a page of it that is lost is told")
  func ends() throws {
    let whole = Self.exampleStart + Self.exampleEnd + Self.exampleEnd
    for page in stride(from: 0, to: whole.count, by: 4096) {
      var bytes = whole
      for index in page..<min(page + 4096, whole.count) { bytes[index] = 0xff }
      let source = try Self.open(bytes)
      let pin = try source.pin(0, 13)
      #expect(pin.bytes.elementsEqual("hello, blocks".utf8), "\(page)")
      #expect(source.verify().map(\.isLost) == [false], "\(page)")
      // The block in its place is not read as long as its copy is sound.
      #expect((source.notedDamage != nil) == (page == 4096 || page == 12288), "\(page)")
    }
  }

  @Test("A newer version is refused as such, and damage is not taken for it")
  func newerVersion() {
    #expect(Self.code(Self.withTail([(8, [3])])) == .newerFormat)
    var damaged = Self.example
    damaged[damaged.count - 120] = 3
    #expect(Self.code(damaged) == .corrupted)
  }

  @Test(
    "A tail that breaks a rule is damage, though its checksum agrees",
    arguments: [
      (8, [0]), (8, [2]), (12, [2]), (12, [0, 0, 0, 1]), (44, [1]), (48, [1]), (119, [1]),
      (120, [1]),
      (16, [0]), (16, [0, 0x10, 1]), (16, [UInt8](repeating: 0xff, count: 8)),
      (16, [0, 0, 0, 0, 0, 0, 0, 0x10]), (24, [1]), (40, [0]), (0, [0]),
    ] as [(Int, [UInt8])])
  func brokenRule(offset: Int, bytes: [UInt8]) {
    #expect(Self.code(Self.withTail([(offset, bytes)])) == .corrupted)
  }

  @Test("A file that is too short for a tail is damage", arguments: [0, 1, 127, 128, 4099])
  func tooShort(byteCount: Int) {
    #expect(Self.code(Array(Self.example.suffix(byteCount))) == .corrupted)
  }

  @Test(
    "Empty content makes a file of two tails, the second on a page of its own",
    arguments: ByteFixture.Place.allCases)
  func empty(place: ByteFixture.Place) throws {
    let fixture = ByteFixture(place)
    let source = try fixture.finish(try fixture.sink())
    #expect(source.byteCount == 0)
    #expect(try source.pin(0, 0).bytes.isEmpty)
    #expect(source.verify() == [])
    if place != .memory { #expect(fixture.storage.contents(of: fixture.path)?.count == 4224) }
  }
}
