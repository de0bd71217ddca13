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
  /// - Returns: What answers, and what takes the bytes that come then.
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
    let message = Array(first.dropFirst(HandoffHint.callByteCount))
    let handshake = try NoiseResponder(
      Call.handshake(own: book.own, with: device, hint: hint), first: message)
    let time = handshake.payload.prefix(8).reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    let distance = time > milliseconds ? time - milliseconds : milliseconds - time
    let ephemeral = device.publicKey + message.prefix(DeviceKey.byteCount)
    guard distance <= Call.tolerance, !seen.contains(ephemeral) else {
      throw HandoffError(.forged, "A call is too old, or was taken before.")
    }
    remember(ephemeral)
    let outcome = try handshake.answer([])
    return AnsweredCall(device: device, second: outcome.bytes, channel: outcome.channel)
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
}
