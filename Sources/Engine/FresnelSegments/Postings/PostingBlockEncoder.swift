/// Collects the postings of a block and encodes them in the fewest bytes.
struct PostingBlockEncoder: ~Copyable {
  private(set) var count = 0
  /// The differences and certainties of the postings, and room for the encoded block. Freed in deinit
  /// and used nowhere else; each has room for the most there can be.
  private let differences = UnsafeMutablePointer<UInt32>.allocate(
    capacity: PostingBlockLayout.capacity)
  private let certainties = UnsafeMutablePointer<UInt8>.allocate(
    capacity: PostingBlockLayout.capacity)
  private let encoded = UnsafeMutableRawPointer.allocate(
    byteCount: PostingBlockLayout.maximumByteCount, alignment: 8)
  /// All differences, and all certainties, by bits.
  private var unitedDifferences: UInt32 = 0
  private var commonCertainty: UInt8 = 3

  init() {}

  deinit {
    differences.deallocate()
    certainties.deallocate()
    encoded.deallocate()
  }

  var isFull: Bool { count == PostingBlockLayout.capacity }

  /// The certainty of the first posting; there must be one.
  var firstCertainty: UInt8 { certainties[0] }

  /// Adds a posting; the block must not be full.
  @inline(__always)
  mutating func append(_ difference: UInt32, certainty: UInt8) {
    assert(!isFull)
    differences[count] = difference
    certainties[count] = certainty & 3
    unitedDifferences |= difference
    commonCertainty &= certainty
    count &+= 1
  }

  mutating func clear() {
    count = 0
    unitedDifferences = 0
    commonCertainty = 3
  }

  /// Appends the block, which must have postings, to others, and empties it.
  mutating func write(to blocks: inout GrowableBuffer<UInt8>) {
    let certainties =
      commonCertainty == 3
      ? BlockCertainties(all: 3) : BlockCertainties(self.certainties, count: count)
    let form = certainties.shortestForm(count: count)
    let (width, wideCount, greatest) = shortestWidth()
    let layout = PostingBlockLayout(
      width: width, wideCount: wideCount, highWidth: greatest - width, certaintyKind: form.kind,
      postingCount: count)
    encoded.storeBytes(of: layout.head, as: UInt8.self)
    if wideCount > 0 {
      encoded.storeBytes(of: UInt8(wideCount), toByteOffset: 1, as: UInt8.self)
      encoded.storeBytes(of: UInt8(layout.highWidth), toByteOffset: 2, as: UInt8.self)
    }
    writeDifferences(layout)
    certainties.write(kind: form.kind, count: count, to: encoded + layout.certaintyOffset)
    blocks.append(
      contentsOf: encoded.assumingMemoryBound(to: UInt8.self),
      count: layout.certaintyOffset + form.byteCount)
    clear()
  }

  /// The width that takes the fewest bytes, how many differences are wider, and the greatest's width.
  private func shortestWidth() -> (width: Int, wideCount: Int, greatest: Int) {
    let greatest = 32 - unitedDifferences.leadingZeroBitCount
    let widest = Int(PostingBlockLayout.widthMask)
    var best = (width: greatest, wideCount: 0, byteCount: (count * greatest + 7) / 8)
    if greatest > widest { best.byteCount = .max }
    // Two bytes more and a place each do not pay for a few differences.
    guard count >= Self.leastCountWithWide || greatest > widest else {
      return (best.width, 0, greatest)
    }
    // How many differences there are of each width.
    var counts = InlineArray<33, Int>(repeating: 0)
    for place in 0..<count { counts[32 - differences[place].leadingZeroBitCount] += 1 }
    var wideCount = 0
    for width in stride(from: greatest - 1, through: 0, by: -1) {
      wideCount += counts[width + 1]
      let highBitCount = wideCount * (PostingBlockLayout.placeWidth + greatest - width)
      let byteCount = 2 + (count * width + 7) / 8 + (highBitCount + 7) / 8
      if byteCount < best.byteCount { best = (width, wideCount, byteCount) }
    }
    return (best.width, best.wideCount, greatest)
  }

  private static let leastCountWithWide = 5

  private func writeDifferences(_ layout: PostingBlockLayout) {
    let mask = packedMask(width: layout.width)
    var writer = PackedBitsWriter(at: encoded + layout.differencesOffset)
    for place in 0..<count {
      writer.append(UInt64(differences[place]) & mask, width: layout.width)
    }
    guard layout.wideCount > 0 else { return }
    writer = PackedBitsWriter(at: encoded + layout.wideOffset)
    for place in 0..<count {
      let high = UInt64(differences[place]) &>> UInt64(layout.width)
      if high == 0 { continue }
      writer.append(
        UInt64(place) | high &<< UInt64(PostingBlockLayout.placeWidth),
        width: PostingBlockLayout.placeWidth + layout.highWidth)
    }
  }
}
