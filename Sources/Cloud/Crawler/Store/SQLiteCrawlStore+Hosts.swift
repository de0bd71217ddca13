import FresnelDatabase

extension SQLiteCrawlStore {
  // MARK: - Sites

  package func site(ofDomain domain: String) throws(CrawlStoreError) -> SiteRecord? {
    try first(
      CrawlSchema.sites.selection("WHERE domain = ?"), [.string(domain)], SiteRecord.init(row:))
  }

  package func site(_ id: Int64) throws(CrawlStoreError) -> SiteRecord? {
    try first(CrawlSchema.sites.selection("WHERE id = ?"), [.integer(id)], SiteRecord.init(row:))
  }

  package func seeds() throws(CrawlStoreError) -> [SiteRecord] {
    try all(
      CrawlSchema.sites.selection("WHERE is_seed = 1 ORDER BY id"), [], SiteRecord.init(row:))
  }

  package func save(_ site: SiteRecord) throws(CrawlStoreError) -> Int64 {
    try save(
      CrawlSchema.sites, site.id,
      [
        .string(site.domain), .flag(site.isSeed), .flag(site.isTrusted), .count(site.pageCount),
      ])
  }

  package func forEachSite(
    _ body: (SiteRecord) throws(CrawlStoreError) -> Bool
  ) throws(CrawlStoreError) {
    let query = CrawlSchema.sites.selection("ORDER BY id")
    try statement(query).forEachRow { (row) throws(CrawlStoreError) in
      try body(SiteRecord(row: row))
    }
  }

  // MARK: - Hosts

  package func host(ofOrigin origin: String) throws(CrawlStoreError) -> HostRecord? {
    try first(
      CrawlSchema.hosts.selection("WHERE origin = ?"), [.string(origin)], HostRecord.init(row:))
  }

  package func host(_ id: Int64) throws(CrawlStoreError) -> HostRecord? {
    try first(CrawlSchema.hosts.selection("WHERE id = ?"), [.integer(id)], HostRecord.init(row:))
  }

  package func save(_ host: HostRecord) throws(CrawlStoreError) -> Int64 {
    try save(
      CrawlSchema.hosts, host.id,
      [
        .string(host.origin), .integer(host.site), .integer(host.pace.readyAt),
        .count(host.pace.failureCount), .integer(host.pace.crawlDelay), .optional(host.nextAt),
        .optional(host.address), .count(host.robots.rawValue),
        .integer(host.robotsExpireAt), .integer(host.robotsFailingSince),
        .integer(host.answerTime), .integer(host.processorTime),
      ])
  }

  package func robotsBody(ofHost host: Int64) throws(CrawlStoreError) -> [UInt8]? {
    try first("SELECT body FROM robots WHERE host = ?", [.integer(host)]) { row in
      if case .data(let bytes) = row[0] { bytes } else { [] }
    }
  }

  package func setRobotsBody(
    _ body: [UInt8]?, ofHost host: Int64
  ) throws(CrawlStoreError) {
    if let body {
      try statement("INSERT OR REPLACE INTO robots (host, body) VALUES (?, ?)").run([
        .integer(host), .data(body),
      ])
    } else {
      try statement("DELETE FROM robots WHERE host = ?").run([.integer(host)])
    }
  }

  package func hosts(
    readyAt moment: Int64, notAt addresses: [String], notOf sites: [Int64], limit: Int
  ) throws(CrawlStoreError) -> [HostRecord] {
    // Addresses are hexadecimal digits, dots and colons.
    let list = "[\(addresses.map { "\"\($0)\"" }.joined(separator: ","))]"
    let numbers = "[\(sites.map { "\($0)" }.joined(separator: ","))]"
    return try all(
      CrawlSchema.hosts.selection(
        """
        WHERE next_at <= ? AND CASE WHEN address IS NULL
            THEN site NOT IN (SELECT value FROM json_each(?))
            ELSE address NOT IN (SELECT value FROM json_each(?)) END
          ORDER BY next_at, id LIMIT ?
        """), [.integer(moment), .string(numbers), .string(list), .count(limit)],
      HostRecord.init(row:))
  }

  package func nextMoment(after moment: Int64) throws(CrawlStoreError) -> Int64? {
    try first("SELECT min(next_at) FROM hosts WHERE next_at > ?", [.integer(moment)]) {
      $0[0].optionalInteger
    } ?? nil
  }
}

extension SiteRecord {
  init(row: borrowing Row) {
    self.init(domain: row.text(1))
    id = row.integer(0)
    isSeed = row.integer(2) != 0
    isTrusted = row.integer(3) != 0
    pageCount = Int(row.integer(4))
  }
}

extension HostRecord {
  init(row: borrowing Row) {
    self.init(origin: row.text(1), site: row.integer(2))
    id = row.integer(0)
    pace = HostPace(
      readyAt: row.integer(3), failureCount: Int(row.integer(4)), crawlDelay: row.integer(5))
    nextAt = row[6].optionalInteger
    address = row[7].optionalText
    robots = Robots(rawValue: Int(row.integer(8))) ?? .unknown
    robotsExpireAt = row.integer(9)
    robotsFailingSince = row.integer(10)
    answerTime = row.integer(11)
    processorTime = row.integer(12)
  }
}

extension Cell {
  static func flag(_ value: Bool) -> Cell { .integer(value ? 1 : 0) }
  static func count(_ value: Int) -> Cell { .integer(Int64(value)) }
  static func optional(_ value: Int64?) -> Cell { value.map { .integer($0) } ?? .null }
  static func optional(_ value: String?) -> Cell { value.map { .string($0) } ?? .null }

  var optionalInteger: Int64? { if case .integer(let number) = self { number } else { nil } }

  var optionalText: String? {
    if case .text(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { nil }
  }
}
