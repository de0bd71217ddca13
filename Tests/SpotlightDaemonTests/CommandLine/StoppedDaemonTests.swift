import Dispatch
import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Synchronization
import Testing
import WireTestSupport

/// What commands do beside a daemon that answers no more: one that was stopped takes connections and says nothing, one
/// that was killed takes none.
@Suite(
  "Commands beside a daemon that was stopped or killed", .serialized, .timeLimit(.minutes(30)))
struct StoppedDaemonTests {
  /// The same program, which waits a moment in the place of half a minute.
  private func impatient(_ fresnel: FresnelProgram, seconds: Double = 0.5) -> FresnelProgram {
    FresnelProgram(
      directory: fresnel.directory,
      environment: fresnel.environment.merging(["FRESNEL_DAEMON_PATIENCE": "\(seconds)"]) { $1 },
      hasDaemon: true)
  }

  /// How often a run told that it waits, which it does once for each wait.
  private func waitCount(_ errors: String) -> Int {
    errors.split(separator: "\n").count { $0.contains("waiting for the index daemon to answer") }
  }

  private static let app = "org.example.nobody"

  /// Commands that need the daemon.
  private static let commands = [
    ["items"], ["search", "alien"], ["query", "title == \"Alien\""], ["show", "a"], ["open", "a"],
    ["explain", "alien", "a"], ["export"], ["delete", "a"], ["stats"], ["status"], ["check"],
    ["compact"], ["import", "applications"], ["app", "show", app], ["app", "doctor", app],
    ["app", "remove", app], ["app", "adopt", app], ["settings", app],
    ["settings", app, "--search", "off"], ["history", "list"], ["history", "list", "--app", app],
    ["history", "on", app], ["history", "on"], ["history", "delete", "--all"],
    ["history", "delete", "--app", app], ["handoff", "list"], ["handoff", "on", app],
    ["handoff", "accept"], ["devices", "list"], ["doctor"], ["doctor", app], ["pause"], ["resume"],
    ["lock"], ["continue", "soup"],
  ]

  @Test("each command waits once, gives up with status 3, and says why in one sentence")
  func stopped() throws {
    try FresnelProgram.withDaemonProcess { fresnel, daemon in
      let films = try fresnel.file("films.jsonl", "{\"id\":\"a\",\"title\":\"Alien\"}\n")
      #expect(try fresnel("index", films, "--app", "films").status == 0)
      daemon.send(.stop)
      for words in Self.commands {
        let run = try impatient(fresnel).run(words)
        #expect(run.status == 3, "\(words): \(run)")
        #expect(waitCount(run.errors) == 1, "\(words): \(run)")
        #expect(run.errors.contains("The index daemon does not answer"), "\(words): \(run)")
        // An error of the rooms below is told in its words, not as Swift shows its value.
        for name in ["CommandError", "ServiceError", "ExitStatus", "rawValue"] {
          #expect(!run.errors.contains(name), "\(words): \(run)")
        }
      }
    }
  }

  @Test("what needs no daemon is done beside one that was stopped")
  func withoutDaemon() throws {
    try FresnelProgram.withDaemonProcess { fresnel, daemon in
      #expect(try fresnel("settings", "--purge-after", "30").status == 0)
      daemon.send(.stop)
      for words in [["settings"], ["app", "list"], ["links", "list"], ["names", "attributes"]] {
        let run = try impatient(fresnel).run(words)
        #expect(run.status != 3 && waitCount(run.errors) == 0, "\(words): \(run)")
      }
    }
  }

  @Test(
    "what is indexed while the daemon is killed or stopped fails after one wait, and the stored are counted",
    arguments: [true, false])
  func gone(isKilled: Bool) throws {
    try FresnelProgram.withDaemonProcess { fresnel, daemon in
      let directory = daemon.directory
      func lines(_ numbers: Range<Int>) -> String {
        numbers.map { #"{"id":"\#($0)","title":"thing \#($0)"}"# + "\n" }.joined()
      }
      _ = try fresnel.file("first", lines(0..<5000))
      // More than the batches that may be under way.
      _ = try fresnel.file("second", lines(5000..<40_000))
      #expect(try Command("/usr/bin/mkfifo", [directory + "/rest"]).run().isSuccess)
      var command = Command(
        "/bin/sh",
        [
          "-c", "cd \"$1\" && cat first rest | \"$2\" index - 2>&1", "sh", directory,
          try TestProgram.path("fresnel"),
        ])
      // Long enough for a daemon that is alive to take the connection on a busy machine.
      command.environment = impatient(fresnel, seconds: 5).environment
      let ended = Mutex<Result<(ending: Command.Ending, output: [UInt8]), any Error>?>(nil)
      let isOver = DispatchSemaphore(value: 0)
      let indexing = command
      DispatchQueue(label: "indexing").async {
        let result = Result { try indexing.capture() }
        ended.withLock { $0 = result }
        isOver.signal()
      }
      func count() throws -> JSONValue? {
        let tool = try daemon.client(.tool, claiming: "org.fresnel.tool")
        guard case .array(let indexes)? = try tool.order("indexes", "{}")["indexes"] else {
          return nil
        }
        return indexes.first { $0["app"] == .string("org.fresnel.files") }?["items"]
      }
      #expect(try TestProgram.wait { try count() == .integer(4096) })
      if isKilled { daemon.kill() } else { daemon.send(.stop) }
      let rest = Command("/bin/sh", ["-c", "cat \"$1/second\" > \"$1/rest\"", "sh", directory])
      _ = try rest.run()
      isOver.wait()
      let (ending, output) = try #require(ended.withLock { $0 }).get()
      let text = String(decoding: output, as: UTF8.self)
      #expect(ending == .exited(3), "\(text)")
      // Whether the daemon could still say so of the first batch is a matter of moments.
      let counts = ["4,096 are stored for certain", "0 are stored for certain"]
      #expect(counts.contains { text.contains($0) }, "\(text)")
      #expect(waitCount(text) == 1, "\(text)")
    }
  }
}
