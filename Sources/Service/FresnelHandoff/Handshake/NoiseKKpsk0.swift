/// One side of the handshake `Noise_KKpsk0_25519_ChaChaPoly_BLAKE2b`: two devices that know each other's public
/// key and have a secret in common agree on keys that neither can find out again later.
///
///     -> s
///     <- s
///     ...
///     -> psk, e, es, ss
///     <- e, ee, se
///
/// The Noise Protocol Framework, revision 34. The initiator calls ``writeFirst(_:)`` and ``readSecond(_:)``, the
/// other side ``readFirst(_:)`` and ``writeSecond(_:)``, then both ``split()``; another order is a
/// programmer's error and traps. After an error the handshake is of no more use.
package struct NoiseKKpsk0: ~Copyable {
  /// Which side one is.
  package enum Role: Sendable {
    /// The one that calls.
    case initiator
    /// The one that is called.
    case responder
  }

  private enum Stage { case first, second, done }

  private let role: Role
  private let own: DeviceKey
  private let otherPublicKey: [UInt8]
  private let sharedKey: SecretBytes
  private let ephemeral: DeviceKey
  private var otherEphemeral: [UInt8] = []
  private var state: NoiseSymmetricState
  private var stage = Stage.first

  /// Begins a handshake.
  ///
  /// - Parameters:
  ///   - role: Which side this is.
  ///   - own: This device's keys.
  ///   - otherPublicKey: The other device's public key, 32 bytes.
  ///   - sharedKey: The secret of the pair, 32 bytes.
  ///   - prologue: What both sides have to agree on beyond this.
  ///   - ephemeral: Keys that are used for nothing else; only tests choose them.
  package init(
    _ role: Role, own: DeviceKey, otherPublicKey: [UInt8], sharedKey: SecretBytes,
    prologue: [UInt8], ephemeral: DeviceKey = .random(.short)
  ) {
    precondition(otherPublicKey.count == DeviceKey.byteCount && sharedKey.byteCount == 32)
    self.role = role
    self.own = own
    self.otherPublicKey = otherPublicKey
    self.sharedKey = sharedKey
    self.ephemeral = ephemeral
    state = NoiseSymmetricState(protocolName: "Noise_KKpsk0_25519_ChaChaPoly_BLAKE2b")
    state.mix(hash: prologue)
    state.mix(hash: role == .initiator ? own.publicKey : otherPublicKey)
    state.mix(hash: role == .initiator ? otherPublicKey : own.publicKey)
  }

  /// The hash of all that was said; the same on both sides once they are done.
  package var hash: [UInt8] { state.hash }

  /// Writes the first message, which is 48 bytes longer than its payload.
  ///
  /// - Throws: ``HandoffError`` with ``HandoffError/Code/forged`` when the other's public key is none.
  package mutating func writeFirst(_ payload: [UInt8]) throws(HandoffError) -> [UInt8] {
    advance(.initiator, from: .first, to: .second)
    state.mix(sharedKey: sharedKey)
    mixEphemeral(ephemeral.publicKey)
    state.mix(key: try ephemeral.shared(with: otherPublicKey))
    state.mix(key: try own.shared(with: otherPublicKey))
    return ephemeral.publicKey + state.seal(payload)
  }

  /// Reads the first message.
  ///
  /// - Returns: Its payload.
  /// - Throws: ``HandoffError`` with ``HandoffError/Code/forged`` when it is not of the other device.
  package mutating func readFirst(_ message: [UInt8]) throws(HandoffError) -> [UInt8] {
    advance(.responder, from: .first, to: .second)
    guard message.count >= DeviceKey.byteCount + Sodium.tagByteCount else { throw Self.forged }
    otherEphemeral = Array(message.prefix(DeviceKey.byteCount))
    state.mix(sharedKey: sharedKey)
    mixEphemeral(otherEphemeral)
    state.mix(key: try own.shared(with: otherEphemeral))
    state.mix(key: try own.shared(with: otherPublicKey))
    return try open(message)
  }

  /// Writes the second message, which is 48 bytes longer than its payload.
  ///
  /// - Throws: ``HandoffError`` with ``HandoffError/Code/forged`` when the other's public key is none.
  package mutating func writeSecond(_ payload: [UInt8]) throws(HandoffError) -> [UInt8] {
    advance(.responder, from: .second, to: .done)
    mixEphemeral(ephemeral.publicKey)
    state.mix(key: try ephemeral.shared(with: otherEphemeral))
    state.mix(key: try ephemeral.shared(with: otherPublicKey))
    return ephemeral.publicKey + state.seal(payload)
  }

  /// Reads the second message.
  ///
  /// - Returns: Its payload.
  /// - Throws: ``HandoffError`` with ``HandoffError/Code/forged`` when it is not of the other device.
  package mutating func readSecond(_ message: [UInt8]) throws(HandoffError) -> [UInt8] {
    advance(.initiator, from: .second, to: .done)
    guard message.count >= DeviceKey.byteCount + Sodium.tagByteCount else { throw Self.forged }
    otherEphemeral = Array(message.prefix(DeviceKey.byteCount))
    mixEphemeral(otherEphemeral)
    state.mix(key: try ephemeral.shared(with: otherEphemeral))
    state.mix(key: try own.shared(with: otherEphemeral))
    return try open(message)
  }

  /// Gives up the handshake for the keys of what follows.
  package consuming func split() -> SecureChannel {
    precondition(stage == .done, "Both messages come first.")
    let role = role
    let (ofInitiator, ofResponder) = state.split()
    return SecureChannel(
      sealer: FrameSealer(key: role == .initiator ? ofInitiator : ofResponder),
      opener: FrameOpener(key: role == .initiator ? ofResponder : ofInitiator))
  }

  // A public key that is sent is mixed into the keys as well where there is a shared secret (section 9.2).
  private mutating func mixEphemeral(_ publicKey: [UInt8]) {
    state.mix(hash: publicKey)
    state.mix(key: publicKey.withUnsafeBytes { SecretBytes(copying: $0) })
  }

  private mutating func open(_ message: [UInt8]) throws(HandoffError) -> [UInt8] {
    guard let payload = state.open(Array(message.dropFirst(DeviceKey.byteCount))) else {
      throw Self.forged
    }
    return payload
  }

  private mutating func advance(_ role: Role, from: Stage, to: Stage) {
    precondition(self.role == role && stage == from, "The messages of a handshake have an order.")
    stage = to
  }

  private static let forged = HandoffError(
    .forged, "The first messages of a connection are not those of the device paired.")
}
