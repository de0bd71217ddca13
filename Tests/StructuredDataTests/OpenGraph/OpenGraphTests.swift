import Testing
import WebDocuments

@testable import StructuredData

struct OpenGraphTests {
  private func read(_ head: String) -> (page: OpenGraph, codes: [String]) {
    var diagnostics: [Diagnostic] = []
    let document = HTMLDocument.parse(head)
    let page = OpenGraph(
      document, tags: MetaTag.all(in: document), base: BaseIRI("https://www.example.com/items/42"),
      &diagnostics)
    return (page, diagnostics.map(\.code).filter { $0 != "og-required-missing" })
  }

  /// A page of tags given as `property=content` lines.
  private func read(tags: String) -> (page: OpenGraph, codes: [String]) {
    read(
      tags.split(separator: "\n").map { line in
        let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return "<meta property=\"\(parts[0])\" content=\"\(parts[1])\">"
      }.joined(separator: "\n"))
  }

  @Test func aPageSaysWhatItIs() {
    let (page, codes) = read(
      tags: """
        og:title= T 
        og:type=website
        og:url=https://www.example.com/items/42
        og:description=D
        og:determiner=the
        og:site_name=S
        og:locale=en_GB
        og:locale:alternate=fr_FR
        og:locale:alternate=es_419
        og:image=https://i.example.com/1.png
        """)
    #expect(codes == [])
    #expect(page.title == MetaValue("T", at: SourceLocation(line: 1, column: 1)))
    #expect(page.kind?.text == "website")
    #expect(page.url?.text == "https://www.example.com/items/42")
    #expect(page.description?.text == "D")
    #expect(page.determiner?.text == "the")
    #expect(page.siteName?.text == "S")
    #expect(page.locale?.text == "en_GB")
    #expect(page.otherLocales.map(\.text) == ["fr_FR", "es_419"])
    #expect(page.images.map(\.url.text) == ["https://i.example.com/1.png"])
  }

  @Test func partsBelongToTheMediumBefore() {
    let (page, codes) = read(
      tags: """
        og:image=https://i/1.png
        og:image:url=https://i/1.png
        og:image:secure_url=https://s/1.png
        og:image:width=300
        og:image:height=200
        og:image:alt=A
        og:video=https://v/1.mp4
        og:image=https://i/2.png
        og:image:url=https://i/3.png
        og:image:height=1000
        og:video:type=video/mp4
        og:audio:url=https://a/1.mp3
        """)
    #expect(codes == [])
    #expect(
      page.images.map(\.url.text) == ["https://i/1.png", "https://i/2.png", "https://i/3.png"])
    #expect(page.images.map(\.height?.text) == ["200", nil, "1000"])
    #expect(page.images[0].secureURL?.text == "https://s/1.png")
    #expect(page.images[0].width?.text == "300")
    #expect(page.images[0].text?.text == "A")
    #expect(page.videos.map(\.type?.text) == ["video/mp4"])
    #expect(page.audios.map(\.url.text) == ["https://a/1.mp3"])
  }

  @Test func kindsHaveProperties() {
    let (page, codes) = read(
      tags: """
        og:type=article
        article:tag=a
        article:tag=b
        article:published_time=2015-06-10T10:00:00Z
        article:published_time=2016-06-10T10:00:00Z
        product:price:amount=5
        """)
    #expect(codes == ["og-single-valued-repeated"])
    #expect(page["article:tag"].map(\.text) == ["a", "b"])
    #expect(page["article:published_time"].map(\.text) == ["2015-06-10T10:00:00Z"])
    #expect(page["product:price:amount"].map(\.text) == ["5"])
  }

  @Test(arguments: [
    ("og:title=a\nog:title=b", "og-single-valued-repeated"),
    ("og:image=https://i/1\nog:image:width=1\nog:image:width=2", "og-single-valued-repeated"),
    ("og:title=", "og-empty-value"), ("og:image= ", "og-empty-value"),
    ("og:image:width=1", "og-structured-without-root"),
    ("og:image=/1.png", "og-url-relative"), ("og:url=a", "og-url-relative"),
    ("og:type=restaurant.menu", "og-type-unknown"),
    ("og:video=https://v/p.html\nog:video:type=text/html", "og-video-not-playable"),
    ("og:video=https://v/player", "og-video-not-playable"),
    ("og:locale=english", "og-locale-invalid"), ("og:locale=en-GB", "og-locale-invalid"),
  ])
  func mistakesAreReported(tags: String, code: String) {
    #expect(read(tags: tags).codes == [code])
  }

  @Test func emptyValuesAreNone() {
    let page = read(tags: "og:title=\nog:image=https://i/1\nog:image=\nog:image:width=3").page
    #expect(page.title == nil)
    #expect(page.images.map(\.width) == [nil])
  }

  @Test(arguments: [
    "<html prefix='open: http://ogp.me/ns#'><meta property='open:title' content=T>",
    "<html prefix='x: y open: https://ogp.me/ns'><meta property='OPEN:title' content=T>",
    "<html xmlns:fb='http://opengraphprotocol.org/schema/'><meta property='fb:title' content=T>",
    "<html prefix='og: http://other.example/'><meta property='og:title' content=T>",
    "<meta property='dc:title og:title' content=T>",
    "<meta property=og:title name=og:title content=T>",
  ])
  func prefixesAreResolved(html: String) {
    let (page, codes) = read(html)
    #expect(page.title?.text == "T")
    #expect(codes == [])
  }

  @Test func prefixesEndWithTheirElement() {
    #expect(
      read("<p prefix='a: http://ogp.me/ns#'></p><meta property=a:title content=T>").page.isEmpty)
  }

  @Test func theAttributeNameIsReadAndReported() {
    let (page, codes) = read("<meta name=og:title content=T>")
    #expect(page.title?.text == "T")
    #expect(codes == ["property-in-name-attribute"])
  }

  @Test func whatEveryPageShouldSayIsMissed() {
    var diagnostics: [Diagnostic] = []
    let document = HTMLDocument.parse("<meta property=og:title content=T>")
    _ = OpenGraph(
      document, tags: MetaTag.all(in: document), base: BaseIRI("https://e.org/"), &diagnostics)
    #expect(diagnostics.map(\.message) == ["The page lacks og:type, og:image, og:url."])
    #expect(diagnostics.map(\.severity) == [.suggestion])
  }

  @Test(arguments: [
    ("og:audio=https://a/1.mp3", true), ("og:audio=https://a/1", false),
    ("og:audio=https://a/1\nog:audio:type=audio/mpeg; x", true),
    ("og:audio=https://a/1.mp3\nog:audio:type=text/html", false),
    ("og:audio=https://a/1.m3u8?x=1.2\nog:audio:type=application/x-mpegURL", true),
    ("og:audio=https://a/1.OGG?x=y.html", true),
  ])
  func filesCanBePlayed(tags: String, isPlayable: Bool) {
    #expect(read(tags: tags).page.audios.map(\.isPlayable) == [isPlayable])
  }

  @Test func rulesHaveDistinctCodes() {
    let rules =
      DiagnosticRule.openGraph + DiagnosticRule.twitterCard + DiagnosticRule.microdata
      + DiagnosticRule.rdfa
    #expect(Set(rules.map(\.code)).count == rules.count)
    #expect(rules.allSatisfy { $0.reference?.hasPrefix("https://") == true })
  }
}
