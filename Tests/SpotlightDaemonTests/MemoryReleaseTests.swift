import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing
import WireTestSupport

/// What memory a daemon keeps when those who asked much of it are done.
@Suite("Memory after long queries", .serialized, .timeLimit(.minutes(30)))
struct MemoryReleaseTests {
  /// The bytes of a process that are in memory.
  private func residentByteCount(of process: Int32) throws -> Int {
    let text = String(
      decoding: try FileSystem.contents(of: "/proc/\(process)/statm"), as: UTF8.self)
    return try #require(Int(text.split(separator: " ")[1])) * 4096
  }

  @Test("what long queries needed goes back to the system once none runs")
  func released() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      let main = try #require(daemon.processIdentifier)
      let clients = try (0..<4).map { try daemon.client(claiming: "org.example.app\($0)") }
      for client in clients {
        // Nothing is indexed: the index gives memory back when it writes.
        #expect(try client.identifiers(matching: "title == \"a thing\"") == [])
      }
      let before = try residentByteCount(of: main)
      let names = ["title", "displayName", "keywords", "contentDescription"]
      let query = (0..<50_000).map { "\(names[$0 % 4]) == \"w\($0)\"" }.joined(separator: " || ")
      let requests = try clients.map { client in
        try client.request(.query(QueryRequest(query: query, reach: .own)))
      }
      for (client, request) in zip(clients, requests) {
        guard case .results(let hits) = try client.reply(to: request) else {
          throw RawClient.Failure.unexpected(.results)
        }
        #expect(hits.isEmpty)
      }
      // It is given back some seconds later, so that this is what the queries left.
      let left = try residentByteCount(of: main) - before
      try #require(left > 4 << 20, "The queries left \(left) bytes.")
      let isReleased = try TestProgram.wait(atMost: 100) {
        try residentByteCount(of: main) - before < left / 2
      }
      let kept = try residentByteCount(of: main) - before
      #expect(isReleased, "Of \(left) bytes \(kept) are kept.")
    }
  }
}
