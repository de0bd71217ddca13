/// From the terms of one document to numbers of a few bits, no two alike: a perfect hash function.
///
/// A term's hash chooses a bucket, and the bucket's *displacement*, a byte that is stored, sends its
/// terms to free slots. This is "hash, displace and compress" of Belazzougui, Botelho and
/// Dietzfelbinger (ESA 2009), with displacements kept as they are. A term that is not in the document
/// has some slot too, so ask for terms only that it is known to have.
enum PositionSlots {
  /// The slots that `width` bits tell apart.
  @inline(__always)
  static func count(width: Int) -> Int { 1 &<< width }

  /// The bucket of a term among so many.
  @inline(__always)
  static func bucket(of hash: UInt64, count: Int) -> Int {
    // The lower half of the hash, scaled; below `count`.
    Int(truncatingIfNeeded: ((hash & 0xFFFF_FFFF) &* UInt64(truncatingIfNeeded: count)) &>> 32)
  }

  /// The slot of a term under a displacement, below `count`, which must be less than 2^32.
  @inline(__always)
  static func slot(of hash: UInt64, displacement: UInt8, count: Int) -> Int {
    let moved = hash ^ ((UInt64(displacement) &+ 1) &* 0x9E37_79B9_7F4A_7C15)
    let mixed = (moved &* 0xD6E8_FEB8_6659_FD93) &>> 32
    return Int(truncatingIfNeeded: (mixed &* UInt64(truncatingIfNeeded: count)) &>> 32)
  }

  /// The same slot, of those that `width` bits tell apart; at least one bit.
  @inline(__always)
  static func slot(of hash: UInt64, displacement: UInt8, width: Int) -> Int {
    let moved = hash ^ ((UInt64(displacement) &+ 1) &* 0x9E37_79B9_7F4A_7C15)
    // Scaling to a power of two keeps the uppermost bits.
    return Int(
      truncatingIfNeeded: (moved &* 0xD6E8_FEB8_6659_FD93)
        &>> UInt64(truncatingIfNeeded: 64 &- width))
  }
}

/// The hash of a term that positions are told by. It is part of the format.
enum PositionHash {
  /// The hash of a term whose bytes are given as little-endian words of eight, filled up with zeros.
  @inline(__always)
  static func of(byteCount: Int, word: (_ index: Int) -> UInt64) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: byteCount) &* 0x9E37_79B9_7F4A_7C15
    for index in 0..<(byteCount &+ 7) / 8 {
      hash = (hash ^ word(index)) &* 0xD6E8_FEB8_6659_FD93
      hash ^= hash &>> 32
    }
    hash = hash &* 0x9E37_79B9_7F4A_7C15
    return hash ^ hash &>> 29
  }

  /// The hash of a term.
  static func of(_ term: [UInt8]) -> UInt64 {
    of(byteCount: term.count) { index in
      var word: UInt64 = 0
      for (place, byte) in term[(index * 8)...].prefix(8).enumerated() {
        word |= UInt64(byte) << UInt64(8 * place)
      }
      return word
    }
  }
}
