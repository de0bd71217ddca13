import FresnelTestSupport
import Testing

@testable import WebDocuments

/// Whether bytes are UTF-8, against the standard library.
struct UTF8CheckTests {
  /// Characters at the ends of what one, two, three and four bytes hold, and parts of some.
  private static let pieces: [[UInt8]] =
    [
      "a", "eight or more letters", "\u{7f}", "\u{80}", "é", "\u{7ff}", "\u{800}", "漢字", "\u{d7ff}",
      "\u{e000}", "\u{ffff}", "\u{10000}", "🙂", "\u{10ffff}",
    ].map { Array($0.utf8) } + [
      [0x80], [0xbf], [0xc0, 0x80], [0xc1, 0xbf], [0xc2], [0xe0, 0x9f, 0xbf], [0xe2, 0x82],
      [0xed, 0xa0, 0x80], [0xf0, 0x8f, 0xbf, 0xbf], [0xf0, 0x9f, 0x99], [0xf4, 0x90, 0x80, 0x80],
      [0xf5, 0x80, 0x80, 0x80], [0xff],
    ]

  @Test(arguments: 0..<20 as Range<UInt64>)
  func isThatOfTheLibrary(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // The last thirteen are no UTF-8 by themselves; most texts have none of them.
    for _ in 0..<200 {
      let kinds = random.below(3) == 0 ? Self.pieces.count : Self.pieces.count - 13
      let bytes = (0..<random.below(12)).flatMap { _ in Self.pieces[random.below(kinds)] }
      let expected = String(validating: bytes, as: UTF8.self) != nil
      #expect(bytes.withUnsafeBufferPointer(\.isUTF8) == expected, "seed \(seed): \(bytes)")
    }
  }

  @Test func eachCharacterIs() {
    for value in (0 as UInt32)...0x10ffff {
      guard let scalar = Unicode.Scalar(value) else { continue }
      if !Array(String(scalar).utf8).withUnsafeBufferPointer(\.isUTF8) {
        Issue.record("U+\(String(value, radix: 16))")
      }
    }
  }

  @Test(arguments: 0..<24)
  func aPageSaysItsEncodingFarFromItsStart(distance: Int) {
    // What comes before it has parts of the word that is looked for.
    let filler = "<p>" + String(repeating: "char", count: 300) + "</p>"
    let start = filler + String("charsecharscharchachc tt".prefix(distance))
    let page = DecodedPage.decode(Array("\(start)<meta CHARSET=iso-8859-5>".utf8))
    #expect(page.encoding == TextEncoding(label: "iso-8859-5"))
    #expect(DecodedPage.decode(Array("\(start)<meta charse=iso-8859-5>".utf8)).encoding == .utf8)
  }
}
