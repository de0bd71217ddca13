/// SipHash-1-3 (Aumasson and Bernstein, 2012, with one and three rounds): a hash that nobody can
/// direct without its key.
package struct SipHash {
  private var v0: UInt64
  private var v1: UInt64
  private var v2: UInt64
  private var v3: UInt64

  /// The hash of a number followed by some bytes.
  ///
  /// - Parameters:
  ///   - number: What comes first, as four bytes.
  ///   - bytes: What follows.
  ///   - key: What nobody who chooses the bytes may know.
  /// - Returns: The hash.
  package static func hash(
    _ number: UInt32, _ bytes: UnsafeRawBufferPointer, key: (UInt64, UInt64)
  ) -> UInt64 {
    var state = SipHash(key)
    // The number takes the first half of the first word, so the bytes are shifted by four.
    var word = UInt64(number)
    var offset = 0
    if bytes.count >= 4 {
      word |= little(UInt32.self, of: bytes, at: 0) << 32
      state.compress(word)
      offset = 4
      // Every load ends at or before the end of the bytes.
      while bytes.count - offset >= 8 {
        state.compress(little(UInt64.self, of: bytes, at: offset))
        offset += 8
      }
      word = 0
    }
    var shift: UInt64 = offset == 0 ? 32 : 0
    while offset < bytes.count {
      word |= UInt64(bytes[offset]) << shift
      shift += 8
      offset += 1
    }
    state.compress(word | UInt64(truncatingIfNeeded: bytes.count &+ 4) << 56)
    return state.finish()
  }

  @inline(__always)
  private static func little<Word: FixedWidthInteger & BitwiseCopyable>(
    _ type: Word.Type, of bytes: UnsafeRawBufferPointer, at offset: Int
  ) -> UInt64 {
    UInt64(
      truncatingIfNeeded: Word(
        littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Word.self)))
  }

  private init(_ key: (UInt64, UInt64)) {
    v0 = key.0 ^ 0x736f_6d65_7073_6575
    v1 = key.1 ^ 0x646f_7261_6e64_6f6d
    v2 = key.0 ^ 0x6c79_6765_6e65_7261
    v3 = key.1 ^ 0x7465_6462_7974_6573
  }

  @inline(__always)
  private mutating func compress(_ word: UInt64) {
    v3 ^= word
    round()
    v0 ^= word
  }

  private mutating func finish() -> UInt64 {
    v2 ^= 0xff
    for _ in 0..<3 { round() }
    return v0 ^ v1 ^ v2 ^ v3
  }

  @inline(__always)
  private mutating func round() {
    v0 &+= v1
    v1 = v1 << 13 | v1 >> 51
    v1 ^= v0
    v0 = v0 << 32 | v0 >> 32
    v2 &+= v3
    v3 = v3 << 16 | v3 >> 48
    v3 ^= v2
    v0 &+= v3
    v3 = v3 << 21 | v3 >> 43
    v3 ^= v0
    v2 &+= v1
    v1 = v1 << 17 | v1 >> 47
    v1 ^= v2
    v2 = v2 << 32 | v2 >> 32
  }
}
