import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

/// What a person finds who searches as soon as the daemon takes connections.
@Suite("The first search after a start", .serialized, .timeLimit(.minutes(10)))
struct FirstSearchTests {
  private func search(_ daemon: DaemonProcess) throws -> SearchResults {
    let client = try RawClient(path: daemon.socketPath)
    try client.shakeHands(role: .surface, claiming: "org.example.window")
    let reply = try client.ask(
      .search(SearchRequest(form: .typed, text: "treasure", reach: .system, limit: 10)))
    guard case .found(let results) = reply else { throw RawClient.Failure.unexpected(reply.kind) }
    return results
  }

  @Test("lacks nothing, where nothing is stored and where something is")
  func whole() throws {
    for _ in 0..<3 {
      try withDaemon(["--trust-claims"]) { daemon in
        let results = try search(daemon)
        #expect(!results.isPartial && results.hits.isEmpty, "\(daemon.log)")
        let client = try RawClient(path: daemon.socketPath)
        try client.shakeHands(claiming: "org.example.app")
        try client.put(["kept treasure"], into: try client.open("a"))
        try daemon.stop()
        try daemon.start(clearingLog: true)
        let later = try search(daemon)
        #expect(!later.isPartial && later.hits.count == 1, "\(daemon.log)")
      }
    }
  }
}
