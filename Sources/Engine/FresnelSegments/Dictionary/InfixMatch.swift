/// Finds the terms of a run that hold or end with some bytes.
struct InfixMatch: ~Copyable {
  private let needle: UnsafeRawBufferPointer
  private let atEnd: Bool
  /// The needle's first byte eight times, and its second.
  private let firstBytes: UInt64
  private let secondBytes: UInt64
  /// All highest bits when there is no second byte.
  private let anySecond: UInt64
  private var text = TermBuffer()
  /// The end of the first occurrence in the term; `Int.max` when there is none.
  private var matchEnd = Int.max

  /// Looks for bytes, which must stay where they are.
  init(_ needle: UnsafeRawBufferPointer, atEnd: Bool) {
    self.needle = needle
    self.atEnd = atEnd
    firstBytes = needle.isEmpty ? 0 : UInt64(needle[0]) &* 0x0101_0101_0101_0101
    secondBytes = needle.count < 2 ? 0 : UInt64(needle[1]) &* 0x0101_0101_0101_0101
    anySecond = needle.count < 2 ? Self.highBits : 0
  }

  /// The term that matched last, valid until the next call.
  var term: UnsafeBufferPointer<UInt8> { text.bytes }

  /// Forgets the last term: the next one may be any.
  mutating func beginRun() {
    text.clear()
    matchEnd = .max
  }

  /// Moves to the next term that matches; `false` at the end of the run.
  @inline(__always)
  mutating func next(in run: inout TermRunReader) throws(TermDamage) -> Bool {
    while try run.next() {
      try text.advance(shared: run.shared, suffix: run.suffix, of: run.bytes)
      if atEnd {
        if equals(at: text.count &- needle.count) { return true }
        continue
      }
      // What is shared with the term before was looked through already.
      if matchEnd <= run.shared { return true }
      matchEnd = end(from: max(0, run.shared &- needle.count &+ 1))
      if matchEnd != .max { return true }
    }
    return false
  }

  @inline(__always)
  private func equals(at start: Int) -> Bool {
    guard start >= 0 else { return false }
    let bytes = text.bytes
    var index = 0
    while index < needle.count {
      if bytes[start &+ index] != needle[index] { return false }
      index &+= 1
    }
    return true
  }

  /// The end of the first occurrence in the term that starts at an offset or later; `Int.max` when
  /// there is none.
  ///
  /// Eight places are tried at once. A byte of a word is found to be zero as in H. S. Warren,
  /// "Hacker's Delight", 6-1, where it may be wrong only behind one that is.
  @inline(__always)
  private func end(from start: Int) -> Int {
    if needle.isEmpty { return 0 }
    var start = start
    let last = text.count &- needle.count
    while start <= last {
      let first = Self.zeros(text.word(at: start) ^ firstBytes)
      let second = Self.zeros(text.word(at: start &+ 1) ^ secondBytes)
      var places = first & (second | anySecond)
      while places != 0 {
        let place = start &+ places.trailingZeroBitCount / 8
        if place > last { break }
        if equals(at: place) { return place &+ needle.count }
        places &= places &- 1
      }
      start &+= 8
    }
    return .max
  }

  /// The highest bits of the bytes that are zero, and maybe of some behind such a byte.
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & highBits
  }

  private static let highBits: UInt64 = 0x8080_8080_8080_8080
}
