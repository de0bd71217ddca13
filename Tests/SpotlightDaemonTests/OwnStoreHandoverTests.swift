import FresnelPlatform
import Testing
import WireTestSupport

/// What becomes of items of a lockable class that an app kept itself before there was a daemon.
@Suite("Stores of apps with items of lockable classes", .serialized, .timeLimit(.minutes(30)))
struct OwnStoreHandoverTests {
  private static let app = "org.example.ending"

  private func run(_ daemon: DaemonProcess, _ words: String..., embedded: Bool) throws -> String {
    var command = Command(try TestProgram.path("sample-ending"), words + ["complete"])
    command.environment = daemon.environment.merging([
      "FRESNEL_APP_IDENTIFIER": Self.app, "FRESNEL_CONNECTION": embedded ? "embedded" : "daemon",
      "FRESNEL_DAEMON_SOCKET": daemon.socketPath,
    ]) { $1 }
    let (status, output) = try command.capture()
    #expect(status == .exited(0))
    return String(decoding: output, as: UTF8.self)
  }

  private func store(of daemon: DaemonProcess) throws -> [String] {
    try FileSystem.entries(of: daemon.directory + "/data/fresnel/embedded/" + Self.app)
  }

  @Test("are handed over whole at the first connection, also to a class that was never used")
  func neverUsed() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      _ = try run(daemon, "return", "5", embedded: true)
      try daemon.unlock()
      // Nothing is asked of the index on that connection but to hand it over.
      _ = try run(daemon, "count", "0", embedded: false)
      #expect(try store(of: daemon) == ["lock"], "\(daemon.log)")
      #expect(try count(5, in: daemon), "\(daemon.log)")
    }
  }

  @Test(
    "wait in the app's store while a class is locked that was never open, and are handed over then")
  func lockedAtFirst() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      _ = try run(daemon, "return", "5", embedded: true)
      // The app goes on, and opens the index.
      _ = try run(daemon, "return", "2", embedded: false)
      #expect(daemon.log.contains("was not taken over whole"), "\(daemon.log)")
      #expect(try store(of: daemon) != ["lock"])
      #expect(try run(daemon, "count", "0", embedded: false).hasSuffix(" of more\n"))
      #expect(try doctorNamesApp(daemon))
      try daemon.unlock()
      _ = try run(daemon, "count", "0", embedded: false)
      #expect(try store(of: daemon) == ["lock"], "\(daemon.log)")
      #expect(try count(5, in: daemon), "\(daemon.log)")
      #expect(try !doctorNamesApp(daemon))
    }
  }

  /// Whether the doctor names the app.
  private func doctorNamesApp(_ daemon: DaemonProcess) throws -> Bool {
    try daemon.fresnel(["doctor", "--json"]).output.split(separator: "\n").contains {
      $0.contains("\"storeNotTakenOver\"") && $0.contains("\"\(Self.app)\"")
    }
  }

  /// Whether the app finds so many items, when the process of the class has carried out what was sealed.
  private func count(_ count: Int, in daemon: DaemonProcess) throws -> Bool {
    try TestProgram.wait(atMost: 60) {
      try run(daemon, "count", "0", embedded: false) == "\(count)\n"
    }
  }

  @Test("stay where they are, and are found, where the app has that index in the daemon already")
  func usedBefore() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      try daemon.unlock()
      _ = try run(daemon, "return", "2", embedded: false)
      _ = try run(daemon, "return", "5", embedded: true)
      #expect(try run(daemon, "count", "0", embedded: false) == "2 of more\n")
      #expect(try doctorNamesApp(daemon))
      #expect(try store(of: daemon) != ["lock"])
      #expect(daemon.log.contains("was not taken over whole"), "\(daemon.log)")
      let search = try daemon.fresnel(["query", "title == \"Item *\"", "--count"])
      #expect(search.output.hasPrefix("7"), "\(search.output)")
    }
  }
}
