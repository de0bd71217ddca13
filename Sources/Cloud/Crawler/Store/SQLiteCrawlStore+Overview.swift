import FresnelDatabase

extension SQLiteCrawlStore {
  package func overview(
    at now: Int64, hostLimit: Int
  ) throws(CrawlStoreError) -> CrawlOverview {
    try reading { () throws(CrawlStoreError) in
      var overview = CrawlOverview()
      let sites = try numbers(
        "SELECT count(*), count(*) FILTER (WHERE is_seed), count(*) FILTER (WHERE is_trusted) FROM sites",
        count: 3)
      (overview.siteCount, overview.seedCount, overview.trustedCount) = (
        sites[0], sites[1], sites[2]
      )
      overview.hostCount = try numbers(
        "SELECT count(*) FROM hosts JOIN sites ON sites.id = hosts.site WHERE is_seed", count: 1)[0]
      let fields = try all(
        """
        SELECT state, status, count(*), count(*) FILTER (WHERE is_blocked AND state = 0),
          count(*) FILTER (WHERE state = 0 AND due_at <= ?1),
          min(due_at) FILTER (WHERE state = 0 AND due_at > ?1),
          count(*) FILTER (WHERE kind = 0 AND content_hash IS NOT NULL)
        FROM pages GROUP BY state, status
        """, [.integer(now)]
      ) { row in
        (
          state: PageRecord.State(rawValue: Int(row.integer(0))), status: Int(row.integer(1)),
          counts: [2, 3, 4, 6].map { Int(row.integer($0)) }, next: row[5].optionalInteger
        )
      }
      for field in fields {
        guard let state = field.state else { continue }
        overview.pages[state, default: 0] += field.counts[0]
        overview.blockedCount += field.counts[1]
        overview.dueCount += field.counts[2]
        overview.fetchedCount += field.counts[3]
        if let next = field.next { overview.nextDueAt = min(next, overview.nextDueAt ?? next) }
        if field.status != 0 { overview.statuses[field.status, default: 0] += field.counts[0] }
      }
      overview.slowest = try hosts("WHERE answer_time > 0 ORDER BY answer_time DESC, id", hostLimit)
      overview.costliest = try hosts(
        "WHERE processor_time > 0 ORDER BY processor_time DESC, id", hostLimit)
      overview.failing = try hosts(
        "WHERE failure_count > 0 ORDER BY failure_count DESC, id", hostLimit)
      let size = try numbers(
        "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size", count: 1)
      overview.byteCount = Int64(size[0])
      return overview
    }
  }

  private func numbers(_ query: String, count: Int) throws(CrawlStoreError) -> [Int] {
    try first(query, []) { row in (0..<count).map { Int(row.integer($0)) } }
      ?? [Int](repeating: 0, count: count)
  }

  private func hosts(
    _ rest: String, _ limit: Int
  ) throws(CrawlStoreError) -> [CrawlOverview.Host] {
    try all(
      "SELECT origin, answer_time, processor_time, failure_count, ready_at FROM hosts \(rest) LIMIT ?",
      [.count(limit)]
    ) { row in
      CrawlOverview.Host(
        origin: row.text(0), answerTime: row.integer(1), processorTime: row.integer(2),
        failureCount: Int(row.integer(3)), readyAt: row.integer(4))
    }
  }

  package func forget(site: Int64) throws(CrawlStoreError) -> Int {
    try transaction { () throws(CrawlStoreError) in
      let own = "(SELECT id FROM pages WHERE site = ?1)"
      let fetched = try first(
        "SELECT count(*) FROM pages WHERE site = ?1 AND kind = 0 AND fetched_at > 0",
        [.integer(site)],
        { Int($0.integer(0)) })
      try statement("DELETE FROM contents WHERE page IN \(own)").run([.integer(site)])
      try statement("DELETE FROM links WHERE source IN \(own)").run([.integer(site)])
      // What other sites lead to stays known as something that is not fetched: they may not name it again for long.
      try statement(
        """
        DELETE FROM pages WHERE site = ?1 AND id NOT IN (
          SELECT target FROM links UNION SELECT redirection FROM pages WHERE redirection IS NOT NULL
          UNION SELECT canonical FROM pages WHERE canonical IS NOT NULL)
        """
      ).run([.integer(site)])
      try statement(
        """
        UPDATE pages SET state = 2, hops = 0, due_at = 0, interval = 0, is_blocked = 0, tries = 0,
          missing_since = 0, status = 0, entity_tag = NULL, last_modified = NULL, content_hash = NULL,
          fingerprint = 0, is_vague = 1, redirection = NULL, is_moved = 0, canonical = NULL, title = '',
          is_indexable = 0, names_itself = 0, main_item = NULL, reading_hash = NULL, robots_tag = NULL,
          read_at = 0, unavailable_after = NULL, fetched_at = 0, changed_at = 0, fetch_count = 0, change_count = 0
          WHERE site = ?1
        """
      ).run([.integer(site)])
      try statement(
        "DELETE FROM robots WHERE host IN (SELECT id FROM hosts WHERE site = ?1)"
      ).run([.integer(site)])
      try statement(
        "DELETE FROM hosts WHERE site = ?1 AND id NOT IN (SELECT host FROM pages WHERE site = ?1)"
      ).run([.integer(site)])
      try statement(
        """
        UPDATE hosts SET next_at = NULL, robots = 0, robots_expire_at = 0,
          robots_failing_since = 0 WHERE site = ?1
        """
      ).run([.integer(site)])
      try statement(
        "UPDATE sites SET is_seed = 0, is_trusted = 0, page_count = 0 WHERE id = ?1"
      ).run([.integer(site)])
      return fetched ?? 0
    }
  }
}
