/// How one paired device calls another one: what the first bytes of a connection are, and what answers them.
///
/// The caller sends a hint of 16 bytes, by which only the other device knows it, and the first message of
/// ``NoiseKKpsk0`` with 16 bytes of payload: the time and a random number. The second message has no payload.
package enum Call {
  /// The bytes that the caller sends.
  package static let firstByteCount =
    HandoffHint.callByteCount + DeviceKey.byteCount + payloadByteCount + Sodium.tagByteCount
  /// The bytes that answer them.
  package static let secondByteCount = DeviceKey.byteCount + Sodium.tagByteCount
  /// How far the clocks of two devices may be apart, in milliseconds.
  package static let tolerance: UInt64 = 24 * 60 * 60 * 1000
  static let payloadByteCount = 16

  /// What both sides put before the handshake.
  static func prologue(hint: [UInt8]) -> [UInt8] { Array("FresnelHandoff1".utf8) + hint }

  /// Calls a device.
  ///
  /// - Parameters:
  ///   - device: The one to call.
  ///   - own: This device's keys.
  ///   - milliseconds: The time of day, since 1970.
  /// - Returns: What is to be sent, and takes the answer.
  /// - Throws: ``HandoffError``.
  package static func to(
    _ device: Device, own: DeviceKey, milliseconds: UInt64
  ) throws(HandoffError) -> OutgoingCall {
    try Sodium.prepare()
    let hint = HandoffHint.call(
      pairKey: device.pairKey, publicKey: own.publicKey,
      epoch: HandoffHint.epoch(atSeconds: milliseconds / 1000))
    var generator = SystemRandomNumberGenerator()
    let payload = Sodium.littleEndian(milliseconds) + Sodium.littleEndian(generator.next())
    var handshake = NoiseKKpsk0(
      .initiator, own: own, otherPublicKey: device.publicKey, sharedKey: device.pairKey,
      prologue: prologue(hint: hint))
    let message = try handshake.writeFirst(payload)
    return OutgoingCall(first: hint + message, handshake: handshake)
  }

  /// Of two connections between the same devices, whether the one that was called by the first stays and the
  /// one that was called by the other goes.
  package static func stays(calledBy one: DeviceID, against other: DeviceID) -> Bool { one < other }
}

/// The side that calls.
package struct OutgoingCall: ~Copyable {
  /// The first bytes of the connection.
  package let first: [UInt8]
  private var handshake: NoiseKKpsk0

  fileprivate init(first: [UInt8], handshake: consuming NoiseKKpsk0) {
    self.first = first
    self.handshake = handshake
  }

  /// Takes the answer.
  ///
  /// - Parameter second: ``Call/secondByteCount`` bytes from anywhere.
  /// - Returns: The connection.
  /// - Throws: ``HandoffError`` with ``HandoffError/Code/forged`` when they are not of the device called.
  package consuming func answered(_ second: [UInt8]) throws(HandoffError) -> SecureChannel {
    guard second.count == Call.secondByteCount else {
      throw HandoffError(.forged, "The answer of the other device is none.")
    }
    _ = try handshake.readSecond(second)
    return handshake.split()
  }
}

/// A call that was answered.
package struct AnsweredCall: ~Copyable {
  /// Who called.
  package let device: Device
  /// The bytes that answer.
  package let second: [UInt8]
  /// The connection.
  package var channel: SecureChannel
}

/// The side that is called: tells devices from others, and a call from its repetition.
package struct CallAnswering: Sendable {
  /// How many calls are remembered.
  package static let seenLimit = 1_024

  private var seen: Set<[UInt8]> = []
  private var order: [[UInt8]] = []
  private var next = 0

  /// Remembers no call.
  package init() {}

  /// How many calls are remembered; at most ``seenLimit``.
  package var seenCount: Int { seen.count }

  /// Answers a call.
  ///
  /// - Parameters:
  ///   - first: ``Call/firstByteCount`` bytes from anywhere.
  ///   - book: The devices paired.
  ///   - milliseconds: The time of day, since 1970.
  /// - Returns: The connection and what answers.
  /// - Throws: ``HandoffError``: ``HandoffError/Code/unknownDevice`` when no paired device made the hint,
  ///   ``HandoffError/Code/forged`` when the rest is not of that device, is too old, or was taken before. The
  ///   connection is to be closed without a word.
  package mutating func answer(
    _ first: [UInt8], book: DeviceBook, milliseconds: UInt64
  ) throws(HandoffError) -> AnsweredCall {
    try Sodium.prepare()
    let hint = Array(first.prefix(HandoffHint.callByteCount))
    let epoch = HandoffHint.epoch(atSeconds: milliseconds / 1000)
    guard first.count == Call.firstByteCount, let device = book.caller(of: hint, epoch: epoch)
    else { throw HandoffError(.unknownDevice, "No paired device called.") }
    var handshake = NoiseKKpsk0(
      .responder, own: book.own, otherPublicKey: device.publicKey, sharedKey: device.pairKey,
      prologue: Call.prologue(hint: hint))
    let message = Array(first.dropFirst(HandoffHint.callByteCount))
    let payload = try handshake.readFirst(message)
    guard payload.count == Call.payloadByteCount else { throw Self.stale }
    let time = payload.prefix(8).reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    let distance = time > milliseconds ? time - milliseconds : milliseconds - time
    let ephemeral = device.publicKey + message.prefix(DeviceKey.byteCount)
    guard distance <= Call.tolerance, !seen.contains(ephemeral) else { throw Self.stale }
    remember(ephemeral)
    let second = try handshake.writeSecond([])
    return AnsweredCall(device: device, second: second, channel: handshake.split())
  }

  private mutating func remember(_ ephemeral: [UInt8]) {
    if order.count < Self.seenLimit {
      order.append(ephemeral)
    } else {
      seen.remove(order[next])
      order[next] = ephemeral
      next = (next + 1) % Self.seenLimit
    }
    seen.insert(ephemeral)
  }

  private static let stale = HandoffError(.forged, "A call is too old, or was taken before.")
}
