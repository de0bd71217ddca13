package import CoreSpotlight
internal import FresnelDatabase
package import SpotlightSQLite

/// A database of recipes, as an app has it, with every kind of key and of unique constraint.
package struct RecipeCollection: Sendable {
  /// The file.
  package let path: String

  /// Makes the tables in a file, unless it has them.
  package init(at path: String, journalMode: String = "wal") throws {
    self.path = path
    let database = try connect(creating: true)
    _ = try database.first("PRAGMA journal_mode = \(journalMode)")
    try database.execute(Self.schema)
  }

  /// The statements that make the tables.
  package static let schema = """
    CREATE TABLE IF NOT EXISTS recipe(
      id INTEGER PRIMARY KEY, title TEXT COLLATE NOCASE, body TEXT, slug TEXT UNIQUE, favourite INTEGER,
      minutes, folded TEXT AS (lower(slug)), UNIQUE (title, minutes));
    CREATE TABLE IF NOT EXISTS tag(
      name TEXT COLLATE NOCASE PRIMARY KEY, note TEXT, number INTEGER UNIQUE) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS note(handle TEXT UNIQUE, text TEXT COLLATE NOCASE);
    CREATE UNIQUE INDEX IF NOT EXISTS note_text ON note(text COLLATE BINARY) WHERE handle > 'h3';
    """

  /// Another connection of the app, which waits for nobody.
  package func connect(creating: Bool = false) throws -> AppDatabase {
    let database = try AppDatabase(opening: path, creating: creating)
    _ = try database.first("PRAGMA busy_timeout = 0")
    // SQLite 3.40 empties a database that a connection has never read, when the first that this does is
    // SAVEPOINT, a BEGIN that fails, ROLLBACK TO, SAVEPOINT and COMMIT.
    _ = try database.first("SELECT count(*) FROM sqlite_schema")
    return database
  }

  /// What of it is to be found.
  package static let tables = [
    SearchableTable(
      "recipe", domain: "recipes", where: "favourite = 1 AND body <> ''",
      columns: [
        .title("title"), SearchableColumn("body", \.contentDescription),
        SearchableColumn("minutes", \.duration),
      ]),
    SearchableTable(
      "tag", key: "name", domain: "recipes.tags", columns: [.title("name"), .keywords("note")]),
    SearchableTable(
      "note", key: "handle", columns: [.value("text")],
      prepare: { item, row in
        if case .text(let text)? = row["text"] { item.attributeSet.title = "Note: \(text)" }
      }),
  ]

  /// The items that the index should have, as the tables are now.
  package func expectedItems() throws -> [CSSearchableItem] {
    let database = try connect()
    var items: [CSSearchableItem] = []
    func add(
      _ identifier: String, _ domain: String, _ fill: (CSSearchableItemAttributeSet) -> Void
    ) {
      let attributes = CSSearchableItemAttributeSet(contentType: .text)
      fill(attributes)
      items.append(
        CSSearchableItem(
          uniqueIdentifier: identifier, domainIdentifier: domain, attributeSet: attributes))
    }
    try database.prepare(
      "SELECT id, title, body, minutes FROM recipe WHERE favourite = 1 AND body <> ''"
    ).forEachRow { row throws(SpotlightDatabaseError) in
      add("recipe/\(row.integer(0))", "recipes") { attributes in
        if row[1] != .null { attributes.title = row.text(1) }
        attributes.contentDescription = row.text(2)
        if row[3] != .null { attributes.duration = NSNumber(value: row.integer(3)) }
      }
      return true
    }
    try database.prepare("SELECT name, note FROM tag").forEachRow {
      row throws(SpotlightDatabaseError) in
      add("tag/" + row.text(0).replacing(" ", with: "%20"), "recipes.tags") { attributes in
        attributes.title = row.text(0)
        if row[1] != .null, !row.text(1).isEmpty { attributes.keywords = [row.text(1)] }
      }
      return true
    }
    try database.prepare("SELECT handle, text FROM note WHERE handle IS NOT NULL").forEachRow {
      row throws(SpotlightDatabaseError) in
      add("note/" + row.text(0), "note") { attributes in
        if row[1] != .null { attributes.title = "Note: " + row.text(1) }
      }
      return true
    }
    return items
  }

  /// What is wrong with an index that should hold the collection; `nil` where nothing is.
  package func difference(from index: CSSearchableIndex) async throws -> String? {
    let items = try expectedItems()
    var digest = SearchableIndexDigest()
    for item in items { try digest.insert(item) }
    let state = try await index.fetchIndexState(includingDigest: true)
    if state.itemCount == items.count, state.digest == digest { return nil }
    return "The index has \(state.itemCount) items, the tables \(items.count): "
      + items.map(\.uniqueIdentifier).sorted().joined(separator: " ")
  }
}
