import Synchronization
import Testing
import WebTestSupport

@testable import WebServing

struct HTTPServerTests {
  /// Limits under which a server waits for as long as other tests keep all threads.
  private static func patient(
    bodyBytes: Int = 65_536, requests: Int = 64, idleSeconds: Int = 600,
    requestSeconds: Int = 600
  ) -> ServerLimits {
    ServerLimits(
      requests: requests, answerTime: .seconds(600), idleSeconds: idleSeconds,
      requestSeconds: requestSeconds, bodyBytes: bodyBytes)
  }

  /// Runs a server for as long as a test needs it.
  private func serving<Result>(
    _ limits: ServerLimits = patient(), handler: @escaping HTTPServer.Handler,
    _ body: (UInt16) async throws -> Result
  ) async throws -> Result {
    let server = try HTTPServer(limits: limits, handler: handler)
    let result: Result
    do {
      result = try await body(server.port)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
    return result
  }

  @Test(arguments: [
    ("http://search.example:81/a%20b?q=/", "/a%20b", "q=/", "search.example:81"),
    ("HTTPS://search.example", "/", nil, "search.example"), ("/http://a/", "/http://a/", nil, "h"),
  ])
  func aTargetMayNameTheHost(
    target: String, path: String, query: String?, host: String
  ) async throws {
    let seen = Mutex<HTTPRequest?>(nil)
    let handler: HTTPServer.Handler = { request in
      seen.withLock { $0 = request }
      return .plain("Thanks.", status: 200)
    }
    let answer = try await serving(handler: handler) { port in
      await RawWebClient.send(
        "GET \(target) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", to: port)
    }
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    let request = try #require(seen.withLock { $0 })
    #expect(request.path == path && request.query == query)
    #expect(request.headers.filter { $0.name.lowercased() == "host" }.map(\.value) == [host])
  }

  @Test func aRequestIsHandedOverAsItCame() async throws {
    let seen = Mutex<HTTPRequest?>(nil)
    let handler: HTTPServer.Handler = { request in
      seen.withLock { $0 = request }
      return .plain("Thanks.", status: 200)
    }
    let answer = try await serving(handler: handler) { port in
      await RawWebClient.send(
        "POST /a%20b%2Fc/%C3%A9?x=1&x=a+b%26&&e HTTP/1.1\r\nHost: h\r\nContent-Type: "
          + "application/x-www-form-urlencoded; charset=utf-8\r\nX-Two: 1\r\nx-two: 2\r\nConnection: close\r\n"
          + "Content-Length: 13\r\n\r\nq=caf%C3%A9+%",
        to: port)
    }
    let request = try #require(seen.withLock { $0 })
    #expect(request.method == "POST")
    #expect(request.path == "/a%20b%2Fc/%C3%A9")
    #expect(request.query == "x=1&x=a+b%26&&e")
    #expect(
      request.queryFields == [
        FormField(name: "x", value: "1"), FormField(name: "x", value: "a b&"),
        FormField(name: "e", value: ""),
      ])
    #expect(request.header("X-TWO") == "1")
    #expect(request.formFields == [FormField(name: "q", value: "café %")])
    #expect(request.peer == "127.0.0.1")
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(answer.hasSuffix("\r\n\r\nThanks.\n"))
    #expect(answer.contains("\r\nContent-Security-Policy: default-src 'none';"))
    #expect(answer.contains("\r\nX-Content-Type-Options: nosniff\r\n"))
  }

  @Test func headTellsTheLengthAndSendsNoBody() async throws {
    let answer = try await serving(handler: { _ in .plain("12345", status: 200) }) { port in
      await RawWebClient.send("HEAD / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", to: port)
    }
    #expect(answer.contains("\r\nContent-Length: 6\r\n"))
    #expect(answer.hasSuffix("\r\n\r\n"))
  }

