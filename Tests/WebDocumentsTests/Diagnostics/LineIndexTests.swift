import FresnelTestSupport
import Testing

@testable import WebDocuments

/// Lines and places against a count of every character.
struct LineIndexTests {
  private static let pieces = [
    "\n", "\r", "\r\n", "\n\r", "a", "b c", "é", "漢字", "🙂", "a longer text without an end of line",
  ]

  /// A text of some pieces, with long stretches of one of them.
  private static func text(_ random: inout SeededGenerator) -> [UInt8] {
    var text = ""
    for _ in 0..<random.below(40) {
      let piece = pieces[random.below(pieces.count)]
      text += String(repeating: piece, count: random.below(4) == 0 ? random.below(300) : 1)
    }
    return Array(text.utf8)
  }

  /// The place of every byte, counted from the beginning.
  private static func naivePlaces(_ bytes: [UInt8]) -> [WebDocuments.SourceLocation] {
    var (line, column) = (1, 1)
    var places: [WebDocuments.SourceLocation] = []
    for (offset, byte) in bytes.enumerated() {
      places.append(WebDocuments.SourceLocation(line: line, column: column))
      let isReturnOfTwo =
        byte == UInt8(ascii: "\r") && offset + 1 < bytes.count
        && bytes[offset + 1] == UInt8(ascii: "\n")
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") && !isReturnOfTwo {
        (line, column) = (line + 1, 1)
      } else if byte & 0xc0 != 0x80 {
        column += 1
      }
    }
    return places + [WebDocuments.SourceLocation(line: line, column: column)]
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func placesAreThoseOfACount(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<10 {
      let bytes = Self.text(&random)
      let index = LineIndex(bytes)
      let places = Self.naivePlaces(bytes)
      for (offset, byte) in bytes.enumerated() where byte & 0xc0 != 0x80 {
        try #require(index.location(of: offset) == places[offset], "seed \(seed), \(offset)")
      }
      try #require(index.location(of: bytes.count) == places[bytes.count], "seed \(seed), end")
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func pagesHaveLineFeedsOnly(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<10 {
      let bytes = Self.text(&random)
      var expected: [UInt8] = []
      for (offset, byte) in bytes.enumerated() {
        let isSecond = offset > 0 && bytes[offset - 1] == UInt8(ascii: "\r")
        switch byte {
        case UInt8(ascii: "\r"): expected.append(UInt8(ascii: "\n"))
        case UInt8(ascii: "\n") where isSecond: break
        default: expected.append(byte)
        }
      }
      try #require(DecodedPage(utf8: bytes).bytes == expected, "seed \(seed)")
    }
  }
}
