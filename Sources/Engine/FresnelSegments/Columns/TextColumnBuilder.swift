import FresnelStorage

/// Collects the texts of an attribute, as long as there are few distinct ones.
struct TextColumnBuilder {
  private var documents = ChunkDocuments()
  /// The ordinals of the open chunk.
  private var ordinals: [UInt64] = []
  private var openChunk = ColumnCursor.noChunk
  private var chunks = ChunkEncoder()

  private var texts = DistinctTexts()
  /// The number of documents by ordinal.
  private var counts: [UInt32] = []
  private var valueCount = 0

  /// The number of bytes that wait for a sink.
  var pendingByteCount: Int { chunks.pendingByteCount }

  /// Adds a text of a document, which is not before the last one.
  ///
  /// - Returns: `false` when the column can't hold it, and has to be dropped.
  mutating func add(_ text: UnsafeBufferPointer<UInt8>, of document: UInt32) -> Bool {
    guard text.count <= ColumnLimits.textByteCount else { return false }
    let chunk = document >> ChunkEntry.documentShift
    if chunk != openChunk {
      closeChunk(isWhole: documents.slots.count == ChunkEntry.documentsPerChunk)
      openChunk = chunk
    }
    let ordinal = texts.ordinal(of: text)
    let slot = UInt16(document & UInt32(ChunkEntry.documentsPerChunk - 1))
    let own = documents.valueCount(of: slot)
    if own > 0, ordinals[(ordinals.count - own)...].contains(UInt64(ordinal)) { return true }
    valueCount += 1
    guard own < ColumnLimits.valuesPerDocument, ordinals.count < ColumnLimits.valuesPerChunk,
      texts.bytes.count <= ColumnLimits.distinctTextByteCount,
      ColumnLimits.allowsGrowing(distinct: texts.count, values: valueCount)
    else { return false }
    documents.addValue(of: slot)
    ordinals.append(UInt64(ordinal))
    if Int(ordinal) == counts.count { counts.append(0) }
    counts[Int(ordinal)] += 1
    return true
  }

  /// Encodes the last chunk of a segment.
  ///
  /// - Returns: `false` when the column is not worth its room, and has to be dropped.
  mutating func close(documentCount: UInt32) -> Bool {
    guard ColumnLimits.allowsKeeping(distinct: texts.count, values: valueCount) else {
      return false
    }
    if openChunk != ColumnCursor.noChunk {
      let count = ChunkEntry.documentCount(inChunk: openChunk, of: documentCount)
      closeChunk(isWhole: documents.slots.count == count)
    }
    return true
  }

  /// Writes the chunks that are encoded.
  mutating func flush(to sink: inout ByteSink) throws(StorageError) {
    try chunks.flush(to: &sink)
  }

  /// Writes the rest of a column that was closed.
  mutating func finish(to sink: inout ByteSink) throws(StorageError) -> ColumnDescription {
    let frequent = counts.indices.sorted { (counts[$1], $0) < (counts[$0], $1) }
      .prefix(ColumnLimits.frequentTextCount)
    var bytes: [UInt8] = []
    for ordinal in frequent {
      bytes.append(littleEndian: UInt32(ordinal))
      bytes.append(littleEndian: counts[ordinal])
    }
    try sink.keepTogether(bytes.count)
    let estimateOffset = sink.offset
    try sink.append(bytes)
    bytes.removeAll()
    for end in texts.ends { bytes.append(littleEndian: end) }
    try sink.keepTogether(bytes.count + texts.bytes.count)
    let textsOffset = sink.offset
    try sink.append(bytes)
    try sink.append(texts.bytes)
    return ColumnDescription(
      directoryOffset: try chunks.finish(to: &sink), chunkCount: UInt32(chunks.entries.count),
      documentCount: UInt32(chunks.documentCount), estimateOffset: estimateOffset,
      estimateCount: UInt32(frequent.count), textCount: UInt32(texts.count),
      textsOffset: textsOffset)
  }

  private mutating func closeChunk(isWhole: Bool) {
    guard !ordinals.isEmpty else { return }
    var mask: UInt64 = 0
    for ordinal in ordinals { mask |= 1 << (ordinal & 63) }
    chunks.append(
      chunk: openChunk, documents, codes: ordinals, isFloating: false, ordinalMask: mask,
      isWhole: isWhole)
    documents.removeAll()
    ordinals.removeAll(keepingCapacity: true)
  }
}
