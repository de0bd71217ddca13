import FresnelPlatform
import FresnelTestSupport
import Testing

@testable import FresnelStorage

/// Checks the worked example of `Documentation/formats/journal.md` byte for byte.
@Suite("Journal format")
struct JournalFormatTests {
  private static let generation = Generation(
    number: 7, salt: 0x1122_3344_5566_7788, firstSequence: 40)

  /// Puts the right checksum on a header block or a manifest that was changed.
  static func resealed(_ bytes: [UInt8], isJournal: Bool) -> [UInt8] {
    let end = isJournal ? JournalHeader.byteCount : bytes.count
    var result = bytes
    result.storeLittleEndian(CRC32C.checksum(of: bytes[..<(end - 4)]), at: end - 4)
    return result
  }

  static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
  }

  /// The bytes of a block of hexadecimal text.
  private static func bytes(_ text: String) -> [UInt8] {
    text.split { $0 == " " || $0 == "\n" || $0 == "|" }.compactMap { UInt8($0, radix: 16) }
  }

  private static let headerExample = bytes(
    """
    46 52 53 4e 4c 4a 4e 4c | 01 00 00 00 | 00 10 00 00
    07 00 00 00 00 00 00 00 | 88 77 66 55 44 33 22 11
    28 00 00 00 00 00 00 00
    """)

  private static let frameExample = bytes(
    """
    bc 48 f0 7a | 5d a5 a3 5c | 13 00 00 00 | 10 00 | 00 00
    28 00 00 00 00 00 00 00 | 28 00 00 00 00 00 00 00
    02 00 00 00 | 36 29 a2 e2 | 61 62
    01 00 00 00 | c7 33 eb 20 | 63
    00 00 00 00 00
    """)

  private static let manifestExample = bytes(
    """
    46 52 53 4e 4c 4d 41 4e | 01 00 00 00 | 00 00 00 00
    03 00 00 00 00 00 00 00 | 07 00 00 00 00 00 00 00
    88 77 66 55 44 33 22 11 | 28 00 00 00 00 00 00 00
    38 10 00 00 00 00 00 00 | 00 00 00 00 | 54 3e 33 75
    """)

  @Test("The header block of the worked example")
  func header() throws {
    let block = JournalHeader.encode(Self.generation)
    #expect(Array(block.prefix(40)) == Self.headerExample)
    #expect(block[40..<4092].allSatisfy { $0 == 0 })
    #expect(Array(block[4092...]) == Self.bytes("3b 18 e8 79"))
    #expect(Self.generation.seed == 0xB4FD_B56E)
  }

  @Test("The frame of the worked example is written and read so")
  func frame() throws {
    var buffer = FrameBuffer(generation: Self.generation)
    try buffer.append(FrameKind(rawValue: 16)) { frame in
      frame.append([UInt8]("ab".utf8))
      frame.append([UInt8]("c".utf8))
    }
    buffer.seal(firstSequence: 40, commitStart: 40)
    #expect(buffer.bytes == Self.frameExample)

    let storage = FaultyStorage()
    storage.setContents(JournalHeader.encode(Self.generation) + Self.frameExample, of: "/journal")
    let file = try storage.open("/journal", for: .reading)
    #expect(try JournalHeader.read(file) == Self.generation)
    var reader = FrameReader(file: file, generation: Self.generation, readByteCount: 4096)
    var records: [[UInt8]] = []
    #expect(try reader.replay { records += $0.records.map { Array($0.bytes) } } == .blank)
    #expect(records == [[UInt8]("ab".utf8), [UInt8]("c".utf8)])
    #expect(reader.offset == 4096 + 56)
  }

  @Test("The manifest of the worked example is written and read so")
  func manifest() throws {
    let manifest = Manifest(
      unacknowledgedLoss: .none, edition: 3, generation: Self.generation, durableEnd: 4152,
      content: [])
    #expect(manifest.encode() == Self.manifestExample)
    #expect(try Manifest.decode(Self.manifestExample, key: nil, path: "manifest") == manifest)
  }

  private static let wrappedKeyExample = bytes(
    """
    fd 2b 39 8f 2d 47 e3 c2 6b c7 3a 87 fe 3c 7f a6 72 62 6c 7b b1 13 ee 6a
    2c dd 62 61 1f 9d bf 7a f0 a9 e1 5b ee 99 9c 60 14 99 42 08 d0 31 66 e0
    60 37 dc ad 18 42 31 22 83 52 7e 11 8d e0 6b a7 e6 f5 42 0e bf 13 d2 d7
    """)

  private static let encryptedFrameExample = bytes(
    """
    d8 42 24 69 | a4 be 7a ce | 3b 00 00 00 | 10 00 | 00 00
    28 00 00 00 00 00 00 00 | 28 00 00 00 00 00 00 00
    fc 84 c1 80 c7 e9 36 15 bc 86 9e 2e d1 f3 79 ab 9b a0 36 b5 c1 0c ec f2
    7c a2 2f aa 58 6b 29 83 8c 70 91 b4 b3 b6 55 9a b6 14 eb
    8c 9e 2a ae 16 40 d1 84 b8 9b ed 3b ca 19 58 30
    00 00 00 00 00
    """)

  private static let encryptedManifestExample =
    bytes(
      """
      46 52 53 4e 4c 4d 41 4e | 02 00 00 00 | 00 00 00 00
      03 00 00 00 00 00 00 00 | 07 00 00 00 00 00 00 00
      88 77 66 55 44 33 22 11 | 28 00 00 00 00 00 00 00
      60 10 00 00 00 00 00 00 | 03 00 00 00
      """) + wrappedKeyExample
    + bytes(
      """
      78 45 46 ad f4 8e 6e 0c ad 46 33 a1 11 55 97 63 d4 35 45 2c 62 99 60 4b
      60 ff 08 | e2 31 bd ce db a0 72 ed 0d 4b 08 03 10 21 56 0a
      cf ce 7c 0b
      """)

  @Test("The encrypted journal and manifest of the worked example are read so")
  func encryption() throws {
    let locked = Generation(
      number: 7, salt: Self.generation.salt, firstSequence: 40, wrappedKey: Self.wrappedKeyExample)
    let block = JournalHeader.encode(locked)
    #expect(Array(block[4092...]) == Self.bytes("2a 7c ea e2"))
    let storage = FaultyStorage()
    storage.setContents(block + Self.encryptedFrameExample, of: "/journal")
    let file = try storage.open("/journal", for: .reading)
    let found = try #require(try JournalHeader.read(file))
    #expect(found == locked)
    let generation = try found.unlocked(with: KeyStore.key, path: "/journal")
    var reader = FrameReader(file: file, generation: generation, readByteCount: 4096)
    var records: [[UInt8]] = []
    #expect(try reader.replay { records += $0.records.map { Array($0.bytes) } } == .blank)
    #expect(records == [[UInt8]("ab".utf8), [UInt8]("c".utf8)])

    let manifest = try #require(
      try Manifest.decode(Self.encryptedManifestExample, key: KeyStore.key, path: "manifest"))
    #expect(manifest.generation == generation)
    #expect(manifest.content == [UInt8]("xyz".utf8))
    #expect(manifest.durableEnd == reader.offset)
    #expect(try Manifest.decode(manifest.encode(), key: KeyStore.key, path: "manifest") == manifest)
  }

  @Test("The documentation shows the bytes of the worked example")
  func documentation() throws {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let path = "/\(root)/Documentation/formats/journal.md"
    // A copy of the tests alone, as an installed test product has it, comes without the page.
    guard FileSystem.exists(path) else { return }
    let page = String(decoding: try FileSystem.contents(of: path), as: UTF8.self)
    let words = page.split { $0 == " " || $0 == "\n" || $0 == "|" || $0 == "`" }.joined(
      separator: " ")
    for example in [
      Self.headerExample, Self.frameExample, Self.manifestExample, Self.wrappedKeyExample,
      Self.encryptedFrameExample, Array(Self.encryptedManifestExample.prefix(60)),
      Array(Self.encryptedManifestExample.dropFirst(132)),
    ] {
      #expect(words.contains(Self.hexadecimal(example)))
    }
  }

  @Test("A frame of another generation is not taken for one of this")
  func otherGeneration() throws {
    for number in 0..<2000 as Range<UInt64> {
      let other = Generation(number: number, salt: number &* 3, firstSequence: 1)
      var buffer = FrameBuffer(generation: other)
      buffer.append(FrameKind(rawValue: 16), payload: [])
      buffer.seal(firstSequence: 1, commitStart: 1)
      let header = buffer.bytes.withUnsafeBytes { FrameHeader($0, seed: Self.generation.seed) }
      #expect(header == nil)
    }
  }

  @Test(
    "Random bytes are never a frame, and a frame with random changes is none either",
    arguments: 0..<40 as Range<UInt64>)
  func fuzzedHeaders(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var buffer = FrameBuffer(generation: Self.generation)
    buffer.append(FrameKind(rawValue: 16), payload: [1, 2, 3])
    buffer.seal(firstSequence: 40, commitStart: 40)
    let frame = buffer.bytes
    for _ in 0..<250 {
      var bytes = random.mutate(Array(frame[..<32]))
      bytes += [UInt8](repeating: 0, count: max(0, 32 - bytes.count))
      if bytes.starts(with: frame[..<32]) { continue }
      let header = bytes.withUnsafeBytes { FrameHeader($0, seed: Self.generation.seed) }
      #expect(header == nil, "seed \(seed): \(bytes)")
    }
  }

  @Test("Any bytes are read as records without a crash", arguments: 0..<40 as Range<UInt64>)
  func fuzzedRecords(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var payload: [UInt8] = []
    for _ in 0..<5 {
      let record = (0..<Int.random(in: 0..<20, using: &random)).map { UInt8($0) }
      record.withUnsafeBytes { RecordFormat.append($0, to: &payload) }
    }
    #expect(RecordFormat.isWellFormed(payload[...]))
    for _ in 0..<100 {
      let bytes = random.mutate(payload)
      _ = RecordFormat.isWellFormed(bytes[...])
      let frame = Frame(
        kind: FrameKind(rawValue: 16), sequence: 1, buffer: bytes, payloadRange: bytes.indices,
        payloadOffset: 0)
      #expect(frame.records.reduce(0) { $0 + $1.bytes.count } <= bytes.count)
    }
  }
}
