#if canImport(Glibc)
  import Glibc
#endif
import FresnelPlatform
import Testing

@Suite("Processes and their environment")
struct ProcessTests {
  @Test("A program's output and ending are collected")
  func capture() throws {
    let (ending, output) = try Command("/bin/sh", ["-c", "printf %s \"$1\"", "sh", "a b"]).capture()
    #expect(ending == .exited(0))
    #expect(String(decoding: output, as: UTF8.self) == "a b")
    #expect(try Command("/bin/sh", ["-c", "exit 3"]).run() == .exited(3))
    #expect(try Command("/bin/sh", ["-c", "kill -9 $$"]).run() == .killed(.kill))
  }

  @Test("A program that does not exist is an error")
  func missingProgram() {
    #expect(throws: SystemError.self) { try Command("/nonexistent/program").run() }
    #expect(Command.path(of: "no such program") == nil)
    #expect(Command.path(of: "sh")?.hasSuffix("/sh") == true)
  }

  /// How a program ends that is started detached.
  private func detachedEnding(of command: Command) async throws -> Command.Ending {
    try await withCheckedThrowingContinuation { continuation in
      do {
        try command.startDetached { continuation.resume(returning: $0) }
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }

  @Test("A program starts in the directory that it is given, and a detached one's end is told")
  func directory() async throws {
    let directory = try FileSystem.createTemporaryDirectory(prefix: "fresnel-process")
    defer { try? FileSystem.removeTree(directory) }
    var command = Command("/bin/sh", ["-c", "pwd; exit 3"])
    command.directory = directory
    #expect(try command.capture().output == [UInt8]((directory + "\n").utf8))
    #expect(try await detachedEnding(of: command) == .exited(3))
    command.directory = "/nonexistent/directory"
    #expect(throws: SystemError.self) { try command.startDetached() }
  }

  @Test("A program that outlives its parent has nothing open that its parent inherited")
  func detachedDescriptors() async throws {
    let file = try #require(fopen("/dev/null", "r"))
    defer { fclose(file) }
    let descriptor = fcntl(fileno(file), F_DUPFD, 100)
    defer { close(descriptor) }
    let command = Command("/bin/sh", ["-c", "test -e /proc/$$/fd/\(descriptor)"])
    #expect(try command.capture().ending == .exited(0))
    #expect(try await detachedEnding(of: command) == .exited(1))
  }

  @Test("A program gets the environment and streams it is given")
  func environment() throws {
    var command = Command("/bin/sh", ["-c", "cat; echo $NAME; echo lost >&2"])
    command.environment = ["NAME": "value", "PATH": "/usr/bin:/bin"]
    command.input = .null
    command.error = .null
    #expect(try command.capture().output == [UInt8]("value\n".utf8))
  }

  @Test("Output beyond the maximum is dropped, and the program still ends")
  func boundedOutput() throws {
    let (ending, output) = try Command("/bin/sh", ["-c", "head -c 300000 /dev/zero"])
      .capture(maximumByteCount: 1000)
    #expect(ending.isSuccess)
    #expect(output.count == 1000)
  }

  @Test("Base directories come from absolute variables, else from the specification's defaults")
  func baseDirectories() {
    let plain = BaseDirectories(environment: [:], home: "/home/ann")
    #expect(plain.data == "/home/ann/.local/share")
    #expect(plain.systemData == ["/usr/local/share", "/usr/share"])
    #expect(plain.runtime == nil)
    let set = BaseDirectories(
      environment: [
        "XDG_DATA_HOME": "/data", "XDG_CONFIG_HOME": "relative", "XDG_RUNTIME_DIR": "/run/user/1",
        "XDG_DATA_DIRS": "/one:relative:/two",
      ], home: "/home/ann")
    #expect(set.data == "/data")
    #expect(set.configuration == "/home/ann/.config")
    #expect(set.runtime == "/run/user/1")
    #expect(set.systemData == ["/one", "/two"])
  }

  @Test("The process knows itself")
  func currentProcess() throws {
    let path = try #require(CurrentProcess.executablePath)
    #expect(FileSystem.exists(path))
    #expect(FileSystem.lastComponent(of: path) == CurrentProcess.name)
  }

  @Test("Clocks go forward and random bytes differ")
  func clocks() {
    let start = MonotonicClock.nanoseconds
    #expect(WallClock.secondsSince1970 > 1_600_000_000)
    #expect(MonotonicClock.nanoseconds >= start)
    #expect(SecureRandom.bytes(count: 32) != SecureRandom.bytes(count: 32))
  }

  @Test("A signal arrives at its listener, which is one at a time")
  func signals() async throws {
    await #expect(processExitsWith: .success) {
      var listener = try SignalListener(for: [.windowChange, .terminate])
      #expect(throws: SystemError.self) { _ = try SignalListener(for: [.interrupt]) }
      #expect(try waitForInput(on: [listener.descriptor], timeout: .zero) == [])
      #expect(listener.next() == nil)
      CurrentProcess.raise(.windowChange)
      #expect(
        try waitForInput(on: [listener.descriptor], timeout: .seconds(600)) == [listener.descriptor]
      )
      #expect(listener.next() == .windowChange)
      CurrentProcess.raise(.terminate)
      _ = try waitForInput(on: [listener.descriptor], timeout: .seconds(600))
      #expect(listener.next() == .terminate)
    }
  }

  @Test("A signal that arrived and was not taken is not lost when its listener ends")
  func lateSignal() async throws {
    await #expect(processExitsWith: .success) {
      let listener = try SignalListener(for: [.terminate])
      CurrentProcess.raise(.terminate)
      // Another thread may be the one that the signal reaches.
      _ = try waitForInput(on: [listener.descriptor], timeout: .seconds(600))
      #expect(listener.stop() == .terminate)
      #expect(try SignalListener(for: [.terminate]).stop() == nil)
    }
  }

  @Test("A pipe is no terminal, has no size and refuses raw mode")
  func noTerminal() throws {
    try FileSystem.withTemporaryDirectory { directory in
      let file = try FileDescriptor(
        opening: directory + "/file", for: .readingAndWriting, creation: .always)
      let isTerminal = Terminal.isTerminal(file)
      let size = Terminal.size(of: file)
      #expect(!isTerminal)
      #expect(size == nil)
      #expect(throws: SystemError.self) { _ = try RawTerminal(file) }
    }
  }
}
