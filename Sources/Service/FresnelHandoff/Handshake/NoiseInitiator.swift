/// The side that calls.
package struct NoiseInitiator: ~Copyable {
  /// The first message, 48 bytes longer than its payload.
  package let first: [UInt8]
  private let handshake: NoiseKKpsk0
  private let ephemeral: DeviceKey
  private var state: NoiseSymmetricState

  /// Writes the first message.
  ///
  /// - Parameters:
  ///   - handshake: Who speaks with whom.
  ///   - payload: What the message holds.
  ///   - ephemeral: Keys that are used for nothing else; only tests choose them.
  /// - Throws: ``HandoffError`` with ``HandoffError/Code/forged`` when the other's public key is none.
  package init(
    _ handshake: NoiseKKpsk0, payload: [UInt8], ephemeral: DeviceKey = .random(.short)
  ) throws(HandoffError) {
    let secrets = (
      try ephemeral.shared(with: handshake.otherPublicKey),
      try handshake.own.shared(with: handshake.otherPublicKey)
    )
    var state = handshake.state(ofInitiator: true)
    state.mix(ephemeral: ephemeral.publicKey)
    state.mix(key: secrets.0)
    state.mix(key: secrets.1)
    first = ephemeral.publicKey + state.seal(payload)
    self.handshake = handshake
    self.ephemeral = ephemeral
    self.state = state
  }

  /// Reads the second message.
  ///
  /// - Parameter second: Bytes from anywhere.
  /// - Returns: Its payload and the connection.
  /// - Throws: ``HandoffError`` with ``HandoffError/Code/forged`` when they are not of the other device.
  package consuming func finish(_ second: [UInt8]) throws(HandoffError) -> NoiseOutcome {
    let (otherEphemeral, sealed) = try NoiseKKpsk0.parts(of: second)
    state.mix(ephemeral: otherEphemeral)
    state.mix(key: try ephemeral.shared(with: otherEphemeral))
    state.mix(key: try handshake.own.shared(with: otherEphemeral))
    guard let payload = state.open(sealed) else { throw NoiseKKpsk0.forged }
    let (sealing, opening) = state.split()
    return NoiseOutcome(bytes: payload, channel: SecureChannel(sealing: sealing, opening: opening))
  }
}
