import FresnelModel
import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

@Suite("fresneld", .timeLimit(.minutes(2)))
struct DaemonProcessTests {
  @Test("items are found after a restart, in the plain class and in the encrypted one")
  func restart() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      for (protection, word) in [(ProtectionClass.none, "plain"), (.firstUnlock, "secret")] {
        let client = try client(of: daemon)
        let index = try client.open(word, protection)
        try client.put(["\(word) treasure"], into: index)
      }
      try daemon.stop()
      #expect(daemon.log.contains("stopped"))
      try daemon.start()
      let client = try client(of: daemon)
      #expect(
        try client.identifiers(matching: "title == \"*treasure*\"") == [
          "plain treasure", "secret treasure",
        ])
      let stores = "\(daemon.directory)/data/fresnel"
      #expect(try Self.find("plain treasure", in: stores + "/store"))
      #expect(try !Self.find("secret treasure", in: stores))
      #expect(try !Self.find("secret treasure", in: "\(daemon.directory)/state"))
    }
  }

  @Test("a second daemon leaves the first one alone and says that all is well")
  func second() throws {
    try withDaemon { daemon in
      let other = Command(
        "/bin/sh",
        ["-c", "exec \"$@\" 2>/dev/null", "sh"]
          + [daemon.program, "--foreground", "--runtime-directory", daemon.directory + "/run"])
      let ending = try other.run()
      #expect(ending == .exited(0))
      #expect(try RawClient(path: daemon.socketPath).shakeHands().role == .app)
    }
  }

  @Test("when it is told to end, clients hear it, and the socket is gone")
  func ending() throws {
    try withDaemon { daemon in
      let client = try RawClient(path: daemon.socketPath)
      try client.shakeHands()
      daemon.send(.terminate)
      guard case .goingAway(let farewell) = try client.receive().message else {
        Issue.record("the daemon did not say that it goes")
        return
      }
      #expect(farewell.reason == .restart)
      #expect(try client.waitForEnd() == nil)
      try daemon.waitForEnd()
      #expect(!FileSystem.exists(daemon.socketPath))
    }
  }

  @Test("a daemon that was killed leaves a socket that the next one replaces")
  func replaced() throws {
    try withDaemon { daemon in
      daemon.kill()
      #expect(FileSystem.exists(daemon.socketPath))
      try daemon.start()
      #expect(try RawClient(path: daemon.socketPath).shakeHands().role == .app)
    }
  }

  @Test("nobody looks into its memory, and it leaves none behind")
  func hardened() throws {
    try withDaemon(isUnprivileged: true) { daemon in
      let process = try #require(daemon.processIdentifier)
      let limits = String(
        decoding: try FileSystem.contents(of: "/proc/\(process)/limits"), as: UTF8.self)
      let core = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core file") })
      #expect(core.split(separator: " ").dropFirst(4).first == "0")
      // Files of a process that may not be looked at belong to root.
      let status = try #require(try FileSystem.status(of: "/proc/\(process)/mem"))
      #expect(status.owner == 0)
    }
  }

  private func client(of daemon: DaemonProcess) throws -> RawClient {
    let client = try RawClient(path: daemon.socketPath)
    try client.shakeHands(claiming: "org.example.app")
    return client
  }

  /// Whether a file below a directory holds a text.
  private static func find(_ text: String, in directory: String) throws -> Bool {
    let (ending, _) = try Command("/bin/grep", ["-rqs", text, directory]).capture()
    return ending == .exited(0)
  }
}
