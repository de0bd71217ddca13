/// A call of this device to another one.
package struct OutgoingCall: ~Copyable {
  /// The first bytes of the connection.
  package let first: [UInt8]
  private let handshake: NoiseInitiator

  /// Calls a device.
  ///
  /// - Parameters:
  ///   - device: The one to call.
  ///   - own: This device's keys.
  ///   - milliseconds: The time of day, since 1970.
  /// - Throws: ``HandoffError``.
  package init(
    to device: Device, own: DeviceKey, milliseconds: UInt64
  ) throws(HandoffError) {
    try Sodium.prepare()
    let hint = HandoffHint.call(
      pairKey: device.pairKey, publicKey: own.publicKey,
      epoch: HandoffHint.epoch(atSeconds: milliseconds / 1000))
    var generator = SystemRandomNumberGenerator()
    let handshake = try NoiseInitiator(
      Call.handshake(own: own, with: device, hint: hint),
      payload: Sodium.littleEndian(milliseconds) + Sodium.littleEndian(generator.next()))
    first = hint + handshake.first
    self.handshake = handshake
  }

  /// Takes the answer.
  ///
  /// - Parameter second: ``Call/secondByteCount`` bytes from anywhere.
  /// - Returns: The connection. The other side takes it for one when the first frame comes, so say hello at once.
  /// - Throws: ``HandoffError`` with ``HandoffError/Code/forged`` when they are not of the device called.
  package consuming func answered(_ second: [UInt8]) throws(HandoffError) -> SecureChannel {
    guard second.count == Call.secondByteCount else {
      throw HandoffError(.forged, "The answer of the other device is none.")
    }
    let outcome = try handshake.finish(second)
    return outcome.channel
  }
}
