import FresnelModel
import WebDocuments

/// XML as events.
enum XMLTarget: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    [
      """
      <?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url>
      <loc>https://example.com/?a=1&amp;b=2</loc><x:y xmlns:x="urn:x" x:a='b'/></url></urlset>
      """,
      "<rss><channel><item><title><![CDATA[<b>]]>&#233;</title></item></channel></rss>",
      "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "<a><b></a>",
      "<?xml version='1.0' encoding='windows-1251'?><a>\u{FFFD}</a>",
    ].map { Array($0.utf8) } + [[0xfe, 0xff, 0, 0x3c, 0, 0x61, 0, 0x2f, 0, 0x3e]]
  }

  static func examine(_ input: [UInt8]) {
    let text = XMLText(input)
    var limits = XMLLimits.standard
    limits.depth = 16
    limits.textByteCount = 64
    var open: [XMLName] = []
    var last = WebDocuments.SourceLocation(line: 1, column: 1)
    var isWhole = true
    do throws(XMLError) {
      try text.read(limits: limits) { event, place in
        expect(place >= last, "A place comes before the last one.")
        last = place
        switch event {
        case .start(let name, _):
          open.append(name)
          expect(open.count <= limits.depth, "An element is too deep.")
        case .end(let name): expect(open.popLast() == name, "Another element ends.")
        case .text(let text, _):
          expect(!open.isEmpty, "A text is in no element.")
          expect(text.utf8.count <= limits.textByteCount, "A text is too long.")
        }
        return true
      }
    } catch {
      isWhole = false
      expect(error.description.hasSuffix("."), "An error is no sentence.")
    }
    expect(!isWhole || open.isEmpty, "An element never ends.")
  }
}
