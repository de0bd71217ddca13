package import FresnelStorage

/// Where the identifier index of a segment is; a part of its footer.
package struct IdentifierIndexLocation: Equatable, Sendable {
  /// Whether every identifier is ASCII.
  package var hasOnlyASCIIIdentifiers = true
  /// The number of documents.
  var documentCount: UInt32 = 0
  /// The key of the hash, chosen at random by each process that writes.
  var key: (UInt64, UInt64) = (0, 0)
  /// The number of buckets.
  var bucketCount: UInt32 = 0
  /// The slots of each bucket.
  var slotCount: UInt32 = 0
  /// The place of the buckets.
  var bucketsOffset: UInt64 = 0
  /// The number of blocks of the filter; 0 without one.
  var filterBlockCount: UInt32 = 0
  /// The place of the filter.
  var filterOffset: UInt64 = 0

  /// Makes the location of no identifiers.
  init() {}

  /// Appends the encoding.
  package func encode(to bytes: inout [UInt8]) {
    bytes.append(hasOnlyASCIIIdentifiers ? 1 : 0)
    bytes.append(fixed: documentCount)
    bytes.append(fixed: key.0)
    bytes.append(fixed: key.1)
    bytes.append(fixed: bucketCount)
    bytes.append(fixed: slotCount)
    bytes.append(fixed: bucketsOffset)
    bytes.append(fixed: filterBlockCount)
    bytes.append(fixed: filterOffset)
  }

  /// Reads an encoding and moves `position` behind it.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`.
  package static func decode(
    _ bytes: UnsafeRawBufferPointer, at position: inout Int
  ) throws(StorageError) -> IdentifierIndexLocation {
    var fields = DocumentFields(bytes, at: position)
    var location = IdentifierIndexLocation()
    let flag = try fields.byte()
    location.hasOnlyASCIIIdentifiers = flag == 1
    location.documentCount = try fields.word()
    location.key.0 = try fields.long()
    location.key.1 = try fields.long()
    location.bucketCount = try fields.word()
    location.slotCount = try fields.word()
    location.bucketsOffset = try fields.long()
    location.filterBlockCount = try fields.word()
    location.filterOffset = try fields.long()
    let greatest = IdentifierBucket.greatestSlotCount(documentCount: location.documentCount)
    guard flag <= 1, location.slotCount <= greatest,
      (location.bucketCount == 0) == (location.slotCount == 0)
    else { throw StorageError(.corrupted, "The place of a segment's identifiers is damaged.") }
    position = fields.position
    return location
  }

  /// Compares all fields.
  package static func == (
    left: IdentifierIndexLocation, right: IdentifierIndexLocation
  ) -> Bool {
    var bytes: ([UInt8], [UInt8]) = ([], [])
    left.encode(to: &bytes.0)
    right.encode(to: &bytes.1)
    return bytes.0 == bytes.1
  }
}
