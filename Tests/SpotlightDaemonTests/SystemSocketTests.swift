import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

/// What becomes of a daemon on a socket of systemd's, which systemd keeps open when its file is gone.
@Suite(
  "A daemon whose socket systemd opened, and somebody removes or replaces", .serialized,
  .timeLimit(.minutes(30)))
struct SystemSocketTests {
  /// What somebody does to the place where clients look.
  enum Change: CaseIterable {
    case socketRemoved, socketReplaced, directoryRemoved, directoryRenamed, lockRemoved

    func make(at path: String) throws {
      let directory = FileSystem.parent(of: path)
      switch self {
      case .socketRemoved: try FileSystem.removeFile(path)
      case .socketReplaced:
        // Another socket, whose owner ends at once.
        let other = try SystemSocket(at: directory + "/other")
        try FileSystem.rename(other.path, to: path)
      case .directoryRemoved: try FileSystem.removeTree(directory)
      case .directoryRenamed: try FileSystem.rename(directory, to: directory + "-old")
      case .lockRemoved: try FileSystem.removeFile(directory + "/lock")
      }
    }
  }

  /// Connects as an app, as soon as somebody listens.
  private func connect(to path: String) throws -> RawClient {
    var socket: UnixSocket?
    _ = TestProgram.wait {
      socket = try? UnixSocket.connect(to: path)
      return socket != nil
    }
    let client = RawClient(try #require(socket, "nobody listens"))
    try client.shakeHands(claiming: "org.example.app")
    return client
  }

  @Test(
    "ends, and clients find the next one with all that was acknowledged",
    arguments: Change.allCases)
  func found(_ change: Change) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let daemon = try DaemonProcess(in: directory)
      let socket = try SystemSocket(at: daemon.socketPath)
      let first = try socket.start(daemon)
      // This connection is made before the daemon listens, as the one that has systemd start it.
      let client = try connect(to: socket.path)
      try client.put(["kept treasure"], into: try client.open("a"))
      try change.make(at: socket.path)
      guard case .goingAway(let farewell) = try client.receive().message else {
        Issue.record("the daemon did not say that it goes")
        return
      }
      #expect(farewell.reason == .restart)
      #expect(try first.waitForEnd() == .exited(0))
      // systemd starts it with the socket that it has, whose file nobody may find any more.
      let second = try socket.start(daemon)
      let next = try connect(to: daemon.socketPath)
      let found = try next.identifiers(matching: "title == \"*treasure*\"")
      #expect(found == ["kept treasure"], "\(daemon.log)")
      second.signalGroup(.terminate)
      #expect(try second.waitForEnd() == .exited(0))
    }
  }

  @Test("who waits on a socket whose file is gone is sent to the new one, also after it ran anew")
  func anew() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let daemon = try DaemonProcess(in: directory)
      let socket = try SystemSocket(at: daemon.socketPath)
      let waiting = RawClient(try UnixSocket.connect(to: socket.path))
      try FileSystem.removeFile(socket.path)
      let process = try socket.start(daemon)
      let app = try connect(to: daemon.socketPath)
      _ = try waiting.waitForEnd()
      try app.put(["a thing"], into: try app.open("things", ProtectionClass.none))
      let tool = try RawClient(path: daemon.socketPath)
      try tool.shakeHands(role: .tool, claiming: "org.fresnel.tool")
      try tool.order("unlock", "{}")
      try tool.order("lock", "{}")
      _ = try tool.waitForEnd()
      let next = try connect(to: daemon.socketPath)
      #expect(try next.identifiers(matching: "title == \"*\"") == ["a thing"], "\(daemon.log)")
      process.signalGroup(.terminate)
      #expect(try process.waitForEnd() == .exited(0))
      #expect(!FileSystem.exists(daemon.socketPath))
    }
  }
}
