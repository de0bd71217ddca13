import CoreSpotlight
import FresnelDatabase
import FresnelPlatform
import Testing

@testable import SpotlightSQLite

@Suite("Installing in a database")
struct InstallationTests {
  /// Opens a database that statements made.
  private func open(
    _ statements: String, _ table: SearchableTable
  ) async throws(SpotlightDatabaseError) {
    var result: Result<Void, SpotlightDatabaseError> = .success(())
    try? await withIndex { folder, index in
      let path = folder + "/a.db"
      try AppDatabase(opening: path, creating: true).execute(statements)
      do throws(SpotlightDatabaseError) {
        _ = try SpotlightDatabase(path: path, tables: [table], index: index)
      } catch {
        result = .failure(error)
      }
    }
    try result.get()
  }

  @Test(
    "a declaration that does not fit is refused with a sentence that tells what to do",
    arguments: [
      ("CREATE TABLE t(id INTEGER PRIMARY KEY)", "rowid", nil, "no column a. Add it"),
      ("CREATE TABLE u(a)", "rowid", nil, "has no table t. Make it"),
      ("CREATE TABLE t(a)", "rowid", nil, "INTEGER PRIMARY KEY"),
      ("CREATE TABLE t(a, k)", "k", nil, "CREATE UNIQUE INDEX"),
      ("CREATE TABLE t(a, k); CREATE UNIQUE INDEX i ON t(k) WHERE a", "k", nil, "no unique index"),
      ("CREATE TABLE t(a, k, UNIQUE(a, k))", "k", nil, "no unique index"),
      ("CREATE TABLE t(a, id INTEGER PRIMARY KEY)", "b", nil, "no column b"),
      ("CREATE VIEW t AS SELECT 1 AS a", "rowid", nil, "declare the tables"),
      ("CREATE TABLE t(a, id INTEGER PRIMARY KEY)", "id", "b = 1", "no such column: b"),
      ("CREATE TABLE t(a, id INTEGER PRIMARY KEY)", "id", "a = ?1", "has a parameter"),
      ("CREATE TABLE t(a, id INTEGER PRIMARY KEY)", "id", "a = random()", "calls random"),
      (
        "CREATE TABLE t(a, id INTEGER PRIMARY KEY); CREATE TABLE u(b)", "id",
        "a IN (SELECT b FROM u)", "reads other rows"
      ),
      (
        "CREATE TABLE t(a, id INTEGER PRIMARY KEY)", "id",
        "EXISTS (SELECT 1 FROM t AS o WHERE o.a > 1)", "reads other rows"
      ),
      ("CREATE TABLE t(a, k UNIQUE)", "k", "rowid > 3", "VACUUM"),
      ("CREATE TABLE t(a, id INTEGER PRIMARY KEY)", "id", "a; DROP TABLE t", "is none"),
      (
        "CREATE TABLE t(a, id INTEGER PRIMARY KEY); CREATE UNIQUE INDEX i ON t(lower(a))", "id",
        nil,
        "generated column"
      ),
    ] as [(String, String, String?, String)])
  func refused(statements: String, key: String, condition: String?, reason: String) async {
    let error = await #expect(throws: SpotlightDatabaseError.self) {
      try await open(
        statements, SearchableTable("t", key: key, where: condition, columns: [.title("a")]))
    }
    #expect(error?.code == .schema)
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "no error")")
  }

  @Test(
    "keys that stay are taken",
    arguments: [
      ("CREATE TABLE t(a, id INTEGER PRIMARY KEY)", "rowid"),
      ("CREATE TABLE t(a, id INTEGER PRIMARY KEY)", "ID"),
      ("CREATE TABLE t(a, k TEXT UNIQUE)", "k"), ("CREATE TABLE t(a, k TEXT PRIMARY KEY)", "k"),
      ("CREATE TABLE t(a, k PRIMARY KEY) WITHOUT ROWID", "k"),
      ("CREATE TABLE t(a, rowid TEXT UNIQUE)", "rowid"),
      ("CREATE TABLE t(a, \"odd \"\" name\" INT UNIQUE)", "odd \" name"),
      ("CREATE TABLE t(a, k); CREATE UNIQUE INDEX i ON t(k COLLATE NOCASE)", "k"),
    ])
  func taken(statements: String, key: String) async throws {
    try await open(
      statements,
      SearchableTable("t", key: key, where: "a > 1 -- not more", columns: [.title("a")]))
  }

  @Test("a file that is missing, or is no database, is refused")
  func noDatabase() async throws {
    try await withIndex { folder, index in
      let tables = [SearchableTable("t", columns: [.title("a")])]
      var error = #expect(throws: SpotlightDatabaseError.self) {
        try SpotlightDatabase(path: folder + "/none.db", tables: tables, index: index)
      }
      #expect(error?.code == .open)
      try FileSystem.write(Array(repeating: 7, count: 4096), to: folder + "/text.db")
      error = #expect(throws: SpotlightDatabaseError.self) {
        try SpotlightDatabase(path: folder + "/text.db", tables: tables, index: index)
      }
      #expect(error?.code == .corrupt)
      error = #expect(throws: SpotlightDatabaseError.self) {
        try SpotlightDatabase(path: folder + "/none.db", tables: tables, index: .default())
      }
      #expect(error?.code == .index)
    }
  }

  @Test("opening again changes nothing, and uninstalling leaves nothing behind")
  func twice() async throws {
    try await withIndex { folder, index in
      let path = folder + "/a.db"
      let app = try AppDatabase(opening: path, creating: true)
      try app.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (1, 'x')")
      let tables = [SearchableTable("t", columns: [.title("a")])]
      let database = try SpotlightDatabase(path: path, tables: tables, index: index)
      try await database.synchronize()
      let identity = try DatabaseState(of: app).identity
      let version = try Installation.schemaVersion(of: app)
      _ = try SpotlightDatabase(path: path, tables: tables, index: index)
      #expect(try DatabaseState(of: app).identity == identity)
      #expect(try Installation.schemaVersion(of: app) == version)
      try database.uninstall()
      #expect(
        try app.first("SELECT group_concat(name) FROM sqlite_schema WHERE name GLOB '*spotlight*'")
          == .null)
      try app.execute(
        "ALTER TABLE t DROP COLUMN a; ALTER TABLE t ADD COLUMN b; UPDATE t SET b = 'y'")
      let error = await #expect(throws: SpotlightDatabaseError.self) {
        try await database.synchronize()
      }
      #expect(error?.code == .schema)
      let again = try SpotlightDatabase(
        path: path, tables: [SearchableTable("t", columns: [.title("b")])], index: index)
      try await again.synchronize()
      #expect(try await titles(in: index, of: "t") == ["t/1": "y"])
    }
  }
}
