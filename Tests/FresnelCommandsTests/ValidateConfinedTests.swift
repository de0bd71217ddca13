import CommandKit
import FresnelModel
import FresnelPlatform
import Synchronization
import Testing
import WebTestSupport
import WireTestSupport

@testable import FresnelCommands
@testable import WebFetching

@Suite("fresnel validate reads pages in a confined process")
struct ValidateConfinedTests {
  /// Runs the tool on a thread of its own: it waits there for another process.
  private func ran(
    _ words: [String], in directory: String, by worker: String? = nil
  ) async throws -> ToolRun {
    // Without the program all would be read in this process.
    try #require(FileSystem.exists(try TestProgram.path("fresnel")))
    return try #require(
      await withCheckedContinuation { continuation in
        let isStarted = DetachedThread.start {
          continuation.resume(
            returning: ToolRun(words, in: directory, readsEverything: false, worker: worker))
        }
        if !isStarted { continuation.resume(returning: nil) }
      } as ToolRun?)
  }

  private static func text(of path: String) -> String {
    String(decoding: (try? FileSystem.contents(of: path)) ?? [], as: UTF8.self)
  }

  /// What the kernel says of the processes that read for a command with a word.
  private static func readers(named word: String) throws -> [String] {
    try FileSystem.entries(of: "/proc").filter { Int($0) != nil }.filter { process in
      let line = text(of: "/proc/\(process)/cmdline")
      return line.contains(ReadWorker.argument) && line.contains(word)
    }.map { text(of: "/proc/\($0)/status") }
  }

  @Test("what comes from the network is read by a process that is confined before it comes")
  func confined() async throws {
    let statuses = Mutex<[String]>([])
    let server = try ScriptedServer { request in
      if request.target == "/soup" {
        // The command waits for this answer.
        let found = (try? Self.readers(named: "confined-\(CurrentProcess.identifier)")) ?? []
        statuses.withLock { $0 = found }
        return [.page("<title>Soup</title><p>Peas")]
      }
      return [.answer(404, text: "no")]
    }
    defer { server.stop() }
    try await FileSystem.withTemporaryDirectory { (directory: String) async throws in
      let site = "http://127.0.0.1:\(server.address.port)"
      let run = try await ran(
        [
          "validate", "--local", "--summary", site + "/soup", "--test",
          "https://a.example/confined-\(CurrentProcess.identifier)",
        ], in: directory)
      #expect(run.output.contains("/soup"), "\(run.output)\(run.errors)")
    }
    let found = statuses.withLock { $0 }
    #expect(!found.isEmpty)
    for status in found {
      #expect(status.contains("NoNewPrivs:\t1\n") && status.contains("Seccomp:\t2\n"))
    }
  }

  @Test("files and pages go together, and what is told and asked for is as without a process")
  func together() async throws {
    let server = try ScriptedServer { request in
      request.target == "/soup"
        ? [.page("<title>Sóup 漢字</title><p>Peas")] : [.answer(404, text: "no")]
    }
    defer { server.stop() }
    try await FileSystem.withTemporaryDirectory { (directory: String) async throws in
      let file = directory + "/page.html"
      try FileSystem.write(Array("<title>Leek</title><p>x".utf8), to: file)
      let words = ["validate", "--local", "http://127.0.0.1:\(server.address.port)/soup", file]
      let run = try await ran(words, in: directory)
      #expect(run.output.contains("│ Sóup 漢字") && run.output.contains("│ Leek"), "\(run.output)")
      #expect(run.errors.contains("the address of \(file) is not known"), "\(run.errors)")
      let json = try await ran(words + ["--json"], in: directory)
      for line in json.output.split(separator: "\n") { _ = try JSONValue.parse(Array(line.utf8)) }
      #expect(json.output.split(separator: "\n").count == 2, "\(json.output)")
      let missing = try await ran(words + [directory + "/none.html"], in: directory)
      #expect(missing.status == .system && missing.errors.contains("there is no file"))
    }
  }

  @Test("a file of findings that can't be written is told, and nothing else")
  func unwritable() async throws {
    let server = try ScriptedServer { _ in [.page("<title>Home</title><p>Soups")] }
    defer { server.stop() }
    try await FileSystem.withTemporaryDirectory { (directory: String) async throws in
      let path = directory + "/none/findings.json"
      let run = try await ran(
        [
          "validate", "--local", "--site", "http://127.0.0.1:\(server.address.port)/",
          "--write-baseline", path,
        ], in: directory)
      #expect(run.status == .system && run.output.isEmpty, "\(run.output)")
      #expect(run.errors.contains("/none/"), "\(run.errors)")
    }
  }

  @Test("where pages may be fetched from is decided by the command, not by the process that reads")
  func policy() async throws {
    let server = try ScriptedServer { _ in [.page("<title>Home</title><p>Soups")] }
    defer { server.stop() }
    let program = try TestProgram.path("fresnel")
    let address = "http://127.0.0.1:\(server.address.port)/"
    let (strict, local) = await withCheckedContinuation { continuation in
      let work: @Sendable () -> Void = {
        let texts = [false, true].map { allowsLocal in
          // The words allow what the policy refuses.
          var process = ReadProcess(program, ["command", "80,", "validate", "--local", address])
          process.environment = ["HOME": "/"]
          process.fetching = SiteFetching.policy(
            for: [], allowsLocal: allowsLocal, certificates: nil)
          let text = Mutex("")
          _ = try? process.run { news in
            if case .output(let bytes) = news {
              text.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
            }
            return true
          }
          return (text.withLock { $0 }, server.requests.count)
        }
        continuation.resume(returning: (texts[0], texts[1]))
      }
      if !DetachedThread.start(work) { work() }
    }
    #expect(strict.1 == 0 && !strict.0.contains("│ Home"), "\(strict.0)")
    #expect(local.1 > 0 && local.0.contains("│ Home"), "\(local.0)")
  }

  @Test("both processes end with the command, however that ends")
  func killed() throws {
    let server = try ScriptedServer { _ in [.hang] }
    defer { server.stop() }
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let (_, far) = try UnixSocket.pair()
      let command = LimitedCommand(
        try TestProgram.path("fresnel"),
        ["validate", "--local", "http://127.0.0.1:\(server.address.port)/"],
        environment: ["HOME": directory])
      let process = try command.start(passing: far.descriptor)
      process.openGate()
      #expect(TestProgram.wait { !server.requests.isEmpty })
      let children = try Self.children(of: process.identifier)
      #expect(children.count == 2, "\(children)")
      process.signalGroup(.kill)
      for child in children {
        // Where nobody collects it, an entry without a program is left.
        #expect(
          TestProgram.wait {
            let status = Self.text(of: "/proc/\(child)/status")
            return status.isEmpty || status.contains("State:\tZ") || status.contains("State:\tX")
          })
      }
    }
  }

  /// The processes that a process started.
  private static func children(of process: Int32) throws -> [String] {
    try FileSystem.entries(of: "/proc").filter { Int($0) != nil }.filter {
      text(of: "/proc/\($0)/status").contains("\nPPid:\t\(process)\n")
    }
  }

  /// Writes a program that does something else in the place of fetching.
  private static func program(fetching script: String, in directory: String) throws -> String {
    let path = directory + "/worker"
    try TestProgram.write(
      script: """
        if [ $1 = \(FetchWorker.argument) ]; then \(script); fi
        exec '\(try TestProgram.path("fresnel"))' "$@"
        """, to: path)
    return path
  }

  @Test(
    "a process that fetches and ends or does not answer costs one address, and the next is fetched",
    arguments: ["exit 1", "exec sleep 100000"])
  func failingOnce(how: String) async throws {
    let server = try ScriptedServer { request in
      request.target == "/second"
        ? [.page("<title>Second</title><p>Soups")] : [.answer(404, text: "no")]
    }
    defer { server.stop() }
    try await FileSystem.withTemporaryDirectory { (directory: String) async throws in
      let worker = try Self.program(
        fetching: "if mkdir '\(directory)/begun' 2>/dev/null; then \(how); fi", in: directory)
      let site = "http://127.0.0.1:\(server.address.port)"
      let run = try await ran(
        ["validate", "--local", "--time", "8", site + "/first", site + "/second"], in: directory,
        by: worker)
      #expect(FileSystem.exists(directory + "/begun"))
      #expect(run.output.contains("│ Second"), "\(run.output)\(run.errors)")
      #expect(run.errors.isEmpty, "\(run.errors)")
    }
  }

  @Test("three addresses in a row at which the process that fetches fails are the last ones")
  func failingOften() async throws {
    try await FileSystem.withTemporaryDirectory { (directory: String) async throws in
      let worker = try Self.program(fetching: "exit 1", in: directory)
      let pages = (1...5).map { "http://127.0.0.1:1/page\($0)" }
      let run = try await ran(
        ["validate", "--local", "--summary"] + pages, in: directory, by: worker)
      #expect(run.status == .system)
      #expect(
        run.errors.contains("failed at 3 addresses in a row, so 2 addresses after them were not"),
        "\(run.errors)")
      for (number, page) in pages.enumerated() {
        #expect(run.output.contains(page) == (number < 3), "\(run.output)")
      }
    }
  }

  @Test("no other command runs in the process that reads")
  func otherCommands() throws {
    let told = Mutex<[ReadNews]>([])
    for words in [["app", "list"], ["--help"], []] {
      let process = ReadProcess(try TestProgram.path("fresnel"), ["command", "80,"] + words)
      let status = try process.run { news in
        told.withLock { $0.append(news) }
        return true
      }
      #expect(status == 2)
    }
    #expect(told.withLock { $0.isEmpty })
  }

  @Test("the shape of a terminal is told as a word")
  func shape() {
    for word in ["80,", "200,oec", "33,e", "1,o"] {
      #expect(ConfinedCommand.Shape(word: word).word == word)
    }
    for word in ["", "x,", "-3,", "0"] {
      #expect(ConfinedCommand.Shape(word: word).word == "80,")
    }
  }
}
