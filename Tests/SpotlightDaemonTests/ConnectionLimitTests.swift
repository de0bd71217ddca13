import Dispatch
import FresnelPlatform
@testable import SpotlightDaemon
import SpotlightWire
import Synchronization
import Testing
import WireTestSupport

@Suite("Connection limits")
struct ConnectionLimitTests {
  @Test("who says nothing is sent away, and others connect meanwhile")
  func silence() throws {
    var limits = ConnectionLimits()
    limits.handshakeTime = .milliseconds(50)
    try withConnections(limits: limits) { fixture in
      let silent = try RawClient(path: fixture.socketPath)
      var other = try RawClient(path: fixture.socketPath)
      // On a busy machine this process may be too slow itself.
      while (try? other.shakeHands()) == nil { other = try RawClient(path: fixture.socketPath) }
      #expect(try silent.waitForEnd()?.code == .tooSlow)
      #expect(try other.ask(.clientState(1)) == .clientStateStored(Array("1".utf8)))
    }
  }

  @Test("a process has few connections without hello, an app a limited number with it")
  func counts() throws {
    var limits = ConnectionLimits()
    limits.newConnectionsPerProcess = 2
    limits.connectionsPerIdentity = 3
    try withConnections(limits: limits) { fixture in
      let silent = try (0..<2).map { _ in try RawClient(path: fixture.socketPath) }
      for client in silent { _ = try client.greeting() }
      // One more waits for its turn, which comes when one of the others ends.
      let third = try RawClient(path: fixture.socketPath)
      #expect(fixture.wait { fixture.server.connectionCount == 3 })
      fixture.awaitTurn()
      #expect(try waitForInput(on: [third.socket.descriptor.rawValue], timeout: .zero).isEmpty)
      silent[0].socket.shutdown()
      _ = try third.greeting()
      for client in silent + [third] { client.socket.shutdown() }
      #expect(fixture.wait { fixture.server.isEmpty })

      let clients = try (0..<3).map { _ in
        let client = try RawClient(path: fixture.socketPath)
        try client.shakeHands()
        return client
      }
      let fourth = try RawClient(path: fixture.socketPath)
      let error = #expect(throws: RawClient.Failure.self) { try fourth.shakeHands() }
      guard case .refused(let refusal)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(refusal.code == .tooManyConnections)
      #expect(try clients[2].ask(.clientState(3)) == .clientStateStored(Array("3".utf8)))
    }
  }

  @Test("connections that have ended keep nobody from connecting, looked at or not")
  func ended() throws {
    var limits = ConnectionLimits()
    limits.connections = 16
    try withConnections(limits: limits) { fixture in
      let hold = DispatchSemaphore(value: 0)
      let isHeld = DispatchSemaphore(value: 0)
      fixture.server.loop.perform {
        isHeld.signal()
        hold.wait()
      }
      isHeld.wait()
      for _ in 0...2 * limits.connections {
        try RawClient(path: fixture.socketPath).socket.shutdown()
      }
      let client = try RawClient(path: fixture.socketPath)
      hold.signal()
      try client.shakeHands()
      #expect(try client.ask(.clientState(1)) == .clientStateStored(Array("1".utf8)))
    }
  }

  @Test("messages that come faster than they are taken are answered later, in their order")
  func rate() throws {
    var limits = ConnectionLimits()
    limits.messagesPerSecond = 100
    limits.messageBurst = 4
    try withConnections(limits: limits) { fixture in
      let client = try RawClient(path: fixture.socketPath)
      try client.shakeHands()
      let start = MonotonicClock.nanoseconds
      let requests = try (0..<24).map { try client.request(.clientState($0)) }
      for (number, request) in requests.enumerated() {
        #expect(try client.reply(to: request) == .clientStateStored(Array("\(number)".utf8)))
      }
      // Four at once, then one in ten milliseconds.
      let elapsed = MonotonicClock.elapsed(from: start, to: MonotonicClock.nanoseconds)
      #expect(elapsed >= 180_000_000)
      let received = fixture.sessions.withLock { $0[0].received.withLock { $0 } }
      #expect(received == (0..<24).map { .clientState($0) })
    }
  }

