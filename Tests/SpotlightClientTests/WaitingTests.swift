import FresnelPlatform
import Synchronization
import Testing

@testable import SpotlightClient
@testable import SpotlightWire

@Suite("Waiting for a daemon", .timeLimit(.minutes(10)))
struct WaitingTests {
  /// A daemon that takes connections and says nothing, as one that was stopped does.
  private func withSilentDaemon(_ body: (String) throws -> Void) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let path = directory + "/daemon"
      let listener = try SocketListener(path: path)
      try body(path)
      _ = listener
    }
  }

  @Test("who waits for a silent daemon is told of it once, and that it does not answer at last")
  func silent() throws {
    try withSilentDaemon { path in
      let told = Mutex(0)
      let connection = ServiceConnection(
        daemonAt: path, claiming: AppIdentity(identifier: "org.example.tool"), role: .tool,
        waiting: .init(silence: .milliseconds(1), limit: .milliseconds(50)) {
          told.withLock { $0 += 1 }
        })
      defer { connection.close() }
      let order = ClientMessage.administer(
        Administration(verb: "status", arguments: [UInt8]("{}".utf8)))
      for count in 1...2 {
        // What is asked for later is tried anew.
        let error = #expect(throws: ServiceError.self) { _ = try connection.answer(to: order) }
        #expect(error?.code == .unavailable)
        #expect(error?.message == "The index daemon does not answer.")
        #expect(told.withLock { $0 } == count)
      }
    }
  }

  @Test("who waits where nobody listens is told at last that the daemon cannot be reached")
  func nobody() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let connection = ServiceConnection(
        daemonAt: directory + "/daemon", claiming: AppIdentity(identifier: "org.example.tool"),
        role: .tool, waiting: .init(silence: .seconds(600), limit: .seconds(1)) {})
      defer { connection.close() }
      let order = ClientMessage.administer(
        Administration(verb: "status", arguments: [UInt8]("{}".utf8)))
      let error = #expect(throws: ServiceError.self) { _ = try connection.answer(to: order) }
      #expect(error?.code == .unavailable)
      let message = error?.message ?? ""
      #expect(message.hasPrefix("The index daemon cannot be reached: "), "\(message)")
    }
  }

  @Test("a daemon that answers in time is not told of, nor given up")
  func answering() async throws {
    let daemon = try ScriptedDaemon()
    let told = Mutex(false)
    var connecting = daemon.connection().connecting
    connecting.waiting = .init(silence: .seconds(600), limit: .seconds(600)) {
      told.withLock { $0 = true }
    }
    let connection = ServiceConnection(connecting)
    defer { connection.close() }
    #expect(await connection.index(named: "a").apply(.deleteAll) == nil)
    #expect(!told.withLock { $0 })
  }
}
