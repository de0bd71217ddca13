import CoreSpotlight
import FresnelDatabase
import Dispatch
import FresnelPlatform
import SQLiteTestSupport
import Synchronization
import Testing

@testable import SpotlightSQLite

@Suite("Databases that an index follows")
struct SpotlightDatabaseTests {
  private func withRecipes(
    observe: @escaping @Sendable (SynchronizationStep) -> Void = { _ in },
    _ body: (AppDatabase, SpotlightDatabase, CSSearchableIndex, _ domain: String) async throws ->
      Void
  ) async throws {
    try await withIndex { folder, index in
      let collection = try RecipeCollection(at: folder + "/recipes.db")
      let app = try collection.connect()
      // Queries find the items of all indexes.
      let domain = FileSystem.lastComponent(of: folder)
      let table = SearchableTable(
        "recipe", domain: domain, where: "favourite = 1", columns: [.title("title")])
      let database = try SpotlightDatabase(
        path: collection.path, tables: [table], index: index, observe: observe)
      try await body(app, database, index, domain)
    }
  }

  @Test("rows are indexed, changed and deleted, by whether they meet the condition")
  func condition() async throws {
    try await withRecipes { app, database, index, domain in
      try app.execute(
        "INSERT INTO recipe(id, title, favourite) VALUES (1, 'Soup', 1), (2, 'Cake', 0), (3, 'Tea', 1)"
      )
      try await database.synchronize()
      #expect(try await titles(in: index, of: domain) == ["recipe/1": "Soup", "recipe/3": "Tea"])
      try app.execute(
        """
        UPDATE recipe SET favourite = 1 - favourite WHERE id < 3; UPDATE recipe SET title = 'TEA' WHERE id = 3
        """)
      try await database.synchronize()
      #expect(try await titles(in: index, of: domain) == ["recipe/2": "Cake", "recipe/3": "TEA"])
      try app.execute("UPDATE recipe SET id = 9 WHERE id = 3; DELETE FROM recipe WHERE id = 2")
      try await database.synchronize()
      #expect(try await titles(in: index, of: domain) == ["recipe/9": "TEA"])
      try app.execute("DELETE FROM recipe")
      try await database.synchronize()
      #expect(try await titles(in: index, of: domain) == [:])
    }
  }

  @Test("a change that no declared column sees is not logged")
  func watchedColumns() async throws {
    try await withRecipes { app, database, _, _ in
      try app.execute("INSERT INTO recipe(id, title, body, favourite) VALUES (1, 'Soup', 'x', 1)")
      try await database.synchronize()
      try app.execute("UPDATE recipe SET body = 'y', title = 'Soup'")
      #expect(try app.first("SELECT count(*) FROM spotlight_change") == .integer(0))
      try app.execute("UPDATE recipe SET title = 'soup'; UPDATE recipe SET title = 'Stew'")
      #expect(try app.first("SELECT count(*) FROM spotlight_change") == .integer(1))
    }
  }

