import Synchronization
import Testing

@testable import FresnelPlatform

/// Runs programs on a loop, which has a thread of its own, and tells how they end.
private final class Starter: Sendable {
  private let loop: EventLoop
  private let (isOver, end) = AsyncStream<Void>.makeStream()

  init() throws {
    loop = try EventLoop()
    let started = DetachedThread.start { [loop, end] in
      try? loop.run()
      end.finish()
    }
    try #require(started)
  }

  /// Ends the thread, and with it what it started.
  func stop() async {
    loop.stop()
    for await _ in isOver {}
  }

  /// A program on its way.
  struct Started: Sendable {
    let process: RunningProcess
    /// Our end of the socket that the program has as descriptor 3.
    let socket: UnixSocket
    let ended: AsyncStream<RunningProcess.Outcome>

    /// Waits for the end.
    func outcome() async throws -> RunningProcess.Outcome {
      var iterator = ended.makeAsyncIterator()
      return try #require(await iterator.next())
    }

    /// All that is written to descriptor 3, until no process has it any more.
    func output() throws -> String {
      var bytes: [UInt8] = []
      while try waitForInput(on: [socket.descriptor.rawValue], timeout: .seconds(600)) != [] {
        guard let received = try socket.receive() else {
          return String(decoding: bytes, as: UTF8.self)
        }
        bytes += received.bytes
      }
      Issue.record("A process still has the socket.")
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Starts a program at its closed gate.
  func start(_ command: LimitedCommand) async throws -> Started {
    let loop = loop
    let result: Result<Started, any Error> = await withCheckedContinuation { continuation in
      loop.perform {
        continuation.resume(
          returning: Result {
            let (near, far) = try UnixSocket.pair()
            let process = try command.start(passing: far.descriptor)
            let (ended, telling) = AsyncStream<RunningProcess.Outcome>.makeStream()
            try process.onExit(loop) {
              telling.yield($0)
              telling.finish()
            }
            return Started(process: process, socket: near, ended: ended)
          })
      }
    }
    return try result.get()
  }

  /// Runs a script of the shell or of Perl.
  func run(_ command: LimitedCommand) async throws -> Started {
    let started = try await start(command)
    started.process.openGate()
    return started
  }
}

private func shell(
  _ script: String, _ limits: ProcessLimits = ProcessLimits(), environment: [String: String] = [:]
) -> LimitedCommand {
  LimitedCommand("/bin/sh", ["-c", script], environment: environment, limits: limits)
}

private func perl(_ script: String, _ limits: ProcessLimits = ProcessLimits()) -> LimitedCommand {
  // Perl closes descriptors above $^F when it starts another program.
  LimitedCommand(
    "/usr/bin/perl", ["-e", "BEGIN { $^F = 100 } open(my $s, '>&=', 3); $|=1; " + script],
    environment: [:], limits: limits)
}

private func withStarter(_ body: (Starter) async throws -> Void) async throws {
  let starter = try Starter()
  let result: Result<Void, any Error>
  do { result = .success(try await body(starter)) } catch { result = .failure(error) }
  await starter.stop()
  try result.get()
}

@Suite("LimitedCommand")
struct LimitedCommandTests {
  @Test(
    "A program gets its arguments, the socket as descriptor 3, and the environment it was given alone"
  )
  func passing() async throws {
    try await withStarter { starter in
      let program = try await starter.run(
        LimitedCommand(
          "/bin/sh", ["-c", "cat /proc/self/environ >&3; echo \"|$0|$1|$(pwd)\" >&3", "a b", "ö"],
          environment: ["ONE": "1"], directory: "/usr"))
      let output = try program.output()
      // The shell adds its own directory variable.
      let parts = output.split(separator: "|").map(String.init)
      #expect(Set(parts[0].split(separator: "\0")).subtracting(["PWD=/usr"]) == ["ONE=1"])
      #expect(parts.dropFirst() == ["a b", "ö", "/usr\n"])
      #expect(try await program.outcome().ending == .exited(0))
    }
  }

  @Test("No other descriptor of this process is open in the program")
  func descriptors() async throws {
    try await withStarter { starter in
      let program = try await starter.run(
        perl("print $s join ',', map { m|(\\d+)$| } </proc/$$/fd/*>"))
      // Reading a directory needs one itself.
      let numbers = try program.output().split(separator: ",").compactMap { Int($0) }
      #expect(Set(numbers).subtracting([4]) == [0, 1, 2, 3])
      #expect(try await program.outcome().ending.isSuccess)
    }
  }

