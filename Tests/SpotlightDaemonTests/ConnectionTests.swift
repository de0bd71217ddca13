import FresnelApps
import FresnelModel
import FresnelPlatform
import SpotlightDaemon
import SpotlightWire
import Synchronization
import Testing
import WireTestSupport

@Suite("Connection")
struct ConnectionTests {
  @Test("a client is greeted, known by its program, told which classes are open and served")
  func served() throws {
    try withConnections { fixture in
      let client = try RawClient(path: fixture.socketPath)
      let welcome = try client.shakeHands()
      #expect(welcome.trust == .unregistered)
      #expect(welcome.identity == "unregistered:\(CurrentProcess.executablePath ?? "")")
      #expect(welcome.role == .app)
      #expect(welcome.classes.map(\.protection) == [.complete])
      #expect(try client.ask(.clientState(7)) == .clientStateStored(Array("7".utf8)))
      #expect(fixture.server.peers.map(\.processIdentifier) == [CurrentProcess.identifier])
    }
  }

  @Test("a manifest that names one of our own programs does not make it another app's")
  func ownPrograms() throws {
    let program = try #require(CurrentProcess.executablePath)
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let manifests = directory + "/apps"
      try FileSystem.createDirectory(manifests)
      let manifest = #"{"CFBundleIdentifier":"com.evil","FresnelExecutable":["\#(program)"]}"#
      try FileSystem.write(Array(manifest.utf8), to: manifests + "/com.evil.plist")
      for (own, identity) in [([], "com.evil"), ([program], "org.fresnel")] {
        let fixture = try ConnectionFixture(
          in: directory, manifests: [.init(path: manifests, isPersonal: true)],
          systemExecutables: own)
        defer { fixture.stop() }
        let welcome = try RawClient(path: fixture.socketPath).shakeHands()
        #expect(welcome.identity == identity)
      }
    }
  }

  @Test("messages sent together behind hello are answered in order")
  func together() throws {
    try withConnections { fixture in
      let client = try RawClient(path: fixture.socketPath)
      let greeting = try client.greeting()
      var bytes = try FrameEncoder.frame(
        Envelope(ClientMessage.hello(Hello(nonce: greeting.nonce, program: "test")))
      ).bytes
      for number in 1...20 {
        bytes += try FrameEncoder.frame(
          Envelope(ClientMessage.clientState(UInt32(number)), request: UInt64(number))
        ).bytes
      }
      try client.send(bytes: bytes)
      _ = try client.welcome()
      for number in 1...20 {
        let reply = try client.receive()
        #expect(reply.request == UInt64(number))
        #expect(reply.message == .clientStateStored(Array("\(number)".utf8)))
      }
    }
  }

  @Test("bytes that come one by one make the same messages")
  func trickle() throws {
    try withConnections { fixture in
      let client = try RawClient(path: fixture.socketPath)
      try client.shakeHands()
      let frame = try FrameEncoder.frame(Envelope(ClientMessage.clientState(9), request: 1))
      for byte in frame.bytes { try client.send(bytes: [byte]) }
      #expect(try client.reply(to: 1) == .clientStateStored(Array("9".utf8)))
    }
  }

  @Test("a payload of a megabyte comes inline, one of ten as a sealed file")
  func longPayloads() throws {
    try withConnections { fixture in
      let client = try RawClient(path: fixture.socketPath)
      try client.shakeHands()
      for byteCount in [1 << 20 - 64, 10 << 20] {
        let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let answer = try client.ask(.administer(Administration(verb: "echo", arguments: bytes)))
        guard case .report(let report) = answer else {
          Issue.record("\(answer.kind) instead of a report")
          return
        }
        #expect(report == bytes)
      }
    }
  }

  @Test("a session hears the end of its client, and its slot is free again")
  func end() throws {
    var limits = ConnectionLimits()
    limits.connectionsPerIdentity = 2
    try withConnections(limits: limits) { fixture in
      for _ in 0..<6 {
        let client = try RawClient(path: fixture.socketPath)
        try client.shakeHands()
        client.socket.shutdown()
        #expect(fixture.wait { fixture.server.isEmpty })
      }
      let sessions = fixture.sessions.withLock { $0 }
      #expect(sessions.count == 6)
      #expect(sessions.allSatisfy { $0.hasEnded.load(ordering: .acquiring) })
    }
  }

  @Test("a client whose answer cannot be sent sees the end instead of waiting for it")
  func unsendable() throws {
    try withConnections { fixture in
      let client = try RawClient(path: fixture.socketPath)
      try client.shakeHands()
      try client.request(.channel(.complete))
      #expect(throws: RawClient.Failure.ended) { try client.receive() }
      #expect(fixture.wait { fixture.server.isEmpty })
    }
  }

  @Test("a request of a kind that is not known is answered, an event passed over")
  func unknownKinds() throws {
    try withConnections { fixture in
      let client = try RawClient(path: fixture.socketPath)
      try client.shakeHands()
      var frame = try FrameEncoder.frame(Envelope(ClientMessage.clientState(1), request: 1)).bytes
      (frame[4], frame[5]) = (0x7E, 0x00)
      try client.send(bytes: frame)
      guard case .failed(let failure) = try client.reply(to: 1) else {
        Issue.record("an unknown request was not refused")
        return
      }
      #expect(failure.code == .unsupported)
      var event = try FrameEncoder.frame(Envelope(ClientMessage.cancel(5))).bytes
      (event[4], event[5]) = (0xFE, 0x00)
      try client.send(bytes: event)
      try client.send(Envelope(.clientState(2), request: 2))
      #expect(try client.reply(to: 2) == .clientStateStored(Array("2".utf8)))
    }
  }

  @Test("when the server ends, clients hear when to come back, and their connections end")
  func farewell() throws {
    try withConnections { fixture in
      let client = try RawClient(path: fixture.socketPath)
      try client.shakeHands()
      fixture.server.stopTaking(saying: GoingAway(reason: .restart, retryAfterMilliseconds: 40))
      #expect(
        try client.receive().message
          == .goingAway(GoingAway(reason: .restart, retryAfterMilliseconds: 40)))
      fixture.server.end()
      #expect(try client.waitForEnd() == nil)
      #expect(throws: SystemError.self) { try RawClient(path: fixture.socketPath) }
    }
  }
}
