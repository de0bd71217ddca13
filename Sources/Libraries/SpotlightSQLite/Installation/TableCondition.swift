internal import FresnelDatabase

/// The condition of a table: an expression that reads the row and nothing else.
enum TableCondition {
  /// Functions whose result another call need not repeat.
  private static let unsteady: Set<String> = [
    "random", "randomblob", "changes", "total_changes", "last_insert_rowid", "current_date",
    "current_time", "current_timestamp",
  ]

  /// The condition as a part of a `WHERE`.
  static func sql(of table: SearchableTable) -> String {
    // On a line of its own, as it may end with a comment.
    table.condition.map { "(\($0)\n)" } ?? "1"
  }

  /// The columns that a table's condition reads.
  ///
  /// - Throws: ``SpotlightDatabaseError`` with ``SpotlightDatabaseError/Code/schema`` for a condition that
  ///   depends on more than the row.
  static func columns(
    of table: SearchableTable, _ facts: TableFacts, in database: AppDatabase
  ) throws(SpotlightDatabaseError) -> [String] {
    guard let condition = table.condition else { return [] }
    func failure(_ reason: String) -> SpotlightDatabaseError {
      SpotlightDatabaseError(
        .schema, "The condition of \(table.name), \"\(condition)\", \(reason)", table: table.name)
    }
    var accesses = StatementAccesses()
    let statement: AppStatement
    do throws(SpotlightDatabaseError) {
      statement = try database.prepare(
        "SELECT 1 FROM \(table.name.quotedName) WHERE \(sql(of: table))", watching: &accesses)
    } catch {
      throw error.code == .schema ? failure("is none: \(error.message)") : error
    }
    guard statement.parameterCount == 0 else { throw failure("has a parameter; write its value.") }
    guard accesses.selectCount == 1,
      accesses.columns.allSatisfy({ $0.table.lowercased() == table.name.lowercased() })
    else {
      throw failure(
        "reads other rows, whose changes would go unnoticed. Keep what it needs in the row.")
    }
    if let function = accesses.functions.first(where: { unsteady.contains($0.lowercased()) }) {
      throw failure(
        "calls \(function), which is something else each time. Keep what it needs in the row.")
    }
    let columns = accesses.columns.map(\.column)
    if let column = columns.first(where: { !facts.has($0) }) {
      throw failure("reads \(column), which VACUUM changes. Give the table an INTEGER PRIMARY KEY.")
    }
    return columns
  }
}