  @Test func oneConnectionServesManyRequests() async throws {
    let count = Atomic(0)
    let handler: HTTPServer.Handler = { _ in
      .plain("number \(count.add(1, ordering: .relaxed).newValue)", status: 200)
    }
    let answer = try await serving(handler: handler) { port in
      await RawWebClient.send(
        String(repeating: "GET / HTTP/1.1\r\nHost: h\r\n\r\n", count: 3)
          + "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", to: port)
    }
    for number in 1...4 { #expect(answer.contains("number \(number)\n")) }
  }

  @Test(arguments: [
    "Content-Length: 1001\r\n\r\n" + String(repeating: "x", count: 1_001),
    "Content-Length: 99999999999999999999\r\n\r\nx",
    "Transfer-Encoding: chunked\r\n\r\n3e9\r\n" + String(repeating: "x", count: 1_001)
      + "\r\n0\r\n\r\n",
  ])
  func aBodyThatIsTooLargeReachesNobody(rest: String) async throws {
    let isCalled = Atomic(false)
    let handler: HTTPServer.Handler = { _ in
      isCalled.store(true, ordering: .relaxed)
      return .plain("Taken.", status: 200)
    }
    let answer = try await serving(Self.patient(bodyBytes: 1_000), handler: handler) { port in
      await RawWebClient.send("POST / HTTP/1.1\r\nHost: h\r\n" + rest, to: port)
    }
    let wasCalled = isCalled.load(ordering: .relaxed)
    #expect(!wasCalled)
    #expect(!answer.contains("200 OK"))
  }

  @Test(arguments: [
    "Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n",
    "Content-Length: 3\r\nContent-Length: 45\r\n\r\nabc",
    "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
    "Content-Length : 3\r\n\r\nabc", "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    // Two proxies may not agree on which of the hosts is asked.
    "Host: i\r\nContent-Length: 0\r\n\r\n",
  ])
  func aRequestWhoseEndIsUnclearIsRefusedWithWhatFollows(rest: String) async throws {
    let count = Atomic(0)
    let handler: HTTPServer.Handler = { _ in
      count.add(1, ordering: .relaxed)
      return .plain("Taken.", status: 200)
    }
    let answer = try await serving(handler: handler) { port in
      await RawWebClient.send(
        "POST / HTTP/1.1\r\nHost: h\r\n\(rest)GET /hidden HTTP/1.1\r\nHost: h\r\n\r\n", to: port)
    }
    #expect(answer.hasPrefix("HTTP/1.1 400 "))
    #expect(!answer.contains("200 OK"))
    let called = count.load(ordering: .relaxed)
    #expect(called == 0)
  }

  @Test func aBodyOfTheLargestSizeIsTakenInPieces() async throws {
    let handler: HTTPServer.Handler = { .plain("\($0.body.count)", status: 200) }
    let body = String(repeating: "x", count: 200_000)
    let answer = try await serving(Self.patient(bodyBytes: 200_000), handler: handler) { port in
      await RawWebClient.send(
        "POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 200000\r\n\r\n" + body,
        to: port)
    }
    #expect(answer.hasSuffix("\r\n\r\n200000\n"))
  }

  @Test(arguments: [
    "", "\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\u{16}\u{03}\u{01}\u{02}\u{00}",
    "GET /\u{0}x HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n",
    "GET / HTTP/1.1\r\n" + String(repeating: "X: y\r\n", count: 20_000) + "\r\n",
    "GET /" + String(repeating: "a", count: 100_000) + " HTTP/1.1\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
  ])
  func whateverIsSentTheNextClientIsServed(bytes: String) async throws {
    // Some of it looks like the beginning of more, and is waited for.
    let limits = Self.patient(idleSeconds: 1)
    let answer = try await serving(limits, handler: { _ in .plain("Well.", status: 200) }) { port in
      _ = await RawWebClient.send(bytes, to: port, closes: true)
      return await RawWebClient.send(
        "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", to: port)
    }
    #expect(answer.hasSuffix("Well.\n"))
  }

  @Test(arguments: [
    "/?" + String(repeating: "q=a&", count: 500), "/?" + String(repeating: "&", count: 5_000),
    "/?" + String(repeating: "a=%20+&b&", count: 2_000), "/?", "/??&?",
  ])
  func aQueryOfAnyNumberOfFieldsIsHandedOver(target: String) async throws {
    let seen = Mutex<String?>(nil)
    let handler: HTTPServer.Handler = { request in
      seen.withLock { $0 = request.query }
      return .plain("Well.", status: 200)
    }
    let answer = try await serving(Self.patient(idleSeconds: 60), handler: handler) { port in
      await RawWebClient.send(
        "GET \(target) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", to: port)
    }
    #expect(answer.hasSuffix("Well.\n"))
    #expect(seen.withLock { $0 } == String(target.dropFirst(2)))
  }

  @Test(arguments: [
    "Cookie: " + String(repeating: "a=b; ", count: 3_000),
    "Cookie: " + String(repeating: ";", count: 10_000),
    String(repeating: "Cookie: a=b\r\n", count: 900) + "X: y",
    String(repeating: "a: b\r\n", count: 900) + "X: y",
  ])
  func aHeadOfManyPartsIsAnswered(fields: String) async throws {
    let answer = try await serving(
      Self.patient(idleSeconds: 60), handler: { _ in .plain("Well.", status: 200) }
    ) { port in
      await RawWebClient.send(
        "GET / HTTP/1.1\r\nHost: h\r\n\(fields)\r\nConnection: close\r\n\r\n", to: port)
    }
    #expect(answer.hasPrefix("HTTP/1.1 200 ") || answer.hasPrefix("HTTP/1.1 431 "))
  }

  @Test func anAnswerThatTakesTooLongIsGivenUp() async throws {
    let limits = ServerLimits(answerTime: .milliseconds(20))
    let ended = AsyncStream.makeStream(of: Void.self)
    let handler: HTTPServer.Handler = { _ in
      // Ends when it is cancelled only.
      for await _ in AsyncStream<Void>.makeStream().stream {}
      ended.continuation.yield()
      return .plain("Late.", status: 200)
    }
    let answer = try await serving(limits, handler: handler) { port in
      await RawWebClient.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", to: port)
    }
    #expect(answer.hasPrefix("HTTP/1.1 503 "))
    #expect(answer.contains("\r\nRetry-After: 5\r\n"))
    for await _ in ended.stream { break }
  }

  @Test func eachAnswerThatTakesTooLongIsGivenUpOneAfterTheOther() async throws {
    let handler: HTTPServer.Handler = { request in
      if request.path == "/slow" {
        // Ends when it is cancelled only.
        for await _ in AsyncStream<Void>.makeStream().stream {}
      }
      return .plain("Answered.", status: 200)
    }
    func get(_ path: String, _ port: UInt16) async -> String {
      await RawWebClient.send(
        "GET \(path) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", to: port)
    }
    let limits = ServerLimits(answerTime: .milliseconds(20))
    try await serving(limits, handler: handler) { port in
      for _ in 0..<3 {
        async let first = get("/slow", port)
        async let second = get("/slow", port)
        #expect(await first.hasPrefix("HTTP/1.1 503 "))
        #expect(await second.hasPrefix("HTTP/1.1 503 "))
      }
    }
  }

  @Test(arguments: [
    ("Content-Type", "content-type", true), ("ETAG", "etag", true), ("a", "A", true),
    ("ETag", "ETags", false), ("a-b", "a_b", false), ("a[", "a{", false), ("", "", true),
  ])
  func namesOfHeadersAreAlikeWhateverTheirCase(name: String, other: String, areAlike: Bool) {
    #expect(HTTPHeader(name, "").isNamed(other) == areAlike)
    #expect(HTTPHeader(other, "").isNamed(name) == areAlike)
  }

  @Test func requestsBeyondTheLimitAreToldToComeLater() async throws {
    let (arrivals, arrive) = AsyncStream.makeStream(of: Void.self)
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let handler: HTTPServer.Handler = { _ in
      arrive.yield()
      for await _ in gate { break }
      return .plain("First.", status: 200)
    }
    let get = "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
    try await serving(Self.patient(requests: 1), handler: handler) { port in
      async let first = RawWebClient.send(get, to: port)
      for await _ in arrivals { break }
      let second = await RawWebClient.send(get, to: port)
      #expect(second.hasPrefix("HTTP/1.1 503 "))
      open.finish()
      #expect(await first.hasSuffix("First.\n"))
    }
  }

  @Test func stoppingWaitsForAnswersThatAreUnderWay() async throws {
    let (arrivals, arrive) = AsyncStream.makeStream(of: Void.self)
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let server = try HTTPServer(limits: Self.patient()) { _ in
      arrive.yield()
      for await _ in gate { break }
      return .plain("Whole.", status: 200)
    }
    async let answer = RawWebClient.send(
      "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", to: server.port)
    for await _ in arrivals { break }
    async let stopped: Void = server.stop()
    open.finish()
    #expect(await answer.hasSuffix("Whole.\n"))
    await stopped
    await server.stop()
  }

  @Test(arguments: [
    "GET /" + String(repeating: "a", count: 1_000) + " HTTP/1.1\r\n",
    "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n"
      + String(repeating: "a", count: 1_000),
  ])
  func aRequestThatComesInDropsIsNotWaitedForForEver(drops: String) async throws {
    let limits = Self.patient(requestSeconds: 1)
    let sent = try await serving(limits, handler: { _ in .plain("Well.", status: 200) }) { port in
      await RawWebClient.drip(drops, to: port)
    }
    #expect(sent < drops.utf8.count)
  }

  @Test func workOnARequestIsNoPartOfTheTimeThatItMayTakeToCome() async throws {
    let limits = Self.patient(requestSeconds: 2)
    let (arrivals, arrive) = AsyncStream.makeStream(of: Void.self)
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let handler: HTTPServer.Handler = { _ in
      arrive.yield()
      for await _ in gate { break }
      return .plain("Well.", status: 200)
    }
    try await serving(limits, handler: handler) { port in
      async let answer = RawWebClient.send(
        "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", to: port)
      for await _ in arrivals { break }
      // One that began later and does not come along is given up: the time of the first is over too.
      let drops = "GET /" + String(repeating: "a", count: 1_000) + " HTTP/1.1\r\n"
      #expect(await RawWebClient.drip(drops, to: port) < drops.utf8.count)
      open.finish()
      #expect(await answer.hasSuffix("Well.\n"))
    }
  }

  @Test func aPortThatIsTakenIsNamed() async throws {
    let server = try HTTPServer(limits: Self.patient()) { _ in .plain("", status: 200) }
    let port = server.port
    #expect(throws: ServerError.portTaken(port)) {
      try HTTPServer(port: port) { _ in .plain("", status: 200) }
    }
    await server.stop()
    #expect(
      ServerError.portTaken(80).description
        == "Another program listens at port 80: end it, or choose another port.")
  }

  @Test func aHeaderThatIsNoneGivesNoAnswerOfItsOwn() async throws {
    let handler: HTTPServer.Handler = { request in
      let value = request.path == "/zero" ? "a\u{0}b" : "a\r\nSet-Cookie: b"
      return HTTPResponse(status: 200, headers: [HTTPHeader("X-Name", value)])
    }
    try await serving(handler: handler) { port in
      for path in ["/zero", "/line"] {
        let answer = await RawWebClient.send(
          "GET \(path) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", to: port)
        #expect(answer.hasPrefix("HTTP/1.1 500 "))
        #expect(!answer.contains("Set-Cookie"))
      }
    }
  }
}
