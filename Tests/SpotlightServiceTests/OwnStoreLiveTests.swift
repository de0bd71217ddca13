import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Synchronization
import Testing

@testable import SpotlightService

/// When live searches run again as it changes what an app is told of its own store.
@Suite("Live searches and apps' own stores", .timeLimit(.minutes(10)))
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

  private func search(_ flags: SearchRequest.Flags = []) -> ClientMessage {
    .search(
      SearchRequest(form: .typed, text: "own", reach: .system, limit: 10, flags: flags))
  }

  /// How often a search of the window ran, since each asks what the person decided of apps.
  private func runCount(_ body: () async throws -> Void) async throws -> Int {
    let before = host.state.withLock { $0.decisionCount }
    try await body()
    return host.state.withLock { $0.decisionCount } - before
  }

  @Test("a search of the desktop does not run again when apps connect, or tell of their stores")
  func others() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory)
      let core = makeCore()
      defer { core.close() }
      let surface = TestClient(core, window, role: .surface)
      let live = surface.send(search(.isLive))
      _ = try await surface.sink.message { $0.request == live }
      let once = try await runCount { _ = await surface.ask(search()) }
      // It may run again as its stores were just opened, but not each time.
      var counts: [Int] = []
      for round in 0..<10 where counts.last != once {
        counts.append(
          try await runCount {
            for number in 0..<20 {
              let app = AppIdentity(identifier: "com.example.app\(round).\(number)")
              #expect(await TestClient(core, app).ask(.clientState(1)).failure != nil)
            }
            try await handOverLock(of: directory, from: TestClient(core, mail))
            _ = await surface.ask(search())
          })
      }
      #expect(counts.last == once, "\(counts)")
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
