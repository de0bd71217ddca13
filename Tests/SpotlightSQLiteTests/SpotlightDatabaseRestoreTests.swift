import CoreSpotlight
import FresnelDatabase
import FresnelPlatform
import FresnelTestSupport
import SQLiteTestSupport
import SpotlightSQLite
import Synchronization
import Testing

@Suite("Databases that are put back or made anew")
struct SpotlightDatabaseRestoreTests {
  /// Copies a database at each step, as a backup would, until it is let off.
  private final class Backup: Sendable {
    private let path: String
    private let copies = Mutex<[(step: SynchronizationStep, bytes: [UInt8])]>([])
    private let meddle: @Sendable () -> Void

    init(_ path: String, meddle: @escaping @Sendable () -> Void) {
      self.path = path
      self.meddle = meddle
    }

    func reached(_ step: SynchronizationStep) {
      guard let bytes = try? FileSystem.contents(of: path) else { return }
      let count = copies.withLock { copies in
        copies.append((step, bytes))
        return copies.count
      }
      // With changes at every step it would never end.
      if count < 15 { meddle() }
    }

    var all: [(step: SynchronizationStep, bytes: [UInt8])] { copies.withLock { $0 } }
  }

  @Test(
    "a database that is put back from any step is indexed as it is",
    arguments: 0..<3 as Range<UInt64>)
  func putBack(seed: UInt64) async throws {
    try await withIndex { folder, index in
      let collection = try RecipeCollection(at: folder + "/recipes.db", journalMode: "delete")
      let statements = Mutex(RandomStatements(seed: seed))
      @Sendable func change() {
        guard let connection = try? collection.connect() else { return }
        statements.withLock {
          $0.run(10, on: connection)
          $0.end(on: connection)
        }
      }
      let backup = Backup(collection.path, meddle: change)
      do {
        let database = try SpotlightDatabase(
          path: collection.path, tables: RecipeCollection.tables, index: index,
          observe: backup.reached)
        change()
        try await database.synchronize()
        try await database.reindex(identifiers: ["recipe/1"])
        try await database.reindexAll()
      }
      #expect(Set(backup.all.map(\.step)).count == SynchronizationStep.allCases.count)
      for (number, copy) in backup.all.enumerated() {
        // As a person would: the file is put aside, so that who has it open does no harm.
        try FileSystem.removeFile(collection.path)
        try FileSystem.write(copy.bytes, to: collection.path)
        let database = try SpotlightDatabase(
          path: collection.path, tables: RecipeCollection.tables, index: index)
        try await database.synchronize()
        let difference = try await collection.difference(from: index)
        try #require(difference == nil, "seed \(seed), copy \(number) at \(copy.step)")
      }
    }
  }

  @Test("another database at the same place is indexed as it is")
  func swapped() async throws {
    try await withIndex { folder, index in
      for name in ["a", "b", "a"] {
        let collection = try RecipeCollection(at: folder + "/\(name).db")
        try collection.connect().execute(
          "INSERT INTO recipe(title, body, favourite) VALUES ('\(name)', 'x', 1)")
        let database = try SpotlightDatabase(
          path: collection.path, tables: RecipeCollection.tables, index: index)
        try await database.synchronize()
        #expect(try await collection.difference(from: index) == nil)
      }
    }
  }

  @Test(
    "a table that was made anew has its triggers again, and all of it is indexed",
    arguments: [
      "DROP TABLE tag; CREATE TABLE tag(name TEXT PRIMARY KEY, note TEXT); INSERT INTO tag VALUES ('new', 'x')",
      """
      CREATE TABLE other(name TEXT PRIMARY KEY, note TEXT, number INT);
      INSERT INTO other SELECT name, note || '!', number FROM tag;
      DROP TABLE tag; ALTER TABLE other RENAME TO tag
      """,
      "ALTER TABLE tag RENAME TO old; CREATE TABLE tag(name TEXT PRIMARY KEY, note TEXT)",
      "DROP TRIGGER spotlight_2_insert; INSERT INTO tag VALUES ('unseen', 'x', 99)",
      "CREATE UNIQUE INDEX tag_note ON tag(note); REPLACE INTO tag VALUES ('c', 'x', 3)",
      "DELETE FROM sqlite_sequence; INSERT INTO tag VALUES ('again', 'x', 99)",
    ])
  func madeAnew(statements: String) async throws {
    try await withIndex { folder, index in
      let collection = try RecipeCollection(at: folder + "/recipes.db")
      let app = try collection.connect()
      try app.execute("INSERT INTO tag VALUES ('a', 'x', 1), ('b', 'y', 2)")
      let database = try SpotlightDatabase(
        path: collection.path, tables: RecipeCollection.tables, index: index)
      try await database.synchronize()
      try app.execute("INSERT INTO note VALUES ('h1', 'x'); DELETE FROM note")
      try await database.synchronize()
      try app.execute(statements)
      try await database.synchronize()
      #expect(try await collection.difference(from: index) == nil)
      try app.execute("UPDATE tag SET note = 'z' || name; INSERT INTO tag(name) VALUES ('late')")
      try await database.synchronize()
      #expect(try await collection.difference(from: index) == nil)
    }
  }

  @Test("an index that was emptied, or whose state somebody changed, is filled again")
  func otherState() async throws {
    try await withIndex { folder, index in
      let collection = try RecipeCollection(at: folder + "/recipes.db")
      try collection.connect().execute("INSERT INTO tag VALUES ('a', 'x', 1), ('b', 'y', 2)")
      let database = try SpotlightDatabase(
        path: collection.path, tables: RecipeCollection.tables, index: index)
      try await database.synchronize()
      let old = try await index.fetchLastClientState()
      for state in [Data([1]), Data(repeating: 7, count: 41), Data(old.dropLast() + [0x7F])] {
        index.beginBatch()
        try await index.deleteSearchableItems(withDomainIdentifiers: ["recipes.tags"])
        try await index.endBatch(withClientState: state)
        try await database.synchronize()
        #expect(try await collection.difference(from: index) == nil)
      }
    }
  }
}
