internal import FresnelPlatform

// A frame, little-endian, at an offset that is a multiple of 8:
//
//   offset  bytes  field
//        0      4  CRC-32C of bytes 4 ..< 32, started from the generation's seed
//        4      4  CRC-32C of the payload and its padding, started from the generation's seed
//        8      4  payload byte count n, at most 2^30
//       12      2  kind, not 0
//       14      2  zero
//       16      8  sequence number, from 1
//       24      8  sequence number of the first frame of the same commit
//       32      n  payload: records; when they are encrypted, between a nonce of 24 bytes and a tag of
//                  16, which also vouches for bytes 8 ..< 32
//     32+n   0..7  zeros up to a multiple of 8

struct FrameHeader: Equatable {
  var payloadChecksum: UInt32
  var payloadByteCount: Int
  var kind: FrameKind
  var sequence: UInt64
  /// The first frame that was written with this one. Since a commit starts only after the one before
  /// it was synced, everything before this number was durable when this frame was written.
  var commitStart: UInt64

  static let byteCount = 32
  static let maximumPayloadByteCount = 1 << 30

  /// The frame's length in the file with header and padding.
  var frameByteCount: Int { Self.byteCount + Self.padded(payloadByteCount) }

  /// A payload's length with padding.
  static func padded(_ byteCount: Int) -> Int { (byteCount + 7) & ~7 }

  /// Whether bytes 8 to 15 of a header, as one number, can be such: they hold the payload's byte count,
  /// a kind that is not 0, and two bytes 0.
  @inline(__always)
  static func isPossible(_ word: UInt64) -> Bool {
    word >> 48 == 0 && word >> 32 != 0
      && word & 0xFFFF_FFFF <= UInt64(maximumPayloadByteCount)
  }

  /// Reads a header, or returns `nil` when its checksum or a field that must have a fixed value is
  /// wrong. The buffer must hold 32 bytes.
  init?(_ bytes: UnsafeRawBufferPointer, seed: UInt32) {
    let sequence = bytes.littleEndian(UInt64.self, at: 16)
    let commitStart = bytes.littleEndian(UInt64.self, at: 24)
    let payloadByteCount = bytes.littleEndian(UInt32.self, at: 8)
    let kind = bytes.littleEndian(UInt16.self, at: 12)
    // These cost less than the checksum and fail first on zeros.
    guard sequence > 0, sequence < .max, commitStart > 0, commitStart <= sequence, kind != 0,
      payloadByteCount <= Self.maximumPayloadByteCount,
      bytes.littleEndian(UInt16.self, at: 14) == 0
    else { return nil }
    var checksum = CRC32C(continuing: seed)
    checksum.update(UnsafeRawBufferPointer(rebasing: bytes[4..<Self.byteCount]))
    guard checksum.value == bytes.littleEndian(UInt32.self, at: 0) else { return nil }
    payloadChecksum = bytes.littleEndian(UInt32.self, at: 4)
    self.payloadByteCount = Int(payloadByteCount)
    self.kind = FrameKind(rawValue: kind)
    self.sequence = sequence
    self.commitStart = commitStart
  }

  /// Makes a header for a payload that starts `byteCount` bytes into the buffer and runs, with its
  /// padding, to the buffer's end.
  init(
    kind: FrameKind, sequence: UInt64, commitStart: UInt64, payloadByteCount: Int, checksum: UInt32
  ) {
    payloadChecksum = checksum
    self.payloadByteCount = payloadByteCount
    self.kind = kind
    self.sequence = sequence
    self.commitStart = commitStart
  }

  /// The bytes 8 to 31 of the header, which an encrypted frame's tag vouches for.
  var authenticatedBytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(24)
    bytes.appendLittleEndian(UInt32(payloadByteCount))
    bytes.appendLittleEndian(kind.rawValue)
    bytes.appendLittleEndian(UInt16(0))
    bytes.appendLittleEndian(sequence)
    bytes.appendLittleEndian(commitStart)
    return bytes
  }

  /// Writes the header over 32 bytes of a buffer.
  func store(in buffer: inout [UInt8], at index: Int, seed: UInt32) {
    buffer.storeLittleEndian(payloadChecksum, at: index + 4)
    buffer.storeLittleEndian(UInt32(payloadByteCount), at: index + 8)
    buffer.storeLittleEndian(kind.rawValue, at: index + 12)
    buffer.storeLittleEndian(UInt16(0), at: index + 14)
    buffer.storeLittleEndian(sequence, at: index + 16)
    buffer.storeLittleEndian(commitStart, at: index + 24)
    var checksum = CRC32C(continuing: seed)
    buffer.withUnsafeBytes { bytes in
      checksum.update(UnsafeRawBufferPointer(rebasing: bytes[index + 4..<index + Self.byteCount]))
    }
    buffer.storeLittleEndian(checksum.value, at: index)
  }
}
