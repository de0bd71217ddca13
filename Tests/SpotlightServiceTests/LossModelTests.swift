import FresnelModel
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

/// What apps are told of losses while the store is deleted again and again, in use and between two runs, the daemon is
/// killed and the person is told, against what each app has stored and lost.
@Suite("Losses of the daemon's store, in a model", .timeLimit(.minutes(30)))
struct LossModelTests: OwnStoreSuite {
  private static let apps = ["mail", "notes", "films"].map {
    AppIdentity(identifier: "com.example.\($0)")
  }

  /// What an app has in the store, and what it may be told.
  private struct Model {
    var items: Set<String> = []
    /// Whether the app has an index that may be known.
    var isKnown = false
    /// Whether the app has lost items since it was last made good or the person was told.
    var hasLost = false
    /// Whether it may be told of a loss that took nothing of its: nobody can tell.
    var mayBeTold = false

    /// The store is gone, and another one takes its place.
    mutating func lose() {
      if !items.isEmpty { hasLost = true }
      if isKnown { mayBeTold = true }
      items = []
    }

    /// Nothing is missing any more.
    mutating func settle() { (hasLost, mayBeTold) = (false, false) }
  }

  /// The daemon with its disk.
  private struct Run {
    var storage = FaultyStorage()
    var core: ServiceCore

    init() { core = ServiceCore(.daemon(storage), host: TestHost()) }

    /// Ends the daemon as a kill does, and begins the next one.
    mutating func beginAnew(_ change: (FaultyStorage) -> Void = { _ in }) {
      storage = storage.afterKill()
      core.close()
      change(storage)
      core = ServiceCore(.daemon(storage), host: TestHost())
    }
  }

  @Test(
    "an app is told of each loss, and of none that is made good", arguments: 0..<60 as Range<UInt64>
  )
  func randomLosses(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var models = [Model](repeating: Model(), count: Self.apps.count)
    var run = Run()
    defer { run.core.close() }
    for step in 0..<30 {
      let number = Int.random(in: 0..<Self.apps.count, using: &random)
      let client = TestClient(run.core, Self.apps[number])
      switch Int.random(in: 0..<16, using: &random) {
      case 0..<6:
        let name = "item \(Int.random(in: 0..<4, using: &random))"
        #expect(try await client.put([thing(name)], try await client.open("a")) == nil)
        models[number].items.insert(name)
        models[number].isKnown = true
      case 6..<8:
        #expect(await client.apply([.deleteAll], try await client.open("a")) == nil)
        models[number].items = []
        models[number].isKnown = true
        models[number].settle()
      case 8..<10:
        // A store of which nothing was written down yet is not missed by anybody.
        guard models.contains(where: \.isKnown) else { continue }
        let handle = try await client.open("a")
        // What is open already may have held something.
        models[number].isKnown = true
        run.storage.removeTree("/first/store")
        #expect(try await client.put([thing("again")], handle) != nil)
        for index in models.indices { models[index].lose() }
        #expect(try await client.put([thing("again")], handle) == nil)
        models[number].items = ["again"]
      case 10:
        run.beginAnew { $0.removeTree("/first/store") }
        for index in models.indices { models[index].lose() }
        // Not all names of indexes are known then.
        for index in models.indices { models[index].mayBeTold = true }
      case 11..<13:
        run.beginAnew()
        // How far the store had come may not have been noted since it took the place of another one.
        for index in models.indices { models[index].mayBeTold = true }
      default:
        _ = run.core.examine(nil, mends: true)
        for index in models.indices { models[index].settle() }
      }
      client.session.end()
      for (app, model) in zip(Self.apps, models) {
        let query = TestClient(run.core, app)
        let told = try await OwnStoreAnswers(query)
        query.session.end()
        #expect(Set(told.found) == model.items, "step \(step), \(app.identifier)")
        if model.hasLost {
          #expect(told.isQueryPartial, "A loss is kept silent: step \(step), \(app.identifier)")
        } else if !model.mayBeTold {
          #expect(!told.isQueryPartial, "Nothing is lost: step \(step), \(app.identifier)")
        }
      }
    }
  }
}
