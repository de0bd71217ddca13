import CommandKit
import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import Synchronization
import Testing
import WebTestSupport

@testable import CloudCommands

@Suite("fresnel-cloud measure-search", .timeLimit(.minutes(30)))
struct MeasureSearchTests {
  @Test("every question is asked of the service, over pages that were put into its index")
  func measures() async throws {
    try await FileSystem.withTemporaryDirectory { directory in
      let pages = (1...30).map {
        "{\"id\":\"p:\($0)\",\"title\":\"Pasta \($0)\",\"text\":\"Soup.\"}"
      }
      try FileSystem.write(
        Array(pages.joined(separator: "\n").utf8), to: "\(directory)/pages.jsonl")
      try FileSystem.write(
        Array("pasta\tmore\n\nsoup & salt\nnothing\n".utf8), to: "\(directory)/questions")
      let filled = run(
        ["measure-search", "--fill", "--data", directory, "\(directory)/pages.jsonl"])
      #expect(filled.status == .success && filled.output.hasPrefix("30 pages in "))
      let program = try await ServeProgram(in: directory, ["--rate", "0", "--log-requests"])
      let found = await program.get("/v1/search?q=pasta")
      #expect(found.contains("Pasta 1"))
      let measured = run([
        "measure-search", "--at", "127.0.0.1:\(program.port)", "--rate", "100", "--seconds", "1",
        "--warm-up", "0", "--connections", "4", "--json", "\(directory)/questions",
      ])
      #expect(measured.status == .success, "\(measured.errors)")
      let report = try JSONValue.parse(Array(measured.output.utf8))
      #expect(report["answers"] == .integer(100) && report["failures"] == .integer(0))
      #expect(report["statuses"] == .object([JSONMember("200", .integer(100))]))
      #expect(report["microseconds"]?["p99"] != nil && report["microseconds"]?["max"] != nil)
      #expect(await program.end() == .exited(0))
      let asked = try program.events("request").count { $0["route"] == .string("/v1/search") }
      #expect(asked == 101)
    }
  }

  @Test("a slow answer counts for all requests that it held up")
  func coordinatedOmission() async throws {
    let isFirst = Mutex(true)
    let server = try ScriptedServer { _ in
      let waits = isFirst.withLock { first in
        defer { first = false }
        return first
      }
      return (waits ? [.wait(.milliseconds(500))] : []) + [.answer(200, [], text: "{}")]
    }
    defer { server.stop() }
    let load = SearchLoad(
      address: server.address, targets: ["/a", "/b"], rate: 100, count: 60, warmUpCount: 0,
      connectionCount: 1)
    let outcome = try load.run()
    #expect(outcome.times.count == 60 && outcome.failures == 0)
    #expect(server.requests.map(\.target) == (0..<60).map { $0 % 2 == 0 ? "/a" : "/b" })
    // Forty of them were meant for the first 400 ms, and answered after 500.
    let times = outcome.times.percentiles([0.4, 1])
    #expect(times[0] >= 100_000 && times[1] >= 500_000)
    #expect(outcome.late >= 40)
  }

  @Test(
    "what is no answer is a failure, told in a sentence",
    arguments: [
      ([ScriptedServer.Step.close], "ended the connection"),
      ([.send(Array("Hello\r\n\r\n".utf8)), .close], "does not answer as HTTP/1.1"),
      ([.send(Array("HTTP/1.1 200 OK\r\n\r\n".utf8)), .close], "has no Content-Length"),
      (
        [.send(Array("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n".utf8)), .close],
        "no Content-Length"
      ),
      ([.send(ScriptedServer.Step.head(200, [("Content-Length", "9")])), .close], "ended"),
      ([.sendForever(Array("x".utf8))], "too long"),
    ])
  func failures(steps: [ScriptedServer.Step], words: String) throws {
    let server = try ScriptedServer { _ in steps }
    defer { server.stop() }
    let load = SearchLoad(
      address: server.address, targets: ["/"], rate: 1_000, count: 5, warmUpCount: 0,
      connectionCount: 2)
    let outcome = try load.run()
    #expect(outcome.failures == 5 && outcome.times.count == 0)
    #expect(outcome.problem?.contains(words) == true, "\(outcome.problem ?? "")")
  }

  @Test("any bytes are survived", arguments: [1, UInt64.random(in: 2 ... .max)])
  func anyBytes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let parts = [
      "HTTP/1.1 ", "200", " OK", "\r\n", "Content-Length: ", "7", "\r\n\r\n", ":", "é", "\0",
    ]
    for _ in 0..<5_000 {
      let text = (0..<Int.random(in: 0..<12, using: &generator)).map { _ in
        parts.randomElement(using: &generator) ?? ""
      }.joined()
      do throws(SystemError) {
        let head = try LoadConnection.Head(of: Array(text.utf8), limit: 64)
        #expect(head == nil || head?.byteCount ?? 0 <= text.utf8.count)
      } catch {
        #expect(!error.message.isEmpty)
      }
    }
  }

  @Test(
    "what can't be is told with the way out",
    arguments: [
      (["--at", "192.0.2.1:80", "q"], "a loopback address"),
      (["--at", "127.0.0.1:0", "q"], "loopback"),
      (["--rate", "0", "q"], "1 to 100000"), (["--path", "x", "q"], "a path of the service"),
      (["/nonexistent/questions"], "/nonexistent/questions"),
    ])
  func mistakes(options: [String], words: String) {
    let outcome = run(["measure-search"] + options)
    #expect(outcome.status != .success && outcome.errors.contains(words), "\(outcome.errors)")
  }

  @Test("nobody listens")
  func nobody() throws {
    try FileSystem.withTemporaryDirectory { directory in
      try FileSystem.write(Array("a\n".utf8), to: "\(directory)/q")
      let port = try NetworkListener(try #require(NetworkAddress("127.0.0.1", port: 0))).address
        .port
      let outcome = run(["measure-search", "--at", "127.0.0.1:\(port)", "\(directory)/q"])
      #expect(outcome.status == .system)
    }
  }

  private func run(
    _ words: [String]
  ) -> (status: CommandKit.ExitStatus, output: String, errors: String) {
    let (output, errors) = (Written(), Written())
    let console = Console(
      write: { output.append($0) }, writeError: { errors.append($0) }, flush: {},
      outputIsTerminal: false, errorIsTerminal: false, inputIsTerminal: false, columns: 80,
      usesColor: false)
    let status = CloudTool.tool.run(
      words,
      in: CommandContext(
        tool: CloudTool.tool, console: console, environment: [:], directories: .current))
    return (status, output.text, errors.text)
  }
}
