internal import CrawlRules
internal import WebAddresses
internal import WebDocuments
internal import WebFetching

/// A sitemap of a site, fetched.
struct SitemapVisit: Sendable {
  /// Where it should be.
  let url: WebURL
  /// The sitemap; `nil` where it can't be had.
  let document: SiteDocument?
  /// Why it can't be had; `nil` where it can.
  let problem: String?

  /// The most bytes that are looked at beside a page. Sitemaps may be larger: those the crawler reads.
  static let usualByteCount = 4 << 20
  private static let redirectionLimit = 3

  /// Asks for a sitemap.
  ///
  /// - Parameters:
  ///   - url: Where it should be.
  ///   - origin: The origin whose robots.txt names it; `nil` where none does.
  ///   - byteCount: The most bytes that are looked at.
  ///   - requests: Asks.
  /// - Returns: What came of it.
  static func make(
    _ url: WebURL, namedBy origin: String?, byteCount: Int = usualByteCount,
    _ requests: SiteRequests
  ) async -> SitemapVisit {
    do throws(FetchError) {
      let response = try await requests.follow(
        url, byteCount: byteCount, redirections: redirectionLimit)
      guard (200..<300).contains(response.status) else {
        let problem = "answers with status \(response.status)"
        return SitemapVisit(url: url, document: nil, problem: problem)
      }
      var isCut = false
      switch response.truncation {
      case nil: break
      case .tooLarge?, .tooLargeAsSent?: isCut = true
      case .cutOff?, .timedOut?, .damagedEncoding?:
        return SitemapVisit(url: url, document: nil, problem: "broke off before its end")
      }
      let sitemap = Sitemap(
        response.body, at: response.url, contentType: response.fields["Content-Type"],
        robotsOrigins: origin.map { [$0] } ?? [])
      // Many sites answer with a page to whatever is asked for.
      let isOther =
        response.mediaType == "text/html"
        || sitemap.diagnostics.contains { $0.rule == .notASitemap }
      if origin == nil, sitemap.kind == .invalid, isOther {
        return SitemapVisit(url: url, document: nil, problem: "is none")
      }
      // That it ends too early is nothing that it says itself.
      var findings = sitemap.diagnostics.filter { !isCut || $0.rule != .xmlMalformed }
      if isCut {
        findings.append(
          Diagnostic(
            .tooLarge, "Only the first \(byteCount) bytes of the sitemap were looked at.",
            severity: byteCount == usualByteCount ? .notice : nil))
      }
      let document = SiteDocument(
        name: url.href, url: response.url, bytes: response.body, reading: .sitemap(sitemap),
        diagnostics: findings)
      return SitemapVisit(url: url, document: document, problem: nil)
    } catch {
      return SitemapVisit(
        url: url, document: nil, problem: "can't be had: \(error.sentence)")
    }
  }
}
