internal import CSodium

/// A sum of hashes, which tells what was added and not in which order.
///
/// Each value counts as the number that its BLAKE2b-256 hash is, little-endian; sums are taken modulo
/// 2^256. (AdHash: Bellare and Micciancio, "A New Paradigm for Collision-Free Hashing", 1997.)
package struct DigestSum: Hashable, Sendable {
  // Four digits of 64 bits, the lowest first.
  private var digits = SIMD4<UInt64>.zero

  /// The sum of nothing.
  package init() {}

  /// Adds a value.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var hash = SIMD4<UInt64>.zero
    withUnsafeMutableBytes(of: &hash) {
      fresnel_sodium_hash(bytes.baseAddress, bytes.count, $0.baseAddress)
    }
    var carry: UInt64 = 0
    for place in 0..<4 {
      let (sum, overflow) = digits[place].addingReportingOverflow(UInt64(littleEndian: hash[place]))
      let (total, carried) = sum.addingReportingOverflow(carry)
      digits[place] = total
      carry = overflow || carried ? 1 : 0
    }
  }

  /// The sum as 32 bytes, the lowest first.
  package var bytes: [UInt8] {
    (0..<4).flatMap { place in
      withUnsafeBytes(of: digits[place].littleEndian) { Array($0) }
    }
  }
}
