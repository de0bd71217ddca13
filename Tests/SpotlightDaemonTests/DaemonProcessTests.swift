import FresnelModel
import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

@Suite("fresneld", .timeLimit(.minutes(30)))
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

  @Test("settings and pauses are kept, and only a program of ours may change them")
  func administration() throws {
    let tool = try #require(CurrentProcess.executablePath)
    try withDaemon { daemon in
      let client = try RawClient(path: daemon.socketPath)
      #expect(try client.shakeHands(role: .tool).role == .app)
      guard
        case .failed = try client.ask(
          .administer(Administration(verb: "pause", arguments: Array("{}".utf8))))
      else {
        Issue.record("any program may pause indexing")
        return
      }
    }
    try withDaemon(["--system-executable", tool]) { daemon in
      let client = try RawClient(path: daemon.socketPath)
      #expect(try client.shakeHands(role: .tool).role == .tool)
      #expect(
        try client.order("settings.set", "{\"id\":\"a.b\",\"search\":false,\"items\":7}")["items"]
          == .integer(7))
      #expect(try client.order("pause", "{}")["paused"] == .boolean(true))
      #expect(throws: ServiceError.self) { try client.order("nonsense", "{}") }
      #expect(throws: ServiceError.self) { try client.order("settings.get", "{}") }
      try daemon.stop()
      try daemon.start()
      let next = try RawClient(path: daemon.socketPath)
      try next.shakeHands(role: .tool)
      let settings = try next.order("settings.get", "{\"id\":\"a.b\"}")
      #expect(settings["search"] == .boolean(false))
      #expect(settings["items"] == .integer(7))
      let status = try next.order("status", "{}")
      #expect(status["paused"] == .boolean(true))
      #expect(status["unsafeOptions"] == .array([.string("--system-executable")]))
      #expect(status["connections"] == .integer(1))
      #expect(try next.order("resume", "{}")["paused"] == .boolean(false))
    }
  }

  @Test("an app that is removed has nothing left, and others keep theirs")
  func removal() throws {
    let tool = try #require(CurrentProcess.executablePath)
    try withDaemon(["--trust-claims", "--system-executable", tool]) { daemon in
      for app in ["org.example.gone", "org.example.stays"] {
        let client = try RawClient(path: daemon.socketPath)
        try client.shakeHands(claiming: app)
        try client.put(["of \(app)"], into: try client.open("a"), clientState: [1])
        try client.put(["plain of \(app)"], into: try client.open("b", ProtectionClass.none))
      }
      let tool = try RawClient(path: daemon.socketPath)
      try tool.shakeHands(role: .tool, claiming: "org.fresnel")
      for app in ["org.example.gone", "org.example.stays"] {
        _ = try tool.order("settings.set", "{\"id\":\"\(app)\",\"search\":false}")
      }
      #expect(try tool.order("apps.remove", "{\"id\":\"org.example.gone\"}")["id"] != nil)
      #expect(
        try tool.order("settings.get", "{\"id\":\"org.example.gone\"}")["search"] == .boolean(true))
      #expect(
        try tool.order("settings.get", "{\"id\":\"org.example.stays\"}")["search"]
          == .boolean(false))
      let gone = try RawClient(path: daemon.socketPath)
      try gone.shakeHands(claiming: "org.example.gone")
      #expect(try gone.identifiers(matching: "title == \"*\"") == [])
      #expect(try gone.clientState(of: try gone.open("a")) == nil)
      let stays = try RawClient(path: daemon.socketPath)
      try stays.shakeHands(claiming: "org.example.stays")
      #expect(try stays.identifiers(matching: "title == \"*\"").count == 2)
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
