import FresnelQuery
import FresnelStorage

/// Collects the numbers or the dates of an attribute.
struct NumberColumnBuilder {
  private var documents = ChunkDocuments()
  /// The values of the open chunk, whole numbers as integers where they fit.
  private var values: [Quantity] = []
  private var openChunk = ColumnCursor.noChunk
  private var chunks = ChunkEncoder()

  /// Every n-th value, where n doubles as often as need be.
  private var sample: [Double] = []
  private var sampleStride = 1
  private var valuesUntilSample = 1

  /// The number of bytes that wait for a sink.
  var pendingByteCount: Int { chunks.pendingByteCount }

  /// Adds a value of a document, which is not before the last one.
  ///
  /// - Returns: `false` when the column can't hold it, and has to be dropped.
  mutating func add(_ value: Quantity, of document: UInt32) -> Bool {
    let chunk = document >> ChunkEntry.documentShift
    if chunk != openChunk {
      guard closeChunk(isWhole: documents.slots.count == ChunkEntry.documentsPerChunk) else {
        return false
      }
      openChunk = chunk
    }
    let slot = UInt16(document & UInt32(ChunkEntry.documentsPerChunk - 1))
    let value = value.canonical
    let own = documents.valueCount(of: slot)
    if own > 0 {
      if values[(values.count - own)...].contains(value) { return true }
      guard own < ColumnLimits.valuesPerDocument, values.count < ColumnLimits.valuesPerChunk
      else { return false }
    }
    guard values.count < ColumnLimits.valuesPerChunk else { return false }
    documents.addValue(of: slot)
    values.append(value)
    addToSample(value)
    return true
  }

  /// Encodes the last chunk of a segment.
  ///
  /// - Returns: `false` when the column can't hold it, and has to be dropped.
  mutating func close(documentCount: UInt32) -> Bool {
    guard openChunk != ColumnCursor.noChunk else { return true }
    let count = ChunkEntry.documentCount(inChunk: openChunk, of: documentCount)
    return closeChunk(isWhole: documents.slots.count == count)
  }

  /// Writes the chunks that are encoded.
  mutating func flush(to sink: inout ByteSink) throws(StorageError) {
    try chunks.flush(to: &sink)
  }

  /// Writes the rest of a column that was closed.
  mutating func finish(to sink: inout ByteSink) throws(StorageError) -> ColumnDescription {
    var bytes: [UInt8] = []
    for value in sample.sorted() { bytes.append(littleEndian: value.bitPattern) }
    try sink.keepTogether(bytes.count)
    let estimateOffset = sink.offset
    try sink.append(bytes)
    return ColumnDescription(
      directoryOffset: try chunks.finish(to: &sink), chunkCount: UInt32(chunks.entries.count),
      documentCount: UInt32(chunks.documentCount), estimateOffset: estimateOffset,
      estimateCount: UInt32(sample.count))
  }

  private mutating func closeChunk(isWhole: Bool) -> Bool {
    guard !values.isEmpty else { return true }
    defer {
      documents.removeAll()
      values.removeAll(keepingCapacity: true)
    }
    var codes: [UInt64] = []
    codes.reserveCapacity(values.count)
    var isFloating = false
    for value in values {
      guard case .integer(let integer) = value else {
        isFloating = true
        break
      }
      codes.append(NumberCode.code(integer))
    }
    if isFloating {
      codes.removeAll(keepingCapacity: true)
      for value in values {
        guard let double = value.exactDouble else { return false }
        codes.append(NumberCode.code(double))
      }
    }
    chunks.append(
      chunk: openChunk, documents, codes: codes, isFloating: isFloating, ordinalMask: 0,
      isWhole: isWhole)
    return true
  }

  private mutating func addToSample(_ value: Quantity) {
    valuesUntilSample -= 1
    guard valuesUntilSample == 0 else { return }
    if sample.count == ColumnLimits.sampleCount {
      sample = sample.enumerated().filter { $0.offset & 1 == 0 }.map(\.element)
      sampleStride *= 2
    }
    sample.append(value.approximation)
    valuesUntilSample = sampleStride
  }
}
