import FresnelStorage

/// The encoded chunks of a column under construction: entries, and payloads that wait for a sink.
struct ChunkEncoder {
  /// The entries of all chunks. Offsets of those whose payloads are in ``pending`` are not yet known.
  private(set) var entries: [ChunkEntry] = []
  /// The payloads that were not written yet, without gaps.
  private var pending: [UInt8] = []
  /// The first entry whose payload is in ``pending``.
  private var firstPending = 0
  /// The number of documents with a value.
  private(set) var documentCount = 0

  /// The number of bytes that wait for a sink.
  var pendingByteCount: Int { pending.count }

  /// Bitmaps take 64 bytes, lists two for each document.
  private static let shortestBitmap = 32

  /// Encodes a chunk of at least one value; chunks come in order. `codes` are the values document by
  /// document, and `isWhole` says that every document of the chunk has one.
  mutating func append(
    chunk: UInt32, _ documents: ChunkDocuments, codes: [UInt64], isFloating: Bool,
    ordinalMask: UInt64, isWhole: Bool
  ) {
    var least = UInt64.max
    var greatest = UInt64.min
    for code in codes {
      least = min(least, code)
      greatest = max(greatest, code)
    }
    let divisor = Self.commonDivisor(codes, least: least)
    var entry = ChunkEntry()
    entry.chunk = chunk
    entry.least = least
    entry.greatest = greatest
    entry.divisor = divisor
    entry.valueCount = UInt32(codes.count)
    entry.documentCount = UInt16(documents.slots.count)
    entry.presence =
      isWhole ? .all : documents.slots.count < Self.shortestBitmap ? .list : .bitmap
    entry.isMultiValued = documents.isMultiValued
    entry.isFloating = isFloating
    entry.valueWidth = UInt8(BitPacking.width(of: (greatest - least) / divisor))
    entry.endWidth =
      entry.isMultiValued ? UInt8(BitPacking.width(of: UInt64(documents.valueCount))) : 0
    entry.ordinalMask = ordinalMask
    entry.payloadByteCount = UInt32(entry.neededByteCount)
    entries.append(entry)
    documentCount += documents.slots.count
    guard entry.payloadByteCount > 0 else { return }
    switch entry.presence {
    case .all: break
    case .bitmap:
      let start = pending.count
      pending.append(contentsOf: repeatElement(0, count: 64))
      for slot in documents.slots { pending[start + Int(slot >> 3)] |= 1 << UInt8(slot & 7) }
    case .list:
      for slot in documents.slots { pending.append(littleEndian: slot) }
    }
    if entry.isMultiValued {
      BitPacking.append(
        documents.ends.lazy.map(UInt64.init), width: Int(entry.endWidth), to: &pending)
    }
    BitPacking.append(
      codes.lazy.map { ($0 - least) / divisor }, width: Int(entry.valueWidth), to: &pending)
    pending.append(contentsOf: repeatElement(0, count: BitPacking.slackByteCount))
  }

  /// Writes the payloads that wait.
  mutating func flush(to sink: inout ByteSink) throws(StorageError) {
    guard firstPending < entries.count else { return }
    var start = 0
    for index in firstPending..<entries.count {
      let byteCount = Int(entries[index].payloadByteCount)
      guard byteCount > 0 else { continue }
      try sink.keepTogether(byteCount)
      entries[index].payloadOffset = sink.offset
      let end = start + byteCount
      try pending.span.bytes.withUnsafeBytes { (bytes) throws(StorageError) in
        // Payloads were appended in this order with these lengths.
        try sink.append(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      }
      start = end
    }
    firstPending = entries.count
    pending.removeAll(keepingCapacity: true)
  }

  /// Writes what waits, and the directory.
  ///
  /// - Returns: Where the directory begins.
  mutating func finish(to sink: inout ByteSink) throws(StorageError) -> UInt64 {
    try flush(to: &sink)
    // Groups of a block's length follow one another from a block's start, so each fills a block.
    try sink.keepTogether(
      min(entries.count, ChunkEntry.entriesPerGroup) * ChunkEntry.byteCount)
    let offset = sink.offset
    var bytes: [UInt8] = []
    bytes.reserveCapacity(entries.count * ChunkEntry.byteCount)
    for entry in entries { entry.encode(to: &bytes) }
    try sink.append(bytes)
    return offset
  }

  /// The greatest number that divides all codes' differences from the least one.
  private static func commonDivisor(_ codes: [UInt64], least: UInt64) -> UInt64 {
    var divisor: UInt64 = 0
    for code in codes {
      var difference = code - least
      while difference != 0 { (divisor, difference) = (difference, divisor % difference) }
      if divisor == 1 { return 1 }
    }
    return max(divisor, 1)
  }
}
