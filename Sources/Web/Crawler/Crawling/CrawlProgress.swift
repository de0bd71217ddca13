import CrawlRules

/// What a crawl has done since it began or went on.
package struct CrawlProgress: Hashable, Sendable {
  /// Requests that have ended.
  package var requests = 0
  /// Of these, pages that were read.
  package var pages = 0
  /// Pages that were as before.
  package var unchanged = 0
  /// Redirections.
  package var redirections = 0
  /// Addresses where nothing is.
  package var missing = 0
  /// Requests without an answer, or with that of a server that failed or has too much to do.
  package var failures = 0
  /// Requests under way.
  package var underWay = 0
  /// Requests that were under way when the last process ended.
  package var recovered = 0

  mutating func count(_ content: CrawlResult.Content) {
    requests += 1
    switch content {
    case .page: pages += 1
    case .unchanged: unchanged += 1
    case .redirection: redirections += 1
    case .missing: missing += 1
    case .failed, .overloaded, .unreachable, .robots(.noAnswer): failures += 1
    case .other, .sitemap, .robots, .refused: break
    }
  }
}
