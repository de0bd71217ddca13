import FresnelPlatform
import Synchronization
import Testing

@testable import SpotlightClient
@testable import SpotlightWire

@Suite("Waiting for a daemon", .timeLimit(.minutes(30)))
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

  @Test("a daemon that takes long to answer, and takes connections, is not given up")
  func working() async throws {
    let daemon = try ScriptedDaemon()
    let kept = Mutex<(envelope: Envelope<ClientMessage>, conversation: Conversation)?>(nil)
    daemon.setScript { envelope, conversation in
      kept.withLock { $0 = (envelope, conversation) }
    }
    var connecting = daemon.connection().connecting
    connecting.waiting = .init(silence: .milliseconds(1), limit: .seconds(600)) {}
    let connection = ServiceConnection(connecting)
    defer { connection.close() }
    let order = ClientMessage.administer(
      Administration(verb: "compact", arguments: [UInt8]("{}".utf8)))
    let answer = Mutex<Result<ServiceConnection.Answer, ServiceError>?>(nil)
    connection.request(order) { result in answer.withLock { $0 = result } }
    // It is looked at again and again.
    while daemon.connectCount < 4 { await Task.yield() }
    #expect(answer.withLock { $0 == nil })
    let question = try #require(kept.withLock { $0 })
    question.conversation.reply(.report([1]), question.envelope)
    while answer.withLock({ $0 == nil }) { await Task.yield() }
    guard case .success(let report)? = answer.withLock({ $0 }) else {
      Issue.record("the answer was lost")
      return
    }
    #expect(report.message == .report([1]))
  }

  @Test("a daemon that says nothing any more, and takes no connection, is given up")
  func stoppedMeanwhile() async throws {
    let daemon = try ScriptedDaemon()
    daemon.setScript { _, _ in daemon.stopTaking() }
    let told = Mutex(0)
    var connecting = daemon.connection().connecting
    connecting.waiting = .init(silence: .milliseconds(1), limit: .milliseconds(200)) {
      told.withLock { $0 += 1 }
    }
    let connection = ServiceConnection(connecting)
    defer { connection.close() }
    let order = ClientMessage.administer(
      Administration(verb: "compact", arguments: [UInt8]("{}".utf8)))
    let error = #expect(throws: ServiceError.self) { _ = try connection.answer(to: order) }
    #expect(error?.code == .unavailable)
    #expect(told.withLock { $0 } > 0)
  }
}
