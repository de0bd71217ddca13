internal import CrawlRules
internal import FresnelModel
package import WebMarkup

extension CrawledPage {
  /// What a crawl keeps of a page.
  ///
  /// - Parameters:
  ///   - reading: The page.
  ///   - contentHash: A number for its body.
  ///   - content: What search has to know of it.
  package init(_ reading: PageReading, contentHash: UInt64, content: [UInt8]) {
    let own = reading.url.crawlKey
    let canonical = reading.canonical.claimedElsewhere ?? reading.canonical.url
    let isOwn = canonical.crawlKey == own
    // A page that asks that nobody follows its links votes for nobody either.
    let links = reading.directives.followsLinks ? reading.links.pages : []
    self.init(
      contentHash: contentHash, fingerprint: Fingerprint(of: reading.text),
      title: reading.card.title, isIndexable: reading.directives.isIndexed,
      unavailableAfter: reading.directives.unavailableAfter.flatMap { date in
        Int64(exactly: (date.timestamp.secondsSince1970 * 1000).rounded())
      },
      canonical: isOwn ? nil : canonical,
      namesItself: isOwn && reading.canonical.source != .page,
      mainItem: reading.subject.map { CrawlReader.hash(of: Array($0.utf8)) },
      links: links.map { link in
        CrawledPage.Link(
          link.url, place: link.placement == .content ? .content : .boilerplate,
          isEndorsed: link.isEndorsed)
      },
      sitemaps: reading.links.sitemaps + reading.links.feeds, content: content)
  }
}

extension PageReading {
  /// What tells the thing that the page is about from others of its kind; `nil` where nothing does.
  fileprivate var subject: String? {
    guard let mainItem else { return nil }
    let item = graph[mainItem]
    // Sites say on each of their pages who they are and where.
    if item.isA(anyOf: ["Organization", "Place", "WebSite", "WebPage"]) { return nil }
    let told = Self.telling.compactMap { name in item.text(name).map { "\(name)=\($0)" } }
    return told.isEmpty ? nil : (item.types.prefix(1) + told).joined(separator: "\n")
  }

  /// Properties by which things with one name differ, besides the name.
  private static let telling = [
    "name", "headline", "title", "sku", "mpn", "productID", "gtin", "gtin8", "gtin12", "gtin13",
    "gtin14", "isbn", "issn", "episodeNumber", "startDate", "datePosted",
  ]
}
