internal import CrawlRules
internal import WebAddresses
internal import WebDocuments
internal import WebFetching

/// A sitemap of a site, fetched.
struct SitemapVisit: Sendable {
  /// Where it should be.
  let url: WebURL
  /// The sitemap; `nil` where it can't be had, or is larger than is looked at here.
  let document: SiteDocument?
  /// Why it can't be had; `nil` where it can.
  let problem: String?

  /// The most bytes that are looked at. Sitemaps may be larger: those the crawler reads.
  private static let byteCount = 4 << 20
  private static let redirectionLimit = 3

  /// Asks for a sitemap.
  ///
  /// - Parameters:
  ///   - url: Where it should be.
  ///   - origin: The origin whose robots.txt names it; `nil` where none does.
  ///   - requests: Asks.
  /// - Returns: What came of it.
  static func make(
    _ url: WebURL, namedBy origin: String?, _ requests: SiteRequests
  ) async -> SitemapVisit {
    do throws(FetchError) {
      let response = try await requests.follow(
        url, byteCount: byteCount, redirections: redirectionLimit)
      guard (200..<300).contains(response.status) else {
        let problem = "answers with status \(response.status)"
        return SitemapVisit(url: url, document: nil, problem: problem)
      }
      guard response.truncation == nil else {
        return SitemapVisit(url: url, document: nil, problem: nil)
      }
      let sitemap = Sitemap(
        response.body, at: response.url, contentType: response.fields["Content-Type"],
        robotsOrigins: origin.map { [$0] } ?? [])
      // Many sites answer with a page to whatever is asked for.
      if origin == nil, sitemap.kind == .invalid {
        return SitemapVisit(url: url, document: nil, problem: "is none")
      }
      let document = SiteDocument(
        name: url.href, url: response.url, bytes: response.body, sitemap: sitemap)
      return SitemapVisit(url: url, document: document, problem: nil)
    } catch {
      return SitemapVisit(
        url: url, document: nil, problem: "can't be had: \(error.sentence)")
    }
  }
}
