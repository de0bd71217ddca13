import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Synchronization
import Testing

@testable import SpotlightService

/// When live searches run again as it changes what an app is told of its own store.
@Suite("Live searches and apps' own stores", .timeLimit(.minutes(30)))
struct OwnStoreLiveTests: OwnStoreSuite {
  private let host = TestHost()
  /// No time passes, so that a live search that has to run again does so at once.
  private let timers = TestTimers()
  private let window = AppIdentity(identifier: "org.example.window")

  private func makeCore() -> ServiceCore {
    var options = CoreOptions.daemon(FaultyStorage())
    timers.use(in: &options)
    return ServiceCore(options, host: host)
  }

  /// What happens to an app's store in a round.
  enum Round: CaseIterable {
    /// A process of an app that is new to the core hands the lock of its store over.
    case offer
    /// A process of that app connects without a store.
    case absence
  }

  @Test(
    "a search of the desktop does not run again when an app's store is offered, or gone",
    arguments: Round.allCases)
  func others(round: Round) async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      // What was chosen before is read in the background, and changes lists.
      host.set { $0.ordersByChoices = false }
      let core = makeCore()
      defer { core.close() }
      let surface = TestClient(core, window, role: .surface)
      let live = surface.send(
        .search(
          SearchRequest(
            form: .typed, text: "own", reach: .system, limit: 10, flags: .isLive)))
      _ = try await surface.sink.message { $0.request == live }
      // A store that was just opened may show something new, but not in each round. A search that runs again has begun
      // to when the app is answered, and asks which apps the person hides.
      var counts: [Int] = []
      for number in 0..<10 where !counts.contains(0) {
        let app = AppIdentity(identifier: "com.example.app\(number)")
        if round == .absence { try await handOverLock(of: directory, from: TestClient(core, app)) }
        while !core.pool.isIdle { await Task.yield() }
        let before = host.state.withLock { $0.decisionCount }
        switch round {
        case .offer: try await handOverLock(of: directory, from: TestClient(core, app))
        case .absence:
          #expect(await TestClient(core, app).ask(.clientState(1)).failure?.code == .refused)
        }
        while !core.pool.isIdle { await Task.yield() }
        counts.append(host.state.withLock { $0.decisionCount } - before)
      }
      #expect(counts.contains(0), "\(counts)")
    }
  }

  @Test("an app's live search hears that its store is missing, and when it is no longer")
  func own() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let core = makeCore()
      defer { core.close() }
      let client = TestClient(core, mail)
      let request = client.send(
        .search(SearchRequest(form: .typed, text: "own", limit: 10, flags: .isLive)))
      func next(_ revision: UInt32) async throws -> SearchResults {
        let envelope = try await client.sink.message { envelope in
          guard envelope.request == request, case .found(let results) = envelope.message else {
            return false
          }
          return results.revision == revision
        }
        guard case .found(let results) = envelope.message else { throw TestFailure("no list") }
        return results
      }
      #expect(try await !next(1).isPartial)
      try await handOverLock(of: directory, from: TestClient(core, mail))
      #expect(try await next(2).isPartial)
      // The next process begins without a store: it was removed.
      _ = try await TestClient(core, mail).open("other")
      #expect(try await !next(3).isPartial)
    }
  }
}
