// A block of postings: `Documentation/formats/postings.md` describes it.
//
//   offset  bytes             field
//        0  1                 width w of a difference in bits, 0 ... 32, plus 64 × certainty kind
//        1  ceil(n × w / 8)   n differences of w bits each, lowest bits first
//        …  ceil(n / 4)       certainties of two bits each, lowest bits first; kind 2 only

/// How a block tells the certainties of its postings.
enum CertaintyKind {
  /// All are 0.
  static let none: UInt8 = 0
  /// All are 3.
  static let clean: UInt8 = 1
  /// Each is stored in two bits.
  static let stored: UInt8 = 2
}

/// The measures of a block, from its first byte and its number of postings.
struct PostingBlockLayout: BitwiseCopyable {
  /// The number of postings in every block of a list but the last.
  static let capacity = 128
  /// The byte count of the largest block.
  static let maximumByteCount = 1 + capacity * 32 / 8 + capacity / 4

  /// The bits of a difference.
  let width: Int
  let certaintyKind: UInt8
  /// Where the certainties start, counted from the block's first byte.
  let certaintyOffset: Int
  let byteCount: Int

  /// Reads the first byte; `nil` if no block starts so.
  @inline(__always)
  init?(head: UInt8, postingCount: Int) {
    let width = Int(head & 63)
    let certaintyKind = head >> 6
    guard width <= 32, certaintyKind <= CertaintyKind.stored else { return nil }
    self.init(width: width, certaintyKind: certaintyKind, postingCount: postingCount)
  }

  @inline(__always)
  init(width: Int, certaintyKind: UInt8, postingCount: Int) {
    self.width = width
    self.certaintyKind = certaintyKind
    certaintyOffset = 1 + (postingCount * width + 7) / 8
    byteCount =
      certaintyOffset + (certaintyKind == CertaintyKind.stored ? (postingCount + 3) / 4 : 0)
  }

  var head: UInt8 { UInt8(width) | certaintyKind << 6 }
}

/// The difference of a block that starts at a bit, counted from the first difference.
///
/// Loads eight bytes, so that many must be readable from the difference's first byte on.
@inline(__always)
func difference(_ differences: UnsafeRawPointer, at bit: Int, mask: UInt64) -> UInt64 {
  let word = differences.loadUnaligned(fromByteOffset: bit &>> 3, as: UInt64.self)
  return UInt64(littleEndian: word) &>> UInt64(truncatingIfNeeded: bit & 7) & mask
}
