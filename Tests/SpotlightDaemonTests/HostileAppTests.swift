import Dispatch
import FresnelPlatform
import SpotlightWire
import Synchronization
import Testing
import WireTestSupport

/// Attacks of `hostile-app`, each in a process of its own, on a daemon that believes nobody. The programs
/// run as nobody when this is root, since root may do what the daemon relies on that others cannot.
@Suite("Hostile apps", .serialized, .timeLimit(.minutes(30)))
struct HostileAppTests {
  /// The programs of the attacker and of the app that is attacked, and their daemon.
  private struct Stage {
    let daemon: DaemonProcess
    let attacker: String
    let victim: String

    /// Registers the victim, starts the daemon and has the victim store its items.
    init(in directory: String) throws {
      daemon = try DaemonProcess(in: directory, isUnprivileged: true)
      attacker = directory + "/hostile-app"
      victim = directory + "/victim-app"
      let apps = directory + "/data/fresnel/apps"
      try FileSystem.createDirectory(apps)
      let manifest =
        "{\"CFBundleIdentifier\":\"org.example.victim\",\"FresnelExecutable\":\"\(victim)\"}"
      try FileSystem.write(Array(manifest.utf8), to: apps + "/org.example.victim.plist")
      for program in [attacker, victim] {
        _ = try Command("/bin/cp", [try TestProgram.path("hostile-app"), program]).run()
      }
      if TestProgram.isRoot {
        _ = try Command("/bin/chown", ["-R", "\(TestProgram.unprivilegedUser)", directory]).run()
      }
      try daemon.start()
      let (ending, output) = try run(victim, ["--store", daemon.socketPath])
      try #require(ending == .exited(0), "\(output)")
    }

    /// A program to be run as a user.
    func command(
      _ program: String, _ arguments: [String], user: Int = TestProgram.unprivilegedUser
    ) -> Command {
      let words =
        (TestProgram.isRoot ? TestProgram.becoming(user) : []) + [program] + arguments
      var command = Command("/bin/sh", ["-c", "exec \"$@\" 2>&1", "sh"] + words)
      command.environment = daemon.environment
      return command
    }

    /// Runs a program and tells how it ended and what it said.
    func run(
      _ program: String, _ arguments: [String], user: Int = TestProgram.unprivilegedUser
    ) throws -> (Command.Ending, String) {
      try Self.run(command(program, arguments, user: user))
    }

    static func run(_ command: Command) throws -> (Command.Ending, String) {
      let (ending, output) = try command.capture(maximumByteCount: 1 << 16)
      return (ending, String(decoding: output, as: UTF8.self))
    }

    /// What the daemon's process uses.
    func usage() throws -> (residentBytes: Int, descriptors: Int?) {
      let process = try #require(daemon.processIdentifier)
      let status = String(
        decoding: try FileSystem.contents(of: "/proc/\(process)/status"), as: UTF8.self)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
      let kilobytes = try #require(Int(line.split { !$0.isNumber }.first ?? ""))
      // Only root may count the descriptors of a process that may not be looked at.
      return (kilobytes << 10, (try? FileSystem.entries(of: "/proc/\(process)/fd"))?.count)
    }
  }

  @Test("each attack fails, and the attacked app's items are untouched")
  func attacks() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let stage = try Stage(in: directory)
      defer { stage.daemon.kill() }
      let lines = try stage.run(stage.attacker, ["--list"]).1.split(separator: "\n")
      let before = try stage.usage()
      let outcomes = Outcomes()
      let waiting = DispatchGroup()
      for line in lines {
        let name = String(line.prefix { $0 != " " })
        let arguments = [name, stage.daemon.socketPath, stage.victim]
        let command = stage.command(stage.attacker, arguments)
        guard !line.hasSuffix("waits") else {
          waiting.enter()
          _ = DetachedThread.start {
            outcomes.note(name, Result { try Stage.run(command) })
            waiting.leave()
          }
          continue
        }
        outcomes.note(name, Result { try Stage.run(command) })
        let (check, found) = try stage.run(stage.victim, ["--check", stage.daemon.socketPath])
        #expect(check == .exited(0), "after \(name): \(found)")
        guard let process = stage.daemon.processIdentifier, Signal.none.send(to: process) else {
          Issue.record("the daemon died of \(name): \(stage.daemon.log.suffix(2000))")
          return
        }
      }
      waiting.wait()
      #expect(try stage.run(stage.victim, ["--check", stage.daemon.socketPath]).0 == .exited(0))
      let after = try stage.usage()
      #expect(after.residentBytes < before.residentBytes + 200 << 20)
      if let first = before.descriptors, let last = after.descriptors {
        #expect(last <= first + 8, "descriptors are left open")
      }
      outcomes.report()
      #expect(lines.count >= 100)
    }
  }

  /// How attacks ended.
  private final class Outcomes: Sendable {
    private struct Count {
      var all = 0
      var failed = 0
      var skipped: [String] = []
    }
    private let count = Mutex(Count())

    func note(_ name: String, _ result: Result<(Command.Ending, String), any Error>) {
      count.withLock { count in
        count.all += 1
        switch result {
        case .success((.exited(0), _)): count.failed += 1
        case .success((.exited(77), let reason)):
          count.skipped.append("\(name): \(reason.prefix { $0 != "\n" })")
        case .success((let ending, let output)):
          Issue.record("\(name): \(ending), \(output)")
        case .failure(let error): Issue.record("\(name): \(error)")
        }
      }
    }

    func report() {
      let count = count.withLock { $0 }
      print("\(count.failed) of \(count.all) attacks failed as they should.")
      for reason in count.skipped {
        Issue.record("Not tried here: \(reason)", severity: .warning)
      }
    }
  }

  @Test(
    "another person's process is not spoken to, even if the socket lets it connect",
    .enabled(if: TestProgram.isRoot, "only root can play somebody else"))
  func stranger() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let stage = try Stage(in: directory)
      defer { stage.daemon.kill() }
      let socket = stage.daemon.socketPath
      let closed = try stage.run(
        stage.attacker, ["--store", socket], user: TestProgram.strangeUser)
      #expect(closed.0 == .exited(1))
      for path in [directory, directory + "/run", directory + "/run/fresnel"] {
        _ = try Command("/bin/chmod", ["755", path]).run()
      }
      _ = try Command("/bin/chmod", ["666", socket]).run()
      let open = try stage.run(
        stage.attacker, ["--store", socket], user: TestProgram.strangeUser)
      #expect(open.0 == .exited(1))
      #expect(open.1.contains("ended"), "\(open.1)")
      #expect(stage.daemon.log.contains("foreignUser"))
      #expect(try stage.run(stage.victim, ["--check", socket]).0 == .exited(0))
    }
  }
}
