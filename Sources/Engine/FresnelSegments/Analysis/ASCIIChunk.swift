/// Eight bytes of UTF-8 at once, and which of them are ASCII letters and digits.
///
/// A set of bytes is a number that has the uppermost bit of each of them set; the first byte is the lowest. Most words
/// have no more bytes than this, so their end is found without a branch for each byte, of which nobody could foretell
/// the last one's.
struct ASCIIChunk: BitwiseCopyable {
  static let byteCount = 8
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let topBits: UInt64 = 0x8080_8080_8080_8080

  /// The bytes, with letters made small.
  let folded: UInt64
  /// The capital and the small letters of the run that the chunk begins with; behind it, bytes beyond ASCII may be
  /// among them.
  private let capitals: UInt64
  private let smalls: UInt64
  /// How many bytes the chunk begins with that are letters and digits.
  let runLength: Int

  /// The bytes at an offset, which is at most `count`; behind the end of the text come zeros.
  @inline(__always)
  init(_ text: UnsafePointer<UInt8>, at offset: Int, count: Int) {
    let bytes = Self.load(text, at: offset, count: count)
    let low = bytes & ~Self.topBits
    let capitals = Self.bytes(of: low, from: UInt8(ascii: "A"), through: UInt8(ascii: "Z"))
    let smalls = Self.bytes(of: low, from: UInt8(ascii: "a"), through: UInt8(ascii: "z"))
    let digits = Self.bytes(of: low, from: UInt8(ascii: "0"), through: UInt8(ascii: "9"))
    let others = ~(capitals | smalls | digits) & Self.topBits | bytes & Self.topBits
    runLength = others.trailingZeroBitCount / 8
    self.capitals = capitals
    self.smalls = smalls
    folded = bytes | capitals &>> 2
  }

  /// Finds the changes of case in the run that the chunk begins with.
  ///
  /// - Parameter isAfterSmall: Whether the byte before the chunk is a small letter of the same run.
  /// - Returns: The capital letters of the run that follow small ones, as a set.
  @inline(__always)
  func caseChanges(after isAfterSmall: Bool) -> UInt64 {
    // Shifts by as many bits as there are give 0, or all ones here.
    let run = ~(UInt64.max << UInt64(8 * runLength))
    return capitals & (smalls &<< 8 | (isAfterSmall ? 0x80 : 0)) & run
  }

  /// Whether the last byte is a small letter; the whole chunk has to be of one run.
  @inline(__always)
  var endsWithSmall: Bool { smalls >> 63 != 0 }

  /// Which bytes, all below 128, lie in a range.
  @inline(__always)
  private static func bytes(of low: UInt64, from first: UInt8, through last: UInt8) -> UInt64 {
    // No sum reaches 256, so that none changes the next byte.
    let notBelow = low &+ ones &* UInt64(0x80 - first)
    let above = low &+ ones &* UInt64(0x7F - last)
    return notBelow & ~above & topBits
  }

  @inline(__always)
  private static func load(
    _ text: UnsafePointer<UInt8>, at offset: Int, count: Int
  ) -> UInt64 {
    let raw = UnsafeRawPointer(text)
    if count &- offset >= byteCount {
      return UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    if count >= byteCount {
      // The last eight bytes of the text, without those before the offset.
      let last = UInt64(
        littleEndian: raw.loadUnaligned(fromByteOffset: count &- byteCount, as: UInt64.self))
      return last >> UInt64(8 * (byteCount - (count - offset)))
    }
    var bytes: UInt64 = 0
    for place in offset..<count { bytes |= UInt64(text[place]) &<< UInt64(8 * (place - offset)) }
    return bytes
  }
}
