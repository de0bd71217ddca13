import FresnelModel
import FresnelStorage

/// Collects what rows do not hold of the items into blocks, compresses and writes these.
struct ItemBlockWriter: ~Copyable {
  /// The usual length of a block.
  private static let usualByteCount = 24 << 10

  /// The length of a block before compression, unless its only item is longer.
  private let blockByteCount: Int
  private let compressor: Compressor?
  /// The block that is being filled: the first document, how many there are, the directory, the
  /// packed attributes.
  private var lastDocument: UInt32 = 0
  private var entryCount = 0
  private var directory: [UInt8] = []
  private var bodies: [UInt8] = []
  /// A whole block, and what compressing makes of it.
  private var block: [UInt8] = []
  /// Place, stored length and length of each block written.
  private var table: [(offset: UInt64, storedByteCount: UInt32, byteCount: UInt32)] = []

  /// Begins; without an effort, items are not compressed, and without a length, blocks have the usual one. No block
  /// gets longer than the longest item's, since readers refuse it.
  init(_ effort: Compressor.Effort?, dictionary: [UInt8], blockByteCount: Int?) {
    compressor = effort.map { Compressor($0, dictionary: dictionary) }
    self.blockByteCount = min(
      max(1, blockByteCount ?? Self.usualByteCount), ItemLimits.itemByteCount)
  }

  /// The number of blocks written: the number of the one that is being filled.
  var count: UInt32 { UInt32(table.count) }

  /// Adds the packed attributes of a document and returns the number of its block.
  mutating func add(
    _ attributes: [UInt8], document: UInt32, to sink: inout ByteSink
  ) throws(StorageError) -> UInt32 {
    let byteCount = directory.count + bodies.count + attributes.count
    if entryCount > 0, byteCount > blockByteCount { try flush(to: &sink) }
    let gap = entryCount == 0 ? document : document - lastDocument
    Varint.append(UInt64(gap), to: &directory)
    Varint.append(UInt64(attributes.count), to: &directory)
    bodies.append(contentsOf: attributes)
    lastDocument = document
    entryCount += 1
    return count
  }

  /// Writes the last block and the table; enters their places.
  consuming func finish(
    to sink: inout ByteSink, _ location: inout DocumentStoreLocation
  ) throws(StorageError) {
    if entryCount > 0 { try flush(to: &sink) }
    try sink.align(16)
    location.blockCount = count
    location.blockTableOffset = sink.offset
    sink.beginCopiedBytes()
    for entry in table {
      try sink.append(entry.offset)
      try sink.append(entry.storedByteCount)
      try sink.append(entry.byteCount)
    }
    sink.endCopiedBytes()
  }

  private mutating func flush(to sink: inout ByteSink) throws(StorageError) {
    block.removeAll(keepingCapacity: true)
    Varint.append(UInt64(entryCount), to: &block)
    block.append(contentsOf: directory)
    block.append(contentsOf: bodies)
    directory.removeAll(keepingCapacity: true)
    bodies.removeAll(keepingCapacity: true)
    entryCount = 0
    let byteCount = UInt32(block.count)
    // What does not become shorter is stored as it is, which equal lengths say.
    if let compressor, let compressed = compressor.compress(block) {
      try sink.append(compressed)
      table.append((sink.offset - UInt64(compressed.count), UInt32(compressed.count), byteCount))
    } else {
      try sink.append(block)
      table.append((sink.offset - UInt64(block.count), byteCount, byteCount))
    }
  }
}
