import Testing

@testable import WebDocuments

struct DecodedPageTests {
  private func codes(_ page: DecodedPage) -> [String] { page.diagnostics.map(\.code) }

  private func text(_ page: DecodedPage) -> String { String(decoding: page.bytes, as: UTF8.self) }

  @Test func aMarkCountsMoreThanTheHeaderAndTheHeaderMoreThanThePage() {
    let meta = Array("<meta charset=iso-8859-2>é".utf8)
    #expect(DecodedPage.decode(meta).encoding == .iso8859_2)
    let served = DecodedPage.decode(meta, contentType: "text/html; charset=utf-8")
    #expect(served.encoding == .utf8)
    #expect(codes(served) == ["encoding-mismatch"])
    #expect(text(served).hasSuffix("é"))
    let marked = DecodedPage.decode(
      [0xef, 0xbb, 0xbf] + meta, contentType: "text/html; charset=koi8-r")
    #expect(marked.encoding == .utf8)
    #expect(codes(marked) == ["encoding-mismatch", "encoding-mismatch"])
    #expect(text(marked).hasPrefix("<meta"))
  }

  @Test(arguments: [
    ("text/html; charset=ISO-8859-2", TextEncoding.iso8859_2),
    ("text/html;charset=\"iso-8859-2\"; x=y", .iso8859_2),
    ("text/html; x=y; Charset=latin2", .iso8859_2),
    ("text/html; charset=nonsense", .utf8), ("text/html", .utf8), ("", .utf8),
    (";;charset=;", .utf8),
  ])
  func headersAreRead(header: String, encoding: TextEncoding) {
    #expect(DecodedPage.decode(Array("é".utf8), contentType: header).encoding == encoding)
  }

  @Test func whatSaysNothingIsUTF8OrWindows1252() {
    let utf8 = DecodedPage.decode(Array("é".utf8))
    #expect(utf8.encoding == .utf8)
    #expect(utf8.diagnostics.isEmpty)
    let other = DecodedPage.decode([0x61, 0x0a, 0x80])
    #expect(other.encoding == .windows1252)
    #expect(text(other) == "a\n€")
    #expect(codes(other) == ["encoding-unknown"])
    #expect(other.diagnostics.first?.location == SourceLocation(line: 2, column: 1))
    #expect(DecodedPage.decode([]).encoding == .utf8)
  }

  @Test func unknownNamesAreSaid() {
    #expect(codes(DecodedPage.decode(Array("<meta charset=klingon>".utf8))) == ["encoding-unknown"])
    #expect(
      codes(DecodedPage.decode([], contentType: "text/html;charset=x")) == ["encoding-unknown"])
  }

  @Test func aPageThatIsNotWhatItSaysIsRepairedAndSaid() {
    let page = DecodedPage.decode(Array("<meta charset=utf-8>\n a".utf8) + [0xe9, 0x62])
    #expect(text(page).hasSuffix("a\u{FFFD}b"))
    #expect(codes(page) == ["encoding-mismatch"])
    #expect(page.diagnostics.first?.location == SourceLocation(line: 2, column: 3))
  }

  @Test func largePagesAreCutAndTheCutIsNoFault() {
    var limits = HTMLLimits.standard
    limits.byteCount = 4
    let page = DecodedPage.decode(Array("abcéd".utf8), limits: limits)
    #expect(page.encoding == .utf8)
    #expect(text(page) == "abc\u{FFFD}")
    #expect(codes(page) == ["too-large"])
  }

  @Test func linesEndAlikeAndWhatIsNoTextIsReplaced() {
    #expect(DecodedPage("a\r\nb\rc\n\r\r\nd").bytes == Array("a\nb\nc\n\n\nd".utf8))
    #expect(
      DecodedPage(utf8: [0x61, 0xff, 0x62, 0xe2, 0x82]).bytes == Array("a\u{FFFD}b\u{FFFD}".utf8))
  }
}