  @Test("Nothing runs before the gate is opened, and nothing at all when the process is given up")
  func gate() async throws {
    try await withStarter { starter in
      let waiting = try await starter.start(shell("echo ran >&3"))
      #expect(FileSystem.exists("/proc/\(waiting.process.identifier)"))
      #expect(try waiting.socket.receive() == nil)
      waiting.process.openGate()
      waiting.process.openGate()
      #expect(try waiting.output() == "ran\n")
      #expect(try await waiting.outcome().ending == .exited(0))
      let ended = try await starter.start(shell("echo ran >&3"))
      ended.process.signalGroup(.terminate)
      #expect(try ended.output() == "")
      #expect(try await ended.outcome().ending == .killed(.terminate))
    }
  }

  @Test("A program that can't be run says why")
  func missing() async throws {
    try await withStarter { starter in
      let missing = try await starter.run(
        LimitedCommand("/nonexistent/program", environment: [:]))
      guard case .notStarted(let error) = try await missing.outcome().ending else {
        Issue.record("It was started.")
        return
      }
      #expect(error.code == .notFound)
      #expect(error.path == "/nonexistent/program")
      let directory = try await starter.run(LimitedCommand("/usr", environment: [:]))
      guard case .notStarted(let other) = try await directory.outcome().ending else {
        Issue.record("It was started.")
        return
      }
      #expect(other.code == .accessDenied)
    }
  }

  @Test("Limits are set as asked, and none is raised")
  func limits() async throws {
    try await withStarter { starter in
      let limits = ProcessLimits(
        dataByteCount: 64 << 20, processorSeconds: 7, openFiles: 33, fileByteCount: 4096,
        niceness: 3)
      let program = try await starter.run(
        perl("open(F, '/proc/self/limits'); print $s $_ while <F>; sysread(STDIN, $b, 1)", limits))
      let lines = try program.output().split(separator: "\n").map { $0.split(separator: " ") }
      func values(_ name: String) -> [Substring]? {
        let words = name.split(separator: " ")
        return lines.first { $0.starts(with: words) }.map {
          Array($0.dropFirst(words.count).prefix(2))
        }
      }
      #expect(values("Max data size") == ["67108864", "67108864"])
      #expect(values("Max cpu time") == ["7", "8"])
      #expect(values("Max open files") == ["33", "33"])
      #expect(values("Max file size") == ["4096", "4096"])
      #expect(values("Max core file size") == ["0", "0"])
      #expect(try await program.outcome().ending.isSuccess)
      // A shell with a limit starts one that asks for more.
      let strict = try await starter.run(
        shell("ulimit -n 20; exec cat /proc/self/limits >&3", ProcessLimits(openFiles: 100)))
      #expect(try strict.output().contains("20"))
      _ = try await strict.outcome()
    }
  }

  @Test(
    "A program is nice to others, at the processors and at the disks",
    .enabled(if: Command.path(of: "ionice") != nil, "ionice is not installed"))
  func priority() async throws {
    try await withStarter { starter in
      let program = try await starter.run(
        perl("syswrite($s, getpriority(0, 0)); sysread($s, my $b, 1)", ProcessLimits(niceness: 5)))
      _ = try waitForInput(on: [program.socket.descriptor.rawValue], timeout: .seconds(600))
      let niceness = try #require(try program.socket.receive()).bytes
      #expect(
        String(decoding: niceness, as: UTF8.self)
          == String(min(19, CurrentThread.niceness + 5)))
      let ionice = try #require(Command.path(of: "ionice"))
      let told = try Command(ionice, ["-p", String(program.process.identifier)]).capture()
      #expect(String(decoding: told.output, as: UTF8.self).hasPrefix("idle"))
      program.process.signalGroup(.kill)
      #expect(try await program.outcome().ending == .killed(.kill))
    }
  }

