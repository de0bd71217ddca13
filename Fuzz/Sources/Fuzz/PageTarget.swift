import FresnelModel
import WebAddresses
import WebDocuments
import WebMarkup

/// Whole pages: everything that is read from one.
enum PageTarget: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    [
      """
      <!DOCTYPE html><html lang=en><head><title>T</title><base href=/b/><link rel=canonical href=/a?utm_x=1#f>\
      <meta name=apple-itunes-app content="app-id=1, app-argument=a://b?c,d, affiliate-data=x=y">\
      <meta property=al:ios:url content=a://1><meta property=al:ios><meta name=twitter:app:id:ipad content=5>\
      <meta http-equiv=refresh content="1;url='/x'"><meta name=robots content="max-snippet:3">
      """,
      """
      <script type="application/ld+json">{"@context":"https://schema.org","@type":"Restaurant","name":"R",\
      "telephone":"+1 (0)2 ext 3","geo":{"latitude":"1,5","longitude":2},"address":{"addressLocality":"L"},\
      "aggregateRating":{"@type":"AggregateRating","ratingValue":"4","reviewCount":2},"priceRange":"$$",\
      "makesOffer":[{"price":"$5"},{"lowPrice":1,"highPrice":"2","priceCurrency":"EUR","offers":{}}],\
      "video":{"@type":"VideoObject","contentUrl":"/v.mp4"},"interactionCount":"UserPlays:12"}</script>
      """,
      """
      <script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@id":"#a","@type":"WebPage",\
      "mainEntity":{"@id":"#b"}},{"@id":"#b","@type":"Movie","director":{"@id":"#b"},"duration":"PT1H"}]}</script>\
      <nav><a href=/1 rel=nofollow>x</a></nav><p>text<script>location='a://b'</script>
      """,
      "<div itemscope itemtype=http://schema.org/Event><p itemprop=location itemscope><b itemprop=name>x",
      "<div vocab=http://schema.org/ typeof=Recipe><a property=image href=/i.svg>y</a><h1>z</h1>",
    ].map { Array($0.utf8) }
  }

  static func examine(_ input: [UInt8]) {
    guard let url = WebURL("https://www.example.com/items/42?utm_source=x") else { return }
    let fields = [
      HeaderField("Link", String(decoding: input.prefix(256), as: UTF8.self)),
      HeaderField("Content-Type", "text/html"),
    ]
    let options = PageReading.Options(now: Timestamp(secondsSinceReferenceDate: 0))
    let reading = PageReading(input, url: url, headers: fields, options: options)
    let again = PageReading(input, url: url, headers: fields, options: options)
    expect(reading.json() == again.json(), "Two readings of one page differ.")
    expect(reading.canonical.url.isHTTP, "The page is known by no address of the web.")
    expect(reading.canonical.url.fragment == nil, "The page is known by a place in it.")
    expect(!reading.item.uniqueIdentifier.isEmpty, "The item has no identity.")
    expect((reading.card.description?.count ?? 0) <= 300, "The description is too long.")
    if let rating = reading.card.rating {
      expect((0...5).contains(rating.stars), "There are too many stars.")
    }
    for link in reading.links.pages {
      expect(link.url.isHTTP && link.url.fragment == nil, "A link leads elsewhere.")
    }
    for finding in reading.diagnostics {
      expect(finding.message.hasSuffix("."), "A finding is no sentence.")
    }
  }
}
