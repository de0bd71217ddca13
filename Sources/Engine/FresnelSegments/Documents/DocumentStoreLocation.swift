package import FresnelStorage

/// Where the documents of a segment are; a part of its footer.
package struct DocumentStoreLocation: Equatable, Sendable {
  /// The number of documents.
  package var documentCount: UInt32 = 0
  /// The sum of the encodings' lengths in bytes.
  package var itemByteCount: UInt64 = 0
  /// The smallest expiry in seconds since 2001; infinite when no document expires.
  package var earliestExpiration = Double.infinity
  /// The number of row pages.
  var pageCount: UInt32 = 0
  /// The place of the index of row pages.
  var pageIndexOffset: UInt64 = 0
  /// The number of item blocks.
  var blockCount: UInt32 = 0
  /// The place of the table of item blocks.
  var blockTableOffset: UInt64 = 0
  /// The bits of a scope number in the scope column: 0 when all are 0, else a power of two to 32.
  var scopeWidth: UInt8 = 0
  /// The place of the scope column.
  var scopeOffset: UInt64 = 0
  /// The place of the expiry column, which is there when a document expires.
  var expirationOffset: UInt64 = 0
  /// The length of the symbols that the texts of rows are coded with; 0 when they are not.
  var symbolsByteCount: UInt32 = 0
  /// Their place.
  var symbolsOffset: UInt64 = 0
  /// The length of the dictionary that item blocks are compressed with; 0 without one.
  var dictionaryByteCount: UInt32 = 0
  /// Its place.
  var dictionaryOffset: UInt64 = 0

  /// Makes the location of no documents.
  init() {}

  /// Appends the encoding.
  package func encode(to bytes: inout [UInt8]) {
    bytes.append(fixed: documentCount)
    bytes.append(fixed: itemByteCount)
    bytes.append(fixed: earliestExpiration.bitPattern)
    bytes.append(fixed: pageCount)
    bytes.append(fixed: pageIndexOffset)
    bytes.append(fixed: blockCount)
    bytes.append(fixed: blockTableOffset)
    bytes.append(fixed: scopeWidth)
    bytes.append(fixed: scopeOffset)
    bytes.append(fixed: expirationOffset)
    bytes.append(fixed: symbolsByteCount)
    bytes.append(fixed: symbolsOffset)
    bytes.append(fixed: dictionaryByteCount)
    bytes.append(fixed: dictionaryOffset)
  }

  /// Reads an encoding and moves `position` behind it.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`.
  package static func decode(
    _ bytes: UnsafeRawBufferPointer, at position: inout Int
  ) throws(StorageError) -> DocumentStoreLocation {
    var fields = DocumentFields(bytes, at: position)
    var location = DocumentStoreLocation()
    location.documentCount = try fields.word()
    location.itemByteCount = try fields.long()
    location.earliestExpiration = Double(bitPattern: try fields.long())
    location.pageCount = try fields.word()
    location.pageIndexOffset = try fields.long()
    location.blockCount = try fields.word()
    location.blockTableOffset = try fields.long()
    location.scopeWidth = try fields.byte()
    location.scopeOffset = try fields.long()
    location.expirationOffset = try fields.long()
    location.symbolsByteCount = try fields.word()
    location.symbolsOffset = try fields.long()
    location.dictionaryByteCount = try fields.word()
    location.dictionaryOffset = try fields.long()
    guard !location.earliestExpiration.isNaN,
      [0, 1, 2, 4, 8, 16, 32].contains(location.scopeWidth),
      location.symbolsByteCount <= TextSymbols.greatestEncodedByteCount,
      location.dictionaryByteCount <= ItemDictionary.greatestByteCount
    else { throw StorageError(.corrupted, "The place of a segment's documents is damaged.") }
    position = fields.position
    return location
  }
}
