/// Makes messages of frames.
package enum FrameParser {
  /// Reads the message of a frame. A payload that is a descriptor is read into memory first, which
  /// for a long one takes some milliseconds.
  ///
  /// - Parameters:
  ///   - frame: A frame from the other side.
  ///   - type: What the other side says.
  ///   - charge: What the payload takes of the memory that the other side may use; the parts of the
  ///     message's lists are added.
  /// - Returns: The message, and what is around it.
  /// - Throws: ``WireError``: ``WireError/Code/unknownKind`` when the frame is well-formed as far as
  ///   can be told, and the connection may go on; another code when it must end.
  /// - Complexity: O(*n*) in the bytes of the message; the bytes of items are not copied.
  package static func envelope<Message: WireMessage>(
    of frame: RawFrame, as type: Message.Type = Message.self,
    charging charge: (any PayloadCharge)? = nil
  ) throws(WireError) -> Envelope<Message> {
    guard let kind = MessageKind(rawValue: frame.header.kind) else {
      throw unknown(frame.header.kind)
    }
    guard (frame.header.request != 0) == kind.belongsToRequest else {
      throw WireError(
        .malformed, "A message of kind \(kind) has the request number \(frame.header.request).")
    }
    let isLast = !frame.header.flags.contains(.more)
    guard isLast || kind.mayBeFollowed else {
      throw WireError(.malformed, "A message of kind \(kind) cannot be followed by another.")
    }
    var (reader, descriptors) = try frame.content()
    guard let message = try Message(kind, from: &reader) else { throw unknown(kind.rawValue) }
    try reader.finish()
    guard descriptors.count == message.descriptorCount else {
      throw WireError(
        .malformed,
        "A message of kind \(kind) came with \(descriptors.count) descriptors instead of "
          + "\(message.descriptorCount).")
    }
    var envelope = Envelope(
      message, request: frame.header.request, isLast: isLast, descriptors: descriptors)
    if let charge {
      charge.grow(by: reader.partCount * partByteCount)
      envelope.charge = charge
    }
    return envelope
  }

  /// About what a part of a list takes in memory besides its bytes.
  private static let partByteCount = 48

  private static func unknown(_ kind: UInt16) -> WireError {
    WireError(.unknownKind, "A message has the unknown kind \(String(kind, radix: 16)).")
  }
}
