package import FresnelStorage

/// Where blocks of sorted terms and the index of these blocks are.
package struct TermBlocksLocation: Equatable, Sendable {
  /// The place of the first block.
  package var offset: UInt64 = 0
  /// The length of the blocks in bytes; the index follows them.
  package var byteCount: UInt64 = 0
  /// The length of the index in bytes.
  package var indexByteCount: UInt32 = 0
  /// The number of terms.
  package var termCount: UInt32 = 0
  /// The number of runs that the terms are written in.
  package var runCount: UInt32 = 0
  /// How many bytes of a document's number stand apart where a term has one posting; 1 to 4.
  package var documentByteCount: UInt8 = 1

  /// The length of an encoded location.
  package static let encodedByteCount = 29

  /// Makes the location of no terms.
  package init() {}

  /// Appends the location: ``encodedByteCount`` bytes.
  package func encode(to bytes: inout [UInt8]) {
    withUnsafeBytes(of: offset.littleEndian) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: byteCount.littleEndian) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: indexByteCount.littleEndian) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: termCount.littleEndian) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: runCount.littleEndian) { bytes.append(contentsOf: $0) }
    bytes.append(documentByteCount)
  }

  /// Reads a location and moves `position` behind it.
  ///
  /// - Throws: ``StorageError`` with code `corrupted` when the bytes end before, or are none.
  package static func decode(
    _ bytes: UnsafeRawBufferPointer, at position: inout Int
  ) throws(StorageError) -> TermBlocksLocation {
    guard position >= 0, bytes.count >= encodedByteCount,
      position <= bytes.count - encodedByteCount
    else {
      throw StorageError(.corrupted, "A segment's footer ends inside the place of a dictionary.")
    }
    var location = TermBlocksLocation()
    location.offset = UInt64(
      littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    location.byteCount = UInt64(
      littleEndian: bytes.loadUnaligned(fromByteOffset: position + 8, as: UInt64.self))
    location.indexByteCount = UInt32(
      littleEndian: bytes.loadUnaligned(fromByteOffset: position + 16, as: UInt32.self))
    location.termCount = UInt32(
      littleEndian: bytes.loadUnaligned(fromByteOffset: position + 20, as: UInt32.self))
    location.runCount = UInt32(
      littleEndian: bytes.loadUnaligned(fromByteOffset: position + 24, as: UInt32.self))
    location.documentByteCount = bytes[position + 28]
    guard (1...4).contains(location.documentByteCount) else {
      throw StorageError(.corrupted, "A segment's footer tells no place of a dictionary.")
    }
    position += encodedByteCount
    return location
  }
}
