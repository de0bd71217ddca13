import FresnelPlatform
import Synchronization
import Testing
import WebTestSupport

@testable import WebResults

extension WebSearchClient {
  /// Asks and waits in a task.
  fileprivate func results(
    for question: WebQuestion, within patience: Duration
  ) async throws(WebSearchError) -> [WebResult] {
    let answer = await withCheckedContinuation { continuation in
      _ = ask(question, within: patience) { continuation.resume(returning: $0) }
    }
    return try answer.get()
  }
}

@Suite("A public index is asked")
struct WebSearchClientTests {
  private static let answer = #"{"results":[{"url":"https://a.example/","title":"A"}]}"#
  private let patience = Duration.seconds(60)

  private func client(_ server: ScriptedServer, path: String = "/") throws -> WebSearchClient {
    WebSearchClient(try WebSearchServer("http://127.0.0.1:\(server.address.port)\(path)"))
  }

  private func failure(
    _ steps: [ScriptedServer.Step], within patience: Duration = .seconds(60)
  ) async throws -> WebSearchError {
    let server = try ScriptedServer { _ in steps }
    let client = try client(server)
    return try await #require(throws: WebSearchError.self) {
      try await client.results(for: WebQuestion("tomato"), within: patience)
    }
  }

  @Test("a request is the question and nothing else, to the byte, also after cookies were set")
  func request() async throws {
    let server = try ScriptedServer { _ in
      [
        .answer(
          200,
          [
            ("Set-Cookie", "id=42; Max-Age=999999"), ("ETag", "\"42\""), ("Accept-CH", "Sec-CH-UA"),
          ],
          text: Self.answer)
      ]
    }
    let client = try client(server)
    for _ in 0..<2 {
      let results = try await client.results(for: WebQuestion("tomato so"), within: patience)
      #expect(results.map(\.title) == ["A"])
    }
    let heads = server.requests.map(\.head)
    let expected = """
      GET /v1/search?q=tomato%20so&prefix=1&limit=10 HTTP/1.1\r
      Host: 127.0.0.1:\(server.address.port)\r
      User-Agent: Fresnel\r
      Accept: */*\r
      Accept-Encoding: gzip
      """
    #expect(heads == [expected, expected])
    #expect(server.connectionCount == 1)
  }

  @Test("nothing is connected to before there is a question, nor for one that stays here")
  func idle() async throws {
    let server = try ScriptedServer { _ in [.answer(text: Self.answer)] }
    let client = try client(server)
    #expect(throws: WebSearchError.self) {
      try client.wait(for: WebQuestion("/etc/passwd"), within: patience)
    }
    #expect(server.connectionCount == 0)
    _ = try await client.results(for: WebQuestion("tomato"), within: patience)
    #expect(server.connectionCount == 1)
  }

  @Test("a server that does not answer is given up, by who waits too")
  func timeout() async throws {
    #expect(try await failure([.hang], within: .milliseconds(50)).code == .unreachable)
    let server = try ScriptedServer { _ in [.hang] }
    let client = try client(server)
    let error = #expect(throws: WebSearchError.self) {
      try client.wait(for: WebQuestion("tomato"), within: .milliseconds(50))
    }
    #expect(error?.code == .unreachable)
  }

  @Test("who waits gets the answer")
  func waiting() throws {
    let server = try ScriptedServer { _ in [.answer(text: Self.answer)] }
    let results = try client(server).wait(for: WebQuestion("tomato"), within: patience)
    #expect(results.map(\.title) == ["A"])
  }

  @Test("other answers than results are failures with a sentence; nothing is followed")
  func bad() async throws {
    #expect(try await failure([.answer(500, text: "no")]).code == .refused)
    #expect(try await failure([.answer(429)]).code == .refused)
    #expect(
      try await failure([.answer(302, [("Location", "http://127.0.0.1:1/")])]).message
        .contains("status 302"))
    #expect(try await failure([.page("<html>")]).code == .answer)
    #expect(try await failure([.close]).code == .unreachable)
    #expect(try await failure([.send(Array("SSH-2.0\r\n\r\n".utf8)), .close]).code == .unreachable)
    let large = ScriptedServer.Step.answer(200, [], [UInt8](repeating: 0x20, count: 300_000))
    #expect(try await failure([large]).code == .unreachable)
    let packed = ScriptedServer.Step.answer(
      200, [("Content-Encoding", "gzip")], PackedBytes.zeros(10_000_000))
    #expect(try await failure([packed]).code == .unreachable)
  }

  @Test(
    "a server whose certificate nobody vouches for is told nothing",
    .enabled(if: SecureServer.isPossible))
  func untrusted() async throws {
    let server = try SecureServer(host: "localhost", serving: ("v1/search", Self.answer))
    defer { server.stop() }
    let client = WebSearchClient(try WebSearchServer("https://localhost:\(server.port)/"))
    let error = try await #require(throws: WebSearchError.self) {
      try await client.results(for: WebQuestion("tomato"), within: patience)
    }
    #expect(error.code == .unreachable && error.message.contains("certificate"))
  }

  @Test("nobody answers where no server is")
  func nobody() async throws {
    let port = try ScriptedServer { _ in [] }.address.port
    let client = WebSearchClient(try WebSearchServer("http://127.0.0.1:\(port)/"))
    let error = try await #require(throws: WebSearchError.self) {
      try await client.results(for: WebQuestion("tomato"), within: .seconds(30))
    }
    #expect(error.code == .unreachable)
  }
}
