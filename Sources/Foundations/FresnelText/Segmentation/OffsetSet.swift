/// A set of offsets into a text, one bit each.
struct OffsetSet: Sendable {
  private var words: [UInt64]

  /// Makes an empty set for offsets from 0 through `maximum`.
  init(maximum: Int) {
    words = [UInt64](repeating: 0, count: maximum / 64 + 1)
  }

  /// Adds an offset.
  mutating func insert(_ offset: Int) {
    words[offset / 64] |= 1 << UInt64(offset % 64)
  }

  /// Whether the set holds an offset.
  func contains(_ offset: Int) -> Bool {
    offset >= 0 && offset / 64 < words.count && words[offset / 64] >> UInt64(offset % 64) & 1 != 0
  }

  /// The least offset in the set above `offset`.
  func next(after offset: Int) -> Int? {
    var index = (offset + 1) / 64
    guard index < words.count else { return nil }
    var word = words[index] & (UInt64.max << UInt64((offset + 1) % 64))
    while word == 0 {
      index += 1
      guard index < words.count else { return nil }
      word = words[index]
    }
    return index * 64 + word.trailingZeroBitCount
  }
}
