internal import CrawlRules
internal import FresnelModel
internal import WebAddresses
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
  ///
  /// A number of the thing, such as a shop's or a book's, says which it is. Without one, things of one name are told
  /// apart by what the page is called and by the address that it gives the thing: shops have many things of one name.
  fileprivate var subject: String? {
    guard let mainItem else { return nil }
    let item = graph[mainItem]
    // Sites say on each of their pages who they are and where.
    if item.isA(anyOf: ["Organization", "Place", "WebSite", "WebPage"]) { return nil }
    func told(_ names: [String]) -> [String] {
      names.compactMap { name in item.text(name).map { "\(name)=\($0)" } }
    }
    let numbers = told(Self.numbers)
    var lines = told(Self.describing) + numbers
    if numbers.isEmpty { lines += addresses(item.text("url"), item.identifier).map { "url=\($0)" } }
    if lines.isEmpty { return nil }
    if numbers.isEmpty { lines.append("page=\(card.title)") }
    return (item.types.prefix(1) + lines).joined(separator: "\n")
  }

  /// The addresses that the page gives its thing, as keys. An identifier that is a place in the page itself says
  /// nothing: a copy has one of its own.
  private func addresses(_ address: String?, _ identifier: String?) -> [String] {
    let given = address.flatMap { WebURL($0, base: url) }?.crawlKey
    let named = identifier.flatMap { WebURL($0) }?.crawlKey
    return [given, named == url.crawlKey ? nil : named].compactMap(\.self)
  }

  /// Properties that describe a thing, by which those of one type differ.
  private static let describing = [
    "name", "headline", "title", "color", "size", "model", "episodeNumber", "startDate",
    "datePosted",
  ]
  /// Properties that say which thing it is, whatever else is said of it.
  private static let numbers = [
    "sku", "mpn", "productID", "gtin", "gtin8", "gtin12", "gtin13", "gtin14", "isbn", "issn",
  ]
}
