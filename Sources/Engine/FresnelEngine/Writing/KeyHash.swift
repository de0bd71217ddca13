/// The hash of a scope and a unique identifier, for tables in memory.
enum KeyHash {
  /// Identifiers come from outside, so each process spreads them differently.
  private static let seed = UInt64.random(in: .min ... .max)

  static func hash(_ scope: UInt32, _ identifier: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash = seed ^ UInt64(scope) &* 0x9E37_79B9_7F4A_7C15
    let bytes = UnsafeRawBufferPointer(identifier)
    var offset = 0
    // Every load below ends at or before the end of the buffer.
    while offset + 8 <= bytes.count {
      hash =
        (hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        &* 0xD6E8_FEB8_6659_FD93
      hash ^= hash &>> 32
      offset += 8
    }
    var rest: UInt64 = UInt64(bytes.count)
    while offset < bytes.count {
      rest = rest << 8 | UInt64(bytes[offset])
      offset += 1
    }
    hash = (hash ^ rest) &* 0xD6E8_FEB8_6659_FD93
    return hash ^ (hash &>> 29)
  }
}
