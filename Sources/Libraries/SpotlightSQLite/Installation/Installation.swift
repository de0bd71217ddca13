internal import FresnelDatabase

/// What the library keeps in the app's database: the log of changes with the triggers that write it, and a
/// few values about the two.
///
///     spotlight_meta(name, value)                   see ``DatabaseState``
///     spotlight_change(sequence, source, key)       a row that changed, once; the number of its table
enum Installation {
  /// The number of the form that these tables have.
  private static let form: Int64 = 1

  private static let tables = """
    CREATE TABLE IF NOT EXISTS spotlight_meta(name TEXT PRIMARY KEY, value) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS spotlight_change(
      sequence INTEGER PRIMARY KEY AUTOINCREMENT, source INTEGER, key);
    CREATE INDEX IF NOT EXISTS spotlight_change_key ON spotlight_change(source, key);
    """

  /// Installs what is missing, in one transaction.
  ///
  /// A trigger that is missing or another (its table was made anew, or is declared otherwise) did not log what
  /// happened meanwhile: it is made, and the database gets another identity, so that all is indexed anew.
  ///
  /// - Returns: How each declared table is.
  static func install(
    _ declaration: Declaration, in database: AppDatabase
  ) throws(SpotlightDatabaseError) -> [TableSchema] {
    try database.write { () throws(SpotlightDatabaseError) in
      var schemas: [TableSchema] = []
      for table in declaration.tables {
        schemas.append(try TableSchema(of: table, in: database))
      }
      let wanted = zip(declaration.tables, schemas).enumerated().flatMap { number, pair in
        Triggers(source: number + 1, table: pair.0.name, schema: pair.1).all
      }
      var installed = try triggers(in: database)
      let hasTables = try hasTables(in: database)
      if hasTables, try DatabaseState.value("form", in: database) != .integer(form) {
        throw SpotlightDatabaseError(
          .schema,
          "The log of changes in \(database.path) was made by another version of SpotlightSQLite. "
            + "Uninstall it with that version, or drop its triggers and tables spotlight_….")
      }
      if !hasTables {
        try database.execute(tables)
        try DatabaseState.set("form", .integer(form), in: database)
        try DatabaseState.takeNewIdentity(in: database)
      }
      var hasChanged = false
      for (name, text) in wanted where installed.removeValue(forKey: name) != text {
        try database.execute("DROP TRIGGER IF EXISTS \(name.quotedName); \(text)")
        hasChanged = true
      }
      // Those of tables that are declared no more.
      for name in installed.keys {
        try database.execute("DROP TRIGGER \(name.quotedName)")
      }
      if hasChanged, hasTables { try DatabaseState.takeNewIdentity(in: database) }
      return schemas
    }
  }

  /// Takes all out of the database again.
  static func remove(from database: AppDatabase) throws(SpotlightDatabaseError) {
    try database.write { () throws(SpotlightDatabaseError) in
      for name in try triggers(in: database).keys {
        try database.execute("DROP TRIGGER \(name.quotedName)")
      }
      try database.execute(
        "DROP TABLE IF EXISTS spotlight_change; DROP TABLE IF EXISTS spotlight_meta;")
    }
  }

  /// A number that changes with the schema of the database.
  static func schemaVersion(of database: AppDatabase) throws(SpotlightDatabaseError) -> Cell {
    try database.first("PRAGMA schema_version")
  }

  private static func hasTables(in database: AppDatabase) throws(SpotlightDatabaseError) -> Bool {
    let count = try database.first(
      """
      SELECT count(*) FROM sqlite_schema WHERE
        type = 'table' AND name IN ('spotlight_meta', 'spotlight_change')
        OR type = 'index' AND name = 'spotlight_change_key'
      """)
    return count == .integer(3)
  }

  /// The triggers of the library, by name.
  private static func triggers(
    in database: AppDatabase
  ) throws(SpotlightDatabaseError) -> [String: String] {
    var found: [String: String] = [:]
    try database.prepare(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name GLOB 'spotlight_[1-9]*_*'"
    ).forEachRow { (row) throws(SpotlightDatabaseError) in
      found[row.text(0)] = row.text(1)
      return true
    }
    return found
  }
}
