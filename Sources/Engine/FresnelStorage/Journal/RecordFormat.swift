internal import FresnelPlatform

// A record inside a frame's payload, little-endian:
//
//   offset  bytes  field
//        0      4  byte count n
//        4      4  CRC-32C of the record's bytes
//        8      n  the record
//
// Records follow one another without gaps and fill the payload exactly. Replay trusts the frame's
// checksum and looks at the byte counts only; a record read alone is verified by its own.

enum RecordFormat {
  static let headerByteCount = 8

  /// The bytes of the record at the start of a payload's rest, or `nil` at its end or when the byte
  /// count runs past it.
  static func parse(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard rest.count >= headerByteCount else { return nil }
    let byteCount = Int(rest.littleEndian(UInt32.self, at: 0))
    guard byteCount <= rest.count - headerByteCount else { return nil }
    let start = rest.startIndex + headerByteCount
    return rest[start..<start + byteCount]
  }

  /// Whether the bytes of a record, which its header precedes, have the checksum written there.
  static func isIntact(_ record: ArraySlice<UInt8>, in payload: ArraySlice<UInt8>) -> Bool {
    let header = payload[(record.startIndex - headerByteCount)..<record.startIndex]
    return header.littleEndian(UInt32.self, at: 4) == CRC32C.checksum(of: record)
  }

  /// Whether records fill the payload exactly.
  static func isWellFormed(_ payload: ArraySlice<UInt8>) -> Bool {
    var rest = payload
    while let record = parse(rest) { rest = rest[record.endIndex...] }
    return rest.isEmpty
  }

  /// Appends a record with its header.
  static func append(_ record: UnsafeRawBufferPointer, to buffer: inout [UInt8]) {
    buffer.appendLittleEndian(UInt32(record.count))
    buffer.appendLittleEndian(CRC32C.checksum(of: record))
    buffer.append(contentsOf: record)
  }
}
