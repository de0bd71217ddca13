/// Where the parts of a block file are, for tests that damage them (Documentation/formats/block-file.md).
public struct BlockFileParts: Sendable {
  /// The number of blocks of the content.
  public let blockCount: Int
  /// The blocks that have copies, ascending.
  public let copiedBlocks: [Int]
  /// The first end: block table, numbers of the copied blocks, tail.
  public let firstEnd: Range<Int>
  /// The last end, which has the same bytes.
  public let lastEnd: Range<Int>

  private static let block = 4096
  private static let tailByteCount = 128

  /// Reads the parts of a sound file of version 2 from its tail.
  ///
  /// - Precondition: The bytes are those of such a file.
  public init(_ bytes: [UInt8]) {
    let tail = bytes.count - Self.tailByteCount
    func number(at offset: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
    precondition(tail > 0 && number(at: tail + 8, 4) == 2, "It is no block file of version 2.")
    let blocks = (number(at: tail + 16, 8) + Self.block - 1) / Self.block
    let copyCount = number(at: tail + 44, 4)
    let tableByteCount = blocks * (number(at: tail + 12, 4) == 1 ? 16 : 4)
    let end = tableByteCount + 4 * copyCount + Self.tailByteCount
    blockCount = blocks
    lastEnd = bytes.count - end..<bytes.count
    firstEnd = bytes.count - 2 * end..<bytes.count - end
    let numbers = bytes.count - end + tableByteCount
    copiedBlocks = (0..<copyCount).map { number(at: numbers + 4 * $0, 4) }
  }

  /// All places that hold what a place holds, that one first.
  public func places(like place: Int) -> [Int] {
    if firstEnd.contains(place) { return [place, place + firstEnd.count] }
    if lastEnd.contains(place) { return [place, place - lastEnd.count] }
    let (block, rest) = place.quotientAndRemainder(dividingBy: Self.block)
    if block < blockCount, let copy = copiedBlocks.firstIndex(of: block) {
      return [place, (blockCount + copy) * Self.block + rest]
    }
    if block >= blockCount, block < blockCount + copiedBlocks.count {
      return [place, copiedBlocks[block - blockCount] * Self.block + rest]
    }
    return [place]
  }

  /// A file in which a bit of a place, and of all that hold the same, is another.
  public static func flip(_ place: Int, of bytes: [UInt8], bit: UInt8 = 0) -> [UInt8] {
    var changed = bytes
    for place in BlockFileParts(bytes).places(like: place) { changed[place] ^= 1 << bit }
    return changed
  }
}
