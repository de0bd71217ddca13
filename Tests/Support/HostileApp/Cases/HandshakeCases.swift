import FresnelPlatform
import SpotlightWire
import WireTestSupport

extension HostileCase {
  /// Attacks on how a connection begins.
  static let handshakeCases: [HostileCase] = [
    HostileCase("hello-before-greeting") { scene in
      let client = try scene.connect()
      let hello = Hello(nonce: [UInt8](repeating: 0, count: 16), program: "hostile 1")
      try client.send(Envelope(.hello(hello)))
      try client.mustEnd(.protocolError)
    },
    HostileCase("hello-twice") { scene in
      let client = try scene.connect()
      let greeting = try client.greeting()
      let hello = ClientMessage.hello(Hello(nonce: greeting.nonce, program: "hostile 1"))
      try client.send(Envelope(hello))
      _ = try client.welcome()
      try client.send(Envelope(hello))
      try client.mustEnd(.protocolError)
    },
    HostileCase("two-hellos-at-once") { scene in
      let client = try scene.connect()
      let hello = try frameBytes(
        of: .hello(Hello(nonce: try client.greeting().nonce, program: "hostile 1")))
      try client.send(bytes: hello + hello)
      try client.mustEnd(.protocolError)
    },
    HostileCase("nonce-of-another-connection") { scene in
      let (first, second) = (try scene.connect(), try scene.connect())
      let nonce = try first.greeting().nonce
      _ = try second.greeting()
      try second.send(Envelope(.hello(Hello(nonce: nonce, program: "hostile 1"))))
      try second.mustEnd(.protocolError)
    },
    HostileCase("request-before-hello") { scene in
      let client = try scene.connect()
      _ = try client.greeting()
      try client.request(.list(ItemList()))
      try client.mustEnd(.protocolError)
    },
    HostileCase("event-before-hello") { scene in
      let client = try scene.connect()
      _ = try client.greeting()
      try client.send(Envelope(.cancel(1)))
      try client.mustEnd(.protocolError)
    },
    HostileCase("version-of-tomorrow") { scene in
      let client = try scene.connect()
      let nonce = try client.greeting().nonce
      try client.send(Envelope(.hello(Hello(version: 999, nonce: nonce, program: "hostile 1"))))
      try client.mustEnd(.versionMismatch)
    },
    HostileCase("hello-of-a-megabyte") { scene in
      let client = try scene.connect()
      let nonce = try client.greeting().nonce
      let program = String(repeating: "x", count: 1_000_000)
      client.sendCarelessly(try frameBytes(of: .hello(Hello(nonce: nonce, program: program))))
      try client.mustEnd(.protocolError)
    },
    HostileCase("hello-in-a-descriptor") { scene in
      let client = try scene.connect()
      let nonce = try client.greeting().nonce
      var payload = WireWriter()
      payload.append(Hello(nonce: nonce, program: "hostile 1"))
      let file = try payload.finish().withUnsafeBytes { try MemoryFile.sealed($0, name: "hello") }
      client.sendCarelessly(
        header(payload: 0, kind: 1, flags: 1, descriptors: 1), descriptors: [file])
      try client.mustEnd(.protocolError)
    },
    HostileCase("silence", waits: true) { scene in
      let client = try scene.connect()
      client.timeout = .seconds(8)
      _ = try client.greeting()
      try client.mustEnd(.tooSlow)
    },
    HostileCase("hello-in-drops", waits: true) { scene in
      let client = try scene.connect()
      let hello = try frameBytes(
        of: .hello(Hello(nonce: try client.greeting().nonce, program: "hostile 1")))
      for byte in hello {
        client.sendCarelessly([byte])
        _ = try? waitForInput(on: [], timeout: .milliseconds(120))
      }
      try client.mustEnd(.tooSlow)
    },
    HostileCase("messages-of-the-daemon") { scene in
      let client = try scene.enter()
      let welcome = Welcome(identity: "x", trust: .confined, role: .tool, classes: [])
      let frame = try FrameEncoder.frame(Envelope(DaemonMessage.welcome(welcome)))
      try client.send(bytes: frame.bytes)
      try client.request(.describe(DescribeIndex(handle: 1, withDigest: false)))
      guard case .failed = try client.receive().message else {
        throw AttackSucceeded(description: "a message of the daemon's own was taken")
      }
    },
  ]
}
