import Synchronization
import Testing
import WebTestSupport

@testable import WebServing

/// What a client gets whose request is refused, over a connection that it may go on to write to.
struct RefusedRequestTests {
  /// Runs a server for as long as a test needs it, and tells how often its handler was called.
  private func serving(
    _ limits: ServerLimits,
    handler: @escaping HTTPServer.Handler = { _ in .plain("Well.", status: 200) },
    _ body: (UInt16) async -> Void
  ) async throws -> Int {
    let count = Atomic(0)
    let server = try HTTPServer(limits: limits) { request in
      count.add(1, ordering: .relaxed)
      return await handler(request)
    }
    await body(server.port)
    await server.stop()
    return count.load(ordering: .relaxed)
  }

  private static let patient = ServerLimits(
    answerTime: .seconds(600), idleSeconds: 600, requestSeconds: 600, bodyBytes: 100_000)

  /// How often an answer begins.
  private static func answerCount(_ text: String) -> Int {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .count { $0.hasPrefix("HTTP/1.1 ") }
  }

  @Test(arguments: [
    "GET /\u{0}x HTTP/1.1\r\n", "GET /a\u{0} HTTP/1.1\r\n", "GET /a?q=b\u{0}c HTTP/1.1\r\n",
    "G\u{0}ET /a HTTP/1.1\r\n", "GET\u{0} /a HTTP/1.1\r\n", "GET /a b HTTP/1.1\r\n",
    "GET /a?b c HTTP/1.1\r\n",
  ])
  func aLineWithAZeroOrASpaceIsRefusedOnceWithWhatFollows(line: String) async throws {
    let calls = try await serving(Self.patient) { port in
      let answer = await RawWebClient.send(
        "\(line)Host: h\r\n\r\nGET /hidden HTTP/1.1\r\nHost: h\r\n\r\n", to: port)
      #expect(answer.hasPrefix("HTTP/1.1 400 "))
      #expect(Self.answerCount(answer) == 1)
    }
    #expect(calls == 0)
  }

  @Test(arguments: [
    "GET  /a HTTP/1.1\r\n", "GET /a%00b?q=%00&r=%20 HTTP/1.1\r\n", "GET /a?b?c HTTP/1.1\r\n",
  ])
  func aLineWithoutIsNot(line: String) async throws {
    let calls = try await serving(Self.patient) { port in
      let answer = await RawWebClient.send(
        "\(line)Host: h\r\nConnection: close\r\n\r\n", to: port)
      #expect(answer.hasPrefix("HTTP/1.1 200 "))
    }
    #expect(calls == 1)
  }

  @Test(arguments: [
    "Content-Length: 5000000\r\n\r\n" + String(repeating: "x", count: 5_000_000),
    "Content-Length: 200000\r\n\r\n" + String(repeating: "x", count: 200_000),
    "Transfer-Encoding: chunked\r\n\r\n"
      + String(repeating: "10000\r\n" + String(repeating: "x", count: 65_536) + "\r\n", count: 20)
      + "0\r\n\r\n",
  ])
  func aBodyThatIsTooLargeIsTakenAndAnswered(rest: String) async throws {
    let request = Array("POST / HTTP/1.1\r\nHost: h\r\n\(rest)".utf8)
    let calls = try await serving(Self.patient) { port in
      let (answer, sentCount) = await RawWebClient.exchange(request, with: port)
      // A client that writes first and reads then gets its answer, and no reset.
      #expect(answer.hasPrefix("HTTP/1.1 413 "))
      #expect(Self.answerCount(answer) == 1)
      #expect(sentCount == request.count)
    }
    #expect(calls == 0)
  }

  @Test func whatFollowsARequestWhoseEndIsUnclearDoesNotResetTheConnection() async throws {
    let request = Array(
      ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n"
        + String(repeating: "GET / HTTP/1.1\r\nHost: h\r\n\r\n", count: 100_000)).utf8)
    let calls = try await serving(Self.patient) { port in
      let (answer, sentCount) = await RawWebClient.exchange(request, with: port)
      #expect(answer.hasPrefix("HTTP/1.1 400 "))
      #expect(Self.answerCount(answer) == 1)
      #expect(sentCount == request.count)
    }
    #expect(calls == 0)
  }

  @Test func moreConnectionsThanLingerAreAnsweredAsWell() async throws {
    let request = Array(
      ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\n"
        + String(repeating: "x", count: 1_000)).utf8)
    _ = try await serving(Self.patient) { port in
      await withTaskGroup(of: String.self) { group in
        for _ in 0..<100 { group.addTask { await RawWebClient.send(request, to: port) } }
        for await answer in group { #expect(answer.hasPrefix("HTTP/1.1 413 ")) }
      }
    }
  }

  @Test func requestsInARowThatMeetAFullServerAreEachAnswered() async throws {
    let (arrivals, arrive) = AsyncStream.makeStream(of: Void.self)
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    var limits = Self.patient
    limits.requests = 1
    let handler: HTTPServer.Handler = { _ in
      arrive.yield()
      for await _ in gate { break }
      return .plain("First.", status: 200)
    }
    let calls = try await serving(limits, handler: handler) { port in
      async let first = RawWebClient.send(
        "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", to: port)
      for await _ in arrivals { break }
      let row =
        "GET /1 HTTP/1.1\r\nHost: h\r\n\r\n"
        + "POST /2 HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nab\r\nc"
        + "GET /3 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
      let answers = await RawWebClient.send(row, to: port)
      #expect(Self.answerCount(answers) == 3)
      #expect(answers.ranges(of: "HTTP/1.1 503 ").count == 3)
      open.finish()
      #expect(await first.hasSuffix("First.\n"))
    }
    #expect(calls == 1)
  }
}
