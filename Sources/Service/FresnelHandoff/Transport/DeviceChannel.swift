/// What passes over one connection with a paired device, on either side, from the answer to the call on: bytes come
/// in, messages come out.
///
/// After an error nothing comes out any more.
package struct DeviceChannel: ~Copyable {
  /// What bytes brought.
  package enum Event: Hashable, Sendable {
    /// The device is the one that it should be: say hello. The first event.
    case connected(DeviceID)
    /// It says something.
    case message(PeerMessage)
  }

  private enum Phase: ~Copyable {
    /// This device called and waits for the answer, of which so much has come.
    case calling(OutgoingCall, DeviceID, [UInt8])
    /// This device was called and waits for the first frame.
    case answered(AnsweredCall)
    case open(SecureChannel)
    case over
  }

  private var phase: Phase

  /// A connection that this device makes. The call's first bytes are to be sent first.
  package init(_ call: consuming OutgoingCall, to device: DeviceID) {
    phase = .calling(call, device, [])
  }

  /// A connection that another device made. The call's answer is to be sent first.
  package init(_ call: consuming AnsweredCall) {
    phase = .answered(call)
  }

  /// Takes bytes as they came, in any pieces.
  ///
  /// - Throws: ``HandoffError`` with ``HandoffError/Code/forged`` or ``HandoffError/Code/malformed``; close the
  ///   connection.
  package mutating func receive(_ bytes: [UInt8]) throws(HandoffError) -> [Event] {
    var now = Phase.over
    swap(&now, &phase)
    switch consume now {
    case .calling(let call, let device, let before):
      return try receive(bytes, before, of: call, device)
    case .answered(let call):
      switch try call.receive(bytes) {
      case .waiting(let call):
        phase = .answered(call)
        return []
      case .connected(let connected):
        let events: [Event] = [.connected(connected.device.id)]
        let messages = connected.messages
        phase = .open(connected.channel)
        return events + messages.map { .message($0) }
      }
    case .open(var channel):
      let messages = try channel.opener.receive(bytes)
      phase = .open(channel)
      return messages.map { .message($0) }
    case .over:
      throw HandoffError(.disconnected, "The connection is over.")
    }
  }

  private mutating func receive(
    _ bytes: [UInt8], _ before: [UInt8], of call: consuming OutgoingCall, _ device: DeviceID
  ) throws(HandoffError) -> [Event] {
    let missing = Call.secondByteCount - before.count
    let second = before + bytes.prefix(missing)
    guard bytes.count >= missing else {
      phase = .calling(call, device, second)
      return []
    }
    phase = .open(try call.answered(second))
    let rest = Array(bytes.dropFirst(missing))
    return try [.connected(device)] + (rest.isEmpty ? [] : receive(rest))
  }

  /// Makes the frame of a message.
  ///
  /// - Throws: ``HandoffError``: ``HandoffError/Code/tooLarge``, which changes nothing, or
  ///   ``HandoffError/Code/disconnected`` when the device is not known or the connection is over.
  package mutating func seal(_ message: PeerMessage) throws(HandoffError) -> [UInt8] {
    // Checked first: what is taken out for sealing would be lost with an error.
    _ = try message.encoded()
    var now = Phase.over
    swap(&now, &phase)
    switch consume now {
    case .open(var channel):
      let frame = try channel.sealer.seal(message)
      phase = .open(channel)
      return frame
    case let other:
      phase = other
      throw HandoffError(.disconnected, "The device is not connected.")
    }
  }
}
