import FresnelPlatform
import SpotlightWire
import Testing

@Suite("ClientHandshake and DaemonHandshake")
struct HandshakeTests {
  private let peer = Credentials(processIdentifier: 12, userIdentifier: 1, groupIdentifier: 1)
  private let nonce = [UInt8](0..<16)
  private var daemon: DaemonHandshake { DaemonHandshake(processIdentifier: 12, nonce: nonce) }
  private var client: ClientHandshake {
    ClientHandshake(
      role: .surface, claimedIdentifier: "com.example.window", program: "window 1",
      features: .takesChannels)
  }

  /// The code of the refusal that something ends with.
  private func code(_ body: () throws(Refusal) -> Void) -> Refusal.Code? {
    do throws(Refusal) {
      try body()
      return nil
    } catch {
      return error.code
    }
  }

  @Test("Both sides come to terms")
  func agreement() throws {
    var (client, daemon) = (client, daemon)
    guard case .send(let hello) = try client.receive(.greeting(daemon.greeting)) else {
      return #expect(Bool(false), "The client says hello.")
    }
    #expect(try daemon.receive(.hello(hello), writtenBy: peer) == hello)
    #expect(hello.claimedIdentifier == "com.example.window")
    let accepted = daemon.accept(
      as: "com.example.window", trust: .executable, role: .app, classes: [])
    let welcome = try #require(accepted)
    #expect(try client.receive(.welcome(welcome)) == .begin(welcome))
    #expect(welcome.role == .app)
    let late = daemon.timeOut()
    #expect(late == nil)
  }

  @Test("Only the process that connected, with the greeting's nonce, says hello, once, and in time")
  func refusals() {
    func refusal(
      _ message: ClientMessage, by writer: Credentials?
    ) -> Refusal.Code? {
      var daemon = daemon
      let code = code { () throws(Refusal) in _ = try daemon.receive(message, writtenBy: writer) }
      let welcome = daemon.accept(as: "", trust: .unregistered, role: .app, classes: [])
      #expect((welcome == nil) == (code != nil))
      return code
    }
    var other = peer
    other.processIdentifier = 13
    let hello = Hello(nonce: nonce, program: "")
    var late = hello
    late.version = 2
    let guessed = Hello(nonce: [UInt8](repeating: 1, count: 16), program: "")
    #expect(refusal(.hello(hello), by: peer) == nil)
    #expect(refusal(.hello(hello), by: other) == .notPermitted)
    #expect(refusal(.hello(hello), by: nil) == .notPermitted)
    #expect(refusal(.hello(guessed), by: peer) == .protocolError)
    #expect(refusal(.hello(late), by: peer) == .versionMismatch)
    #expect(refusal(.clientState(1), by: peer) == .protocolError)

    var twice = daemon
    #expect(
      code { () throws(Refusal) in
        _ = try twice.receive(.hello(hello), writtenBy: peer)
        _ = try twice.receive(.hello(hello), writtenBy: peer)
      } == .protocolError)
    var slow = daemon
    let refusals = [slow.timeOut(), slow.timeOut()]
    #expect(refusals.map { $0?.code } == [.tooSlow, nil])
  }

  @Test("A client chooses the highest version that both speak, or gives up with both ranges")
  func versions() throws {
    var newer = client
    let step = try newer.receive(
      .greeting(Greeting(lowestVersion: 1, highestVersion: 9, nonce: nonce)))
    guard case .send(let hello) = step else { return #expect(Bool(false), "It says hello.") }
    #expect(hello.version == WireVersion.highest)
    var foreign = client
    do throws(Refusal) {
      _ = try foreign.receive(
        .greeting(Greeting(lowestVersion: 7, highestVersion: 9, nonce: nonce)))
      #expect(Bool(false), "There is no common version.")
    } catch {
      #expect(error.code == .versionMismatch)
      #expect(error.reason.contains("7 to 9"))
    }
  }

  @Test("A client passes a refusal on, and takes nothing out of its turn")
  func outOfTurn() {
    let greeting = DaemonMessage.greeting(Greeting(nonce: nonce))
    let welcome = DaemonMessage.welcome(
      Welcome(identity: "", trust: .unregistered, role: .app, classes: []))
    func code(after messages: [DaemonMessage]) -> Refusal.Code? {
      var client = client
      return self.code { () throws(Refusal) in
        for message in messages { _ = try client.receive(message) }
      }
    }
    #expect(code(after: [greeting, welcome]) == nil)
    #expect(code(after: [welcome]) == .protocolError)
    #expect(code(after: [greeting, greeting]) == .protocolError)
    #expect(code(after: [greeting, welcome, welcome]) == .protocolError)
    #expect(code(after: [.done]) == .protocolError)
    #expect(code(after: [greeting, .refused(Refusal(.stopping, ""))]) == .stopping)
  }
}
