import CrawlRules
import FresnelModel
import WebAddresses
import WebDocuments

/// Sitemaps and feeds, and the directives and dates of pages: the input is read as each.
enum SitemapTarget: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    let namespace = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return [
      """
      <?xml version="1.0"?><urlset xmlns="\(namespace)" xmlns:x="http://www.w3.org/1999/xhtml"
      xmlns:i="http://www.google.com/schemas/sitemap-image/1.1"><url><loc>https://example.com/a?b=1&amp;c</loc>
      <lastmod>2015-06-10T10:00:05.5+02:00</lastmod><changefreq>daily</changefreq><priority>0.5</priority>
      <i:image><i:loc>https://example.com/i</i:loc></i:image><x:link rel="alternate" hreflang="de" href="https://a.de/"/>
      </url></urlset>
      """,
      "<sitemapindex xmlns='\(namespace)'><sitemap><loc>https://example.com/s.xml</loc></sitemap></sitemapindex>",
      "<rss><channel><item><guid>https://example.com/1</guid><pubDate>Wed, 10 Jun 15 10:00 PST</pubDate></item></channel>",
      "<feed xmlns='http://www.w3.org/2005/Atom'><entry><link href='x'/><published>2015</published></entry></feed>",
      "https://example.com/a\r\nhttps://example.com/b", "<!DOCTYPE html><p>",
      "otherbot: noindex, applebot: max-snippet:5, unavailable_after: Wednesday, 25-Jun-10 15:00:00 GMT",
    ].map { Array($0.utf8) }
  }

  static func examine(_ input: [UInt8]) {
    guard let url = WebURL("https://example.com/s.xml") else { return }
    let sitemap = Sitemap(input, at: url, robotsOrigins: ["https://a.de"])
    expect(sitemap.kind != .invalid || sitemap.entries.isEmpty, "What is no sitemap has entries.")
    expect(
      sitemap.kind != .invalid || !sitemap.diagnostics.isEmpty, "Nobody says why it is no sitemap.")
    expect(
      Set(sitemap.entries.map(\.url)).count == sitemap.entries.count, "An address is listed twice.")
    for entry in sitemap.entries {
      expect(
        ["https://example.com", "https://a.de"].contains(entry.url.origin),
        "An entry is out of scope.")
      expect(0...1 ~= entry.priority ?? 0.5, "A priority is out of bounds.")
    }
    var directives = PageDirectives(now: .distantFuture)
    let text = String(decoding: input, as: UTF8.self)
    directives.addMeta(name: "robots", content: text)
    directives.addHeader(text)
    expect(
      directives.unavailableAfter == nil || !directives.isIndexed,
      "A page outlives the end of days.")
    for finding in sitemap.diagnostics + directives.diagnostics {
      expect(finding.message.hasSuffix("."), "A finding is no sentence.")
    }
  }
}
