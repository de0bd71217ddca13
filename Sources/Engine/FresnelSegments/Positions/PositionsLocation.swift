import FresnelStorage

/// Where the positions of a segment are; a part of its footer.
package struct PositionsLocation: Equatable, Sendable {
  /// The place of the first group of records.
  package var offset: UInt64 = 0
  /// The bytes of all groups; the places of the groups follow them.
  package var byteCount: UInt64 = 0

  /// Makes the location of no positions.
  init() {}

  /// Makes a location; ``PositionsReader`` checks it against the source it is used with.
  package init(offset: UInt64, byteCount: UInt64) {
    self.offset = offset
    self.byteCount = byteCount
  }

  /// The bytes of the section: groups and their places.
  func totalByteCount(documentCount: UInt32) -> UInt64 {
    let groupCapacity = UInt64(PositionFormat.groupCapacity)
    let groupCount = (UInt64(documentCount) + groupCapacity - 1) / groupCapacity
    return byteCount + groupCount * UInt64(PositionFormat.placeByteCount)
  }

  /// Appends the encoding.
  func encode(to bytes: inout [UInt8]) {
    Varint.append(offset, to: &bytes)
    Varint.append(byteCount, to: &bytes)
  }

  /// Reads an encoding and moves `position` behind it.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`.
  static func decode(
    _ bytes: UnsafeRawBufferPointer, at position: inout Int
  ) throws(StorageError) -> PositionsLocation {
    var location = PositionsLocation()
    guard let offset = Varint.read(bytes, at: &position),
      let byteCount = Varint.read(bytes, at: &position)
    else { throw StorageError(.corrupted, "The place of a segment's positions is damaged.") }
    location.offset = offset
    location.byteCount = byteCount
    return location
  }
}
