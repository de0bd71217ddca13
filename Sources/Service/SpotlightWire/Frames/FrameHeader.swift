// The start of a frame, 16 bytes, numbers little-endian; Documentation/protocol.md has the whole.
//
//   offset  bytes  field
//        0      4  bytes of payload that follow, at most 2^20; 0 when the payload is a descriptor
//        4      2  kind
//        6      1  flags: 1 the payload is the first descriptor's content, 2 more replies follow
//        7      1  descriptors that came with the frame's first byte, at most 4
//        8      8  request that this is or answers; 0 in events and in the greeting

/// What stands before the payload of a message.
package struct FrameHeader: Hashable, Sendable {
  /// The number of bytes.
  package static let byteCount = 16
  static let flagsOffset = 6
  static let requestOffset = 8

  /// The bytes of payload that follow.
  package var payloadByteCount: Int
  /// The number of the kind, which this version may not know.
  package var kind: UInt16
  /// How the payload travels, and whether more is to come.
  package var flags: Flags
  /// How many descriptors came with the frame's first byte.
  package var descriptorCount: Int
  /// The request that this is or answers; 0 in events.
  package var request: UInt64

  /// How the payload travels, and whether more is to come.
  package struct Flags: OptionSet, Hashable, Sendable {
    /// The bits.
    package let rawValue: UInt8

    /// Makes a set of its bits.
    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The payload is the content of the first descriptor.
    package static let detached = Flags(rawValue: 1)
    /// Another reply to the same request follows.
    package static let more = Flags(rawValue: 2)
    /// Those that there are.
    package static let all: Flags = [.detached, .more]
  }

  /// Makes a header.
  package init(
    payloadByteCount: Int, kind: UInt16, flags: Flags = [], descriptorCount: Int = 0,
    request: UInt64
  ) {
    self.payloadByteCount = payloadByteCount
    self.kind = kind
    self.flags = flags
    self.descriptorCount = descriptorCount
    self.request = request
  }

  /// Reads a header.
  ///
  /// - Throws: ``WireError`` with ``WireError/Code/malformed`` when it breaks a limit.
  init(from reader: inout WireReader) throws(WireError) {
    payloadByteCount = Int(try reader.integer(UInt32.self))
    kind = try reader.integer()
    flags = Flags(rawValue: try reader.integer())
    descriptorCount = Int(try reader.integer(UInt8.self))
    request = try reader.integer()
    guard payloadByteCount <= WireLimits.inlinePayloadByteCount else {
      throw WireError(.malformed, "A frame has a payload of \(payloadByteCount) bytes.")
    }
    guard flags.isSubset(of: .all) else {
      throw WireError(.malformed, "A frame has unknown flags, \(flags.rawValue).")
    }
    guard descriptorCount <= WireLimits.descriptorsPerFrame else {
      throw WireError(.malformed, "A frame has \(descriptorCount) descriptors.")
    }
    guard !flags.contains(.detached) || (payloadByteCount == 0 && descriptorCount > 0) else {
      throw WireError(.malformed, "A frame whose payload is a descriptor has none, or has both.")
    }
  }

  /// The header's bytes.
  var bytes: [UInt8] {
    var writer = WireWriter()
    writer.append(UInt32(payloadByteCount))
    writer.append(kind)
    writer.append(flags.rawValue)
    writer.append(UInt8(descriptorCount))
    writer.append(request)
    return writer.finish()
  }
}
