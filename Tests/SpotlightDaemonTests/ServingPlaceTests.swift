import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

/// What becomes of a daemon that clients find no more.
@Suite("A daemon whose socket is removed or replaced", .serialized, .timeLimit(.minutes(30)))
struct ServingPlaceTests {
  /// What somebody does to the place where clients look.
  enum Change: CaseIterable {
    case directoryRemoved, directoryRenamed, socketRemoved, socketRenamed, socketReplaced
    case lockRemoved

    func make(to daemon: DaemonProcess) throws {
      let directory = FileSystem.parent(of: daemon.socketPath)
      switch self {
      case .directoryRemoved: try FileSystem.removeTree(directory)
      case .directoryRenamed: try FileSystem.rename(directory, to: directory + "-old")
      case .socketRemoved: try FileSystem.removeFile(daemon.socketPath)
      case .socketRenamed:
        try FileSystem.rename(daemon.socketPath, to: daemon.socketPath + "-old")
      case .socketReplaced:
        // Another socket, as of a daemon that was started with another lock.
        let other = try SocketListener(path: directory + "/other")
        try FileSystem.rename(directory + "/other", to: daemon.socketPath)
        withExtendedLifetime(other) {}
      case .lockRemoved: try FileSystem.removeFile(directory + "/lock")
      }
    }
  }

  @Test(
    "ends in good order, and the next one has all that was acknowledged",
    arguments: Change.allCases)
  func ends(_ change: Change) throws {
    try withDaemon(["--trust-claims"]) { daemon in
      let client = try RawClient(path: daemon.socketPath)
      try client.shakeHands(claiming: "org.example.app")
      try client.put(["kept treasure"], into: try client.open("a"))
      try change.make(to: daemon)
      guard case .goingAway(let farewell) = try client.receive().message else {
        Issue.record("the daemon did not say that it goes")
        return
      }
      #expect(farewell.reason == .restart)
      try daemon.waitForEnd()
      #expect(daemon.log.contains("ended in good order"), "\(daemon.log)")
      try daemon.start(clearingLog: true)
      let next = try RawClient(path: daemon.socketPath)
      try next.shakeHands(claiming: "org.example.app")
      #expect(
        try next.identifiers(matching: "title == \"*treasure*\"") == ["kept treasure"],
        "\(daemon.log)")
    }
  }

  @Test("stays while other files come and go beside them, also after it ran anew")
  func stays() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      let directory = FileSystem.parent(of: daemon.socketPath)
      for _ in 0..<2 {
        for number in 0..<100 {
          let path = "\(directory)/other-\(number)"
          try FileSystem.write([1], to: path)
          try FileSystem.rename(path, to: path + "-renamed")
          try FileSystem.removeFile(path + "-renamed")
        }
        // A daemon that served somebody runs anew at a lock.
        let app = try RawClient(path: daemon.socketPath)
        try app.shakeHands(claiming: "org.example.app")
        try app.put(["a thing"], into: try app.open("things", ProtectionClass.none))
        let tool = try RawClient(path: daemon.socketPath)
        try tool.shakeHands(role: .tool, claiming: "org.fresnel.tool")
        try tool.order("unlock", "{}")
        try tool.order("lock", "{}")
        _ = try tool.waitForEnd()
      }
      let client = try RawClient(path: daemon.socketPath)
      #expect(try client.shakeHands(role: .tool, claiming: "org.fresnel.tool").role == .tool)
      #expect(!daemon.log.contains("was removed or replaced"), "\(daemon.log)")
      try FileSystem.removeFile(daemon.socketPath)
      try daemon.waitForEnd()
    }
  }
}
