package import FresnelStorage

/// Where the columns of a segment are, as the segment's footer tells it.
package struct ColumnsLocation: Equatable, Sendable {
  /// The place of the table of columns.
  package var offset: UInt64
  /// The length of the table in bytes.
  package var byteCount: UInt32

  /// Makes a location.
  package init(offset: UInt64, byteCount: UInt32) {
    self.offset = offset
    self.byteCount = byteCount
  }

  /// Appends the location: 12 bytes.
  package func encode(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: offset)
    bytes.append(littleEndian: byteCount)
  }

  /// Reads a location and moves `position` behind it.
  ///
  /// - Throws: ``StorageError`` with code `corrupted` when the bytes end before.
  package static func decode(
    _ bytes: UnsafeRawBufferPointer, at position: inout Int
  ) throws(StorageError) -> ColumnsLocation {
    guard position >= 0, bytes.count >= 12, position <= bytes.count - 12 else {
      throw StorageError(.corrupted, "A segment's footer ends inside the place of its columns.")
    }
    defer { position += 12 }
    return ColumnsLocation(
      offset: UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)),
      byteCount: UInt32(
        littleEndian: bytes.loadUnaligned(fromByteOffset: position + 8, as: UInt32.self)))
  }
}
