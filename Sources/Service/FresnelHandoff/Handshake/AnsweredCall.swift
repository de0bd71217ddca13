/// A call that was answered. It may be the repetition of one that somebody recorded: that it is not shows when the
/// first frame opens, for which the caller's part of the handshake is needed. Until then nothing of it counts.
package struct AnsweredCall: ~Copyable {
  /// The bytes that answer.
  package let second: [UInt8]
  private let device: Device
  private var channel: SecureChannel

  init(device: Device, second: [UInt8], channel: consuming SecureChannel) {
    self.device = device
    self.second = second
    self.channel = channel
  }

  /// What came of the bytes after the call.
  package enum Progress: ~Copyable {
    /// They are fewer than a frame has; wait for more, though not for long.
    case waiting(AnsweredCall)
    /// The device is there.
    case connected(Connected)
  }

  /// A connection to a device that called.
  package struct Connected: ~Copyable {
    /// Who called.
    package let device: Device
    /// What it said so far, at least one message.
    package let messages: [PeerMessage]
    /// The connection.
    package var channel: SecureChannel
  }

  /// Takes bytes that came after the call, in any pieces.
  ///
  /// - Returns: The connection once the first frame is whole.
  /// - Throws: ``HandoffError`` as ``FrameOpener/receive(_:)``; close the connection without a word.
  package consuming func receive(_ bytes: [UInt8]) throws(HandoffError) -> Progress {
    let messages = try channel.opener.receive(bytes)
    guard !messages.isEmpty else { return .waiting(self) }
    return .connected(Connected(device: device, messages: messages, channel: channel))
  }
}
