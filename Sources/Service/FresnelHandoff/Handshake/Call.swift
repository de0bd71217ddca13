/// How one paired device calls another one: what the first bytes of a connection are, and what answers them.
///
/// The caller sends a hint of 16 bytes, by which only the other device knows it, and the first message of
/// ``NoiseKKpsk0`` with 16 bytes of payload: the time and a random number. The second message has no payload.
package enum Call {
  /// The bytes that the caller sends.
  package static let firstByteCount =
    HandoffHint.callByteCount + payloadByteCount + NoiseKKpsk0.messageOverhead
  /// The bytes that answer them.
  package static let secondByteCount = NoiseKKpsk0.messageOverhead
  /// How far the clocks of two devices may be apart, in milliseconds.
  package static let tolerance: UInt64 = 24 * 60 * 60 * 1000
  /// For how long two connections between the same devices may be two calls that crossed, in milliseconds.
  package static let crossing: UInt64 = 10_000
  static let payloadByteCount = 16

  /// Who speaks with whom in a call.
  static func handshake(
    own: DeviceKey, with device: Device, hint: [UInt8]
  ) -> NoiseKKpsk0 {
    NoiseKKpsk0(
      own: own, otherPublicKey: device.publicKey, sharedKey: device.pairKey,
      prologue: Array("FresnelHandoff1".utf8) + hint)
  }

  /// Whether a new connection takes the place of one that stands between the same devices.
  ///
  /// When both called at the same moment, both keep the one whose caller has the lower public key. Otherwise who
  /// calls has lost the old connection, though it may look whole from here: a device that lost power says no word.
  ///
  /// - Parameters:
  ///   - caller: Who called for the new one, which is known to be no repetition.
  ///   - standing: Who called for the one that stands.
  ///   - age: For how long it has stood, in milliseconds.
  /// - Returns: Whether the standing one is to be closed; the new one is otherwise.
  package static func replaces(
    calledBy caller: DeviceID, standing: DeviceID, for age: UInt64
  ) -> Bool {
    caller == standing || age >= crossing || caller < standing
  }
}
