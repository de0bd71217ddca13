/// How a connection begins, as the client sees it. It does no input or output of its own: the caller
/// sends what it is given, and hands in what came.
package struct ClientHandshake: Sendable {
  /// What the client is to do next.
  package enum Step: Hashable, Sendable {
    /// Send this.
    case send(Hello)
    /// Begin with requests.
    case begin(Welcome)
  }

  private enum State {
    case waitingForGreeting
    case waitingForWelcome(version: UInt16)
    case ended
  }

  private let role: Role
  private let claimedIdentifier: String
  private let program: String
  private let features: Hello.Features
  private let ticket: [UInt8]?
  private var state = State.waitingForGreeting

  /// Begins a connection.
  ///
  /// - Parameters:
  ///   - role: What the client wants to be.
  ///   - claimedIdentifier: The bundle identifier that it says it has; empty for none.
  ///   - program: The name and version of the program, for people.
  ///   - features: What it can do.
  ///   - ticket: What the daemon gave to an extension that it started.
  package init(
    role: Role, claimedIdentifier: String, program: String, features: Hello.Features = [],
    ticket: [UInt8]? = nil
  ) {
    self.role = role
    self.claimedIdentifier = claimedIdentifier
    self.program = program
    self.features = features
    self.ticket = ticket
  }

  /// Takes what the daemon said.
  ///
  /// - Returns: What to do next.
  /// - Throws: ``Refusal``: that of the daemon, or one of this client's own, with
  ///   ``Refusal/Code/versionMismatch`` and the daemon's range when the two have no version in common.
  ///   The connection is to be closed.
  package mutating func receive(_ message: DaemonMessage) throws(Refusal) -> Step {
    switch (state, message) {
    case (_, .refused(let refusal)):
      state = .ended
      throw refusal
    case (.waitingForGreeting, .greeting(let greeting)):
      return .send(try hello(to: greeting))
    case (.waitingForWelcome(let version), .welcome(let welcome)) where welcome.version == version:
      state = .ended
      return .begin(welcome)
    default:
      state = .ended
      throw Refusal(.protocolError, "The daemon said \(message.kind) when it had no turn to.")
    }
  }

  private mutating func hello(to greeting: Greeting) throws(Refusal) -> Hello {
    let version = min(WireVersion.highest, greeting.highestVersion)
    guard version >= max(WireVersion.lowest, greeting.lowestVersion) else {
      state = .ended
      throw Refusal(
        .versionMismatch,
        "The daemon speaks versions \(greeting.lowestVersion) to \(greeting.highestVersion) of the "
          + "protocol; this program speaks \(WireVersion.lowest) to \(WireVersion.highest).",
        lowestVersion: greeting.lowestVersion, highestVersion: greeting.highestVersion)
    }
    state = .waitingForWelcome(version: version)
    return Hello(
      version: version, nonce: greeting.nonce, role: role, claimedIdentifier: claimedIdentifier,
      program: program, features: features, ticket: ticket)
  }
}
