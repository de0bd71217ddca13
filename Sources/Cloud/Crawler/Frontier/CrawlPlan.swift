/// What a crawl may do. Times are milliseconds.
package struct CrawlPlan: Sendable {
  /// How much hosts are asked of.
  package var politeness = PolitenessRules()
  /// When pages are fetched again.
  package var recrawl = RecrawlRules()
  /// The most links between where the crawl began and a page.
  package var deepest = 8
  /// The most addresses of a site.
  package var pagesPerSite = 20_000
  /// The most redirections in a row.
  package var redirectionLimit = 5
  /// The most links of a page that are kept.
  package var linksPerPage = 1000
  /// The most addresses that are taken from one sitemap.
  package var entriesPerSitemap = 50_000
  /// How many levels of sitemaps that list sitemaps are followed.
  package var sitemapLevels = 2
  /// The most bytes of an address.
  package var longestAddress = 2048
  /// The most requests at once.
  package var requests = 64

  /// The usual one.
  package init() {}
}
