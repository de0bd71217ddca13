/// Writes numbers of any width up to 56 bits one after the other, from the lowest bit of the first
/// byte up.
///
/// Stores eight bytes at a time, so that many must be writable from the last number's first byte on.
struct PackedBitsWriter {
  private var end: UnsafeMutableRawPointer
  private var pending: UInt64 = 0
  private var pendingCount: UInt64 = 0

  init(at start: UnsafeMutableRawPointer) {
    end = start
  }

  /// Appends a number that has no bits beyond the width.
  @inline(__always)
  mutating func append(_ number: UInt64, width: Int) {
    // Fewer than 8 bits are pending.
    pending |= number &<< pendingCount
    pendingCount &+= UInt64(truncatingIfNeeded: width)
    end.storeBytes(of: pending.littleEndian, as: UInt64.self)
    end += Int(truncatingIfNeeded: pendingCount &>> 3)
    // At most 63 bits are pending, so at most 56 are shifted out.
    pending &>>= pendingCount & ~7
    pendingCount &= 7
  }
}

/// The number that starts at a bit of packed ones, counted from `base`.
///
/// Loads eight bytes, so that many must be readable from the number's first byte on.
@inline(__always)
func packedNumber(_ base: UnsafeRawPointer, at bit: Int, mask: UInt64) -> UInt64 {
  let word = base.loadUnaligned(fromByteOffset: bit &>> 3, as: UInt64.self)
  return UInt64(littleEndian: word) &>> UInt64(truncatingIfNeeded: bit & 7) & mask
}

/// As many low bits set as a number is wide, at most 63.
@inline(__always)
func packedMask(width: Int) -> UInt64 {
  (1 &<< UInt64(truncatingIfNeeded: width)) &- 1
}
