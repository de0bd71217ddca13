internal import FresnelDatabase

/// The log of changed rows, which triggers write.
enum ChangeLog {
  /// A row that changed.
  struct Entry {
    var sequence: Int64
    /// The number of its table; another declaration may have had more tables.
    var source: Int
    var key: Cell
  }

  /// Whether there are entries above a sequence.
  static func hasEntries(
    above sequence: Int64, in database: AppDatabase
  ) throws(SpotlightDatabaseError) -> Bool {
    try database.first(
      "SELECT 1 FROM spotlight_change WHERE sequence > ?1 LIMIT 1", [.integer(sequence)]) != .null
  }

  /// The first entries above a sequence, in order.
  static func entries(
    above sequence: Int64, atMost count: Int, in database: AppDatabase
  ) throws(SpotlightDatabaseError) -> [Entry] {
    var entries: [Entry] = []
    try database.prepare(
      """
      SELECT sequence, source, key FROM spotlight_change WHERE sequence > ?1
        ORDER BY sequence LIMIT ?2
      """
    ).forEachRow([.integer(sequence), .integer(Int64(count))]) {
      (row) throws(SpotlightDatabaseError) in
      entries.append(
        Entry(sequence: row.integer(0), source: Int(row.integer(1)), key: row[2]))
      return true
    }
    return entries
  }

  /// Drops the entries up to a sequence; to be done inside a transaction.
  static func prune(upTo sequence: Int64, in database: AppDatabase) throws(SpotlightDatabaseError) {
    try database.prepare("DELETE FROM spotlight_change WHERE sequence <= ?1")
      .run([.integer(sequence)])
    try DatabaseState.set("pruned", .integer(sequence), in: database)
  }

  /// Enters a row as if it had changed; to be done inside a transaction.
  static func add(
    source: Int, key: Cell, in database: AppDatabase
  ) throws(SpotlightDatabaseError) {
    try database.prepare("DELETE FROM spotlight_change WHERE source = ?1 AND key IS ?2")
      .run([.integer(Int64(source)), key])
    try database.prepare("INSERT INTO spotlight_change(source, key) VALUES (?1, ?2)")
      .run([.integer(Int64(source)), key])
  }
}
