internal import CSodium
package import FresnelModel

/// The digest of some items, whatever their order, by which an app and the service find out whether they
/// have the same: the sum modulo 2^256 of the BLAKE2b hashes of 32 bytes of the items' encodings.
///
/// The time at which an item expires does not count: a default one depends on when the item was put.
package struct ItemDigestSum: Hashable, Sendable {
  // Four digits of 64 bits, the lowest first.
  private var digits = SIMD4<UInt64>.zero

  /// The digest of no items.
  package init() {}

  /// Adds an item.
  ///
  /// - Complexity: O(*n*) in the bytes of the item.
  package mutating func add(_ item: EncodedItem) {
    let bytes = item.renewed(until: nil)
    var hash = SIMD4<UInt64>.zero
    bytes.withUnsafeBytes { bytes in
      withUnsafeMutableBytes(of: &hash) { hash in
        fresnel_sodium_hash(bytes.baseAddress, bytes.count, hash.baseAddress)
      }
    }
    var carry: UInt64 = 0
    for place in 0..<4 {
      let (sum, overflow) = digits[place].addingReportingOverflow(UInt64(littleEndian: hash[place]))
      let (total, carried) = sum.addingReportingOverflow(carry)
      digits[place] = total
      carry = overflow || carried ? 1 : 0
    }
  }

  /// The digest as 32 bytes, the lowest first.
  package var bytes: [UInt8] {
    (0..<4).flatMap { place in
      withUnsafeBytes(of: digits[place].littleEndian) { Array($0) }
    }
  }
}
