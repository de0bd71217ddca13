/// The alphabets that the characters of a text belong to.
///
/// Typing errors stay within an alphabet: a keyboard has one at a time. A walk through near terms passes
/// over all letters of other alphabets at once, of which a dictionary may have thousands.
struct Alphabets {
  /// Ascending, none next to another.
  private let ranges: [ClosedRange<UInt32>]

  /// The alphabets of more than one block of characters; each other character belongs to the block of
  /// 128 that it is in.
  private static let large: [[ClosedRange<UInt32>]] = [
    // Latin, with digits, phonetic letters and the marks that are put on letters.
    [
      0x0000...0x036F, 0x1D00...0x1EFF, 0x2C60...0x2C7F, 0xA720...0xA7FF, 0xAB30...0xAB6F,
      0xFB00...0xFB0F,
    ],
    // Greek.
    [0x0370...0x03FF, 0x1F00...0x1FFF],
    // Cyrillic.
    [0x0400...0x052F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F],
    // Hebrew.
    [0x0590...0x05FF, 0xFB1D...0xFB4F],
    // Arabic.
    [0x0600...0x06FF, 0x0750...0x077F, 0x08A0...0x08FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF],
    // Georgian.
    [0x10A0...0x10FF, 0x1C90...0x1CBF, 0x2D00...0x2D2F],
    // Ethiopic.
    [0x1200...0x139F, 0x2D80...0x2DDF],
    // Hangul.
    [0x1100...0x11FF, 0xAC00...0xD7FF],
    // The scripts that Chinese and Japanese are written in.
    [0x3000...0x30FF, 0x31F0...0x31FF, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x2_0000...0x3_FFFF],
  ]

  /// The alphabets of some characters; where a byte belongs to no character, all there are.
  init(of characters: [UInt32]) {
    var all: [ClosedRange<UInt32>] = []
    for character in characters where !all.contains(where: { $0.contains(character) }) {
      guard character <= ScalarDecoder.maximum else {
        ranges = [0...UInt32.max]
        return
      }
      all += Self.ranges(of: character)
    }
    ranges = all.sorted { $0.lowerBound < $1.lowerBound }
  }

  private static func ranges(of character: UInt32) -> [ClosedRange<UInt32>] {
    if let alphabet = large.first(where: { $0.contains { $0.contains(character) } }) {
      return alphabet
    }
    let start = character & ~0x7F
    return [start...start + 0x7F]
  }

  /// Whether a character belongs to one of the alphabets.
  @inline(__always)
  func contains(_ character: UInt32) -> Bool {
    ranges.contains { $0.contains(character) }
  }

  /// The least character of the alphabets that is greater than one of another alphabet.
  func next(after character: UInt32) -> UInt32? {
    ranges.first { $0.lowerBound > character }?.lowerBound
  }
}
