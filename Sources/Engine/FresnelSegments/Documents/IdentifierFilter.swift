/// Says of most identifiers that are not in a segment that they are not: a Bloom filter of blocks of
/// 256 bits, as in Apache Parquet.
///
/// Each hash sets one bit in each of the eight 32-bit words of one block. At ten bits a hash about
/// one in a hundred strangers passes.
struct IdentifierFilter: Sendable {
  private static let bitsPerHash = 10
  /// Odd numbers that spread the lower half of a hash differently for each word.
  private static let salts: SIMD8<UInt32> = [
    0x47b6_137b, 0x4497_4d91, 0x8824_ad5b, 0xa2b7_289d,
    0x7054_95c7, 0x2df1_424b, 0x9efc_4947, 0x5c6b_fb31,
  ]

  private(set) var blocks: [SIMD8<UInt32>]

  /// A filter without hashes, of the size for so many.
  init(hashCount: Int) {
    blocks = Array(repeating: .zero, count: Self.blockCount(hashCount: hashCount))
  }

  /// A filter of blocks that were stored.
  init(_ blocks: [SIMD8<UInt32>]) {
    self.blocks = blocks
  }

  /// The number of blocks of a filter for so many hashes; at least 1.
  static func blockCount(hashCount: Int) -> Int {
    (hashCount * bitsPerHash + 255) / 256 + (hashCount == 0 ? 1 : 0)
  }

  /// What a filter needs to know of a hash, the same for filters of all sizes.
  struct Print: BitwiseCopyable {
    let hash: UInt64
    /// The bits that the hash sets in its block.
    let mask: SIMD8<UInt32>

    init(_ hash: UInt64) {
      self.hash = hash
      mask = IdentifierFilter.mask(hash)
    }
  }

  /// Adds a hash.
  mutating func insert(_ hash: UInt64) {
    blocks[Self.block(of: hash, blockCount: blocks.count)] |= Self.mask(hash)
  }

  /// Whether a hash may have been added; true if it was.
  func mayContain(_ hash: UInt64) -> Bool {
    let mask = Self.mask(hash)
    return blocks[Self.block(of: hash, blockCount: blocks.count)] & mask == mask
  }

  /// The block of a hash.
  @inline(__always)
  static func block(of hash: UInt64, blockCount: Int) -> Int {
    Int(((hash >> 32) &* UInt64(blockCount)) >> 32)
  }

  private static func mask(_ hash: UInt64) -> SIMD8<UInt32> {
    let bits = (SIMD8(repeating: UInt32(truncatingIfNeeded: hash)) &* salts) &>> 27
    return SIMD8(repeating: 1) &<< bits
  }
}
