import FresnelPlatform
import SpotlightWire
import WireTestSupport

/// One attack on the daemon, played in a process of its own.
struct HostileCase: Sendable {
  /// The name by which the tests run it.
  let name: String
  /// Whether most of its time is waiting, so that others may be played meanwhile.
  let waits: Bool
  /// Plays the attack. It throws ``AttackSucceeded``, or anything else that should not happen.
  let play: @Sendable (Scene) throws -> Void

  init(
    _ name: String, waits: Bool = false, _ play: @escaping @Sendable (Scene) throws -> Void
  ) {
    self.name = name
    self.waits = waits
    self.play = play
  }

  /// All of them.
  static var all: [HostileCase] {
    [
      handshakeCases, identityCases, isolationCases, bytesCases, descriptorsCases, floodsCases,
      itemsCases, callbacksCases, activityCases,
    ].flatMap { $0 }
  }
}

/// The daemon let something happen that it must not.
struct AttackSucceeded: Error, CustomStringConvertible {
  let description: String
}

/// The kernel or this machine does not allow the attack to be tried.
struct NotPossibleHere: Error, CustomStringConvertible {
  let description: String
}

/// Where an attack takes place.
struct Scene: Sendable {
  /// The daemon's socket.
  let socket: String
  /// The program of the app that is attacked.
  let victimProgram: String
  /// The app that is attacked, and its index and item.
  static let victim = "org.example.victim"
  static let victimIndex = "letters"
  static let victimItem = "to my sister"

  /// A connection that has said nothing.
  func connect() throws -> RawClient {
    let client = try RawClient(path: socket)
    client.timeout = .seconds(120)
    return client
  }

  /// A connection that was taken in as whoever this is.
  func enter(
    role: Role = .app, claiming identifier: String = ""
  ) throws -> RawClient {
    let client = try connect()
    try client.shakeHands(role: role, claiming: identifier, program: "hostile 1")
    return client
  }

  /// The daemon still serves those who behave.
  func checkThatOthersAreServed() throws {
    let client = try enter()
    let index = try client.open("own")
    try client.put(["mine"], into: index)
    guard try client.identifiers(matching: "title == \"mine\"") == ["mine"] else {
      throw AttackSucceeded(description: "an app's own item is not found any more")
    }
  }
}

extension RawClient {
  /// The connection has to end, for one of some reasons.
  func mustEnd(_ codes: Refusal.Code...) throws {
    let refusal: Refusal?
    do {
      refusal = try waitForEnd()
    } catch RawClient.Failure.nothingCame {
      throw AttackSucceeded(description: "the connection goes on")
    } catch let error as SystemError {
      // Ended while something was still being sent.
      guard error.code == .brokenPipe else { throw error }
      return
    }
    guard let refusal else { return }
    guard codes.isEmpty || codes.contains(refusal.code) else {
      throw AttackSucceeded(
        description: "the connection ended for another reason: \(refusal.code) \(refusal.reason)")
    }
  }

  /// A request has to be refused, and the connection goes on.
  func mustFail(
    _ message: ClientMessage, descriptors: [SharedDescriptor] = [],
    _ codes: [ServiceError.Code] = [.refused, .unsupported]
  ) throws {
    let answer = try ask(message, descriptors: descriptors)
    guard case .failed(let error) = answer else {
      throw AttackSucceeded(description: "\(message.kind) was answered with \(answer.kind)")
    }
    guard codes.isEmpty || codes.contains(error.code) else {
      throw AttackSucceeded(
        description: "\(message.kind) failed for another reason: \(error.code), \(error.message)")
    }
  }

  /// Sends bytes that the daemon may refuse to read to the end.
  func sendCarelessly(_ bytes: [UInt8], descriptors: [SharedDescriptor] = []) {
    try? send(bytes: bytes, descriptors: descriptors)
  }
}

/// The bytes of a message's frame.
func frameBytes(of message: ClientMessage, request: UInt64 = 0) throws -> [UInt8] {
  try FrameEncoder.frame(Envelope(message, request: request)).bytes
}

/// A frame's header with any values.
func header(
  payload: UInt32, kind: UInt16, flags: UInt8 = 0, descriptors: UInt8 = 0, request: UInt64 = 0
) -> [UInt8] {
  var bytes: [UInt8] = []
  withUnsafeBytes(of: payload.littleEndian) { bytes += $0 }
  withUnsafeBytes(of: kind.littleEndian) { bytes += $0 }
  bytes += [flags, descriptors]
  withUnsafeBytes(of: request.littleEndian) { bytes += $0 }
  return bytes
}

/// Numbers that look random and are the same in every run.
struct Noise: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &self) }
  }
}
