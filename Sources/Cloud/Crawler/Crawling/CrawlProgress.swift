import CrawlRules
package import WebFetching

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
  /// Answers by their status.
  package var statuses: [Int: Int] = [:]
  /// Requests without an answer, by the reason.
  package var errors: [FetchError.Code: Int] = [:]
  /// Answers by the version of HTTP.
  package var versions: [FetchResponse.Version: Int] = [:]
  /// Answers over a connection that was open already.
  package var reusedConnections = 0
  /// The bytes of all bodies, as they were sent.
  package var byteCount = 0
  /// How long servers took for their answers, in milliseconds.
  package var answerTimes = CrawlHistogram()
  /// How long hosts were left alone after an answer, in milliseconds.
  package var pauses = CrawlHistogram()

  /// Makes an account of nothing.
  package init() {}

  mutating func count(_ result: CrawlResult, pause: Int64) {
    count(result.content)
    pauses.count(pause)
    if let error = result.error {
      errors[error, default: 0] += 1
    } else if result.status != 0 {
      statuses[result.status, default: 0] += 1
      answerTimes.count(result.duration)
    }
    if let transport = result.transport {
      versions[transport.version, default: 0] += 1
      reusedConnections += transport.isReused ? 1 : 0
      byteCount += transport.byteCount
    }
  }

  private mutating func count(_ content: CrawlResult.Content) {
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
