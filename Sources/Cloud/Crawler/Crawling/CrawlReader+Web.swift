import CrawlRules
import FresnelModel
import WebAddresses
import WebDocuments
import WebFetching
package import WebMarkup

extension CrawlReader {
  /// Reads what the web is made of: pages, sitemaps and feeds.
  ///
  /// - Parameter content: What search has to know of a page, in a form of its own. May be called on several threads at
  ///   once.
  /// - Returns: The reader.
  package static func web(
    content: @escaping @Sendable (PageReading) -> [UInt8]
  ) -> CrawlReader {
    CrawlReader { response, kind in
      switch kind {
      case .page: page(response, content)
      case .sitemap: sitemap(response, content)
      }
    }
  }

  private static func page(
    _ response: FetchResponse, _ content: (PageReading) -> [UInt8]
  ) -> CrawlResult.Content {
    guard isPage(response) else { return .other }
    let reading = PageReading(
      response.body, url: response.url,
      headers: response.fields.all.map { HeaderField($0.name, $0.value) })
    let own = response.url.crawlKey
    if let refresh = reading.links.refresh, refresh.isRedirect, refresh.url.crawlKey != own {
      return .redirection(refresh.url, isMoved: false)
    }
    return .page(
      CrawledPage(reading, contentHash: hash(of: response.body), content: content(reading)))
  }

  /// Whether a body is a page, by what its server says; where that says nothing, by its beginning.
  private static func isPage(_ response: FetchResponse) -> Bool {
    PageType.isPage(
      contentType: response.fields["Content-Type"],
      contentTypeOptions: response.fields["X-Content-Type-Options"], body: response.body)
  }

  private static func sitemap(
    _ response: FetchResponse, _ content: (PageReading) -> [UInt8]
  ) -> CrawlResult.Content {
    let read = Sitemap(
      response.body, at: response.url, contentType: response.fields["Content-Type"],
      robotsOrigins: [response.url.origin])
    // Whoever names a page as a sitemap does not take it out of the index. Many sites answer with a page where there is
    // no sitemap.
    if read.kind == .invalid, response.url.path != "/sitemap.xml", isPage(response) {
      return page(response, content)
    }
    if read.kind == .index {
      return .sitemap(CrawledSitemap(sitemaps: read.entries.map(\.url)))
    }
    return .sitemap(
      CrawledSitemap(
        entries: read.entries.map { entry in
          CrawledSitemap.Entry(
            entry.url,
            changedAt: entry.lastModified.map {
              Int64(clamping: Int(exactly: ($0.timestamp.secondsSince1970 * 1000).rounded()) ?? 0)
            })
        }))
  }

  /// FNV-1a, 64 bits.
  static func hash(of bytes: [UInt8]) -> UInt64 {
    bytes.withUnsafeBufferPointer { bytes in
      bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
  }
}
