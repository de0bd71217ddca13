/// The handshake `Noise_KKpsk0_25519_ChaChaPoly_BLAKE2b`: two devices that know each other's public key and have a
/// secret in common agree on keys that neither can find out again later.
///
///     -> s
///     <- s
///     ...
///     -> psk, e, es, ss
///     <- e, ee, se
///
/// The Noise Protocol Framework, revision 34. ``NoiseInitiator`` and ``NoiseResponder`` are its sides. Each has one
/// thing to do next, which uses it up, so there is no wrong order and nothing to go on with after an error.
package struct NoiseKKpsk0: Sendable {
  /// The bytes by which a message is longer than its payload: a public key and a tag.
  static let messageOverhead = DeviceKey.byteCount + Sodium.tagByteCount
  static let forged = HandoffError(
    .forged, "The first messages of a connection are not those of the device paired.")

  /// This device's keys.
  let own: DeviceKey
  /// The other device's public key, 32 bytes.
  let otherPublicKey: [UInt8]
  /// The secret of the pair, 32 bytes.
  let sharedKey: SecretBytes
  /// What both sides have to agree on beyond this.
  let prologue: [UInt8]

  /// Says who speaks with whom.
  ///
  /// - Precondition: The other's key and the secret have 32 bytes.
  package init(
    own: DeviceKey, otherPublicKey: [UInt8], sharedKey: SecretBytes, prologue: [UInt8]
  ) {
    precondition(otherPublicKey.count == DeviceKey.byteCount && sharedKey.byteCount == 32)
    self.own = own
    self.otherPublicKey = otherPublicKey
    self.sharedKey = sharedKey
    self.prologue = prologue
  }

  /// What both sides know before the first message.
  func state(ofInitiator isInitiator: Bool) -> NoiseSymmetricState {
    NoiseSymmetricState(
      protocolName: "Noise_KKpsk0_25519_ChaChaPoly_BLAKE2b",
      known: [
        prologue, isInitiator ? own.publicKey : otherPublicKey,
        isInitiator ? otherPublicKey : own.publicKey,
      ], sharedKey: sharedKey)
  }

  /// The public key of a message and what is sealed in it.
  static func parts(
    of message: [UInt8]
  ) throws(HandoffError) -> (ephemeral: [UInt8], sealed: [UInt8]) {
    guard message.count >= messageOverhead else { throw forged }
    return (
      Array(message.prefix(DeviceKey.byteCount)), Array(message.dropFirst(DeviceKey.byteCount))
    )
  }
}

/// How a handshake ends on either side.
package struct NoiseOutcome: ~Copyable {
  /// The initiator: the payload of the second message. The responder: the second message.
  package let bytes: [UInt8]
  /// The connection.
  package var channel: SecureChannel
}
