import Testing
import WebServing
import WebTestSupport

/// Requests that are answered by the thread which read them.
struct BriefRequestTests {
  /// Limits under which a server waits for as long as other tests keep all threads.
  private static let patient = ServerLimits(
    answerTime: .seconds(600), idleSeconds: 600, requestSeconds: 600)

  /// Brief requests are answered by the thread that read them, others by threads of a pool, and both may wait: whoever
  /// answers, and however many do at a time, each connection gets its answers in order.
  @Test(arguments: [0, 1, 2, 64], [1, 8])
  func eachConnectionGetsItsAnswersInOrder(requestsInPlace: Int, threads: Int) async throws {
    var limits = Self.patient
    limits.requests = 10_000
    limits.requestsInPlace = requestsInPlace
    limits.threads = threads
    let handler: HTTPServer.Handler = { request in
      // As often as not the answer comes from another thread, at once or after others had a turn.
      if request.path.hasSuffix("1") { await Task.detached {}.value }
      if request.path.hasSuffix("2") { await Task.yield() }
      return .plain(request.path, status: 200)
    }
    let server = try HTTPServer(
      limits: limits, estimate: { $0.path.hasSuffix("3") ? .long : .brief }, handler: handler)
    let answers = await withTaskGroup(of: (Int, String).self) { group in
      for client in 0..<8 {
        group.addTask { [port = server.port] in
          let requests = (0..<100).map { number in
            let end = number == 99 ? "Connection: close\r\n" : ""
            return "GET /\(client)/\(number) HTTP/1.1\r\nHost: h\r\n\(end)\r\n"
          }
          return (client, await RawWebClient.send(requests.joined(), to: port))
        }
      }
      return await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
    }
    await server.stop()
    for client in 0..<8 {
      let bodies = answers[client]?.split(separator: "\r\n\r\n").dropFirst().map {
        $0.prefix { $0 != "\n" }
      }
      #expect(bodies == (0..<100).map { "/\(client)/\($0)" })
    }
  }

  @Test func aBriefRequestThatWaitsHoldsUpNoOther() async throws {
    let (arrivals, arrive) = AsyncStream.makeStream(of: Void.self)
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    var limits = Self.patient
    limits.threads = 1
    let server = try HTTPServer(limits: limits, estimate: { _ in .brief }) { request in
      guard request.path == "/slow" else { return .plain("Quick.", status: 200) }
      arrive.yield()
      for await _ in gate { break }
      return .plain("Slow.", status: 200)
    }
    func get(_ path: String) async -> String {
      await RawWebClient.send(
        "GET \(path) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", to: server.port)
    }
    async let slow = get("/slow")
    for await _ in arrivals { break }
    #expect(await get("/quick").hasSuffix("Quick.\n"))
    open.finish()
    #expect(await slow.hasSuffix("Slow.\n"))
    await server.stop()
  }
}
