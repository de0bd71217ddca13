import Testing

@testable import WebDocuments

struct SniffedTypeTests {
  @Test(arguments: [
    "<!DOCTYPE html>", "<!doctype HTML ><title>", " \t\n\u{C}\r<html>", "<HTML lang=en>", "<head>",
    "<script >", "<iframe >", "<h1>", "<div class=a>", "<font >", "<table>", "<a href=b>",
    "<style>", "<title>A", "<b>", "<body>", "<br>", "<p>", "<!-- a --><html>", "<!--[if IE]>",
  ])
  func pagesBeginSo(_ text: String) {
    #expect(SniffedType(of: text.utf8) == .html)
    #expect(SniffedType(of: text.utf8, findsMarkup: false) == .text)
  }

  @Test(
    arguments: [
      ("", .text), ("Words, and <b> later", .text), ("<article>", .text), ("<html", .text),
      ("<pre>", .text), ("<!doctype html5>", .text), ("<h1/>", .text), ("{\"a\": 1}", .text),
      ("\u{FEFF}<html>", .text), ("\u{1B}[1m", .text), ("<?xml version='1.0'?><urlset>", .xml),
      ("  <?xml version='1.0'?>", .xml), ("%PDF-1.7", .binary), ("a\u{0}b", .binary),
      ("\u{1}", .binary), ("GIF89a\u{8}", .binary),
    ] as [(String, SniffedType)])
  func othersDoNot(_ text: String, type: SniffedType) {
    #expect(SniffedType(of: text.utf8) == type)
  }

  @Test func noMoreThanTheBeginningCounts() {
    let spaces = [UInt8](repeating: 0x20, count: SniffedType.byteCount)
    #expect(SniffedType(of: spaces + Array("<html>".utf8)) == .text)
    #expect(SniffedType(of: spaces + [0]) == .text)
    #expect(SniffedType(of: spaces.dropLast() + [0]) == .binary)
    #expect(SniffedType(of: spaces.dropLast(6) + Array("<html>".utf8)) == .html)
    #expect(SniffedType(of: [0xff, 0xfe, 0x3c, 0, 0x68, 0]) == .text)
  }

  @Test(
    arguments: [
      ("text/html", nil, "%PDF-", true), ("Text/HTML ; charset=utf-8", nil, "", true),
      ("application/xhtml+xml", nil, "", true), ("text/plain", nil, "<html>", false),
      ("application/octet-stream", nil, "<html>", false), ("application/xml", nil, "<html>", false),
      (nil, nil, "<!doctype html><title>A", true), ("", nil, "<html>", true),
      ("; charset=utf-8", nil, "<html>", true), ("html", nil, "<html>", true),
      ("text/", nil, "<html>", true), ("unknown/unknown", nil, "<html>", true),
      ("*/*", nil, "<html>", true), (nil, nil, "plain", false), (nil, nil, "\u{0}", false),
      (nil, "nosniff", "<html>", false), (nil, " NoSniff", "<html>", false),
      (nil, "none", "<html>", true), (nil, nil, "<?xml version='1.0'?><urlset>", false),
      (nil, nil, "<?xml version='1.0'?>\n<!DOCTYPE html>\n<html xmlns='a'>", true),
      (nil, nil, "<?xml version='1.0'?><htmlx>", false), (nil, nil, "<?xml?><html", false),
    ] as [(String?, String?, String, Bool)])
  func aPageIsOneByWhatItsServerSaysElseByItsBeginning(
    type: String?, options: String?, body: String, isPage: Bool
  ) {
    #expect(
      PageType.isPage(contentType: type, contentTypeOptions: options, body: Array(body.utf8))
        == isPage)
  }
}
