/// Takes the frames of one direction of a connection apart.
///
/// A frame that was changed, forged, repeated, left out or put into another order does not open. That ends the
/// connection: from then on the same error is thrown whatever comes.
package struct FrameOpener: ~Copyable {
  private static let lengthByteCount = 2

  /// Opens the frames.
  var cipher: FrameCipher
  private var waiting: [UInt8] = []
  private var failure: HandoffError?

  /// Takes the key of the direction, 32 bytes.
  package init(key: SecretBytes) {
    cipher = FrameCipher(key: key)
  }

  /// How many bytes wait for the rest of their frame: fewer than a frame may have.
  package var waitingByteCount: Int { waiting.count }

  /// Takes bytes as they came, in any pieces.
  ///
  /// - Returns: The messages that are whole with them, in their order.
  /// - Throws: ``HandoffError`` with ``HandoffError/Code/forged`` when a frame does not open, or
  ///   ``HandoffError/Code/malformed`` when it holds no message. Messages that came before it with the same
  ///   bytes are lost with the connection.
  /// - Complexity: O(*n*) in the bytes.
  package mutating func receive(_ bytes: [UInt8]) throws(HandoffError) -> [PeerMessage] {
    if let failure { throw failure }
    do throws(HandoffError) {
      return try open(bytes)
    } catch {
      failure = error
      waiting = []
      throw error
    }
  }

  private mutating func open(_ bytes: [UInt8]) throws(HandoffError) -> [PeerMessage] {
    waiting += bytes
    var messages: [PeerMessage] = []
    var start = 0
    while waiting.count - start >= Self.lengthByteCount {
      let count = Int(waiting[start]) | Int(waiting[start + 1]) << 8
      // Checked before the rest is waited for, so that no length makes the connection wait for nothing.
      guard Padding.isWhole(count - Sodium.tagByteCount) else { throw Self.forged }
      let body = start + Self.lengthByteCount
      guard waiting.count - body >= count else { break }
      guard let plain = cipher.open(waiting[body..<body + count]) else { throw Self.forged }
      messages.append(try PeerMessage(decoding: plain))
      start = body + count
    }
    waiting.removeFirst(start)
    return messages
  }

  private static let forged = HandoffError(
    .forged, "What came over the connection was not sealed by the other device in this order.")
}
