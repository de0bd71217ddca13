import Dispatch
import FresnelPlatform
import FresnelTestSupport
import Testing
import WebTestSupport

/// Drives the built program through a terminal, with a public index that answers when the test says so.
@Suite("The web below a person's own results, in a terminal", .serialized)
struct WebSearchTerminalTests {
  private static let answer = """
    {"results":[{"url":"https://films.example/third","title":"Third on the web","type":"Movie"},
    {"url":"https://films.example/other","title":"Another third","description":"Of many."}]}
    """

  private static func program() throws -> String {
    let tests = try #require(CommandLine.arguments.first { $0.hasSuffix(".xctest") })
    return FileSystem.parent(of: tests) + "/fresnel"
  }

  /// A machine with two films, a browser that tells what it shows, and a server.
  private func withMachine(
    _ script: @escaping ScriptedServer.Script,
    _ body: (
      _ environment: [String: String], _ server: ScriptedServer, _ shown: borrowing FileDescriptor
    ) throws -> Void
  ) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let server = try ScriptedServer(script: script)
      let shown = directory + "/shown"
      #expect(try Command("mkfifo", [shown]).run().isSuccess)
      try FileSystem.createDirectory(directory + "/bin")
      try FileSystem.write(
        Array("#!/bin/sh\necho \"$*\" > \(shown)\n".utf8), to: directory + "/bin/x-www-browser",
        permissions: 0o700)
      let films = """
        {"id":"1","title":"The Third Man"}
        {"id":"2","title":"Third Metropolis"}
        """
      try FileSystem.write(Array(films.utf8), to: directory + "/films.jsonl")
      let environment = [
        "PATH": directory + "/bin:/usr/bin:/bin", "HOME": directory, "TERM": "xterm-256color",
        "LANG": "C.UTF-8", "XDG_DATA_HOME": directory + "/data",
        "XDG_DATA_DIRS": directory + "/share", "XDG_CONFIG_DIRS": directory + "/etc",
      ]
      let address = "http://127.0.0.1:\(server.address.port)/"
      for arguments in [
        ["index", directory + "/films.jsonl"], ["web", "on", address, "--within", "60000"],
      ] {
        var command = Command(try Self.program(), arguments)
        command.environment = environment
        command.output = .null
        #expect(try command.run() == .exited(0))
      }
      // Open for both, so that it is never at its end.
      try body(environment, server, FileDescriptor(opening: shown, for: .readingAndWriting))
    }
  }

  @Test("a search prints what is here while the server still thinks, and the web's when it comes")
  func oneSearch() throws {
    let mayAnswer = DispatchSemaphore(value: 0)
    try withMachine { _ in
      _ = mayAnswer.wait(timeout: .now() + .seconds(600))
      return [.answer(text: Self.answer)]
    } _: { environment, server, _ in
      var terminal = try PseudoTerminal(columns: 80, rows: 24)
      try terminal.start(Self.program(), ["search", "third"], environment: environment)
      try terminal.read(until: "Third Metropolis")
      try terminal.read(until: "2 items match")
      mayAnswer.signal()
      try terminal.read(until: "On the web")
      try terminal.read(until: "Third on the web")
      try terminal.read(until: "Another third")
      #expect(terminal.waitForEnd() == 0)
      #expect(server.requests.count == 1)
    }
  }

  @Test("while typing, the web comes below without moving anything, and opens in the browser")
  func typing() throws {
    let mayAnswer = DispatchSemaphore(value: 0)
    try withMachine { _ in
      _ = mayAnswer.wait(timeout: .now() + .seconds(600))
      return [.answer(text: Self.answer)]
    } _: { environment, server, shown in
      var terminal = try PseudoTerminal(columns: 80, rows: 24)
      try terminal.start(Self.program(), environment: environment)
      try terminal.read(until: "2 items can be found")
      try terminal.type("third")
      try terminal.read(until: "▸ Third Metropolis")
      try terminal.type("\u{1B}[B")
      try terminal.read(until: "2 of 2")
      try terminal.read(until: "▸ The Third Man")
      mayAnswer.signal()
      // Still the second one, of two; and below it what came.
      try terminal.read(until: "2 of 2   2 on the web")
      try terminal.read(until: "On the web")
      try terminal.read(until: "  Third on the web")
      try terminal.type("\u{1B}[B")
      try terminal.read(until: "1 of 2 on the web")
      try terminal.read(until: "▸ Third on the web")
      try terminal.type("\t")
      try terminal.read(until: "page       https://films.example/third")
      try terminal.type("\u{1B}")
      try terminal.read(until: "▸ Third on the web")
      try terminal.type("\r")
      let ready = try waitForInput(on: [shown.rawValue], timeout: .seconds(600))
      try #require(!ready.isEmpty, "no browser was started")
      #expect(
        String(decoding: try shown.read(count: 4096), as: UTF8.self)
          == "https://films.example/third\n")
      try terminal.read(until: "opened in the browser")
      // Up again, over the heading; an erased field has nothing of the web.
      try terminal.type("\u{1B}[A")
      try terminal.read(until: "▸ The Third Man")
      try terminal.type("\u{15}")
      try terminal.read(until: "2 items can be found")
      try terminal.type("\u{03}")
      try terminal.read(until: "\u{1B}[?1049l")
      #expect(terminal.waitForEnd() == 130)
      #expect(server.requests.allSatisfy { $0.target.hasPrefix("/v1/search?q=") })
    }
  }
}
