// Looking through a text eight bytes at once, where each of them would be looked at.

extension UnsafeBufferPointer<UInt8> {
  /// How many characters of UTF-8 begin in a part.
  func characterCount(in range: Range<Int>) -> Int { characterCount(in: range) { _ in } }

  /// How many characters of UTF-8 begin in a part; calls a closure with the place of each LF and CR of it, in order.
  @inline(__always)
  func characterCount(in range: Range<Int>, lineBreak: (Int) -> Void) -> Int {
    func visit(_ place: Int) {
      if self[place] == UInt8(ascii: "\n") || self[place] == UInt8(ascii: "\r") { lineBreak(place) }
    }
    var count = range.count
    var place = range.lowerBound
    while place + 8 <= range.upperBound {
      let eight = word(at: place)
      if eight & Self.highBits != 0 {
        // A bit for each byte 10xxxxxx, which goes on with a character.
        let continued = (eight >> 7) & (~eight >> 6) & Self.ones
        count -= Int((continued &* Self.ones) >> 56)
      }
      // The high bit of each byte that is below 0x0e, as few others than these two are.
      var low = ~((eight & ~Self.highBits) &+ Self.ones &* (0x80 - 0x0e) | eight) & Self.highBits
      while low != 0 {
        visit(place + low.trailingZeroBitCount / 8)
        low &= low &- 1
      }
      place += 8
    }
    while place < range.upperBound {
      if self[place] & 0xc0 == 0x80 { count -= 1 }
      visit(place)
      place += 1
    }
    return count
  }

  /// Where the first of two bytes is in a part.
  func first(_ one: UInt8, _ other: UInt8, in range: Range<Int>) -> Int? {
    var place = range.lowerBound
    let (ones, others) = (Self.ones &* UInt64(one), Self.ones &* UInt64(other))
    // Most calls look for one byte, which is far away.
    while one == other, place + 32 <= range.upperBound {
      let (first, second) = (word(at: place) ^ ones, word(at: place + 8) ^ ones)
      let (third, fourth) = (word(at: place + 16) ^ ones, word(at: place + 24) ^ ones)
      let zeros =
        (first &- Self.ones) & ~first | (second &- Self.ones) & ~second
        | (third &- Self.ones) & ~third | (fourth &- Self.ones) & ~fourth
      if zeros & Self.highBits != 0 { break }
      place += 32
    }
    while place + 8 <= range.upperBound {
      let eight = word(at: place)
      if Self.hasZero(eight ^ ones) || Self.hasZero(eight ^ others) { break }
      place += 8
    }
    while place < range.upperBound {
      if self[place] == one || self[place] == other { return place }
      place += 1
    }
    return nil
  }

  /// Where the first byte of a part is that is no ASCII; the end where all are.
  func endOfASCII(in range: Range<Int>) -> Int {
    var place = range.lowerBound
    while place + 8 <= range.upperBound, word(at: place) & Self.highBits == 0 { place += 8 }
    while place < range.upperBound, self[place] < 0x80 { place += 1 }
    return place
  }

  /// Eight bytes from a place on, the first of them the lowest, all of which are in the buffer.
  private func word(at place: Int) -> UInt64 {
    UInt64(
      littleEndian: UnsafeRawBufferPointer(self).loadUnaligned(
        fromByteOffset: place, as: UInt64.self))
  }

  /// A 1 in each of eight bytes.
  private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  private static var highBits: UInt64 { 0x8080_8080_8080_8080 }

  private static func hasZero(_ eight: UInt64) -> Bool {
    (eight &- ones) & ~eight & (ones << 7) != 0
  }
}