  @Test("an app that sends little does not wait for the messages of those that send much")
  func rateOfOthers() throws {
    var limits = ConnectionLimits()
    limits.messagesPerSecond = 2
    limits.messagesPerSecondOfAll = 2
    limits.messageBurst = 8
    limits.messageBurstOfAll = 8
    try withConnections(limits: limits, trustsClaims: true) { fixture in
      let flooding = try (0..<4).map { number in
        let client = try RawClient(path: fixture.socketPath)
        try client.shakeHands(claiming: "org.example.flood\(number % 2)")
        return client
      }
      for client in flooding { for _ in 0..<50 { _ = try client.request(.clientState(0)) } }
      let other = try RawClient(path: fixture.socketPath)
      try other.shakeHands(claiming: "org.example.quiet")
      for number in UInt32(1)...3 {
        #expect(try other.ask(.clientState(number)) == .clientStateStored(Array("\(number)".utf8)))
      }
      // Two hundred messages of the others take a hundred seconds.
      let taken = fixture.sessions.withLock { sessions in
        sessions.reduce(0) { $0 + $1.received.withLock { $0.count } }
      }
      #expect(taken < 200)
    }
  }

  @Test("an app whose connections have ended may make new ones at once")
  func endedOfApp() throws {
    var limits = ConnectionLimits()
    limits.connectionsPerIdentity = 3
    try withConnections(limits: limits) { fixture in
      for _ in 0..<20 {
        let clients = try (0..<3).map { _ in
          let client = try RawClient(path: fixture.socketPath)
          try client.shakeHands()
          return client
        }
        for client in clients { client.socket.shutdown() }
      }
    }
  }

  @Test("a client that does not read is not read from, and goes on where it was when it does")
  func slowReader() throws {
    try withConnections { fixture in
      let client = try RawClient(path: fixture.socketPath)
      try client.shakeHands()
      // A megabyte for each, more than the socket holds.
      for _ in 0..<8 { try client.request(.abandonReplace(0)) }
      // The client may read its welcome before the session is noted.
      #expect(fixture.wait { fixture.sessions.withLock { !$0.isEmpty } })
      let session = try #require(fixture.sessions.withLock { $0.first })
      #expect(fixture.wait { session.received.withLock { !$0.isEmpty } })
      // What came after the first answers is not looked at, however much there is.
      let filler = try FrameEncoder.frame(Envelope(ClientMessage.cancel(1))).bytes
      var sent = 0
      while sent < 64 << 20 {
        let count = try filler.withUnsafeBytes { try client.socket.send($0) }
        if count != filler.count { break }
        sent += count
      }
      #expect(sent < 8 << 20)
      for number in 1...8 {
        guard case .report(let bytes) = try client.reply(to: UInt64(number)) else {
          Issue.record("no answer to request \(number)")
          return
        }
        #expect(bytes.count == 1_000_000)
      }
      #expect(fixture.wait { session.readyCount.load(ordering: .relaxed) > 0 })
    }
  }

  @Test("what passes in descriptors counts with its content until the client has received it")
  func unreadPayloads() throws {
    var limits = ConnectionLimits()
    limits.unreadPayloadBytes = 5 << 20
    try withConnections(limits: limits) { fixture in
      let client = try RawClient(path: fixture.socketPath)
      try client.shakeHands()
      let count = 40
      var requests: [UInt8] = []
      for number in 1...count {
        requests += try FrameEncoder.frame(
          Envelope(ClientMessage.abandonReplace(2), request: UInt64(number))
        ).bytes
      }
      try client.send(bytes: requests)
      #expect(fixture.wait { fixture.sessions.withLock { !$0.isEmpty } })
      let session = try #require(fixture.sessions.withLock { $0.first })
      #expect(fixture.wait { !session.received.withLock { $0.isEmpty } })
      // Whoever is served afterwards was looked at later in turn.
      let other = try RawClient(path: fixture.socketPath)
      try other.shakeHands()
      #expect(try other.ask(.clientState(1)) == .clientStateStored(Array("1".utf8)))
      // Two are in the socket, the third waits.
      #expect(session.received.withLock { $0.count } <= 3)
      for number in 1...count {
        guard case .report(let bytes) = try client.reply(to: UInt64(number)) else {
          Issue.record("no answer to request \(number)")
          return
        }
        #expect(bytes.count == 2 << 20)
      }
    }
  }

