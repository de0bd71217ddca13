import CommandKit
import FresnelEngine
import FresnelModel
import FresnelPlatform
import PublicIndex
import Testing
import WireTestSupport

@testable import CloudCommands

@Suite("fresnel-cloud serve", .timeLimit(.minutes(30)))
struct ServeCommandTests {
  @Test("pages that another process writes are found, request after request, until a signal")
  func servesBesideAWriter() async throws {
    try await FileSystem.withTemporaryDirectory { directory in
      let program = try await ServeProgram(in: directory, ["--log-requests", "--rate", "0"])
      #expect(await program.get("/healthz").hasPrefix("HTTP/1.1 503 "))
      // This process is the writer: the program sees what it commits.
      let store = try Store.open(at: "\(directory)/index")
      for number in 1...3 {
        try await put(number, into: store)
        // The program looks for what is new now and then; a search answers with what it has.
        while await !program.get("/v1/search?q=pasta").contains("https://a.example/\(number)") {
          try Task.checkCancellation()
        }
      }
      store.close()
      #expect(await program.get("/").contains("<!DOCTYPE html>"))
      #expect(await program.end() == .exited(0))
      let requests = try program.events("request")
      #expect(requests.contains { $0["route"] == .string("/v1/search") })
      #expect(try program.events("index").contains { $0["pages"] == .integer(3) })
      #expect(try program.events("ending").count == 1)
      // What was asked is no part of the log.
      let log = try FileSystem.contents(of: "\(directory)/output")
      #expect(!String(decoding: log, as: UTF8.self).contains("pasta"))
    }
  }

  @Test("it goes on when nobody reads what it tells any more")
  func outlivesReaders() async throws {
    try await FileSystem.withTemporaryDirectory { directory in
      let program = try await ServeProgram(in: directory, ["--log-requests"], readerLeaves: true)
      for _ in 0..<3 {
        #expect(await program.get("/crawler").hasPrefix("HTTP/1.1 200 "))
      }
      #expect(await program.end() == .exited(0))
    }
  }

  @Test("control-C ends it as well")
  func interrupted() async throws {
    try await FileSystem.withTemporaryDirectory { directory in
      let program = try await ServeProgram(in: directory)
      #expect(await program.end(.interrupt) == .exited(0))
    }
  }

  @Test("a port that is taken is named")
  func taken() async throws {
    try await FileSystem.withTemporaryDirectory { directory in
      let program = try await ServeProgram(in: directory)
      let status = run(["serve", "--listen", "127.0.0.1:\(program.port)", "--data", directory])
      #expect(status.status == .system)
      #expect(status.errors.contains("Another program listens at port \(program.port)"))
      _ = await program.end()
    }
  }

  @Test(
    "what can't be is told with the way out",
    arguments: [
      (["--listen", "localhost:80"], "write --listen 127.0.0.1:8080"),
      (["--listen", "127.0.0.1"], "write --listen 127.0.0.1:8080"),
      (["--base-url", "ftp://a.example"], "write --base-url https://search.example.org"),
      (["--crawler-addresses", "192.0.2.1/24"], "--crawler-addresses 192.0.2.0/24,2001:db8::/48"),
      (["--rate", "-1"], "write --rate 20"), (["--rate", "99999999999"], "write --rate 0"),
    ])
  func mistakes(options: [String], advice: String) {
    let outcome = run(["serve"] + options)
    #expect(outcome.status == .usage)
    #expect(outcome.errors.contains(advice))
  }

  private func run(_ words: [String]) -> (status: CommandKit.ExitStatus, errors: String) {
    let written = Written()
    let console = Console(
      write: { _ in }, writeError: { written.append($0) }, flush: {}, outputIsTerminal: false,
      errorIsTerminal: false, inputIsTerminal: false, columns: 80, usesColor: false)
    let status = CloudTool.tool.run(
      words,
      in: CommandContext(
        tool: CloudTool.tool, console: console, environment: [:], directories: .current))
    return (status, written.text)
  }

  private func put(_ number: Int, into store: Store) async throws {
    var attributes = Attributes()
    attributes[.title] = .string("Pasta \(number)")
    attributes[.url] = .url("https://a.example/\(number)")
    let item = Item(uniqueIdentifier: "https://a.example/\(number)", attributes: attributes)
    let batch = Batch(scope: PublicPages.scope, operations: [.put([try ItemCodec.encode(item)])])
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      store.submit(batch) { error in
        if let error { done.resume(throwing: error) } else { done.resume() }
      }
    }
  }
}
