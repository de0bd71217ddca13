import FresnelPlatform
import SpotlightWire
import WireTestSupport

/// Another process that an attacker gives its connection to.
enum Accomplice {
  /// The connection; the process got nothing else.
  private static func client() throws -> RawClient {
    RawClient(try UnixSocket(adopting: SharedDescriptor(adopting: LimitedCommand.passedDescriptor)))
  }

  /// Writes bytes.
  static func say(_ hexadecimal: String) throws {
    try client().send(bytes: bytes(of: hexadecimal))
  }

  /// Says hello with a nonce that somebody else was told.
  static func hello(_ nonce: String) throws {
    let client = try client()
    let hello = Hello(
      nonce: bytes(of: nonce), claimedIdentifier: Scene.victim, program: "hostile 1")
    try client.send(Envelope(.hello(hello)))
    do {
      let welcome = try client.welcome()
      throw AttackSucceeded(description: "another program was taken in as \(welcome.identity)")
    } catch RawClient.Failure.refused(let refusal) {
      guard refusal.code == .notPermitted else { throw RawClient.Failure.refused(refusal) }
    } catch RawClient.Failure.ended {}
  }

  /// Connects, hands the connection over on descriptor 3, and ends.
  static func connectAndHandOver(_ socket: String) throws {
    let connection = try UnixSocket.connect(to: socket)
    try client().send(bytes: [1], descriptors: [connection.descriptor])
  }

  /// Starts a program with the connection in its hands. It ends when what is returned is forgotten.
  static func start(
    _ program: String, _ arguments: [String], with client: RawClient
  ) throws -> RunningProcess {
    let command = LimitedCommand(program, arguments, environment: Environment.all)
    let process = try command.start(passing: client.socket.descriptor)
    process.openGate()
    return process
  }

  /// Bytes as an argument.
  static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func bytes(of hexadecimal: String) -> [UInt8] {
    let digits = Array(hexadecimal)
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
  }
}
