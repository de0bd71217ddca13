package import FresnelPlatform

/// A frame as it came, its payload not looked at.
package struct RawFrame: Sendable {
  /// What stood before the payload.
  package let header: FrameHeader
  /// The descriptors that came with it, that of its payload included.
  package let descriptors: [SharedDescriptor]
  /// A buffer that holds the payload, and nothing of another frame's.
  let bytes: [UInt8]
  /// Where in the buffer the payload is.
  let payload: Range<Int>
}

extension RawFrame {
  /// A reader of the payload, and the descriptors that belong to the message.
  ///
  /// A payload that is a descriptor is read into memory of this process first.
  ///
  /// - Throws: ``WireError`` with ``WireError/Code/badDescriptor`` when it cannot be read, or could
  ///   still be changed by whoever sent it.
  func content() throws(WireError) -> (reader: WireReader, descriptors: [SharedDescriptor]) {
    guard header.flags.contains(.detached), let first = descriptors.first else {
      return (WireReader(bytes, in: payload), descriptors)
    }
    do throws(SystemError) {
      let content = try MemoryFile.contents(of: first, atMost: WireLimits.payloadByteCount)
      return (WireReader(content), Array(descriptors.dropFirst()))
    } catch {
      throw WireError(.badDescriptor, error.message)
    }
  }
}
