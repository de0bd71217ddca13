import CrawlTestSupport
import FresnelPlatform
import FresnelTestSupport
import Testing
import WebTestSupport
import WireTestSupport

@testable import Crawler

@Suite("Crawlers that are killed", .serialized)
struct CrawlKillTests {
  @Test("Killed ten times on the way, a crawl ends as one that was not disturbed")
  func kills() throws {
    let hostCount = Torture.count(25, 300)
    let server = try ScriptedServer { LineWeb.answer($0, hostCount: hostCount) }
    defer { server.stop() }
    try FileSystem.withTemporaryDirectory { directory in
      func run(_ store: String, killedAfter count: Int) throws -> Command.Ending {
        try Command(
          TestProgram.path("crawl-worker"),
          ["\(directory)/\(store)", "\(server.address)", "\(hostCount)", "\(count)"]
        ).run()
      }
      #expect(try run("undisturbed", killedAfter: 0) == .exited(0))
      let expected = try SQLiteCrawlStore(path: "\(directory)/undisturbed").summary()
      // Each host has its start, 8 pages of which one redirects, one that is gone and links.
      #expect(expected.count > hostCount * 20)
      let before = server.requests.count

      var random = SeededGenerator(seed: 11)
      var kills = 0
      while kills < 10 {
        let ending = try run("killed", killedAfter: 1 + random.below(hostCount))
        if ending == .exited(0) { break }
        try #require(ending == .killed(.kill))
        kills += 1
      }
      #expect(kills >= 3)
      #expect(try run("killed", killedAfter: 0) == .exited(0))
      #expect(try SQLiteCrawlStore(path: "\(directory)/killed").summary() == expected)

      // Asked again is what was under way, once for each kill.
      let asked = Dictionary(
        grouping: server.requests[before...], by: { $0.host + $0.target })
      #expect(asked.values.allSatisfy { $0.count <= 1 + kills })
      let repeated = asked.values.reduce(0) { $0 + $1.count - 1 }
      #expect(repeated <= kills * LineWeb.plan.requests)
      #expect(!asked.keys.contains { $0.contains("/secret") })
    }
  }
}