  @Test("what a statement did before it failed is indexed, and what changes after it too")
  func failedStatement() async throws {
    try await withRecipes { app, database, index, domain in
      try await database.synchronize()
      for number in 1...4 {
        // SQLite keeps the first row and its entry in the log, and forgets the entry's sequence.
        #expect(throws: SpotlightDatabaseError.self) {
          try app.execute(
            "INSERT OR FAIL INTO recipe(id, title, favourite) VALUES (\(number), 'Soup', 1), (1, 'Tea', 1)"
          )
        }
        try await database.synchronize()
        #expect(try await titles(in: index, of: domain).count == number)
        try app.execute("UPDATE recipe SET title = 'Stew' WHERE id = \(number)")
        try await database.synchronize()
        #expect(try await titles(in: index, of: domain)["recipe/\(number)"] == "Stew")
      }
    }
  }

  @Test("many changes are indexed in parts")
  func manyRows() async throws {
    let counter = StepCounter()
    try await withRecipes(observe: counter.reached) { app, database, index, domain in
      try await database.synchronize()
      let rows = """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
          INSERT INTO recipe(id, title, favourite, minutes) SELECT i, 'Soup ' || i, 1, i FROM n
        """
      try app.execute(rows)
      try await database.synchronize()
      #expect(counter[.batchEnded] == 3)
      #expect(try await index.fetchIndexState(includingDigest: false).itemCount == 1200)
      try await database.reindexAll()
      #expect(counter[.pageBuilt] == 3)
      #expect(try await index.fetchIndexState(includingDigest: false).itemCount == 1200)
      #expect(try await index.fetchIndexState(includingDigest: false).clientState?.count == 41)
    }
  }

  @Test("calls that come during a run are joined to one more")
  func joined() async throws {
    let gate = DispatchSemaphore(value: 0)
    let counter = StepCounter { if $0 == .stateFetched { gate.wait() } }
    try await withRecipes(observe: counter.reached) { _, database, _, _ in
      let answers = Mutex(0)
      let done = DispatchSemaphore(value: 0)
      for _ in 0..<20 {
        database.synchronize { error in
          #expect(error == nil)
          answers.withLock { $0 += 1 }
          done.signal()
        }
      }
      for _ in 0..<40 { gate.signal() }
      try await database.synchronize()
      #expect(answers.withLock { $0 } == 20)
      #expect((1...3).contains(counter[.stateFetched]))
    }
  }

  @Test("rows that an index asks for are indexed again, others left alone")
  func reindexing() async throws {
    try await withRecipes { app, database, index, domain in
      try app.execute(
        "INSERT INTO recipe(id, title, favourite) VALUES (1, 'Soup', 1), (2, 'Tea', 1)")
      try await database.synchronize()
      try await index.deleteSearchableItems(withIdentifiers: ["recipe/1"])
      let stale = CSSearchableItem(
        uniqueIdentifier: "recipe/7", domainIdentifier: domain,
        attributeSet: CSSearchableItemAttributeSet(contentType: .text))
      try await index.indexSearchableItems([stale])
      let delegate = SpotlightDatabaseDelegate(database)
      await withCheckedContinuation { continuation in
        delegate.searchableIndex(
          index, reindexSearchableItemsWithIdentifiers: ["recipe/1", "recipe/7", "other/1", "x"],
          acknowledgementHandler: { continuation.resume() })
      }
      #expect(try await titles(in: index, of: domain) == ["recipe/1": "Soup", "recipe/2": "Tea"])
      try await index.deleteAllSearchableItems()
      await withCheckedContinuation { continuation in
        delegate.searchableIndex(
          index, reindexAllSearchableItemsWithAcknowledgementHandler: { continuation.resume() })
      }
      #expect(try await titles(in: index, of: domain) == ["recipe/1": "Soup", "recipe/2": "Tea"])
    }
  }

  @Test("another declaration makes the index anew, and domains that are left are emptied")
  func otherDeclaration() async throws {
    try await withRecipes { app, database, index, domain in
      try app.execute(
        "INSERT INTO recipe(id, title, body, favourite) VALUES (1, 'Soup', 'Hot', 1), (2, 'Tea', 'Mild', 0)"
      )
      try await database.synchronize()
      func use(_ table: SearchableTable) async throws {
        let path = try app.first("SELECT file FROM pragma_database_list").value
        guard case .text(let path)? = path else { return }
        try await SpotlightDatabase(path: path, tables: [table], index: index).synchronize()
      }
      try await use(SearchableTable("recipe", domain: domain + "-2", columns: [.title("body")]))
      #expect(
        try await titles(in: index, of: domain + "-2") == ["recipe/1": "Hot", "recipe/2": "Mild"])
      #expect(try await titles(in: index, of: domain) == [:])
      try await use(
        SearchableTable(
          "recipe", domain: domain + "-2", columns: [SearchableColumn("body", \.contentDescription)]
        ))
      #expect(try await titles(in: index, of: domain + "-2") == ["recipe/1": "", "recipe/2": ""])
      try await use(
        SearchableTable(
          "recipe", domain: domain + "-2",
          columns: [SearchableColumn("body", \.contentDescription)],
          prepare: { item, row in
            #expect(row["rowid"] != nil)
            item.uniqueIdentifier = "mine"
            item.attributeSet.title = "Prepared"
            item.domainIdentifier = "\(domain)-2.\(row["body"] == .text("Hot") ? "hot" : "mild")"
          }, version: 2))
      #expect(try await titles(in: index, of: domain + "-2.hot") == ["recipe/1": "Prepared"])
    }
  }

  @Test("a writer that keeps the database makes it busy, and nothing is lost")
  func busy() async throws {
    try await withRecipes { app, database, index, domain in
      try app.execute("INSERT INTO recipe(id, title, favourite) VALUES (1, 'Soup', 1)")
      try app.execute("BEGIN IMMEDIATE")
      let error = await #expect(throws: SpotlightDatabaseError.self) {
        try await database.synchronize()
      }
      #expect(error?.code == .busy)
      try app.execute("COMMIT")
      try await database.synchronize()
      #expect(try await titles(in: index, of: domain) == ["recipe/1": "Soup"])
    }
  }

  @Test("an item that the index refuses is named")
  func refusedItem() async throws {
    try await withIndex { folder, index in
      let app = try AppDatabase(opening: folder + "/a.db", creating: true)
      try app.execute(
        "CREATE TABLE t(k TEXT PRIMARY KEY); INSERT INTO t VALUES (hex(zeroblob(50000)))")
      let database = try SpotlightDatabase(
        path: folder + "/a.db", tables: [SearchableTable("t", key: "k", columns: [.title("k")])],
        index: index)
      let error = await #expect(throws: SpotlightDatabaseError.self) {
        try await database.synchronize()
      }
      #expect(error?.code == .index)
      #expect((error?.underlyingError as? CSIndexError)?.code == .invalidItemError)
    }
  }
}
