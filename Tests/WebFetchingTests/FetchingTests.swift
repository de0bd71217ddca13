import FresnelPlatform
import Testing
import WebAddresses
import WebTestSupport

@testable import WebFetching

@Suite("Fetching")
struct FetchingTests {
  @Test("An answer comes with its status, fields, body, address and times")
  func answer() async throws {
    let server = try ScriptedServer { _ in
      [.page("<title>Soup</title>", [("X-One", "1"), ("x-one", "two"), ("ETag", "\"a\"")])]
    }
    defer { server.stop() }
    let fetcher = try WebFetcher(.toward(server))
    let response = try await fetcher.fetch("http://site.example/soup?bowl=2#top")
    #expect(response.status == 200)
    #expect(response.version == .http11)
    #expect(response.text == "<title>Soup</title>")
    #expect(response.fields.values("X-One") == ["1", "two"])
    #expect(response.fields["content-type"] == "text/html; charset=utf-8")
    #expect(response.validators.entityTag == "\"a\"")
    #expect(response.truncation == nil)
    #expect(response.address == server.address)
    #expect(response.timing.whole > .zero)
    #expect(response.timing.firstByte <= response.timing.whole)
    #expect(response.sentByteCount == 19)
    let request = try #require(server.requests.first)
    #expect(request.method == "GET")
    #expect(request.target == "/soup?bowl=2")
    #expect(request.host == "site.example")
    #expect(request.fields["user-agent"] == "Tester/1.0 (+https://tester.example/about)")
    #expect(request.fields["from"] == "tester@example.com")
    #expect(request.fields["accept-encoding"]?.contains("gzip") == true)
  }

  @Test("User names, passwords and cookies are not sent")
  func noCredentials() async throws {
    let server = try ScriptedServer { _ in [.page("x", [("Set-Cookie", "a=b")])] }
    defer { server.stop() }
    let fetcher = try WebFetcher(.toward(server))
    for _ in 0..<2 { _ = try await fetcher.fetch("http://me:secret@site.example/") }
    for request in server.requests {
      #expect(request.fields["authorization"] == nil)
      #expect(request.fields["cookie"] == nil)
    }
  }

  @Test("A connection is used again")
  func keepsAlive() async throws {
    let server = try ScriptedServer { _ in [.page("x")] }
    defer { server.stop() }
    let fetcher = try WebFetcher(.toward(server))
    let first = try await fetcher.fetch("http://site.example/1")
    let second = try await fetcher.fetch("http://site.example/2")
    #expect(!first.reusedConnection)
    #expect(second.reusedConnection)
    #expect(server.connectionCount == 1)
    #expect(second.address == server.address)
  }

  @Test("A connection that the server has closed meanwhile does no harm")
  func staleConnection() async throws {
    let server = try ScriptedServer { _ in [.page("x"), .close] }
    defer { server.stop() }
    let fetcher = try WebFetcher(.toward(server))
    for number in 0..<5 {
      let response = try await fetcher.fetch("http://site.example/\(number)")
      #expect(response.status == 200)
    }
  }

