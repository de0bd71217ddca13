/// The side that is called.
package struct NoiseResponder: ~Copyable {
  /// The payload of the first message.
  package let payload: [UInt8]
  private let handshake: NoiseKKpsk0
  private let otherEphemeral: [UInt8]
  private var state: NoiseSymmetricState

  /// Reads the first message.
  ///
  /// - Parameters:
  ///   - handshake: Who speaks with whom.
  ///   - first: Bytes from anywhere.
  /// - Throws: ``HandoffError`` with ``HandoffError/Code/forged`` when they are not of the other device.
  package init(_ handshake: NoiseKKpsk0, first: [UInt8]) throws(HandoffError) {
    let (otherEphemeral, sealed) = try NoiseKKpsk0.parts(of: first)
    let secrets = (
      try handshake.own.shared(with: otherEphemeral),
      try handshake.own.shared(with: handshake.otherPublicKey)
    )
    var state = handshake.state(ofInitiator: false)
    state.mix(ephemeral: otherEphemeral)
    state.mix(key: secrets.0)
    state.mix(key: secrets.1)
    guard let payload = state.open(sealed) else { throw NoiseKKpsk0.forged }
    self.payload = payload
    self.handshake = handshake
    self.otherEphemeral = otherEphemeral
    self.state = state
  }

  /// Writes the second message.
  ///
  /// - Parameters:
  ///   - payload: What the message holds.
  ///   - ephemeral: Keys that are used for nothing else; only tests choose them.
  /// - Returns: The message, 48 bytes longer than its payload, and the connection. That the first message was said
  ///   now, and is no repetition, is known when the first frame of the connection opens.
  /// - Throws: ``HandoffError`` with ``HandoffError/Code/forged`` when a public key of the other is none.
  package consuming func answer(
    _ payload: [UInt8], ephemeral: DeviceKey = .random(.short)
  ) throws(HandoffError) -> NoiseOutcome {
    state.mix(ephemeral: ephemeral.publicKey)
    state.mix(key: try ephemeral.shared(with: otherEphemeral))
    state.mix(key: try ephemeral.shared(with: handshake.otherPublicKey))
    let message = ephemeral.publicKey + state.seal(payload)
    let (opening, sealing) = state.split()
    return NoiseOutcome(bytes: message, channel: SecureChannel(sealing: sealing, opening: opening))
  }
}
