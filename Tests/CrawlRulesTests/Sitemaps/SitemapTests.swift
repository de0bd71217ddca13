import Testing
import WebAddresses
import WebDocuments

@testable import CrawlRules

struct SitemapTests {
  private static let namespace = "http://www.sitemaps.org/schemas/sitemap/0.9"

  private func read(
    _ text: String, at address: String = "https://example.com/a/sitemap.xml",
    robotsOrigins: Set<String> = [], indexes: [String] = []
  ) throws -> Sitemap {
    Sitemap(
      Array(text.utf8), at: try #require(WebURL(address)), robotsOrigins: robotsOrigins,
      indexes: indexes.compactMap { WebURL($0) })
  }

  private func urlset(_ entries: String) -> String {
    "<urlset xmlns='\(Self.namespace)'>\(entries)</urlset>"
  }

  private func codes(_ sitemap: Sitemap) -> [String] { sitemap.diagnostics.map(\.code) }

  @Test func anEntryHasAllThatItsSitemapSays() throws {
    let sitemap = try read(
      """
      <?xml version="1.0"?>
      <urlset xmlns="\(Self.namespace)" xmlns:v="http://www.google.com/schemas/sitemap-video/1.1">
        <url>
          <loc>https://example.com/a/p?x=1&amp;y=2</loc> <lastmod> 2015-06-10 </lastmod>
          <changefreq>Weekly</changefreq><priority>0.8</priority>
          <v:video><v:content_loc>https://cdn.example/v.mp4</v:content_loc>
            <v:player_loc>https://cdn.example/player</v:player_loc><v:title>T</v:title></v:video>
          <loc>https://example.com/a/second</loc>
        </url>
      </urlset>
      """)
    #expect(codes(sitemap).isEmpty && sitemap.kind == .urlset)
    let entry = try #require(sitemap.entries.first)
    #expect(entry.url.href == "https://example.com/a/p?x=1&y=2")
    #expect(entry.location == SourceLocation(line: 3, column: 3))
    #expect(entry.lastModified?.text == "2015-06-10")
    #expect(entry.changeFrequency == .weekly && entry.priority == 0.8)
    #expect(
      entry.videos.map(\.href) == ["https://cdn.example/v.mp4", "https://cdn.example/player"])
  }

  @Test(arguments: [
    ("https://example.com/a/x", true), ("https://example.com/a/", true),
    ("https://example.com/x", false),
    ("https://example.com/ab", false), ("http://example.com/a/x", false),
    ("https://www.example.com/a/x", false),
    ("https://example.com:8443/a/x", false), ("https://example.com:443/a/x", true),
    ("https://example.com/a/../x", false), ("https://shop.example/x", true),
    ("http://shop.example/x", false),
  ])
  func aSitemapSpeaksForItsFolderAndForSitesThatNameIt(address: String, isInScope: Bool) throws {
    let sitemap = try read(
      urlset("<url><loc>\(address)</loc></url>"), robotsOrigins: ["https://shop.example"])
    #expect(sitemap.entries.count == (isInScope ? 1 : 0))
    #expect(codes(sitemap) == (isInScope ? [] : ["loc-out-of-scope"]))
  }

  @Test func aSiteMayNameItsSitemapForAllOfItsPages() throws {
    let sitemap = try read(
      urlset("<url><loc>https://example.com/x</loc></url>"), robotsOrigins: ["https://example.com"])
    #expect(sitemap.entries.count == 1)
  }

  @Test(arguments: [
    ("<url><loc>/x</loc></url>", "loc-relative"),
    ("<url><loc>example.com/a/x</loc></url>", "loc-relative"),
    ("<url><loc>http://</loc></url>", "loc-invalid"),
    ("<url><loc>ftp://example.com/a/x</loc></url>", "loc-invalid"),
    ("<url><loc>https://exa mple.com/</loc></url>", "loc-invalid"),
    ("<url><loc/></url>", "loc-missing"),
    ("<url/>", "loc-missing"),
    ("<url><x><loc>https://example.com/a/x</loc></x></url>", "loc-missing"),
    ("<url><loc xmlns='u'>https://example.com/a/x</loc></url>", "loc-missing"),
  ])
  func anEntryWithoutAnAddressIsReported(entry: String, code: String) throws {
    let good = "<url><loc>https://example.com/a/good</loc></url>"
    let sitemap = try read(urlset(entry + good))
    #expect(sitemap.entries.map(\.url.path) == ["/a/good"])
    #expect(codes(sitemap) == [code])
    #expect(sitemap.diagnostics.allSatisfy { $0.location != nil && $0.message.hasSuffix(".") })
  }

  @Test(arguments: [
    ("<changefreq>often</changefreq>", "changefreq-invalid"),
    ("<priority>1.5</priority>", "priority-invalid"),
    ("<priority>nan</priority>", "priority-invalid"),
    ("<priority>0x0p1</priority>", "priority-invalid"),
    ("<lastmod>yesterday</lastmod>", "lastmod-invalid"),
    ("<lastmod>2015-06-10T10:00</lastmod>", "lastmod-invalid"),
  ])
  func anEntryWithAFaultyHintIsKept(field: String, code: String) throws {
    let sitemap = try read(urlset("<url>\n<loc>https://example.com/a/x</loc>\n\n \(field)</url>"))
    #expect(sitemap.entries.count == 1 && codes(sitemap) == [code])
    // The faulty element is shown, and not where its entry begins.
    let entry = try #require(sitemap.entries.first?.location)
    #expect(sitemap.diagnostics.first?.location == SourceLocation(line: entry.line + 3, column: 2))
  }

  @Test func anAddressIsListedOnce() throws {
    let entry = "<url><loc>https://example.com/a/x</loc></url>"
    let sitemap = try read(
      urlset(entry + entry + "<url><loc>https://EXAMPLE.com/a/./x</loc></url>"))
    #expect(sitemap.entries.count == 1)
    #expect(codes(sitemap) == ["loc-duplicate", "loc-duplicate"])
  }

  @Test func namespacesAreLookedAt() throws {
    let entry = "<url><loc>https://example.com/a/x</loc></url>"
    #expect(codes(try read("<urlset>\(entry)</urlset>")) == ["namespace-missing"])
    #expect(
      codes(
        try read("<urlset xmlns='https://www.sitemaps.org/schemas/sitemap/0.9'>\(entry)</urlset>"))
        == ["namespace-unknown"])
    let prefixed = try read(
      "<s:urlset xmlns:s='\(Self.namespace)'><s:url><s:loc>https://example.com/a/x</s:loc></s:url></s:urlset>"
    )
    #expect(codes(prefixed).isEmpty && prefixed.entries.count == 1)
    #expect(try read("<urlset>\(entry)</urlset>").entries.count == 1)
  }

  @Test func indexesDontLeadInCircles() throws {
    let list = ["index.xml", "sitemap.xml", "s1.xml"]
      .map { "<sitemap><loc>https://example.com/a/\($0)</loc></sitemap>" }.joined()
    let index = "<sitemapindex xmlns='\(Self.namespace)'>\(list)</sitemapindex>"
    let second = try read(index, indexes: ["https://example.com/a/index.xml"])
    #expect(second.kind == .index && second.entries.map(\.url.path) == ["/a/s1.xml"])
    #expect(codes(second) == ["index-loop", "index-loop"])
    let third = try read(
      index, indexes: ["https://example.com/1.xml", "https://example.com/2.xml"])
    #expect(third.entries.isEmpty && codes(third) == ["index-loop"])
    let list2 = try read(
      urlset("<url><loc>https://example.com/a/x</loc></url>"),
      indexes: ["https://example.com/1.xml", "https://example.com/2.xml"])
    #expect(list2.entries.count == 1)
  }

  @Test func aSitemapThatListsNothingIsEmpty() throws {
    #expect(codes(try read(urlset(""))) == ["empty"])
    #expect(codes(try read("<sitemapindex xmlns='\(Self.namespace)'/>")) == ["empty"])
    #expect(codes(try read(urlset("<url></url>"))) == ["loc-missing"])
    #expect(codes(try read("<rss version='2.0'><channel/></rss>")).isEmpty)
    #expect(codes(try read("<feed xmlns='http://www.w3.org/2005/Atom'/>")).isEmpty)
  }

  @Test func elementsOfOtherNamespacesInAFeedAreOthers() throws {
    let rss = try read(
      """
      <rss version="2.0" xmlns:m="http://search.yahoo.com/mrss/" xmlns:x="urn:x"><channel>
      <item><m:link>https://elsewhere.example/</m:link><x:pubDate>never</x:pubDate>
        <x:guid>https://example.com/a/9</x:guid><link>https://example.com/a/1</link></item>
      <x:item><link>https://example.com/a/2</link></x:item>
      </channel></rss>
      """)
    #expect(rss.entries.map(\.url.path) == ["/a/1"])
    #expect(codes(rss).isEmpty)
    let old = try read(
      "<rss xmlns='http://backend.userland.com/rss2'><channel><item><link>https://example.com/a/1</link>"
        + "</item></channel></rss>")
    #expect(old.entries.map(\.url.path) == ["/a/1"])
  }

  @Test func noMoreThanSomeImagesAndLanguagesAreKept() throws {
    let links = (0..<1000).map {
      "<x:link rel='alternate' hreflang='de' href='https://example.com/\($0)'/>"
    }.joined()
    let entries = (0..<210).map { "<url><loc>https://example.com/a/\($0)</loc>\(links)</url>" }
    let sitemap = try read(
      "<urlset xmlns='\(Self.namespace)' xmlns:x='http://www.w3.org/1999/xhtml'>\(entries.joined())</urlset>"
    )
    #expect(sitemap.entries.count == 210)
    #expect(sitemap.entries.map(\.alternates.count).reduce(0, +) == Sitemap.maximumExtraCount)
    #expect(codes(sitemap) == ["too-large"] && sitemap.diagnostics[0].severity == .notice)
  }

  @Test func feedsAreRead() throws {
    let rss = try read(
      """
      <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><link>https://example.com/a/</link>
      <item><atom:link href="x"/><link>https://example.com/a/1</link><pubDate>Thu, 05 Jan 2017 13:34:51 +0100</pubDate></item>
      <item><guid>https://example.com/a/2</guid><pubDate></pubDate></item>
      <item><link/><guid isPermaLink="false">7</guid></item>
      <item><link>https://example.com/a/3</link><pubDate>05 Jan 17 13:34:55</pubDate></item>
      </channel></rss>
      """)
    #expect(rss.kind == .rss && rss.entries.map(\.url.path) == ["/a/1", "/a/2", "/a/3"])
    #expect(rss.entries.map(\.lastModified?.text) == ["2017-01-05T13:34:51+01:00", nil, nil])
    #expect(codes(rss) == ["loc-missing", "lastmod-invalid"])

    let rdf = try read(
      """
      <r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
        xmlns:dc="http://purl.org/dc/elements/1.1/"><channel r:about="x"><link>https://example.com/a/</link></channel>
      <item><link>https://example.com/a/1</link><dc:date>2017-01-05</dc:date></item></r:RDF>
      """)
    #expect(rdf.entries.map(\.lastModified?.text) == ["2017-01-05"])

    let atom = try read(
      """
      <feed xmlns="http://www.w3.org/2005/Atom"><link href="https://example.com/"/>
      <entry><link rel="edit" href="https://example.com/a/edit"/><link rel="alternate" href="1"/>
        <link href="https://example.com/a/second"/><published>2015-01-01T00:00:00Z</published></entry>
      <entry><link href="https://example.com/a/2"/><published>2015-01-01T00:00:00Z</published>
        <updated>2015-06-10T10:00:00Z</updated></entry></feed>
      """)
    #expect(atom.kind == .atom && atom.entries.map(\.url.path) == ["/a/1", "/a/2"])
    #expect(
      atom.entries.map(\.lastModified?.text) == ["2015-01-01T00:00:00Z", "2015-06-10T10:00:00Z"])
    #expect(codes(atom).isEmpty)
  }

  @Test(arguments: [
    ("https://example.com/2015/06/page", true), ("https://example.com/feed/1", true),
    ("http://example.com/2015", false), ("https://www.example.com/2015", false),
  ])
  func aFeedSpeaksForAllOfItsOrigin(address: String, isInScope: Bool) throws {
    let rss = try read(
      "<rss><channel><item><link>\(address)</link></item></channel></rss>",
      at: "https://example.com/feed/")
    #expect(rss.entries.count == (isInScope ? 1 : 0))
    #expect(codes(rss) == (isInScope ? [] : ["loc-out-of-scope"]))
    let atom = try read(
      "<feed xmlns='http://www.w3.org/2005/Atom'><entry><link href='\(address)'/></entry></feed>",
      at: "https://example.com/feed/atom/")
    #expect(codes(atom) == codes(rss))
  }

  @Test func linesAreRead() throws {
    let text = try read(
      "\u{FEFF} https://example.com/a/1 \r\n\r\nhttps://example.com/a/2\rnonsense\nhttps://example.com/x",
      at: "https://example.com/a/s.txt")
    #expect(text.kind == .text && text.entries.map(\.url.path) == ["/a/1", "/a/2"])
    #expect(text.entries.map(\.location.line) == [1, 3])
    #expect(codes(text) == ["loc-relative", "loc-out-of-scope"])
  }

  @Test(arguments: [
    ("not found", "not-a-sitemap"), ("{\"a\": 1}", "not-a-sitemap"), (" \n\t", "empty"),
    ("<html xmlns='http://www.w3.org/1999/xhtml'><body/></html>", "not-a-sitemap"),
    ("<!DOCTYPE html PUBLIC 'x'><html>", "not-a-sitemap"), ("<title>404</head>", "not-a-sitemap"),
    ("<!DOCTYPE urlset SYSTEM 'https://evil.example/x.dtd'><urlset/>", "doctype-entities"),
    ("<", "xml-malformed"),
  ])
  func whatIsNoSitemapIsSaidToBeNone(text: String, code: String) throws {
    let sitemap = try read(text)
    #expect(sitemap.kind == .invalid && sitemap.entries.isEmpty && codes(sitemap) == [code])
  }

  @Test func whatStandsBeforeAFaultIsKept() throws {
    let good = "<url><loc>https://example.com/a/x</loc></url>"
    let text = urlset(good + "<url><loc>https://example.com/a/y?a=1&b=2</loc></url>" + good)
    let sitemap = try read(text)
    #expect(sitemap.entries.count == 1 && codes(sitemap) == ["xml-malformed"])
    #expect(sitemap.diagnostics.first?.location?.line == 1)
  }

  @Test func packedSitemapsAreKnownByTheirFirstBytes() throws {
    let url = try #require(WebURL("https://example.com/sitemap.xml"))
    // Damaged, and cut behind its header.
    for bytes: [UInt8] in [[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xff, 0xff], [0x1f, 0x8b, 8]] {
      let sitemap = Sitemap(bytes, at: url)
      #expect(sitemap.kind == .invalid && codes(sitemap) == ["xml-malformed"])
    }
  }

  @Test func entriesBeyondTheLimitAreLeftOut() throws {
    let entries = (0...Sitemap.maximumEntryCount).map {
      "<url><loc>https://example.com/a/\($0)</loc></url>"
    }
    let sitemap = try read(urlset(entries.joined()))
    #expect(
      sitemap.entries.count == Sitemap.maximumEntryCount && codes(sitemap) == ["too-many-entries"])
  }

  @Test func bombsAreRead() throws {
    let deep = try read(String(repeating: "<urlset>", count: 500_000))
    #expect(codes(deep) == ["namespace-missing", "xml-malformed"])
    let long = try read(
      urlset(
        "<url><loc>https://example.com/a/\(String(repeating: "x", count: 4 << 20))</loc></url>"))
    #expect(codes(long) == ["loc-too-long"])
    let line = try read("https://example.com/a\n" + String(repeating: "x", count: 4 << 20))
    #expect(codes(line) == ["loc-out-of-scope", "loc-too-long"])
    let faults = try read(urlset(String(repeating: "<url/>", count: 40_000)))
    #expect(codes(faults).count == FindingList.mostOfARule + 1)
    let image = "<i:image><i:loc>https://example.com/i</i:loc></i:image>"
    let images = try read(
      "<urlset xmlns='\(Self.namespace)' xmlns:i='http://www.google.com/schemas/sitemap-image/1.1'><url>"
        + "<loc>https://example.com/a/x</loc>\(String(repeating: image, count: 50_000))</url></urlset>"
    )
    #expect(images.entries.first?.images.count == SitemapDraft.maximumCount)
  }

  @Test func everyRuleOfTheAreaIsListedOnce() {
    let rules = DiagnosticRule.sitemaps
    #expect(Set(rules.map(\.code)).count == rules.count && rules.count == 19)
    #expect(rules.allSatisfy { $0.remedy.hasSuffix(".") && $0.reference != nil })
  }
}
