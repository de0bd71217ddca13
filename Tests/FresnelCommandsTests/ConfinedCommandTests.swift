import CommandKit
import FresnelPlatform
import SpotlightWire
import Synchronization
import Testing
import WebTestSupport
import WireTestSupport

@testable import FresnelCommands
@testable import WebFetching

/// What `fresnel validate URL` makes of a process that reads and was taken over: a script in the place of the program
/// says what such a process may say.
@Suite("A process that reads pages and was taken over", .timeLimit(.minutes(30)))
struct ConfinedCommandTests {
  private struct Run: Sendable {
    var status: CommandKit.ExitStatus?
    var output = ""
    var errors = ""
    var failure: String?
  }

  /// Runs a command whose process says something and then waits to be ended.
  private func ran(
    saying news: [ReadNews], in directory: String,
    _ change: @escaping @Sendable (inout ConfinedCommand) -> Void = { _ in }
  ) async throws -> Run {
    var writer = WireWriter()
    for one in news {
      writer.append(UInt32(one.payload.count))
      writer.append(one.kind)
      writer.append(0 as UInt8)
      writer.append(0 as UInt16)
      writer.append(raw: one.payload)
    }
    try FileSystem.write(writer.finish(), to: directory + "/said")
    let program = directory + "/program"
    try TestProgram.write(
      script: "[ $1 = read-confined ] && cat '\(directory)/said' >&3; exec sleep 100000",
      to: program)
    let run = Mutex(Run())
    let console = Console(
      write: { text in run.withLock { $0.output += text } },
      writeError: { text in run.withLock { $0.errors += text } }, flush: {},
      outputIsTerminal: true, errorIsTerminal: true, inputIsTerminal: false, columns: 80,
      usesColor: true)
    let context = CommandContext(
      tool: FresnelTool.tool, console: console, environment: [:],
      directories: BaseDirectories(environment: [:], home: directory))
    await withCheckedContinuation { continuation in
      let work: @Sendable () -> Void = {
        var command = ConfinedCommand(
          program, context, fetching: FetchPolicy(userAgent: "Tester/1.0"))
        change(&command)
        do throws(CommandError) {
          let status = try command.run()
          run.withLock { $0.status = status }
        } catch {
          run.withLock { $0.failure = error.message }
        }
        continuation.resume()
      }
      if !DetachedThread.start(work) { work() }
    }
    return run.withLock { $0 }
  }

  private static let findings = Array(#"{"version": 1, "findings": []}"#.utf8)

  @Test("what it prints reaches the terminal without what that would obey")
  func escapes() async throws {
    try await FileSystem.withTemporaryDirectory { (directory: String) async throws in
      let clipboard = Array("\u{1B}]52;c;aGk=\u{7}".utf8)
      let run = try await ran(
        saying: [
          .output(Array("\u{1B}[1ma\u{1B}[0m\u{1B}".utf8)), .output(Array("]0;x\r\n".utf8)),
          .error(clipboard), .error(Array("\r\u{1B}[K".utf8)), .ended(1),
        ], in: directory)
      #expect(run.status == .incomplete)
      #expect(run.output == "\u{1B}[1ma\u{1B}[0m ]0;x \n", "\(run.output.debugDescription)")
      #expect(run.errors == " ]52;c;aGk= \r\u{1B}[K", "\(run.errors.debugDescription)")
    }
  }

  @Test("it is given up when it prints without end, or takes too long")
  func bounds() async throws {
    try await FileSystem.withTemporaryDirectory { (directory: String) async throws in
      let long = try await ran(
        saying: [.output(Array("123".utf8)), .error(Array("456".utf8)), .ended(0)], in: directory
      ) { $0.outputLimit = 5 }
      #expect(long.status == nil && long.output == "123")
      // The line that tells progress is gone before the command says why.
      #expect(long.errors == "\r\u{1B}[K")
      #expect(long.failure?.contains("validate fewer pages at once") == true)
      let late = try await ran(saying: [], in: directory) { $0.patience = .milliseconds(1) }
      #expect(late.failure?.contains("did not answer") == true, "\(late.failure ?? "")")
    }
  }

  @Test("it has a list of findings written once, to the file that the command line names")
  func keeping() async throws {
    try await FileSystem.withTemporaryDirectory { (directory: String) async throws in
      let path = directory + "/findings.json"
      let good: [ReadNews] = [.keep(Self.findings), .kept, .ended(0)]
      let run = try await ran(saying: good, in: directory) { $0.newBaseline = path }
      #expect(run.status == .success && run.failure == nil)
      #expect(try FileSystem.contents(of: path) == Self.findings)
      let refused: [[ReadNews]] = [
        [.kept, .ended(0)], [.keep(Array("no list".utf8)), .kept, .ended(0)],
        [.keep([UInt8](repeating: 0x20, count: 1 << 20)), .kept, .ended(0)],
        [.keep(Self.findings), .keep(Self.findings), .kept, .ended(0)],
      ]
      for news in refused {
        try FileSystem.write([1], to: path)
        let run = try await ran(saying: news, in: directory) { $0.newBaseline = path }
        #expect(run.failure?.contains("list of findings") == true, "\(news)")
        #expect(try FileSystem.contents(of: path) == [1])
      }
      // A second time, and without a file.
      let again: [ReadNews] = [.keep(Self.findings), .kept, .kept, .ended(0)]
      let twice = try await ran(saying: again, in: directory) { $0.newBaseline = path }
      #expect(twice.failure?.contains("list of findings") == true)
      let none = try await ran(saying: good, in: directory)
      #expect(none.failure?.contains("list of findings") == true)
    }
  }

  @Test("what is kept is bounded, and ends once")
  func kept() {
    var kept = KeptBytes(limit: 3)
    #expect(kept.append([1, 2]) && !kept.append([3, 4]) && kept.append([3]) && !kept.isWhole)
    #expect(kept.finish() && kept.isWhole && kept.bytes == [1, 2, 3])
    #expect(!kept.finish() && !kept.append([]))
  }

  @Test("a process that can't do its work says why")
  func unable() async throws {
    try await FileSystem.withTemporaryDirectory { (directory: String) async throws in
      let run = try await ran(saying: [.unable("This kernel can't.")], in: directory)
      #expect(run.failure == "This kernel can't" && run.errors == "\r\u{1B}[K")
      let half = try await ran(
        saying: [.error(Array("\r12 pages".utf8)), .unable("No.")], in: directory)
      #expect(half.errors == "\r12 pages\r\u{1B}[K", "\(half.errors.debugDescription)")
      let whole = try await ran(saying: [.error(Array("\r12".utf8)), .ended(0)], in: directory)
      #expect(whole.errors == "\r12")
    }
  }
}
