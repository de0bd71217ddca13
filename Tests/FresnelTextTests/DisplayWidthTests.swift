import FresnelText
import Testing

@Suite struct DisplayWidthTests {
  static let widths: [(String, Int)] = [
    ("", 0), ("abc", 3), ("漢字", 4), ("ｆｕｌｌ", 8), ("ﾊﾝ", 2), ("e\u{301}", 1), ("한글", 4),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("👍", 2), ("👩‍👩‍👧", 2), ("🇸🇪", 2), ("❤️", 2), ("❤", 1), ("1️⃣", 2),
    ("1", 1), ("\u{200B}", 0), ("\u{7}\t", 0), ("กี่", 1), ("שָׁ", 1), ("a\u{AD}b", 3), ("…", 1),
    ("é", 1),
  ]

  @Test(arguments: widths)
  func `columns are counted as terminals count them`(text: String, expected: Int) {
    #expect(displayWidth(of: text) == expected)
  }
}
