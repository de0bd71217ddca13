internal import FresnelDatabase

/// A table, as the database describes it.
struct TableFacts {
  /// A constraint that two rows may not have the same values.
  struct UniqueConstraint: Equatable {
    var columns: [TableSchema.UniqueColumn]
    /// Whether it holds for some rows only.
    var isPartial: Bool
  }

  private let table: String
  private let columns: Set<String>
  /// The column that stands for the number of the row.
  let integerPrimaryKey: String?
  /// All unique constraints, that of the row's number among them.
  let uniqueConstraints: [UniqueConstraint]

  /// The names of the number of a row, where no column has them.
  static let rowNames = ["rowid", "_rowid_", "oid"]

  /// Whether there is a column of a name.
  func has(_ column: String) -> Bool { columns.contains(column.lowercased()) }

  /// Reads about a table.
  init(of table: String, in database: AppDatabase) throws(SpotlightDatabaseError) {
    self.table = table
    let name = Cell.string(table)
    var kind: String?
    var hasRowNumbers = true
    try database.prepare(
      "SELECT type, wr FROM pragma_table_list WHERE schema = 'main' AND name = ?1 COLLATE NOCASE"
    ).forEachRow([name]) { (row) throws(SpotlightDatabaseError) in
      kind = row.text(0)
      hasRowNumbers = row.integer(1) == 0
      return false
    }
    guard let kind else {
      throw SpotlightDatabaseError(
        .schema, "The database has no table \(table). Make it before it is declared.",
        table: table)
    }
    guard kind == "table" else {
      throw SpotlightDatabaseError(
        .schema, "\(table) is a \(kind) table or a view; declare the tables that it is made of.",
        table: table)
    }
    var columns: Set<String> = []
    var primaryKeys: [String] = []
    try database.prepare("SELECT name, pk FROM pragma_table_xinfo(?1)")
      .forEachRow([name]) { (row) throws(SpotlightDatabaseError) in
        columns.insert(row.text(0).lowercased())
        if row.integer(1) > 0 { primaryKeys.append(row.text(0)) }
        return true
      }
    self.columns = columns
    var (constraints, hasPrimaryIndex) = try Self.indexes(of: table, in: database)
    // A primary key without an index of its own is the row's number.
    let isRowNumber = hasRowNumbers && primaryKeys.count == 1 && !hasPrimaryIndex
    integerPrimaryKey = isRowNumber ? primaryKeys[0] : nil
    if hasRowNumbers,
      let number = integerPrimaryKey ?? Self.rowNames.first(where: { !columns.contains($0) })
    {
      let column = TableSchema.UniqueColumn(name: number, collation: "BINARY")
      constraints.append(UniqueConstraint(columns: [column], isPartial: false))
    }
    uniqueConstraints = constraints
  }

  /// The constraints that have an index, and whether the primary key's is among them.
  private static func indexes(
    of table: String, in database: AppDatabase
  ) throws(SpotlightDatabaseError) -> ([UniqueConstraint], hasPrimary: Bool) {
    var constraints: [UniqueConstraint] = []
    var hasPrimary = false
    var indexes: [(name: String, isPartial: Bool)] = []
    try database.prepare("SELECT name, origin, partial FROM pragma_index_list(?1) WHERE \"unique\"")
      .forEachRow([.string(table)]) { (row) throws(SpotlightDatabaseError) in
        indexes.append((row.text(0), row.integer(2) != 0))
        if row.text(1) == "pk" { hasPrimary = true }
        return true
      }
    let columnsOfIndex = try database.prepare(
      "SELECT cid, name, coll FROM pragma_index_xinfo(?1) WHERE key ORDER BY seqno")
    for index in indexes {
      var columns: [TableSchema.UniqueColumn] = []
      try columnsOfIndex.forEachRow([.string(index.name)]) { (row) throws(SpotlightDatabaseError) in
        guard row.integer(0) >= 0 else {
          throw SpotlightDatabaseError(
            .schema,
            "The unique index \(index.name) of \(table) is on an expression, so rows that REPLACE removes "
              + "cannot be noticed. Make a generated column of the expression and index that.",
            table: table)
        }
        columns.append(TableSchema.UniqueColumn(name: row.text(1), collation: row.text(2)))
        return true
      }
      constraints.append(UniqueConstraint(columns: columns, isPartial: index.isPartial))
    }
    return (constraints, hasPrimary)
  }
}
