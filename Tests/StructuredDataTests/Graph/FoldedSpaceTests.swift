import Testing

@testable import StructuredData

struct FoldedSpaceTests {
  @Test(arguments: [
    ("", ""), (" \t\n\u{B}\u{C}\r", ""), ("a", "a"), ("  a \n b\t", "a b"), ("é  ü", "é ü"),
    ("a\u{A0}\u{85}b", "a b"),
    ("a\u{1680}\u{2000}\u{200A}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}b", "a b"),
    // These look like white space and are none.
    ("a\u{200B}b\u{2060}c\u{1C}d", "a\u{200B}b\u{2060}c\u{1C}d"),
    ("\u{E000}\u{2080}", "\u{E000}\u{2080}"),
  ])
  func runsOfWhiteSpaceBecomeOneSpace(text: String, folded: String) {
    #expect(foldingSpace(text) == folded)
    var appended = Array("before ".utf8)
    appendFoldingSpace(Array(text.utf8), to: &appended)
    #expect(String(decoding: appended, as: UTF8.self) == "before " + folded)
  }
}
