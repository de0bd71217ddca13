import FresnelPlatform
import Testing
import WebAddresses
import WebTestSupport

@testable import WebFetching

@Suite("Servers that misbehave")
struct BadServerTests {
  /// Fetches from a server that does some steps.
  private func fetch(
    limits: FetchLimits = FetchLimits(), takesPart: Bool = false,
    _ script: @escaping ScriptedServer.Script
  ) async throws -> Result<FetchResponse, FetchError> {
    let server = try ScriptedServer(script: script)
    defer { server.stop() }
    let fetcher = try WebFetcher(.toward(server))
    defer { fetcher.close() }
    var request = FetchRequest(try #require(WebURL("http://site.example/")))
    request.limits = limits
    request.takesPartOfBody = takesPart
    do throws(FetchError) {
      return .success(try await fetcher.fetch(request))
    } catch {
      return .failure(error)
    }
  }

  private func code(_ result: Result<FetchResponse, FetchError>) -> FetchError.Code? {
    guard case .failure(let error) = result else { return nil }
    return error.code
  }

  private var short: FetchLimits {
    var limits = FetchLimits()
    limits.whole = .seconds(3)
    return limits
  }

  private var small: FetchLimits {
    var limits = FetchLimits()
    limits.sentBody = 20_000
    limits.body = 50_000
    limits.head = 8000
    return limits
  }

  @Test("One that never answers, or stops in the middle, or sends for ever, runs out of time")
  func silence() async throws {
    let half: [ScriptedServer.Step] = [
      .send(ScriptedServer.Step.head(200, [("Content-Length", "10")])), .send([65, 66]), .hang,
    ]
    async let silent = fetch(limits: short) { _ in [.hang] }
    async let stopped = fetch(limits: short) { _ in half }
    async let taken = fetch(limits: short, takesPart: true) { _ in half }
    // Only a part of its head comes.
    async let headless = fetch(limits: short, takesPart: true) { _ in
      [.send(Array("HTTP/1.1 200 OK\r\nA: b\r\n".utf8)), .hang]
    }
    #expect(code(try await silent) == .timeout)
    #expect(code(try await stopped) == .timeout)
    let part = try await taken.get()
    #expect(part.text == "AB")
    #expect(part.truncation == .timedOut)
    #expect(code(try await headless) == .timeout)
  }

  @Test("A body that is cut off is no whole body")
  func cutOff() async throws {
    let half: [ScriptedServer.Step] = [
      .send(ScriptedServer.Step.head(200, [("Content-Length", "10")])), .send([65, 66]), .close,
    ]
    #expect(code(try await fetch { _ in half }) == .cutOff)
    let part = try await fetch(takesPart: true) { _ in half }.get()
    #expect(part.text == "AB")
    #expect(part.truncation == .cutOff)
    #expect(code(try await fetch { _ in [.close] }) == .cutOff)
    let chunks: [ScriptedServer.Step] = [
      .send(ScriptedServer.Step.head(200, [("Transfer-Encoding", "chunked")])),
      .send(ScriptedServer.Step.chunk([65])), .close,
    ]
    #expect(code(try await fetch { _ in chunks }) == .cutOff)
  }

  @Test("Bytes after the announced length are not part of the body")
  func overlong() async throws {
    let response = try await fetch { _ in
      [.send(ScriptedServer.Step.head(200, [("Content-Length", "2")]) + Array("ABCDEF".utf8))]
    }.get()
    #expect(response.text == "AB")
  }

  @Test("A body that comes byte by byte is put together")
  func trickle() async throws {
    let response = try await fetch { _ in
      [
        .send(ScriptedServer.Step.head(200, [("Transfer-Encoding", "chunked")])),
        .trickle(
          "soup of the day".utf8.flatMap { ScriptedServer.Step.chunk([$0]) }
            + ScriptedServer.Step.chunk([])),
      ]
    }.get()
    #expect(response.text == "soup of the day")
    let head = try await fetch { _ in
      [.trickle(ScriptedServer.Step.head(200, [("Content-Length", "1")]) + [65])]
    }.get()
    #expect(head.text == "A")
  }

  @Test("A body is given up where it is longer than allowed, announced or not")
  func tooLarge() async throws {
    let announced = try await fetch(limits: small) { _ in
      [.send(ScriptedServer.Step.head(200, [("Content-Length", "99999999999")])), .hang]
    }
    #expect(code(announced) == .tooLarge)
    let endless: [ScriptedServer.Step] = [
      .send(ScriptedServer.Step.head(200)), .sendForever([UInt8](repeating: 65, count: 1000)),
    ]
    #expect(code(try await fetch(limits: small) { _ in endless }) == .tooLarge)
    let part = try await fetch(limits: small, takesPart: true) { _ in endless }.get()
    #expect(part.truncation == .tooLargeAsSent)
    #expect(part.body.count >= 1000)
    #expect(part.body.count <= 50_000)
    #expect(part.body.allSatisfy { $0 == 65 })
  }

  @Test("A bomb is unpacked no further than allowed")
  func bomb() async throws {
    let bomb = PackedBytes.zeros(2_000_000)
    #expect(bomb.count < 20_000)
    let script: ScriptedServer.Script = { _ in [.answer(200, [("Content-Encoding", "gzip")], bomb)]
    }
    #expect(code(try await fetch(limits: small, script)) == .tooLarge)
    let part = try await fetch(limits: small, takesPart: true, script).get()
    #expect(part.truncation == .tooLarge)
    #expect(part.body.count == 50_000)
  }

  @Test("A packed body that is damaged is an error, or given as far as it goes")
  func damaged() async throws {
    let script: ScriptedServer.Script = { _ in
      [.answer(200, [("Content-Encoding", "gzip")], Array("this is no gzip".utf8))]
    }
    #expect(code(try await fetch(script)) == .encoding)
    let part = try await fetch(takesPart: true, script).get()
    #expect(part.truncation == .damagedEncoding)
  }

  @Test("A head without end is given up")
  func endlessHead() async throws {
    let fields = try await fetch(limits: small) { _ in
      [.send(Array("HTTP/1.1 200 OK\r\n".utf8)), .sendForever(Array("A: b\r\n".utf8))]
    }
    #expect(code(fields) == .headTooLarge)
    let heads = try await fetch(limits: small) { _ in
      [.sendForever(ScriptedServer.Step.head(103, [("Link", "</a>")]))]
    }
    #expect(code(heads) == .headTooLarge)
    var limits = small
    limits.whole = .seconds(5)
    // One line without end; the library's own limit may come first.
    let line = try await fetch(limits: limits) { _ in
      [
        .send(Array("HTTP/1.1 200 OK\r\nA: ".utf8)),
        .sendForever([UInt8](repeating: 66, count: 5000)),
      ]
    }
    #expect(code(line) != nil)
  }

  @Test(
    "What is no HTTP is an error",
    arguments: [
      "SSH-2.0-OpenSSH_9.2\r\n", "\0\0\0\0", "<html>", "HTTP/9.9 200 OK\r\n\r\n",
      "HTTP/1.1 999999 OK\r\n\r\n", "ICY 200 OK\r\n\r\n", "HTTP/1.1 099 X\r\n\r\n",
    ])
  func notHTTP(bytes: String) async throws {
    let result = try await fetch { _ in [.send(Array(bytes.utf8)), .close] }
    let found = try #require(code(result))
    #expect([.httpProtocol, .cutOff].contains(found))
  }

  @Test("Lengths that make no sense do not lead astray")
  func lengths() async throws {
    for length in ["-5", "5, 7", "99999999999999999999999", "abc"] {
      let result = try await fetch { _ in
        [.send(ScriptedServer.Step.head(200, [("Content-Length", length)]) + [65, 66]), .close]
      }
      if case .success(let response) = result { #expect(response.body.count <= 2, "\(length)") }
    }
  }

  @Test("Fields that are no text come as Latin-1, malformed names are left out")
  func oddFields() async throws {
    let head =
      Array("HTTP/1.1 200 OK\r\nX-Name: Caf".utf8) + [0xE9] + Array("\r\n".utf8)
      + Array("X-Folded: a\r\n  b\r\nX y: z\r\nContent-Length: 0\r\n\r\n".utf8)
    let response = try await fetch { _ in [.send(head)] }.get()
    #expect(response.fields["X-Name"] == "Café")
    #expect(response.fields["X-Folded"] == "a b")
    #expect(response.fields["X y"] == nil)
  }
}
