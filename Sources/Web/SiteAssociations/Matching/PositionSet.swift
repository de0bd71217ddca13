/// Some of the positions of a text, from before its first character to behind its last one.
struct PositionSet: Sendable {
  private var words: [UInt64]
  /// The last position: how many characters the text has.
  let end: Int

  /// No position of a text of so many characters.
  init(end: Int) {
    self.end = end
    words = Array(repeating: 0, count: end / 64 + 1)
  }

  /// How many words it is held in, which is what a pass over it costs.
  var width: Int { words.count }

  /// Whether there is none.
  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// The number of positions.
  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Whether a position is among them.
  func contains(_ position: Int) -> Bool { words[position / 64] & (1 << (position % 64)) != 0 }

  /// Adds a position, which has to be one of the text.
  mutating func insert(_ position: Int) { words[position / 64] |= 1 << (position % 64) }

  /// Adds those of a set of the same text.
  mutating func formUnion(_ other: PositionSet) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  /// Adds every position behind the first one: what a run of any characters reaches.
  mutating func fillFromFirst() {
    guard let first = words.firstIndex(where: { $0 != 0 }) else { return }
    let lowest = words[first] & (~words[first] &+ 1)
    words[first] = ~(lowest &- 1)
    for index in words.indices where index > first { words[index] = .max }
    dropBehindEnd()
  }

  /// Moves every position one character on; one at the end is gone.
  mutating func advance() {
    var carry: UInt64 = 0
    for index in words.indices {
      let next = words[index] >> 63
      words[index] = words[index] << 1 | carry
      carry = next
    }
    dropBehindEnd()
  }

  /// Calls a closure with each position, in order.
  func forEach(_ body: (Int) -> Void) {
    for index in words.indices {
      var word = words[index]
      while word != 0 {
        body(index * 64 + word.trailingZeroBitCount)
        word &= word &- 1
      }
    }
  }

  private mutating func dropBehindEnd() {
    let kept = end % 64
    if kept < 63 { words[words.count - 1] &= (1 << (kept + 1)) - 1 }
  }
}
