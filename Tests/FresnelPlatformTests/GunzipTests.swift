import Foundation
import Testing

@testable import FresnelPlatform

struct GunzipTests {
  /// "hello, hello, hello\n", as gzip packs it.
  private let hello: [UInt8] = [
    0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 0xff, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0xd7, 0x51, 0xc8, 0x40,
    0xa2, 0xb8, 0, 0xe7, 0x42, 0x6e, 0x52, 0x14, 0, 0, 0,
  ]

  private func unpack(
    _ bytes: [UInt8], byteCount: Int = 1_000, ratio: Int = 200
  ) -> (text: String, error: GunzipError?) {
    let result = Gunzip.unpack(bytes, limits: GunzipLimits(byteCount: byteCount, ratio: ratio))
    return (String(decoding: result.bytes, as: UTF8.self), result.error)
  }

  @Test func membersAreUnpackedOneAfterTheOther() {
    #expect(Gunzip.isPacked(hello))
    #expect(!Gunzip.isPacked(Array("<urlset>".utf8)))
    #expect(unpack(hello) == ("hello, hello, hello\n", nil))
    #expect(unpack(hello + hello + [0, 0]).text == "hello, hello, hello\nhello, hello, hello\n")
    #expect(unpack([]) == ("", nil))
  }

  @Test func whatIsDamagedComesOutAsFarAsItGoes() {
    var damaged = hello
    damaged[damaged.count - 6] ^= 1
    #expect(unpack(damaged) == ("hello, hello, hello\n", .damaged))
    #expect(unpack(Array(hello.dropLast(4))) == ("hello, hello, hello\n", .endsEarly))
    #expect(unpack(Array("plain".utf8)) == ("", .damaged))
    #expect(unpack(hello + Array("xyz".utf8)).error == .damaged)
  }

  @Test func dataInPiecesComesOutAsTheWholeDoes() throws {
    let packed = hello + hello + [0, 0]
    for length in 1...packed.count {
      var unpacker = try Gunzip(limits: GunzipLimits(byteCount: 1_000, ratio: 200))
      var text: [UInt8] = []
      for start in stride(from: 0, to: packed.count, by: length) {
        let end = min(start + length, packed.count)
        var piece = packed[start..<end]
        while let unpacked = try unpacker.next(from: &piece, atMost: 7) { text += unpacked }
        #expect(piece.isEmpty)
      }
      try unpacker.finish()
      #expect(text == Array("hello, hello, hello\nhello, hello, hello\n".utf8))
    }
    var cut = try Gunzip()
    var rest = hello.dropLast(3)
    #expect(try cut.next(from: &rest) == Array("hello, hello, hello\n".utf8))
    #expect(try cut.next(from: &rest) == nil)
    do throws(GunzipError) {
      try cut.finish()
      Issue.record("A member that is cut is whole.")
    } catch {
      #expect(error == .endsEarly)
    }
  }

  @Test func whatIsTooLargeIsCut() {
    #expect(unpack(hello, byteCount: 20).error == nil)
    #expect(unpack(hello, byteCount: 19) == ("hello, hello, hello", .tooLarge(byteCount: 19)))
    #expect(unpack(hello, byteCount: 5) == ("hello", .tooLarge(byteCount: 5)))
  }

  @Test func bombsEndEarly() {
    // 258 zeros for every 13 bits.
    let bomb = Self.zeros(count: 64 << 20)
    #expect(bomb.count < 500_000)
    let large = Gunzip.unpack(bomb, limits: GunzipLimits(byteCount: 50_000_000, ratio: 100))
    #expect(large.error == .tooDense(ratio: 100))
    #expect(large.bytes.count < 2 << 20)
    let allowed = Gunzip.unpack(bomb, limits: GunzipLimits(byteCount: 3_000_000, ratio: 2_000))
    #expect(allowed.error == .tooLarge(byteCount: 3_000_000))
    #expect(allowed.bytes.count == 3_000_000)
  }

  /// Packs zeros by hand: one block of fixed codes, a zero and then copies of 258 of them.
  private static func zeros(count: Int) -> [UInt8] {
    var bits = BitWriter()
    bits.write(0b011, 3)
    bits.writeCode(0b0011_0000, 8)
    for _ in 0..<(count / 258) {
      // Length 258 is symbol 285, distance 1 is symbol 0.
      bits.writeCode(0b1100_0101, 8)
      bits.writeCode(0, 5)
    }
    bits.writeCode(0, 7)
    return [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3] + bits.bytes + [0, 0, 0, 0, 0, 0, 0, 0]
  }

  private struct BitWriter {
    var bytes: [UInt8] = []
    var room = 0

    mutating func write(_ value: UInt16, _ count: Int) {
      for index in 0..<count { append(value >> UInt16(index) & 1) }
    }

    mutating func writeCode(_ value: UInt16, _ count: Int) {
      for index in (0..<count).reversed() { append(value >> UInt16(index) & 1) }
    }

    private mutating func append(_ bit: UInt16) {
      if room == 0 {
        bytes.append(0)
        room = 8
      }
      bytes[bytes.count - 1] |= UInt8(bit) << UInt8(8 - room)
      room -= 1
    }
  }
}
