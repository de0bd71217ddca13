import FresnelDatabase

/// What a crawl knows, in a file of SQLite.
package final class SQLiteCrawlStore: CrawlStore {
  typealias Statement = FresnelDatabase.Statement<CrawlStoreError>

  let database: Database<CrawlStoreError>
  /// Statements by their text; each is used by one call at a time and reset at its end.
  private var statements: [String: Statement] = [:]
  private var isInTransaction = false

  /// Opens a file, or makes it.
  ///
  /// - Parameter path: Its path.
  /// - Throws: ``CrawlStoreError``, also for the file of a later version.
  package init(path: String) throws(CrawlStoreError) {
    database = try Database(opening: path, creating: true)
    // A transaction that has ended is in the log, which survives the end of the process; the loss of power can
    // take the last ones, but never half of one.
    _ = try database.first("PRAGMA journal_mode = WAL")
    try database.execute("PRAGMA synchronous = NORMAL")
    guard case .integer(let version) = try database.first("PRAGMA user_version") else {
      throw CrawlStoreError(.corrupt, "The database \(path) has no version.")
    }
    if version == 0 {
      try transaction { () throws(CrawlStoreError) in try database.execute(CrawlSchema.tables) }
    } else if version != CrawlSchema.version {
      throw CrawlStoreError(
        .open,
        "The database \(path) has version \(version); this program knows version \(CrawlSchema.version)."
      )
    } else {
      try addColumns()
    }
  }

  /// Adds what tables of an earlier program do not have.
  private func addColumns() throws(CrawlStoreError) {
    func lacks(_ table: String, _ column: String) throws(CrawlStoreError) -> Bool {
      try database.first(
        "SELECT count(*) FROM pragma_table_info('\(table)') WHERE name = '\(column)'")
        == .integer(0)
    }
    for (table, column, additions) in [
      ("pages", "main_item", CrawlSchema.additions),
      ("hosts", "processor_time", CrawlSchema.hostAdditions),
      ("pages", "reading_hash", CrawlSchema.readingAdditions),
    ] where try lacks(table, column) {
      try transaction { () throws(CrawlStoreError) in
        // Another process may have been faster.
        if try lacks(table, column) { try database.execute(additions) }
      }
    }
  }

  package func transaction<Value>(
    _ body: () throws(CrawlStoreError) -> Value
  ) throws(CrawlStoreError) -> Value {
    if isInTransaction { return try body() }
    isInTransaction = true
    defer { isInTransaction = false }
    return try database.write(body)
  }

  package func reading<Value>(
    _ body: () throws(CrawlStoreError) -> Value
  ) throws(CrawlStoreError) -> Value {
    if isInTransaction { return try body() }
    isInTransaction = true
    defer { isInTransaction = false }
    return try database.read(body)
  }

  /// A statement, prepared once.
  func statement(_ text: String) throws(CrawlStoreError) -> Statement {
    if let known = statements[text] { return known }
    let made = try database.prepare(text)
    statements[text] = made
    return made
  }

  /// What a query's first row is read as.
  func first<Value>(
    _ text: String, _ parameters: [Cell], _ read: (borrowing Row) -> Value
  ) throws(CrawlStoreError) -> Value? {
    var found: Value?
    try statement(text).forEachRow(parameters) { (row) throws(CrawlStoreError) in
      found = read(row)
      return false
    }
    return found
  }

  /// What a query's rows are read as.
  func all<Value>(
    _ text: String, _ parameters: [Cell], _ read: (borrowing Row) -> Value
  ) throws(CrawlStoreError) -> [Value] {
    var found: [Value] = []
    try statement(text).forEachRow(parameters) { (row) throws(CrawlStoreError) in
      found.append(read(row))
      return true
    }
    return found
  }

  /// Adds a row or changes one; gives its identifier.
  func save(
    _ table: CrawlSchema.Table, _ id: Int64, _ values: [Cell]
  ) throws(CrawlStoreError) -> Int64 {
    if id == 0 {
      let made = try first(table.insertion, values) { $0.integer(0) }
      guard let made else {
        throw CrawlStoreError(.storage, "A row of \(table.name) could not be added.")
      }
      return made
    }
    try statement(table.update).run(values + [.integer(id)])
    return id
  }

  package func recover() throws(CrawlStoreError) -> Int {
    try transaction { () throws(CrawlStoreError) in
      let count = try first(
        "SELECT count(*) FROM pages WHERE state = 1", [], { Int($0.integer(0)) })
      try statement("UPDATE pages SET state = 0 WHERE state = 1").run()
      // A host has no moment while something of it is under way, and when it has nothing to be fetched.
      try scheduleHosts("next_at IS NULL")
      return count ?? 0
    }
  }

  package func bringNearer(
    hosts hostLimit: Int64, pages pageLimit: Int64, to now: Int64
  ) throws(CrawlStoreError) {
    try transaction { () throws(CrawlStoreError) in
      let isAhead = try first(
        """
        SELECT EXISTS (SELECT 1 FROM hosts WHERE ready_at > ?1 OR robots_expire_at > ?1)
          OR EXISTS (SELECT 1 FROM pages WHERE state = 0 AND due_at > ?2)
        """, [.integer(hostLimit), .integer(pageLimit)], { $0.integer(0) != 0 })
      guard isAhead == true else { return }
      try statement("UPDATE hosts SET ready_at = ?2 WHERE ready_at > ?1").run([
        .integer(hostLimit), .integer(now),
      ])
      try statement("UPDATE hosts SET robots_expire_at = ?2 WHERE robots_expire_at > ?1").run([
        .integer(hostLimit), .integer(now),
      ])
      try statement("UPDATE pages SET due_at = ?2 WHERE state = 0 AND due_at > ?1").run([
        .integer(pageLimit), .integer(now),
      ])
      try scheduleHosts("1")
    }
  }

  /// Sets the moments at which hosts may be asked for what is to be fetched of them.
  private func scheduleHosts(_ condition: String) throws(CrawlStoreError) {
    try statement(
      """
      UPDATE hosts SET next_at = (SELECT max(ready_at, min(due_at)) FROM pages
        WHERE pages.host = hosts.id AND pages.state = 0) WHERE \(condition)
      """
    ).run()
  }

  package func newRevision() throws(CrawlStoreError) -> Int64 {
    try first("UPDATE counters SET revision = revision + 1 RETURNING revision", []) {
      $0.integer(0)
    } ?? 0
  }
}
