import StructuredData
import WebDocuments

/// What the `meta` elements of pages say: plain metadata, Open Graph and Twitter cards.
enum MetaTagsTarget: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    [
      """
      <html lang=en prefix="o: http://ogp.me/ns#"><title>T</title><meta name=description content=D>
      <meta name=keywords content="a, b"><meta name=dc.date content=2020><meta property=o:title content=T>
      <meta property=og:type content=product><meta property=og:image content=/i>
      <meta property=og:image:width content=1><meta property=product:price:amount content=5>
      <meta name=twitter:card content=summary><meta name=twitter:image content=i>
      """,
      "<meta property=og:video content=https://v/a.mp4><meta property='og:video:url og:locale' content=en_GB><meta name=og:: content=x>",
    ].map { Array($0.utf8) }
  }

  static func examine(_ input: [UInt8]) {
    let document = HTMLDocument.parse(DecodedPage(utf8: input))
    let tags = MetaTag.all(in: document)
    let base = BaseIRI("https://example.com/a/b")
    var findings: [Diagnostic] = []
    let page = OpenGraph(document, tags: tags, base: base, &findings)
    for medium in page.images + page.videos + page.audios {
      expect(!medium.url.text.isEmpty, "A medium has no address.")
      _ = medium.isPlayable
    }
    MicrodataTarget.examine(ItemGraph(page))
    let card = TwitterCard(document, tags: tags, base: base, &findings)
    expect(card.title?.text.isEmpty != true, "An empty text is a value.")
    let metadata = PageMetadata(document, tags: tags)
    expect(metadata.title?.text.isEmpty != true, "An empty text is a value.")
    MicrodataTarget.examine(findings)
  }
}
