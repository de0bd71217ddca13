import CrawlTestSupport
import Glibc
import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import Synchronization
import Testing
import WebTestSupport

@Suite("fresnel-cloud crawl that is killed", .serialized)
struct CrawlCommandKillTests {
  /// Kills a process when so many requests more have come.
  private final class Killer: Sendable {
    private let left = Atomic(0)
    private let process = Atomic<Int32>(0)

    func arm(_ process: Int32, after count: Int) {
      left.store(count, ordering: .releasing)
      self.process.store(process, ordering: .releasing)
    }

    func noteRequest() {
      let process = process.load(ordering: .acquiring)
      guard process != 0, left.subtract(1, ordering: .relaxed).newValue <= 0 else { return }
      // Once; its number may be another's afterwards.
      if self.process.exchange(0, ordering: .relaxed) == process {
        kill(process, SIGKILL)
      }
    }
  }

  @Test("Killed on the way, a crawl of a web gives the same index as one that was not disturbed")
  func kills() async throws {
    let hostCount = Torture.count(25, 300)
    let killCount = Torture.count(3, 10)
    let killer = Killer()
    let port = Atomic<UInt16>(0)
    let server = try ScriptedServer(at: "0.0.0.0") { request in
      killer.noteRequest()
      return PageWeb.answer(
        request, hostCount: hostCount, port: port.load(ordering: .relaxed))
    }
    defer { server.stop() }
    port.store(server.address.port, ordering: .relaxed)
    try await FileSystem.withTemporaryDirectory(prefix: "crawl") { directory in
      try await compare(
        hostCount: hostCount, killCount: killCount, server, killer, in: directory)
    }
  }

  private func compare(
    hostCount: Int, killCount: Int, _ server: ScriptedServer, _ killer: Killer,
    in directory: String
  ) async throws {
    let program = CloudProgram(directory: directory)
    let list = (0..<hostCount).map { "http://\(PageWeb.host($0)):\(server.address.port)/\n" }
    try FileSystem.write(Array(list.joined().utf8), to: "\(directory)/list")

    // Each process says which one it is: what one sent before it was killed may be read when the next one runs.
    func crawl(
      _ name: String, life: Int, killedAfter count: Int? = nil
    ) async throws -> CloudProgram.Outcome {
      try await program.run([
        "crawl", "--once", "--json", "--allow-private", "--delay", "0", "--index-every", "1",
        "--no-apps", "--from", "life-\(life)", "--list", "\(directory)/list",
        "--data", "\(directory)/\(name)",
      ]) { process in if let count { killer.arm(process, after: count) } }
    }
    func requests(in life: Int) -> [ScriptedServer.Request] {
      server.requests.filter { $0.fields["from"] == "life-\(life)" }
    }
    let undisturbed = try await crawl("undisturbed", life: 0)
    #expect(undisturbed.ending == .exited(0), "\(undisturbed.errors)")
    let expected = try CrawledIndex(at: "\(directory)/undisturbed/index")
    // Of each host the first page, that of the sitemap and at least two others.
    #expect(expected.pages.count >= hostCount * 4)
    let first = requests(in: 0)

    var random = SeededGenerator(seed: 5)
    var recovered = 0
    for life in 1...killCount + 1 {
      let last = life > killCount
      let outcome = try await crawl(
        "killed", life: life,
        killedAfter: last ? nil : 1 + random.below(first.count / (killCount + 1)))
      try #require(outcome.ending == (last ? .exited(0) : .killed(.kill)), "\(outcome.errors)")
      if case .integer(let count)? = outcome.events("started").first?["recovered"] {
        recovered += Int(count)
      }
    }
    let index = try CrawledIndex(at: "\(directory)/killed/index")
    #expect(index.differences(from: expected) == [])

    // Asked again is what was under way at a kill, and never twice by one process.
    let lives = (0...killCount + 1).map { requests(in: $0) }
    for life in lives {
      let asked = Dictionary(grouping: life, by: { $0.host + $0.target })
      #expect(asked.values.allSatisfy { $0.count == 1 })
    }
    let all = Dictionary(grouping: lives.dropFirst().joined(), by: { $0.host + $0.target })
    let pages = all.filter { !$0.key.hasSuffix("/robots.txt") }
    let repeated = pages.values.reduce(0) { $0 + $1.count - 1 }
    #expect(repeated <= recovered)
    #expect(Set(all.keys) == Set(first.map { $0.host + $0.target }))
    Torture.tell(
      "\(hostCount) hosts, \(killCount) kills: \(expected.pages.count) pages in both indexes, "
        + "\(first.count) requests undisturbed, \(all.values.reduce(0) { $0 + $1.count }) with kills"
    )
  }
}
