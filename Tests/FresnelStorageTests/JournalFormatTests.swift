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

  @Test("The header block of the worked example")
  func header() {
    let bytes = JournalHeader.encode(Self.generation)
    #expect(bytes.count == 4096)
    print(Self.hexadecimal(bytes[..<40]), Self.hexadecimal(bytes[4092...]), Self.generation.seed)
  }

  @Test("The frame of the worked example")
  func frame() throws {
    var buffer = FrameBuffer(generation: Self.generation)
    try buffer.append(FrameKind(rawValue: 16), fileOffset: 4096) { frame in
      frame.append([UInt8]("ab".utf8))
      frame.append([UInt8]("c".utf8))
    }
    buffer.seal(firstSequence: 40, commitStart: 40)
    print(Self.hexadecimal(buffer.bytes))
  }

  @Test("The manifest of the worked example")
  func manifest() {
    let manifest = Manifest(
      unacknowledgedLoss: .none, edition: 3, generation: Self.generation, durableEnd: 4152,
      content: [])
    print(Self.hexadecimal(manifest.encode()))
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
        kind: FrameKind(rawValue: 16), sequence: 1, payload: bytes[...], generation: 1,
        payloadOffset: 0)
      #expect(frame.records.reduce(0) { $0 + $1.bytes.count } <= bytes.count)
    }
  }
}
