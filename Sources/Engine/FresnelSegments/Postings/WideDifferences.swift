/// The upper bits of those differences of a block that have more than the others, one after the
/// other.
struct WideDifferences: BitwiseCopyable {
  /// The place in the block of the next one; `Int.max` behind the last.
  private(set) var place = Int.max
  /// Its upper bits, where they belong.
  private(set) var high: UInt64 = 0
  private var bits: UnsafeRawPointer?
  private var bit = 0
  private var remaining = 0
  private var highWidth = 0
  private var lowWidth = 0

  init() {}

  /// Begins with the first one of a block, whose bytes must stay in place; `false` when it has no
  /// valid place.
  @inline(__always)
  mutating func begin(_ block: UnsafeRawPointer, _ layout: PostingBlockLayout, _ count: Int) -> Bool
  {
    remaining = layout.wideCount
    place = .max
    guard remaining > 0 else { return true }
    bits = block + layout.wideOffset
    bit = 0
    highWidth = layout.highWidth
    lowWidth = layout.width
    return advance(after: -1, postingCount: count)
  }

  /// Goes on to the next one; `false` when it is not behind the one before, or not in the block.
  mutating func advance(after last: Int, postingCount: Int) -> Bool {
    guard remaining > 0, let bits else {
      place = .max
      return true
    }
    let width = PostingBlockLayout.placeWidth &+ highWidth
    let number = packedNumber(bits, at: bit, mask: packedMask(width: width))
    bit &+= width
    remaining &-= 1
    place = Int(truncatingIfNeeded: number & 127)
    high =
      (number &>> UInt64(PostingBlockLayout.placeWidth)) &<< UInt64(truncatingIfNeeded: lowWidth)
    return place > last && place < postingCount
  }
}
