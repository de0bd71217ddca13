import CoreSpotlight
import FresnelDatabase
import FresnelTestSupport
import SQLiteTestSupport
import SpotlightSQLite
import Synchronization
import Testing

@Suite("Synchronization beside a naive model")
struct SynchronizationModelTests {
  /// Changes a database between the steps of a synchronization, as the app's other connections do.
  private final class Meddler: Sendable {
    private struct State {
      var statements: RandomStatements
      var generator: SeededGenerator
      var isOn = false
    }
    private let collection: RecipeCollection
    private let state: Mutex<State>

    init(_ collection: RecipeCollection, seed: UInt64) {
      self.collection = collection
      state = Mutex(
        State(statements: RandomStatements(seed: seed), generator: SeededGenerator(seed: seed)))
    }

    func turn(on isOn: Bool) { state.withLock { $0.isOn = isOn } }

    func reached(_ step: SynchronizationStep) {
      state.withLock { state in
        guard state.isOn, state.generator.once(in: 2), let connection = try? collection.connect()
        else { return }
        state.statements.run(4, on: connection)
        state.statements.end(on: connection)
      }
    }
  }

  @Test(
    "after a synchronization the index is what the query gives", arguments: 0..<12 as Range<UInt64>)
  func model(seed: UInt64) async throws {
    try await withIndex { folder, index in
      let collection = try RecipeCollection(
        at: folder + "/recipes.db", journalMode: seed % 3 == 0 ? "delete" : "wal")
      let meddler = Meddler(collection, seed: seed &+ 1000)
      let database = try SpotlightDatabase(
        path: collection.path, tables: RecipeCollection.tables, index: index,
        observe: meddler.reached)
      var generator = SeededGenerator(seed: seed)
      var statements = RandomStatements(seed: seed)
      let writers = [try collection.connect(), try collection.connect()]
      if seed % 2 == 0 { try writers[0].execute("PRAGMA recursive_triggers = ON") }
      for round in 0..<10 {
        for _ in 0..<8 { statements.run(3, on: writers[generator.below(2)]) }
        for writer in writers { statements.end(on: writer) }
        meddler.turn(on: true)
        switch generator.below(5) {
        case 0: try await database.reindexAll()
        case 1: try await database.reindex(identifiers: ["recipe/1", "tag/Soup", "note/h1"])
        default: try await database.synchronize()
        }
        meddler.turn(on: false)
        try await database.synchronize()
        let difference = try await collection.difference(from: index)
        try #require(difference == nil, "seed \(seed), round \(round)")
      }
      let left = try writers[0].first("SELECT count(*) FROM spotlight_change")
      #expect(left == .integer(0))
    }
  }
}
