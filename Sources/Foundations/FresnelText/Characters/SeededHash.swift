/// Hashes bytes that come from outside, for tables in memory.
///
/// Each process draws its own seed, so that nobody can prepare texts that all fall into one slot. The hash is for
/// tables of one process alone: it is never stored, and it is no checksum.
package enum SeededHash {
  /// What the first word is mixed with, and what each word is multiplied by. A multiplier of 0 would hash all
  /// alike; an odd one is never 0.
  private static let seed = (
    start: UInt64.random(in: .min ... .max), multiplier: UInt64.random(in: .min ... .max) | 1
  )

  /// The hash of some bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - salt: Equal bytes with different salts have different hashes.
  /// - Returns: A number of which every bit depends on all bytes: tables take whichever they like.
  /// - Complexity: One multiplication for eight bytes.
  package static func hash(_ bytes: UnsafeRawBufferPointer, salt: UInt64 = 0) -> UInt64 {
    let (start, multiplier) = seed
    var hash = start ^ salt &* 0x9E37_79B9_7F4A_7C15
    var offset = 0
    // Every load ends at or before the end of the buffer.
    while offset + 8 <= bytes.count {
      hash = mix(hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self), multiplier)
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < bytes.count {
      rest = rest << 8 | UInt64(bytes[offset])
      offset += 1
    }
    // The count tells texts apart that end in zeros.
    hash = mix(hash ^ rest, multiplier)
    return mix(hash ^ UInt64(bytes.count), 0xD6E8_FEB8_6659_FD93)
  }

  /// Both halves of a product, one laid over the other, so that the upper bits reach the lower ones.
  @inline(__always)
  private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}
