// A block of postings: `Documentation/formats/postings.md` describes it.
//
//   offset  bytes                   field
//        0  1                       width w of a difference in bits, 0 ... 31; plus 32 if some
//                                   differences are wider; plus 64 × kind of certainty
//        1  1                       number m of the wider ones     only where there are any
//        2  1                       how many bits wider, h         only where there are any
//        …  ceil(n × w / 8)         the low w bits of n differences
//        …  ceil(m × (7 + h) / 8)   for each wider one its place, 7 bits, and its upper h bits
//        …                          certainties

/// The measures of a block.
struct PostingBlockLayout: BitwiseCopyable {
  /// The number of postings in every block of a list but the last.
  static let capacity = 128
  /// More bytes than the largest block has.
  static let maximumByteCount = 2048
  /// The bits of a wide difference's place in its block.
  static let placeWidth = 7
  static let widthMask: UInt8 = 31
  static let wideFlag: UInt8 = 32

  /// The bits of a difference that are stored in its place.
  let width: Int
  /// The number of differences that have upper bits elsewhere, and how many bits those are.
  let wideCount: Int
  let highWidth: Int
  let certaintyKind: UInt8

  /// Where the differences start, counted from the block's first byte.
  var differencesOffset: Int { wideCount == 0 ? 1 : 3 }
  /// Where the upper bits start.
  let wideOffset: Int
  /// Where the certainties start.
  let certaintyOffset: Int

  @inline(__always)
  init(width: Int, wideCount: Int, highWidth: Int, certaintyKind: UInt8, postingCount: Int) {
    self.width = width
    self.wideCount = wideCount
    self.highWidth = highWidth
    self.certaintyKind = certaintyKind
    wideOffset = (wideCount == 0 ? 1 : 3) + (postingCount * width + 7) / 8
    certaintyOffset = wideOffset + (wideCount * (Self.placeWidth + highWidth) + 7) / 8
  }

  /// Reads the measures of a block of so many bytes, at least 1; `nil` if no block is like that.
  @inline(__always)
  init?(_ block: UnsafeRawPointer, byteCount: Int, postingCount: Int) {
    let head = block.load(as: UInt8.self)
    let width = Int(head & Self.widthMask)
    var wideCount = 0
    var highWidth = 0
    if head & Self.wideFlag != 0 {
      guard byteCount >= 3 else { return nil }
      wideCount = Int(block.load(fromByteOffset: 1, as: UInt8.self))
      highWidth = Int(block.load(fromByteOffset: 2, as: UInt8.self))
      guard wideCount > 0, wideCount <= postingCount, highWidth > 0, width + highWidth <= 32
      else { return nil }
    }
    self.init(
      width: width, wideCount: wideCount, highWidth: highWidth, certaintyKind: head >> 6,
      postingCount: postingCount)
    guard
      let length = BlockCertainties.byteCount(
        block, at: certaintyOffset, kind: certaintyKind, postingCount: postingCount,
        limit: byteCount),
      certaintyOffset + length == byteCount
    else { return nil }
  }

  var head: UInt8 {
    UInt8(width) | (wideCount == 0 ? 0 : Self.wideFlag) | certaintyKind << 6
  }
}
