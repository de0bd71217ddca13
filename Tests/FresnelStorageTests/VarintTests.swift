import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Varint")
struct VarintTests {
  private static func read(_ bytes: [UInt8]) -> (value: UInt64?, position: Int) {
    var position = 0
    let value = bytes.withUnsafeBytes { Varint.read($0, at: &position) }
    return (value, position)
  }

  @Test("Numbers are read as they were written, in the bytes they are said to take")
  func roundTrip() {
    var generator = SeededGenerator(seed: 1)
    var values: [UInt64] = [0, 1, 127, 128, 16_383, 16_384, .max]
    for bits in 0..<64 as Range<UInt64> {
      values += [1 << bits, (1 << bits) - 1, generator.next() >> bits]
    }
    for value in values {
      var bytes: [UInt8] = []
      Varint.append(value, to: &bytes)
      #expect(bytes.count == Varint.byteCount(value))
      #expect(bytes.count <= Varint.maximumByteCount)
      let read = Self.read(bytes + [0xff])
      #expect(read.value == value)
      #expect(read.position == bytes.count)
      #expect(Self.read(Array(bytes.dropLast())).value == nil)
    }
  }

  @Test("What is no number is refused and leaves the position where it was")
  func refused() {
    let ones = [UInt8](repeating: 0xff, count: 9)
    for bytes in [[], [0x80], ones, ones + [2], ones + [0x81], ones + [0x80, 0]] {
      let read = Self.read(bytes)
      #expect(read.value == nil, "\(bytes)")
      #expect(read.position == 0, "\(bytes)")
    }
    var outside = -1
    #expect([0, 1].withUnsafeBytes { Varint.read($0, at: &outside) } == nil)
  }

  @Test("Any bytes are read without harm")
  func anyBytes() {
    for seed in 0..<2_000 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let bytes = ByteFixture.bytes(Int.random(in: 0..<24, using: &generator), &generator)
      bytes.withUnsafeBytes { bytes in
        var position = 0
        while let value = Varint.read(bytes, at: &position) {
          #expect(Varint.byteCount(value) <= position)
        }
        #expect(position <= bytes.count, "seed \(seed)")
      }
    }
  }
}
