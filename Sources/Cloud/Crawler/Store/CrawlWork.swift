import FresnelDatabase

/// What a crawl works on, host by host, and how fresh what it knows is. Moments are milliseconds since 1 January 1970.
package struct CrawlWork: Hashable, Sendable {
  /// A host that is fetched from.
  package struct Host: Hashable, Sendable {
    /// The scheme, the host, and the port unless it is that of the scheme.
    package var origin: String
    /// Addresses of the host that are fetched from time to time.
    package var addressCount: Int
    /// How many times one of them was fetched with success.
    package var fetchCount: Int
    /// Addresses that may be fetched now: the host's queue.
    package var dueCount: Int
    /// Addresses whose last answer was an error, or that failed without one.
    package var errorCount: Int
    /// How long the host takes for an answer, in milliseconds; 0 before the first.
    package var answerTime: Int64
    /// How many times in a row it failed.
    package var failureCount: Int
  }

  /// How many addresses that are fetched were fetched last within a time.
  package struct Freshness: Hashable, Sendable {
    /// Within a day.
    package var day = 0
    /// Within a week, that day aside.
    package var week = 0
    /// Within 30 days, that week aside.
    package var month = 0
    /// Longer ago.
    package var older = 0
    /// Not yet.
    package var never = 0
  }

  /// The hosts that were fetched from most often, the first one most.
  package var hosts: [Host] = []
  /// How fresh the addresses of all hosts are.
  package var freshness = Freshness()
  /// Since when the address is due that has been due longest; `nil` where none is.
  package var oldestDueAt: Int64?

  /// Tells of no work.
  package init() {}
}

extension SQLiteCrawlStore {
  private static let day: Int64 = 86_400_000

  /// What is worked on.
  ///
  /// - Parameters:
  ///   - now: The moment.
  ///   - hostLimit: The most hosts.
  /// - Returns: The work.
  /// - Throws: ``CrawlStoreError``.
  /// - Complexity: O(*p*) in the number of pages.
  package func work(at now: Int64, hostLimit: Int) throws(CrawlStoreError) -> CrawlWork {
    try reading { () throws(CrawlStoreError) in
      var work = CrawlWork()
      work.hosts = try all(
        """
        SELECT hosts.origin, count(*), sum(pages.fetch_count),
          count(*) FILTER (WHERE pages.state = 0 AND pages.due_at <= ?1),
          count(*) FILTER (WHERE pages.status >= 400 OR pages.tries > 0),
          hosts.answer_time, hosts.failure_count
        FROM pages JOIN hosts ON hosts.id = pages.host WHERE pages.state IN (0, 1)
        GROUP BY pages.host ORDER BY sum(pages.fetch_count) DESC, hosts.origin LIMIT ?2
        """, [.integer(now), .count(hostLimit)]
      ) { row in
        CrawlWork.Host(
          origin: row.text(0), addressCount: Int(row.integer(1)), fetchCount: Int(row.integer(2)),
          dueCount: Int(row.integer(3)), errorCount: Int(row.integer(4)),
          answerTime: row.integer(5), failureCount: Int(row.integer(6)))
      }
      let ages = try first(
        """
        SELECT count(*) FILTER (WHERE fetched_at > ?1), count(*) FILTER (WHERE fetched_at > ?2),
          count(*) FILTER (WHERE fetched_at > ?3), count(*) FILTER (WHERE fetched_at > 0), count(*),
          min(due_at) FILTER (WHERE state = 0 AND due_at <= ?4)
        FROM pages WHERE state IN (0, 1)
        """,
        [
          .integer(now - Self.day), .integer(now - 7 * Self.day), .integer(now - 30 * Self.day),
          .integer(now),
        ]
      ) { row in (counts: (0..<5).map { Int(row.integer($0)) }, oldest: row[5].optionalInteger) }
      guard let ages else { return work }
      let counts = ages.counts
      work.freshness = CrawlWork.Freshness(
        day: counts[0], week: counts[1] - counts[0], month: counts[2] - counts[1],
        older: counts[3] - counts[2], never: counts[4] - counts[3])
      work.oldestDueAt = ages.oldest
      return work
    }
  }
}
