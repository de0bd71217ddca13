internal import CrawlRules

/// What a validation of a whole site looks at, and what it may take.
package struct SiteSurveyPlan: Sendable {
  /// The most pages that are fetched.
  package var pageLimit = 100
  /// How long all of it may take.
  package var time: Duration = .seconds(600)
  /// How long one request may take.
  package var requestTime: Duration = .seconds(15)
  /// The most bytes of all bodies together, as they are sent; a page that has begun is fetched to its end.
  package var byteLimit = 256 << 20
  /// How long the site is left alone after each answer, unless its robots.txt asks for more.
  package var delay: Duration = .seconds(1)
  /// The most bytes of a sitemap, as it is sent and unpacked.
  package var sitemapByteLimit = Sitemap.maximumLength
  /// The most sitemaps that are read, those that others list included.
  package var sitemapLimit = 20
  /// The most addresses that are taken from all sitemaps together.
  package var addressLimit = 50_000
  /// After how many failures in a row of the host nothing more is asked of it.
  package var failureLimit = 3

  /// The usual bounds.
  package init() {}
}