  @Test("Many fetches run at once")
  func many() async throws {
    let count = 40
    let server = try ScriptedServer { request in
      [.wait(.milliseconds(5)), .page(request.target)]
    }
    defer { server.stop() }
    let fetcher = try WebFetcher(.toward(server))
    let bodies = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<count {
        group.addTask { try await fetcher.fetch("http://site.example/\(number)").text }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(bodies == Set((0..<count).map { "/\($0)" }))
    #expect(server.connectionCount > 1)
  }

  @Test("Redirections are handed out and not followed")
  func redirection() async throws {
    let server = try ScriptedServer { _ in
      [.answer(302, [("Location", "../there?x=1")], text: "moved")]
    }
    defer { server.stop() }
    let fetcher = try WebFetcher(.toward(server))
    let response = try await fetcher.fetch("http://site.example/a/b")
    #expect(response.status == 302)
    #expect(response.redirection?.href == "http://site.example/there?x=1")
    #expect(server.requests.count == 1)
  }

  @Test("What has not changed is not sent again")
  func conditional() async throws {
    let server = try ScriptedServer { request in
      request.fields["if-none-match"] == "\"a\""
        && request.fields["if-modified-since"] == "Sun, 06 Nov 1994 08:49:37 GMT"
        ? [.send(ScriptedServer.Step.head(304, [("ETag", "\"a\"")]))]
        : [
          .page(
            "x", [("ETag", "\"a\""), ("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT")])
        ]
    }
    defer { server.stop() }
    let fetcher = try WebFetcher(.toward(server))
    let first = try await fetcher.fetch("http://site.example/")
    let second = try await fetcher.fetch("http://site.example/") {
      $0.validators = first.validators
    }
    #expect(first.status == 200)
    #expect(second.status == 304)
    #expect(second.body.isEmpty)
  }

  @Test("The head alone can be asked for")
  func head() async throws {
    let server = try ScriptedServer { _ in
      [.send(ScriptedServer.Step.head(200, [("Content-Length", "99999999")]))]
    }
    defer { server.stop() }
    let fetcher = try WebFetcher(.toward(server))
    let response = try await fetcher.fetch("http://site.example/") { $0.method = .head }
    #expect(response.status == 200)
    #expect(response.body.isEmpty)
    #expect(server.requests.first?.method == "HEAD")
  }

  @Test("Packed bodies are unpacked")
  func packed() async throws {
    let body = PackedBytes.stored(Array("<p>soup</p>".utf8))
    let server = try ScriptedServer { _ in [.answer(200, [("Content-Encoding", "gzip")], body)] }
    defer { server.stop() }
    let fetcher = try WebFetcher(.toward(server))
    let response = try await fetcher.fetch("http://site.example/")
    #expect(response.text == "<p>soup</p>")
    #expect(response.sentByteCount == body.count)
  }

  @Test("Heads with status 1xx and trailers are left out")
  func interimHeads() async throws {
    let server = try ScriptedServer { _ in
      [
        .send(ScriptedServer.Step.head(103, [("Link", "</a.css>"), ("X-Early", "1")])),
        .send(ScriptedServer.Step.head(200, [("Transfer-Encoding", "chunked"), ("X-Late", "1")])),
        .send(ScriptedServer.Step.chunk(Array("soup".utf8))),
        .send(Array("0\r\nX-Trailer: 1\r\n\r\n".utf8)),
      ]
    }
    defer { server.stop() }
    let fetcher = try WebFetcher(.toward(server))
    let response = try await fetcher.fetch("http://site.example/")
    #expect(response.text == "soup")
    #expect(response.fields["X-Late"] == "1")
    #expect(response.fields["X-Early"] == nil)
    #expect(response.fields["X-Trailer"] == nil)
  }

  @Test("Fields that the caller gives are sent, those that break a head are refused")
  func fields() async throws {
    let server = try ScriptedServer { _ in [.page("x")] }
    defer { server.stop() }
    let fetcher = try WebFetcher(.toward(server))
    _ = try await fetcher.fetch("http://site.example/") {
      $0.fields = [.init("Accept-Language", "de"), .init("X-Empty", "")]
    }
    #expect(server.requests.first?.fields["accept-language"] == "de")
    #expect(server.requests.first?.fields["x-empty"] == "")
    let bad: [HTTPFields.Field] = [
      .init("X", "a\r\nY: b"), .init("X\r\nY", "b"), .init("", "x"), .init("X", "\0"),
      .init("Host", "other.example"), .init("content-length", "5"),
      .init("X", String(repeating: "a", count: 40_000)),
    ]
    for field in bad {
      let error = try await fetcher.failure("http://site.example/") { $0.fields = [field] }
      #expect(error.code == .field, "\(field.name)")
    }
    #expect(server.requests.count == 1)
  }

  @Test("A cancelled task ends its fetch")
  func cancellation() async throws {
    let server = try ScriptedServer { _ in [.hang] }
    defer { server.stop() }
    let fetcher = try WebFetcher(.toward(server))
    for isEarly in [true, false] {
      let before = server.requests.count
      let task = Task { try await fetcher.failure("http://site.example/") }
      if !isEarly { while server.requests.count == before { await Task.yield() } }
      task.cancel()
      #expect(try await task.value.code == .cancelled)
    }
  }

  @Test("Closing ends what is under way, and nothing starts any more")
  func closing() async throws {
    let server = try ScriptedServer { _ in [.hang] }
    defer { server.stop() }
    let fetcher = try WebFetcher(.toward(server))
    let task = Task { try await fetcher.failure("http://site.example/") }
    while server.requests.isEmpty { await Task.yield() }
    fetcher.close()
    fetcher.close()
    #expect(try await task.value.code == .unavailable)
    #expect(try await fetcher.failure("http://site.example/").code == .unavailable)
  }
}
