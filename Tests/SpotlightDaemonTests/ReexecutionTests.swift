import Dispatch
import FresnelModel
import FresnelPlatform
import SpotlightClient
import SpotlightWire
import Synchronization
import Testing
import WireTestSupport

@Suite("The daemon that runs anew after a lock", .timeLimit(.minutes(30)))
struct ReexecutionTests {
  private func tool(_ daemon: DaemonProcess) throws -> RawClient {
    let tool = try RawClient(path: daemon.socketPath)
    try tool.shakeHands(role: .tool, claiming: "org.fresnel.tool")
    return tool
  }

  /// Locks, and waits until the connection has ended over it.
  private func lock(_ daemon: DaemonProcess) throws {
    let tool = try tool(daemon)
    try tool.order("unlock", "{}")
    try tool.order("lock", "{}")
    #expect(try tool.waitForEnd() == nil)
  }

  private func executionCount(_ daemon: DaemonProcess) -> Int {
    daemon.log.split(separator: "\n").count { $0.contains("executedAgain") }
  }

  @Test(
    "No client is refused meanwhile, what was acknowledged is there, and clients come back by themselves"
  )
  func underLoad() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      let process = try #require(daemon.processIdentifier)
      let connection = ServiceConnection(
        daemonAt: daemon.socketPath, claiming: AppIdentity(identifier: "org.example.writer"))
      defer { connection.close() }
      let index = connection.index(named: "numbers")
      let isOver = Atomic(false)
      let acknowledged = Mutex<[Int]>([])
      let failures = Mutex<[ServiceError]>([])
      let refusals = Mutex<[String]>([])
      let group = DispatchGroup()
      group.enter()
      _ = DetachedThread.start {
        var number = 0
        while !isOver.load(ordering: .relaxed) {
          let current = number
          let isDone = DispatchSemaphore(value: 0)
          index.apply(.success(.addItems([Item(uniqueIdentifier: "\(current)")]))) { error in
            if let error { failures.withLock { $0.append(error) } }
            if error == nil { acknowledged.withLock { $0.append(current) } }
            isDone.signal()
          }
          isDone.wait()
          number += 1
        }
        group.leave()
      }
      let path = daemon.socketPath
      group.enter()
      _ = DetachedThread.start {
        while !isOver.load(ordering: .relaxed) {
          do throws(SystemError) {
            _ = try UnixSocket.connect(to: path)
          } catch {
            // The line of those who wait may be full; nobody is told that nobody listens.
            if error.code != .wouldBlock { refusals.withLock { $0.append("\(error)") } }
          }
          _ = try? waitForInput(on: [], timeout: .milliseconds(2))
        }
        group.leave()
      }
      let rounds = 5
      for round in 0..<rounds {
        let before = acknowledged.withLock { $0.count }
        let goesOn = TestProgram.wait { acknowledged.withLock { $0.count } > before + 3 }
        #expect(goesOn, "round \(round)")
        try lock(daemon)
      }
      let before = acknowledged.withLock { $0.count }
      let goesOn = TestProgram.wait { acknowledged.withLock { $0.count } > before }
      #expect(goesOn)
      isOver.store(true, ordering: .relaxed)
      group.wait()
      #expect(refusals.withLock { $0 } == [])
      #expect(failures.withLock { $0 }.map(\.message) == [])
      #expect(executionCount(daemon) == rounds)
      #expect(daemon.processIdentifier == process)
      let reader = try RawClient(path: path)
      try reader.shakeHands(claiming: "org.example.writer")
      let request = try reader.request(.list(ItemList(index: "numbers")))
      var found: Set<String> = []
      while true {
        let envelope = try reader.receive()
        guard envelope.request == request else { continue }
        guard case .results(let hits) = envelope.message else {
          throw RawClient.Failure.unexpected(envelope.message.kind)
        }
        found.formUnion(hits.map { $0.item.uniqueIdentifier })
        if envelope.isLast { break }
      }
      let missing = acknowledged.withLock { $0 }.filter { !found.contains("\($0)") }
      #expect(missing == [])
    }
  }

  @Test("The default class stays open, and its local key file is there again")
  func key() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      let client = try RawClient(path: daemon.socketPath)
      try client.shakeHands(claiming: "org.example.app")
      try client.put(["a treasure"], into: try client.open("things"))
      let keys = daemon.directory + "/state/fresnel/local-keys"
      #expect(FileSystem.exists(keys))
      try FileSystem.rename(keys, to: keys + ".away")
      try lock(daemon)
      let next = try RawClient(path: daemon.socketPath)
      try next.shakeHands(claiming: "org.example.app")
      #expect(try next.identifiers(matching: "title == \"*treasure*\"") == ["a treasure"])
      #expect(FileSystem.exists(keys + "/first-unlock"))
      try daemon.stop()
      #expect(!FileSystem.exists(daemon.socketPath))
      try daemon.start()
      let last = try RawClient(path: daemon.socketPath)
      try last.shakeHands(claiming: "org.example.app")
      #expect(try last.identifiers(matching: "title == \"*treasure*\"") == ["a treasure"])
    }
  }

  @Test(
    "A lock after which nobody was served changes nothing, and what was stored is found after each")
  func quiet() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      let writer = try RawClient(path: daemon.socketPath)
      try writer.shakeHands(claiming: "org.example.app")
      try writer.put(["first thing"], into: try writer.open("things", ProtectionClass.none))
      try lock(daemon)
      let tool = try tool(daemon)
      #expect(executionCount(daemon) == 1)
      // A second lock of a daemon that served nobody since leaves it as it is.
      try tool.order("unlock", "{}")
      try tool.order("lock", "{}")
      #expect(try tool.order("status", "{}")["connections"] == .integer(1))
      #expect(executionCount(daemon) == 1)
      let reader = try RawClient(path: daemon.socketPath)
      try reader.shakeHands(claiming: "org.example.app")
      #expect(try reader.identifiers(matching: "title == \"*thing*\"") == ["first thing"])
    }
  }

  @Test("A signal to end that comes while it runs anew ends it")
  func signal() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      let client = try RawClient(path: daemon.socketPath)
      try client.shakeHands(claiming: "org.example.app")
      try client.put(["a thing"], into: try client.open("things"))
      let tool = try tool(daemon)
      try tool.order("unlock", "{}")
      _ = try tool.request(.administer(Administration(verb: "lock", arguments: Array("{}".utf8))))
      daemon.send(.terminate)
      try daemon.waitForEnd()
      try daemon.start()
      let next = try RawClient(path: daemon.socketPath)
      try next.shakeHands(claiming: "org.example.app")
      #expect(try next.identifiers(matching: "title == \"*thing*\"") == ["a thing"])
    }
  }
}
