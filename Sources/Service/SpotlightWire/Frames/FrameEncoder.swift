package import FresnelPlatform

/// A frame on its way out.
package struct OutgoingFrame: Sendable {
  /// Header and payload.
  package private(set) var bytes: [UInt8]
  /// Go with the first byte, and with no byte of another frame.
  package let descriptors: [SharedDescriptor]

  /// The bytes of a payload that is the first descriptor's content; 0 of another one's.
  package let detachedByteCount: Int

  /// Whether the payload is the first descriptor's content.
  package var isDetached: Bool {
    bytes[FrameHeader.flagsOffset] & FrameHeader.Flags.detached.rawValue != 0
  }

  /// Gives the frame another request number, for whoever learns the number only when the frame goes.
  package mutating func renumber(_ request: UInt64) {
    for index in 0..<8 {
      bytes[FrameHeader.requestOffset + index] = UInt8(truncatingIfNeeded: request >> (8 * index))
    }
  }
}

/// Makes frames of messages.
package enum FrameEncoder {
  /// Makes the frame of a message. A payload that is too long for a frame goes as a sealed file in
  /// memory.
  ///
  /// - Throws: ``WireError`` with ``WireError/Code/tooLarge`` when the payload is longer than may be,
  ///   or with ``WireError/Code/system`` when there is no memory for the file.
  /// - Complexity: O(*n*) in the bytes of the message.
  package static func frame<Message: WireMessage>(
    _ envelope: Envelope<Message>
  ) throws(WireError) -> OutgoingFrame {
    let message = envelope.message
    // Both are set by this program's own code.
    precondition(envelope.descriptors.count == message.descriptorCount)
    precondition((envelope.request == 0) != message.kind.belongsToRequest)
    var writer = WireWriter()
    writer.append(raw: repeatElement(0, count: FrameHeader.byteCount))
    message.write(to: &writer)
    let payloadByteCount = writer.bytes.count - FrameHeader.byteCount
    var header = FrameHeader(
      payloadByteCount: payloadByteCount, kind: message.kind.rawValue,
      flags: envelope.isLast ? [] : .more, descriptorCount: envelope.descriptors.count,
      request: envelope.request)
    guard payloadByteCount > WireLimits.inlinePayloadByteCount else {
      writer.replaceStart(with: header.bytes)
      return OutgoingFrame(
        bytes: writer.finish(), descriptors: envelope.descriptors, detachedByteCount: 0)
    }
    let file = try payloadFile(writer.bytes)
    header.payloadByteCount = 0
    header.flags.insert(.detached)
    header.descriptorCount += 1
    return OutgoingFrame(
      bytes: header.bytes, descriptors: [file] + envelope.descriptors,
      detachedByteCount: payloadByteCount)
  }

  private static func payloadFile(_ bytes: [UInt8]) throws(WireError) -> SharedDescriptor {
    let byteCount = bytes.count - FrameHeader.byteCount
    guard byteCount <= WireLimits.payloadByteCount else {
      throw WireError(
        .tooLarge,
        "The message has \(byteCount) bytes; the limit is \(WireLimits.payloadByteCount).")
    }
    do throws(SystemError) {
      let payload = bytes.span.bytes.extracting(droppingFirst: FrameHeader.byteCount)
      return try payload.withUnsafeBytes { payload throws(SystemError) in
        try MemoryFile.sealed(payload, name: "fresnel-payload")
      }
    } catch {
      throw WireError(.system, error.message)
    }
  }
}
