/// What a crawl knows, in numbers. Moments are milliseconds since 1 January 1970.
package struct CrawlOverview: Hashable, Sendable {
  /// A host of whom there is something to say.
  package struct Host: Hashable, Sendable {
    /// The scheme, the host, and the port unless it is that of the scheme.
    package var origin: String
    /// How long it takes for an answer, in milliseconds.
    package var answerTime: Int64
    /// The processor time that it has taken so far, in microseconds.
    package var processorTime: Int64
    /// How many times in a row it failed.
    package var failureCount: Int
    /// Before this moment it is not asked.
    package var readyAt: Int64
  }

  /// Sites, those included that are only linked to.
  package var siteCount = 0
  /// Sites that are fetched from.
  package var seedCount = 0
  /// Sites of verified apps.
  package var trustedCount = 0
  /// Hosts of all sites that are fetched from.
  package var hostCount = 0
  /// Addresses in each state.
  package var pages: [PageRecord.State: Int] = [:]
  /// Pages that were read, and are there as far as it is known.
  package var fetchedCount = 0
  /// Addresses that robots.txt keeps from being fetched.
  package var blockedCount = 0
  /// Addresses that may be fetched now, their hosts' pace aside.
  package var dueCount = 0
  /// When the next address is due that is not yet; `nil` for none.
  package var nextDueAt: Int64?
  /// Addresses that are fetched by the status of the last answer; 0 for none.
  package var statuses: [Int: Int] = [:]
  /// The hosts that take longest for an answer, the slowest first.
  package var slowest: [Host] = []
  /// The hosts that took most processor time, the first one most.
  package var costliest: [Host] = []
  /// The hosts that failed most often in a row.
  package var failing: [Host] = []
  /// Bytes of the store.
  package var byteCount: Int64 = 0

  /// Makes an overview of nothing.
  package init() {}
}
