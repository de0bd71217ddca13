internal import FresnelDatabase

/// What triggers and reading need to know of a table as it is in the database.
struct TableSchema: Equatable {
  /// A column in a unique constraint, and how it is compared there.
  struct UniqueColumn: Equatable {
    var name: String
    var collation: String

    /// SQL that compares as the constraint does.
    var compared: String { "\(name.quotedName) COLLATE \(collation.quotedName)" }
  }

  /// The key's column, and how its constraint compares.
  let key: UniqueColumn
  /// The columns whose change changes the item.
  let watched: [String]
  /// Unique constraints by which `REPLACE` may remove a row with another key.
  let guards: [TableFacts.UniqueConstraint]

  /// Reads the schema of a declared table.
  ///
  /// - Throws: ``SpotlightDatabaseError`` with ``SpotlightDatabaseError/Code/schema``, naming what does not
  ///   fit.
  init(of table: SearchableTable, in database: AppDatabase) throws(SpotlightDatabaseError) {
    let facts = try TableFacts(of: table.name, in: database)
    for column in table.columns where !facts.has(column.name) {
      throw SpotlightDatabaseError(
        .schema,
        "The table \(table.name) has no column \(column.name). Add it, or declare another.",
        table: table.name, column: column.name)
    }
    key = try Self.key(of: table, facts)
    let conditionColumns = try TableCondition.columns(of: table, facts, in: database)
    var watched: [String] = []
    for column in table.columns.map(\.name) + conditionColumns + [key.name]
    where !watched.contains(where: { $0.lowercased() == column.lowercased() }) {
      watched.append(column)
    }
    self.watched = watched
    let key = key
    guards = facts.uniqueConstraints.filter {
      let columns = $0.columns
      // The row that has the same key is logged by the statement itself.
      return
        !(columns.count == 1 && columns[0].name.lowercased() == key.name.lowercased()
        && columns[0].collation == "BINARY")
    }
  }

  private static func key(
    of table: SearchableTable, _ facts: TableFacts
  ) throws(SpotlightDatabaseError) -> UniqueColumn {
    let declared = table.key.lowercased()
    if let primary = facts.integerPrimaryKey,
      declared == primary.lowercased()
        || TableFacts.rowNames.contains(declared) && !facts.has(declared)
    {
      return UniqueColumn(name: primary, collation: "BINARY")
    }
    guard facts.has(table.key) else {
      guard TableFacts.rowNames.contains(declared) else {
        throw SpotlightDatabaseError(
          .schema, "The table \(table.name) has no column \(table.key), which is declared its key.",
          table: table.name, column: table.key)
      }
      throw SpotlightDatabaseError(
        .schema,
        "The rows of \(table.name) are numbered anew by VACUUM. Give it an INTEGER PRIMARY KEY, or declare a "
          + "column with a unique index as its key.", table: table.name)
    }
    let candidates = facts.uniqueConstraints.filter {
      !$0.isPartial && $0.columns.count == 1 && $0.columns[0].name.lowercased() == declared
    }
    // The one that tells most keys apart.
    guard
      let column = (candidates.first { $0.columns[0].collation == "BINARY" } ?? candidates.first)?
        .columns[0]
    else {
      throw SpotlightDatabaseError(
        .schema,
        "The key \(table.key) of \(table.name) has no unique index of its own, so two rows could have the "
          + "same. Make one: CREATE UNIQUE INDEX … ON \(table.name)(\(table.key)).",
        table: table.name, column: table.key)
    }
    return column
  }
}
