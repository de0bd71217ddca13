import Testing
import WebDocuments

@testable import CloudPages

struct HTMLTests {
  /// Texts that try to be more than texts.
  static let hostile = [
    "<script>alert(1)</script>", "\" onmouseover=\"alert(1)", "' onfocus='alert(1)", "</title><b>",
    "</textarea><img src=x onerror=alert(1)>", "-->", "<!--", "]]>", "<![CDATA[", "&lt;", "&amp",
    "&#0;", "&notit;", "\n\nfirst", "\r\nsecond\rthird", "a\u{0}b\u{1F}", "\u{202E}reversed",
    "<svg onload=alert(1)>", "</p></div></body></html>", "`${1}`", "\u{FEFF}mark", "<", ">", "=",
    "/>", "<plaintext>", "<a href='javascript:alert(1)'>", "\u{2028}\u{2029}", "é 漢字 👩‍👩‍👧",
  ]

  /// A text as a parser reads it.
  static func asRead(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar {
          case "\n", "\t", "\r": scalar
          case "\0"..."\u{1F}", "\u{7F}": "\u{FFFD}"
          default: scalar
          }
        }))
  }

  /// A page with a text in every kind of place.
  private static func page(_ text: String) -> HTML {
    element(.div, .set(.title, text), .classes(text)) {
      element(.p, .set(.ariaLabel, text)) { text }
      element(.pre) { text }
      element(.textarea, .set(.placeholder, text)) { text }
      element(.input, .set(.value, text))
      element(.a, .href(LinkTarget(path: "/a", query: [text: text], fragment: text))) { text }
      element(.select) { element(.option, .set(.value, text)) { text } }
      element(.details) { element(.summary) { text } }
    }
  }

  @Test(arguments: hostile)
  func aTextStaysAText(_ text: String) {
    let read = HTMLTree(HTML.document(element(.html) { element(.body) { Self.page(text) } }))
    let plain = HTMLTree(HTML.document(element(.html) { element(.body) { Self.page("x") } }))
    #expect(read.shape == plain.shape)
    #expect(read.texts.allSatisfy { $0 == Self.asRead(text) })
    for (name, value) in read.attributes where name != "href" {
      #expect(value == Self.asRead(text))
    }
  }

  @Test func whatIsMadeIsReadAsItWasMade() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let seed = UInt64.random(in: 0 ... .max, using: &random)
      let texts = RandomPage(seed: seed).texts
      let read = HTMLTree(HTML.document(RandomPage(seed: seed).html))
      #expect(read.texts.map { $0 } == texts.map(Self.asRead), "seed \(seed)")
      #expect(
        read.shape == HTMLTree(HTML.document(RandomPage(seed: seed, isPlain: true).html)).shape,
        "seed \(seed)")
    }
  }

  @Test(arguments: [
    ("https://a.example/x?y#z", "https://a.example/x?y#z"),
    ("http://a.example", "http://a.example/"),
    ("tel:+15551234", "tel:+15551234"), ("mailto:a@b.example", "mailto:a@b.example"),
    ("geo:1,2?q=A%20B", "geo:1,2?q=A%20B"), ("HTTPS://A.example/", "https://a.example/"),
    ("javascript:alert(1)", nil), (" java\nscript:alert(1)", nil), ("data:text/html,x", nil),
    ("vbscript:x", nil), ("file:///etc/passwd", nil), ("fresnel-open:https://a.example", nil),
    ("blob:https://a.example/1", nil), ("/relative", nil), ("", nil), ("example://items/1", nil),
    ("ftp://a.example/", nil), ("view-source:https://a.example", nil), ("//a.example", nil),
    ("https://a.example/\"><script>", "https://a.example/%22%3E%3Cscript%3E"),
  ])
  func onlySomeAddressesAreLinks(_ address: String, link: String?) {
    #expect(LinkTarget(address)?.text == link)
  }

  @Test func appsAreOpenedForPagesOnly() {
    #expect(
      LinkTarget.inApp("https://a.example/1?x=<>")?.text
        == "fresnel-open:https://a.example/1?x=%3C%3E")
    #expect(LinkTarget.inApp("javascript:alert(1)") == nil)
    #expect(
      LinkTarget.getting("org.example.App", for: "https://a.example/")?.text
        == "fresnel-open:get/org.example.App/https://a.example/")
    #expect(LinkTarget.getting("org/../App", for: "https://a.example/") == nil)
    #expect(LinkTarget.getting("", for: "https://a.example/") == nil)
    #expect(LinkTarget.getting("org.example.App", for: "tel:1") == nil)
  }

  @Test func picturesAreServedSafely() {
    #expect(PictureAddress("https://a.example/p.png")?.text == "https://a.example/p.png")
    #expect(PictureAddress("http://a.example/p.png") == nil)
    #expect(PictureAddress("data:image/png;base64,AAAA") == nil)
  }
}
