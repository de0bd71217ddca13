import CICU

/// The letters without stroke that a letter stands for by the root collation: `o` for `ø`, `ae` for
/// `æ`; none for a plain letter.
struct BaseLetters {
  /// The first letter, if any.
  let first: UInt32?
  /// The second letter, of a ligature.
  let second: UInt32?

  /// No letters.
  init() {
    first = nil
    second = nil
  }

  /// Looks up the letters that a letter stands for.
  init(of scalar: UInt32) {
    let packed = scalar < 0x80 ? 0 : Self.table[scalar]
    let low = UInt32(truncatingIfNeeded: packed)
    let high = UInt32(truncatingIfNeeded: packed >> 32)
    first = low == 0 ? nil : low
    second = high == 0 ? nil : high
  }

  /// The letters in order.
  var scalars: [UInt32] {
    [first, second].compactMap(\.self)
  }

  /// The first letter in the low half, the second in the high half.
  private static let table = ScalarTable { scalar in
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Int(FRESNEL_MAX_EXPANSION)) { buffer in
      let count = fresnel_base_letters(scalar, buffer.baseAddress)
      let first = count > 0 ? UInt64(buffer[0]) : 0
      return count > 1 ? first | UInt64(buffer[1]) << 32 : first
    }
  }
}
