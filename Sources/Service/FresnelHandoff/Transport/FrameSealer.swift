/// Makes the frames of one direction of a connection.
///
/// A frame is a u16 length, little-endian, and so many bytes: a message, filled up and sealed, and the tag.
package struct FrameSealer: ~Copyable {
  /// Seals the frames.
  var cipher: FrameCipher

  /// Takes the key of the direction, 32 bytes.
  package init(key: SecretBytes) {
    cipher = FrameCipher(key: key)
  }

  /// Makes the frame of a message.
  ///
  /// - Throws: ``HandoffError`` with ``HandoffError/Code/tooLarge`` when a field of the message is longer than
  ///   it may be; the connection goes on.
  package mutating func seal(_ message: PeerMessage) throws(HandoffError) -> [UInt8] {
    let sealed = cipher.seal(Padding.pad(try message.encoded()))
    let count = UInt16(sealed.count)
    return [UInt8(truncatingIfNeeded: count), UInt8(truncatingIfNeeded: count >> 8)] + sealed
  }
}