  @Test("A program that asks for too much memory does not get it")
  func memory() async throws {
    try await withStarter { starter in
      let program = try await starter.run(
        perl(
          "open(STDERR, '>', '/dev/null'); my $n = 256 << 20; my $x = 'x' x $n; print $s 'got it'",
          ProcessLimits(dataByteCount: 32 << 20)))
      #expect(try program.output() == "")
      #expect(try await !program.outcome().ending.isSuccess)
    }
  }

  @Test("A program that uses up its processor time is ended, and its time is known")
  func processorTime() async throws {
    try await withStarter { starter in
      let program = try await starter.run(
        shell("trap '' XCPU; while :; do :; done", ProcessLimits(processorSeconds: 1)))
      let outcome = try await program.outcome()
      #expect(outcome.ending == .killed(.kill))
      #expect(outcome.processorTime > .seconds(1) && outcome.processorTime < .seconds(4))
    }
  }

  @Test("A program can't write a file larger than it may")
  func fileSize() async throws {
    try await FileSystem.withTemporaryDirectory { directory in
      try await withStarter { starter in
        let path = directory + "/file"
        let program = try await starter.run(
          perl(
            "open(F, '>', '\(path)'); syswrite(F, 'x' x 10000); syswrite(F, 'x' x 10000);",
            ProcessLimits(fileByteCount: 5000)))
        #expect(try await !program.outcome().ending.isSuccess)
        #expect(try FileSystem.status(of: path)?.byteCount == 5000)
      }
    }
  }

  @Test("Processes that a program leaves behind are killed when it ends")
  func group() async throws {
    try await withStarter { starter in
      let program = try await starter.run(
        shell("(trap '' TERM HUP; sleep 1000) & (trap '' TERM; sleep 1000) & echo ready >&3"))
      // The socket ends when the last of them is gone.
      #expect(try program.output() == "ready\n")
      #expect(try await program.outcome().ending == .exited(0))
    }
  }

  @Test("A signal to the group reaches the children, whatever the program ignores")
  func signals() async throws {
    try await withStarter { starter in
      let program = try await starter.run(
        shell("trap '' TERM; sleep 1000 & echo ready >&3; while :; do sleep 1000; done"))
      _ = try waitForInput(on: [program.socket.descriptor.rawValue], timeout: .seconds(600))
      program.process.signalGroup(.terminate)
      program.process.signalGroup(.kill)
      #expect(try program.output() == "ready\n")
      #expect(try await program.outcome().ending == .killed(.kill))
      // It is gone, and its number may be another's.
      program.process.signalGroup(.kill)
    }
  }

  @Test("A program starts with no signal blocked or ignored")
  func signalMask() async throws {
    try await withStarter { starter in
      let program = try await starter.run(shell("exec cat /proc/self/status >&3"))
      let lines = try program.output().split(separator: "\n")
      func mask(_ name: String) -> UInt64? {
        lines.first { $0.hasPrefix(name + ":") }
          .flatMap { UInt64($0.split(separator: "\t")[1], radix: 16) }
      }
      #expect(mask("SigBlk") == 0)
      // The C library keeps signals 32 and 33 to itself and leaves them as they were.
      #expect(try #require(mask("SigIgn")) & ~0x1_8000_0000 == 0)
      _ = try await program.outcome()
    }
  }

  @Test("A program ends with the thread that started it")
  func parentDeath() async throws {
    let starter = try Starter()
    let program = try await starter.run(shell("trap '' TERM HUP INT; echo ready >&3; sleep 1000"))
    let silent = try await starter.start(shell("echo ran >&3"))
    _ = try waitForInput(on: [program.socket.descriptor.rawValue], timeout: .seconds(600))
    await starter.stop()
    #expect(try silent.output() == "")
    // The group is killed when nobody holds the process any more; here its child would live on.
    program.process.signalGroup(.kill)
    #expect(try program.output() == "ready\n")
  }

  @Test("A process that is given up is killed with its group")
  func givingUp() throws {
    func startAndForget() throws -> UnixSocket {
      let (near, far) = try UnixSocket.pair()
      let process = try shell("sleep 1000 & sleep 1000").start(passing: far.descriptor)
      process.openGate()
      return near
    }
    let socket = try startAndForget()
    // Readable, with nothing in it, is the end: nobody has the other side.
    #expect(
      try waitForInput(on: [socket.descriptor.rawValue], timeout: .seconds(600))
        == [socket.descriptor.rawValue])
    #expect(try socket.receive() == nil)
  }
}
