package import FresnelPlatform

/// How a connection begins, as the daemon sees it. It does no input or output of its own: the caller
/// sends what it is given, and hands in what came.
///
/// The nonce is made after the daemon took hold of the process that connected and read what the kernel
/// tells about it (``PeerProcess``). Who repeats it, with the kernel's word that it is that process,
/// has been there since.
package struct DaemonHandshake: Sendable {
  private enum State {
    case waitingForHello
    case deciding(Hello)
    case ended
  }

  /// What the daemon says first.
  package let greeting: Greeting
  private let processIdentifier: Int32
  private var state = State.waitingForHello

  /// Begins a connection.
  ///
  /// - Parameters:
  ///   - processIdentifier: The process that connected.
  ///   - nonce: 16 bytes that nobody can guess, used once.
  package init(processIdentifier: Int32, nonce: [UInt8]) {
    self.processIdentifier = processIdentifier
    greeting = Greeting(nonce: nonce)
  }

  /// Takes what the client said.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - credentials: Who wrote it, as the kernel says.
  /// - Returns: The hello, for deciding who the client is.
  /// - Throws: ``Refusal``, to be sent before the connection is closed.
  package mutating func receive(
    _ message: ClientMessage, writtenBy credentials: Credentials?
  ) throws(Refusal) -> Hello {
    guard case .waitingForHello = state else {
      throw end(.protocolError, "Something was sent between hello and welcome.")
    }
    guard case .hello(let hello) = message else {
      throw end(.protocolError, "The connection began with \(message.kind) instead of hello.")
    }
    guard credentials?.processIdentifier == processIdentifier else {
      throw end(.notPermitted, "Another process said hello than the one that connected.")
    }
    guard hello.nonce == greeting.nonce else {
      throw end(.protocolError, "The nonce is not that of the greeting.")
    }
    guard (greeting.lowestVersion...greeting.highestVersion).contains(hello.version) else {
      throw end(
        .versionMismatch,
        "The client chose version \(hello.version) of the protocol; this daemon speaks "
          + "\(greeting.lowestVersion) to \(greeting.highestVersion).")
    }
    state = .deciding(hello)
    return hello
  }

  /// Takes the client in.
  ///
  /// - Parameters:
  ///   - identity: Who the client was decided to be.
  ///   - trust: What that rests on.
  ///   - role: What the client may be.
  ///   - notice: One sentence for the developer; empty when there is nothing to say.
  ///   - classes: The protection classes, and whether their items can be read now.
  /// - Returns: What is to be sent; `nil` when there is no client to take in, because it has not said
  ///   hello or the handshake has ended.
  package mutating func accept(
    as identity: String, trust: Trust, role: Role, notice: String = "", classes: [ClassCondition]
  ) -> Welcome? {
    guard case .deciding(let hello) = state else { return nil }
    state = .ended
    return Welcome(
      version: hello.version, identity: identity, trust: trust, role: role, notice: notice,
      classes: classes)
  }

  /// Ends the handshake because the time for it is over.
  ///
  /// - Returns: What is to be sent; `nil` when the handshake has ended already.
  package mutating func timeOut() -> Refusal? {
    if case .ended = state { return nil }
    return end(.tooSlow, "The client did not say hello in time.")
  }

  private mutating func end(_ code: Refusal.Code, _ reason: String) -> Refusal {
    state = .ended
    return Refusal(
      code, reason, lowestVersion: greeting.lowestVersion,
      highestVersion: greeting.highestVersion)
  }
}
