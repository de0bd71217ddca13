import FresnelPlatform
import FresnelTestSupport
import Testing

@Suite("InputReader and LineReader")
struct InputTests {
  /// "hello\nworld\n" as gzip 1.12 packs it with `-n`.
  private static let packed: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0xE7,
    0x2A, 0xCF, 0x2F, 0xCA, 0x49, 0xE1, 0x02, 0x00, 0xFF, 0x5D, 0xC5, 0xC4, 0x0C, 0x00, 0x00, 0x00,
  ]

  private static func unpacked(_ bytes: [UInt8]) throws -> [UInt8] {
    try FileSystem.withTemporaryDirectory { directory in
      try FileSystem.write(bytes, to: directory + "/file")
      var reader = try InputReader(path: directory + "/file")
      var result: [UInt8] = []
      while let chunk = try reader.next() { result += chunk }
      #expect(reader.consumedByteCount == UInt64(bytes.count))
      return result
    }
  }

  @Test("Plain bytes pass through and gzip members are unpacked, whatever the file is called")
  func reading() throws {
    let text = [UInt8]("hello\nworld\n".utf8)
    #expect(try Self.unpacked([]) == [])
    #expect(try Self.unpacked([0x1F]) == [0x1F])
    #expect(try Self.unpacked(text) == text)
    #expect(try Self.unpacked(Self.packed) == text)
    #expect(try Self.unpacked(Self.packed + Self.packed + [0, 0, 0]) == text + text)
  }

  @Test("Packed data that end too early, are changed or are followed by rubbish are an error")
  func damage() throws {
    for length in 2..<Self.packed.count {
      #expect(throws: SystemError.self) { try Self.unpacked(Array(Self.packed[..<length])) }
    }
    #expect(throws: SystemError.self) { try Self.unpacked(Self.packed + [1, 2, 3]) }
    for offset in Self.packed.indices.dropFirst(10) {
      var changed = Self.packed
      changed[offset] ^= 0x20
      // The last bits of the packed stream are padding, which nothing protects or needs.
      let text = try? Self.unpacked(changed)
      #expect(text == nil || offset == 23 && text == [UInt8]("hello\nworld\n".utf8), "\(offset)")
    }
  }

  @Test("Random changes of packed data never crash", arguments: 0..<50 as Range<UInt64>)
  func fuzz(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<10 { _ = try? Self.unpacked(random.mutate(Self.packed)) }
  }

  @Test(
    "What the gzip program packs comes back whole", .enabled(if: Command.path(of: "gzip") != nil))
  func largeFile() throws {
    var random = SeededGenerator(seed: 5)
    let text = (0..<400_000).map { _ in UInt8.random(in: 97...105, using: &random) }
    try FileSystem.withTemporaryDirectory { directory in
      try FileSystem.write(text, to: directory + "/file")
      let (ending, packed) = try Command("gzip", ["-c", directory + "/file"]).capture()
      #expect(ending.isSuccess)
      #expect(packed.count < text.count)
      #expect(try Self.unpacked(packed) == text)
    }
  }

  @Test("Lines lose their ends, count from one, and a long one is passed over")
  func lines() throws {
    let long = String(repeating: "x", count: 700_000)
    try FileSystem.withTemporaryDirectory { directory in
      let path = directory + "/lines"
      try FileSystem.write([UInt8]("a\r\n\n\(long)\nlast".utf8), to: path)
      var reader = LineReader(try InputReader(path: path), maximumByteCount: 1000)
      var lines: [LineReader.Line] = []
      while let line = try reader.next() {
        lines.append(line)
        #expect(reader.lineNumber == lines.count)
      }
      #expect(
        lines == [
          .bytes([97]), .bytes([]), .tooLong(byteCount: 700_000), .bytes([108, 97, 115, 116]),
        ])
    }
  }

  @Test("Lines that run over several reads are whole")
  func longLines() throws {
    let lines = (0..<40).map { [UInt8](repeating: UInt8(65 + $0 % 26), count: $0 * 9001) }
    try FileSystem.withTemporaryDirectory { directory in
      try FileSystem.write(Array(lines.joined(separator: [10])), to: directory + "/lines")
      var reader = LineReader(try InputReader(path: directory + "/lines"))
      var found: [[UInt8]] = []
      while case .bytes(let line)? = try reader.next() { found.append(Array(line)) }
      #expect(found == lines)
    }
  }
}
