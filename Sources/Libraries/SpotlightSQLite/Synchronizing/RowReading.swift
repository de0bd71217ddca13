internal import CoreSpotlight
internal import FresnelDatabase

/// Reads the rows of a declared table that are to be found.
struct RowReading {
  /// A row as it is now.
  struct Found {
    var key: Cell
    var item: CSSearchableItem
    /// How many bytes its values take, about.
    var byteCount: Int
  }

  private let table: SearchableTable
  private let source: Int
  private let byEntry: AppStatement
  private let firstPage: AppStatement
  private let nextPage: AppStatement

  /// Prepares to read the table with a number.
  init(
    _ table: SearchableTable, source: Int, schema: TableSchema, in database: AppDatabase
  ) throws(SpotlightDatabaseError) {
    self.table = table
    self.source = source
    let key = schema.key
    let name = key.name.quotedName
    let rows =
      "SELECT \(([name] + table.columns.map(\.name.quotedName)).joined(separator: ", ")) "
      + "FROM \(table.name.quotedName) WHERE \(TableCondition.sql(of: table))"
    byEntry = try database.prepare(
      "\(rows) AND \(key.compared) = (SELECT key FROM spotlight_change WHERE sequence = ?1)")
    let order = "ORDER BY \(key.compared) LIMIT ?1"
    firstPage = try database.prepare("\(rows) AND \(name) IS NOT NULL \(order)")
    nextPage = try database.prepare("\(rows) AND \(key.compared) > ?2 \(order)")
  }

  /// The row that an entry of the log is about; `nil` where it is not there, or not to be found.
  func row(of entry: ChangeLog.Entry) throws(SpotlightDatabaseError) -> Found? {
    var found: Found?
    try byEntry.forEachRow([.integer(entry.sequence)]) { (row) throws(SpotlightDatabaseError) in
      found = self.found(row)
      return false
    }
    // The index may take two keys for the same.
    guard let found, found.key.asKey == entry.key.asKey else { return nil }
    return found
  }

  /// The rows after a key (`nil` to begin), in order: at most so many, and beyond the first not much more than
  /// so many bytes. There are none when all were read.
  func rows(
    after key: Cell?, atMost count: Int, byteCount: Int
  ) throws(SpotlightDatabaseError) -> [Found] {
    var found: [Found] = []
    var bytes = 0
    let limit = Cell.integer(Int64(count))
    let body = { (row: borrowing Row) throws(SpotlightDatabaseError) in
      let next = self.found(row)
      found.append(next)
      bytes += next.byteCount
      return bytes < byteCount
    }
    if let key {
      try nextPage.forEachRow([limit, key], body)
    } else {
      try firstPage.forEachRow([limit], body)
    }
    return found
  }

  private func found(_ row: borrowing Row) -> Found {
    let key = row[0]
    var values: [String: SearchableValue] = [:]
    var byteCount = key.byteCount
    for (place, column) in table.columns.enumerated() {
      let cell = row[place + 1]
      byteCount += cell.byteCount
      values[column.name] = cell.value
    }
    // Keys that are null are never read.
    let item = table.item(key: key.value ?? .integer(0), values: values)
    return Found(key: key, item: item, byteCount: byteCount)
  }
}
