import FresnelDatabase
import WebFetching

extension SQLiteCrawlStore {
  package func page(withKey key: String) throws(CrawlStoreError) -> PageRecord? {
    try first(
      CrawlSchema.pages.selection("WHERE key = ?"), [.string(key)], PageRecord.init(row:))
  }

  package func page(_ id: Int64) throws(CrawlStoreError) -> PageRecord? {
    try first(CrawlSchema.pages.selection("WHERE id = ?"), [.integer(id)], PageRecord.init(row:))
  }

  package func save(_ page: PageRecord) throws(CrawlStoreError) -> Int64 {
    try save(
      CrawlSchema.pages, page.id,
      [
        .string(page.key), .string(page.url), .integer(page.host), .integer(page.site),
        .count(page.kind.rawValue), .count(page.state.rawValue), .count(page.depth),
        .count(page.hops), .integer(page.dueAt), .integer(page.interval), .flag(page.isBlocked),
        .count(page.tries), .integer(page.missingSince), .count(page.status),
        .optional(page.validators.entityTag), .optional(page.validators.lastModified),
        .optional(page.contentHash.map { Int64(bitPattern: $0) }),
        .integer(Int64(bitPattern: page.fingerprint.bits)), .flag(page.fingerprint.isVague),
        .optional(page.redirection), .flag(page.isMoved), .optional(page.canonical),
        .string(page.title), .flag(page.isIndexable), .integer(page.fetchedAt),
        .integer(page.changedAt), .count(page.fetchCount), .count(page.changeCount),
        .integer(page.revision), .flag(page.namesItself),
        .optional(page.mainItem.map { Int64(bitPattern: $0) }),
        .optional(page.readingHash.map { Int64(bitPattern: $0) }), .optional(page.robotsTag),
        .integer(page.readAt), .optional(page.unavailableAfter),
      ])
  }

  package func nextPage(ofHost host: Int64) throws(CrawlStoreError) -> PageRecord? {
    try first(
      CrawlSchema.pages.selection("WHERE host = ? AND state = 0 ORDER BY due_at, id LIMIT 1"),
      [.integer(host)], PageRecord.init(row:))
  }

  package func leftOut(
    ofSite site: Int64, deepest: Int, limit: Int
  ) throws(CrawlStoreError) -> [PageRecord] {
    try all(
      CrawlSchema.pages.selection(
        "WHERE site = ? AND depth <= ? AND state IN (2, 3, 4) ORDER BY depth, id LIMIT ?"),
      [.integer(site), .count(deepest), .count(limit)], PageRecord.init(row:))
  }

  package func setContent(
    _ content: [UInt8]?, ofPage page: Int64
  ) throws(CrawlStoreError) {
    if let content {
      try statement("INSERT OR REPLACE INTO contents (page, content) VALUES (?, ?)").run([
        .integer(page), .data(content),
      ])
    } else {
      try statement("DELETE FROM contents WHERE page = ?").run([.integer(page)])
    }
  }

  package func content(ofPage page: Int64) throws(CrawlStoreError) -> [UInt8]? {
    try first("SELECT content FROM contents WHERE page = ?", [.integer(page)]) { row in
      if case .data(let bytes) = row[0] { bytes } else { [] }
    }
  }

  package func setLinks(
    _ links: [LinkRecord], ofPage page: Int64
  ) throws(CrawlStoreError) {
    try transaction { () throws(CrawlStoreError) in
      try statement("DELETE FROM links WHERE source = ?").run([.integer(page)])
      // Of several links to one page the strongest counts.
      let insertion = try statement(
        """
        INSERT INTO links (source, target, weight) VALUES (?, ?, ?)
          ON CONFLICT (source, target) DO UPDATE SET weight = max(weight, excluded.weight)
        """)
      for link in links {
        try insertion.run([.integer(page), .integer(link.target), .real(link.weight)])
      }
    }
  }

  package func targets(ofPage page: Int64) throws(CrawlStoreError) -> [Int64] {
    try all("SELECT target FROM links WHERE source = ?", [.integer(page)]) { $0.integer(0) }
  }

  package func forEachPage(
    changedSince revision: Int64, _ body: (PageRecord) throws(CrawlStoreError) -> Bool
  ) throws(CrawlStoreError) {
    let query = CrawlSchema.pages.selection("WHERE revision > ? ORDER BY id")
    // Prepared anew, since the body may begin another one.
    try database.prepare(query).forEachRow([.integer(revision)]) {
      (row) throws(CrawlStoreError) in try body(PageRecord(row: row))
    }
  }

  package func forEachLink(
    _ body: (LinkRecord) throws(CrawlStoreError) -> Bool
  ) throws(CrawlStoreError) {
    try database.prepare("SELECT source, target, weight FROM links ORDER BY source, target")
      .forEachRow { (row) throws(CrawlStoreError) in
        guard case .real(let weight) = row[2] else { return true }
        return try body(
          LinkRecord(source: row.integer(0), target: row.integer(1), weight: weight))
      }
  }

  package func pageCounts() throws(CrawlStoreError) -> [PageRecord.State: Int] {
    let counts = try all("SELECT state, count(*) FROM pages GROUP BY state", []) {
      (PageRecord.State(rawValue: Int($0.integer(0))), Int($0.integer(1)))
    }
    var result: [PageRecord.State: Int] = [:]
    for case (let state?, let count) in counts { result[state] = count }
    return result
  }
}

extension PageRecord {
  init(row: borrowing Row) {
    self.init(
      key: row.text(1), url: row.text(2), host: row.integer(3), site: row.integer(4),
      depth: Int(row.integer(7)))
    id = row.integer(0)
    kind = Kind(rawValue: Int(row.integer(5))) ?? .page
    state = State(rawValue: Int(row.integer(6))) ?? .gone
    hops = Int(row.integer(8))
    dueAt = row.integer(9)
    interval = row.integer(10)
    isBlocked = row.integer(11) != 0
    tries = Int(row.integer(12))
    missingSince = row.integer(13)
    status = Int(row.integer(14))
    validators = FetchRequest.Validators(
      entityTag: row[15].optionalText, lastModified: row[16].optionalText)
    contentHash = row[17].optionalInteger.map { UInt64(bitPattern: $0) }
    fingerprint = Fingerprint(
      bits: UInt64(bitPattern: row.integer(18)), isVague: row.integer(19) != 0)
    redirection = row[20].optionalInteger
    isMoved = row.integer(21) != 0
    canonical = row[22].optionalInteger
    title = row.text(23)
    isIndexable = row.integer(24) != 0
    fetchedAt = row.integer(25)
    changedAt = row.integer(26)
    fetchCount = Int(row.integer(27))
    changeCount = Int(row.integer(28))
    revision = row.integer(29)
    namesItself = row.integer(30) != 0
    mainItem = row[31].optionalInteger.map { UInt64(bitPattern: $0) }
    readingHash = row[32].optionalInteger.map { UInt64(bitPattern: $0) }
    robotsTag = row[33].optionalText
    readAt = row.integer(34)
    unavailableAfter = row[35].optionalInteger
  }
}