  @Test("a long frame that does not come along is given up, and keeps nobody else waiting")
  func slowFrame() throws {
    var limits = ConnectionLimits()
    (limits.permits, limits.permitsPerIdentity) = (1, 1)
    // Any byte is enough, so that on a busy machine only who sends none is too slow.
    (limits.permitTime, limits.bytesPerPermitTime) = (.seconds(1), 1)
    try withConnections(limits: limits) { fixture in
      let slow = try RawClient(path: fixture.socketPath)
      try slow.shakeHands()
      let bytes = [UInt8](repeating: 1, count: 500_000)
      let frame = try FrameEncoder.frame(
        Envelope(
          ClientMessage.administer(Administration(verb: "echo", arguments: bytes)), request: 1))
      try slow.send(bytes: Array(frame.bytes[..<1000]))
      #expect(fixture.wait { fixture.sessions.withLock { $0.count == 1 } })
      let other = try RawClient(path: fixture.socketPath)
      try other.shakeHands()
      #expect(
        try other.ask(.administer(Administration(verb: "echo", arguments: bytes)))
          == .report(bytes))
      #expect(try slow.waitForEnd()?.code == .tooSlow)
    }
  }

  /// A batch of so many bytes.
  private func batch(byteCount: Int) -> ClientMessage {
    .apply(
      ApplyBatch(
        handle: 1, clientState: [UInt8](repeating: 1, count: byteCount), operations: [.deleteAll]))
  }

  /// Connections of an app whose messages may take 300,000 bytes.
  private func withLittleMemory(_ body: (ConnectionFixture) throws -> Void) throws {
    var limits = ConnectionLimits()
    limits.payloadBytesPerIdentity = 300_000
    try withConnections(limits: limits, body)
  }

  /// A client that sent more batches than there is memory for, and its session: it has two, and one waits.
  private func crowd(
    _ fixture: ConnectionFixture, with count: Int
  ) throws -> (client: RawClient, session: EchoSession) {
    let client = try RawClient(path: fixture.socketPath)
    try client.shakeHands()
    for _ in 0..<count { try client.request(batch(byteCount: 100_000)) }
    #expect(fixture.wait { fixture.server.waitingForMemory == 1 })
    return (client, try #require(fixture.sessions.withLock { $0.first }))
  }

  @Test("an app's batches take no more memory than it may use, until they are done")
  func memory() throws {
    try withLittleMemory { fixture in
      let (client, session) = try crowd(fixture, with: 4)
      #expect(session.batchCount == 2)
      for number in 1...4 {
        #expect(fixture.wait { session.batchCount >= 1 })
        session.doBatch()
        #expect(try client.reply(to: UInt64(number)) == .done)
      }
      #expect(fixture.server.waitingForMemory == 0)
    }
  }

  @Test("batches that are not done count when their connection has ended")
  func memoryOfEndedConnections() throws {
    try withLittleMemory { fixture in
      let (first, session) = try crowd(fixture, with: 3)
      first.socket.shutdown()
      #expect(fixture.wait { session.hasEnded.load(ordering: .acquiring) })
      // What waited for memory does so no more; what has memory keeps it.
      #expect(fixture.wait { fixture.server.isEmpty && fixture.server.waitingForMemory == 0 })
      #expect(session.batchCount == 2)

      let second = try RawClient(path: fixture.socketPath)
      try second.shakeHands()
      let request = try second.request(batch(byteCount: 100_000))
      #expect(fixture.wait { fixture.server.waitingForMemory == 1 })
      session.doBatch()
      let next = try #require(fixture.sessions.withLock { $0.last })
      #expect(fixture.wait { next.batchCount == 1 })
      next.doBatch()
      #expect(try second.reply(to: request) == .done)
    }
  }

  @Test("many empty parts take memory though they have few bytes")
  func memoryOfParts() throws {
    try withLittleMemory { fixture in
      let client = try RawClient(path: fixture.socketPath)
      try client.shakeHands()
      let empty = [String](repeating: "", count: 20_000)
      for _ in 0..<2 {
        try client.request(
          .apply(ApplyBatch(handle: 1, operations: [.deleteIdentifiers(empty)])))
      }
      #expect(fixture.wait { fixture.server.waitingForMemory == 1 })
      let session = try #require(fixture.sessions.withLock { $0.first })
      #expect(session.batchCount == 1)
    }
  }

  @Test("more requests than there are slots end the connection")
  func slots() throws {
    try withConnections { fixture in
      let client = try RawClient(path: fixture.socketPath)
      try client.shakeHands()
      for _ in 0...WireLimits.inlineSlots {
        try client.request(.describe(DescribeIndex(handle: 1, withDigest: false)))
      }
      #expect(try client.waitForEnd()?.code == .protocolError)
    }
  }

  @Test("a slot is free again with the last reply")
  func slotsFree() throws {
    try withConnections { fixture in
      let client = try RawClient(path: fixture.socketPath)
      try client.shakeHands()
      for number in 0..<500 {
        #expect(
          try client.ask(.clientState(UInt32(number)))
            == .clientStateStored(Array("\(number)".utf8)))
      }
    }
  }
}
