import Dispatch
import FresnelModel
import FresnelPlatform
import SpotlightClient
import SpotlightWire
import Synchronization
import Testing
import WireTestSupport

@Suite("A class whose process keeps crashing", .timeLimit(.minutes(30)))
struct WorkerCrashTests {
  private static let app = "com.example.mail"

  private func client(of daemon: DaemonProcess, role: Role = .app) throws -> RawClient {
    let client = try RawClient(path: daemon.socketPath)
    try client.shakeHands(role: role, claiming: Self.app)
    return client
  }

  /// What the daemon reports of a class.
  private func store(_ name: String, _ tool: RawClient) throws -> JSONValue {
    guard case .array(let stores)? = try tool.order("status", "{}")["stores"] else { return .null }
    return stores.first { $0["class"] == .string(name) } ?? .null
  }

  @Test("is announced, logged and told by status; calls fail at once, and other classes go on")
  func givenUp() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      try daemon.unlock()
      let client = try client(of: daemon)
      let channel = try client.channel(to: .complete)
      try channel.put(["a letter"], into: try channel.open("letters", .complete))
      let tool = try self.client(of: daemon, role: .tool)
      let process = try #require(daemon.processIdentifier)
      let isGivenUp = try TestProgram.wait {
        for worker in try MemoryScan.family(of: process) where worker != process {
          Signal.kill.send(to: worker)
        }
        return try store("complete", tool)["state"] == .string("unavailable")
      }
      #expect(isGivenUp, "\(daemon.log)")
      let entry = try store("complete", tool)
      #expect(entry["reason"] == .string("Its process ends again and again."))
      guard case .integer(let seconds)? = entry["retryInSeconds"] else {
        Issue.record("\(entry)")
        return
      }
      #expect((1...30).contains(seconds))
      #expect(daemon.log.contains("workerGivenUp"))
      // The app was told.
      while true {
        guard case .classChanged(let condition) = try client.receive().message,
          condition.protection == .complete, condition.state == .unavailable
        else { continue }
        break
      }
      #expect {
        try client.channel(to: .complete)
      } throws: { ($0 as? ServiceError)?.code == .unavailable }
      #expect {
        try client.open("letters", .complete)
      } throws: { ($0 as? ServiceError)?.code == .unavailable }
      let report = try tool.order("doctor", "{}").text()
      #expect(report.contains("storeUnavailable"))
      // An app's own call.
      let connection = ServiceConnection(
        daemonAt: daemon.socketPath, claiming: AppIdentity(identifier: Self.app))
      defer { connection.close() }
      let failure = Mutex<ServiceError?>(nil)
      let isAnswered = DispatchSemaphore(value: 0)
      connection.index(named: "letters", protection: .complete)
        .apply(.success(.addItems([Item(uniqueIdentifier: "b")]))) { error in
          failure.withLock { $0 = error }
          isAnswered.signal()
        }
      #expect(isAnswered.wait(timeout: .now() + 600) == .success)
      #expect(failure.withLock { $0 }?.code == .unavailable)
      try client.put(["a note"], into: try client.open("notes"))
      #expect(try client.identifiers(matching: "title == \"*note*\"") == ["a note"])
    }
  }
}
