// Looking through a text eight bytes at once, where each of them would be looked at.

extension UnsafeBufferPointer<UInt8> {
  /// How many characters of UTF-8 begin in a part.
  func characterCount(in range: Range<Int>) -> Int {
    var count = range.count
    var place = range.lowerBound
    while place + 8 <= range.upperBound {
      let eight = word(at: place)
      // A bit for each byte 10xxxxxx, which goes on with a character.
      let continued = (eight >> 7) & (~eight >> 6) & Self.ones
      count -= Int((continued &* Self.ones) >> 56)
      place += 8
    }
    while place < range.upperBound {
      if self[place] & 0xc0 == 0x80 { count -= 1 }
      place += 1
    }
    return count
  }

  /// Where the first LF or CR of a part is.
  func firstLineBreak(in range: Range<Int>) -> Int? {
    first(UInt8(ascii: "\n"), UInt8(ascii: "\r"), in: range)
  }

  /// Where the first of two bytes is in a part.
  func first(_ one: UInt8, _ other: UInt8, in range: Range<Int>) -> Int? {
    var place = range.lowerBound
    let (ones, others) = (Self.ones &* UInt64(one), Self.ones &* UInt64(other))
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

  /// Eight bytes from a place on, all of which are in the buffer.
  private func word(at place: Int) -> UInt64 {
    UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: place, as: UInt64.self)
  }

  /// A 1 in each of eight bytes.
  private static var ones: UInt64 { 0x0101_0101_0101_0101 }

  private static func hasZero(_ eight: UInt64) -> Bool {
    (eight &- ones) & ~eight & (ones << 7) != 0
  }
}
