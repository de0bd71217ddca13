/// One bit for each document of a chunk.
struct ChunkBits: BitwiseCopyable {
  /// Document *i* of the chunk is bit *i* modulo 64 of word *i* / 64.
  var words = InlineArray<8, UInt64>(repeating: 0)

  /// No document.
  init() {}

  /// The first `count` documents, at most 512.
  init(lowest count: Int) {
    for index in 0..<8 {
      // Shifts of 64 or more give zero, negative ones are none.
      words[index] = ~(UInt64.max << UInt64(max(0, count - 64 * index)))
    }
  }

  /// The documents that are not among these.
  var inverted: ChunkBits {
    var result = self
    for index in 0..<8 { result.words[index] = ~words[index] }
    return result
  }

  /// Whether a document of the segment is among these; it must be one of the chunk.
  @inline(__always)
  func contains(_ document: UInt32) -> Bool {
    let slot = Int(document & 511)
    return (words[slot >> 6] &>> UInt64(slot & 63)) & 1 != 0
  }

  /// Adds a document of the chunk, 0 to 511.
  mutating func insert(_ slot: Int) {
    words[slot >> 6] |= 1 << UInt64(slot & 63)
  }

  /// Adds documents.
  mutating func formUnion(_ other: ChunkBits) {
    for index in 0..<8 { words[index] |= other.words[index] }
  }

  /// Drops all but some documents.
  mutating func formIntersection(_ other: ChunkBits) {
    for index in 0..<8 { words[index] &= other.words[index] }
  }

  /// Whether no document is among both.
  func isDisjoint(with other: ChunkBits) -> Bool {
    var common: UInt64 = 0
    for index in 0..<8 { common |= words[index] & other.words[index] }
    return common == 0
  }

  /// The first document from a slot on; `nil` if there is none.
  func first(from slot: Int) -> Int? {
    var index = slot >> 6
    guard index < 8 else { return nil }
    var word = words[index] & (UInt64.max << UInt64(slot & 63))
    while word == 0 {
      index += 1
      guard index < 8 else { return nil }
      word = words[index]
    }
    return index << 6 + word.trailingZeroBitCount
  }
}
