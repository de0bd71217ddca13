import FresnelStorage

/// Reads a column chunk by chunk: cheap while documents ascend, correct in any order.
struct ColumnCursor: ~Copyable {
  /// What the table tells of the column.
  let column: ColumnDescription
  /// The number of documents of the segment.
  let documentCount: UInt32

  /// The chunk that the cursor is at; ``noChunk`` at first.
  private(set) var chunk = Self.noChunk
  /// What the directory tells of the chunk; its document count is 0 when no document has a value.
  private(set) var entry = ChunkEntry()
  /// Whether the payload of the chunk is at hand.
  private(set) var isLoaded = false
  /// One bit for each document of the chunk that has a value, once the chunk is loaded.
  private(set) var presence = ChunkBits()

  /// The number of values before each word of ``presence``.
  private var ranks = InlineArray<8, UInt16>(repeating: 0)
  private var isDense = false
  private var valueWidth = 0
  // Into the bytes last asked of `payload`, which only `load` asks; `ChunkEntry.init` proved that the
  // packed numbers fit into them. Nil where the numbers take no room.
  private var ends: UnsafeRawPointer?
  private var values: UnsafeRawPointer?

  private let path: String?
  private var directory: PinnedWindow
  private var payload: PinnedWindow
  /// The directory's first line whose chunk is not before the cursor's.
  private var line = 0

  static let noChunk = UInt32.max

  init(_ source: ByteSource, _ column: ColumnDescription, documentCount: UInt32) {
    self.column = column
    self.documentCount = documentCount
    path = source.path
    directory = PinnedWindow(source)
    payload = PinnedWindow(source)
  }

  // MARK: - Chunks

  /// Moves to a chunk of the segment and reads its line.
  mutating func move(to chunk: UInt32) throws(StorageError) {
    guard chunk != self.chunk else { return }
    try findLine(of: chunk)
    try readLine(of: chunk)
  }

  /// The next chunk behind the cursor's that has values; `nil` if there is none.
  mutating func nextChunk() throws(StorageError) -> UInt32? {
    let next = entry.documentCount > 0 ? line + 1 : line
    guard next < Int(column.chunkCount) else { return nil }
    let chunk = try chunk(ofLine: next)
    guard chunk > self.chunk || self.chunk == Self.noChunk,
      chunk < ChunkEntry.chunkCount(of: documentCount)
    else { throw damaged }
    return chunk
  }

  /// Sets ``line`` to the first one whose chunk is not before `chunk`.
  private mutating func findLine(of chunk: UInt32) throws(StorageError) {
    let count = Int(column.chunkCount)
    // Where no chunk is missing, a chunk's number is its line's.
    if column.chunkCount == ChunkEntry.chunkCount(of: documentCount) {
      line = Int(chunk)
      return
    }
    let isAhead = self.chunk != Self.noChunk && chunk > self.chunk
    var lower = isAhead ? line : 0
    var upper = isAhead || self.chunk == Self.noChunk ? count : min(line + 1, count)
    if isAhead {
      // The chunk wanted is usually near: take steps that double.
      var step = 1
      while lower + step < upper, try self.chunk(ofLine: lower + step) < chunk {
        lower += step
        step *= 2
      }
      upper = min(upper, lower + step)
    }
    while lower < upper {
      let middle = (lower + upper) / 2
      if try self.chunk(ofLine: middle) < chunk { lower = middle + 1 } else { upper = middle }
    }
    line = lower
  }

  private mutating func readLine(of chunk: UInt32) throws(StorageError) {
    self.chunk = Self.noChunk
    isLoaded = false
    entry.documentCount = 0
    if line < Int(column.chunkCount), try self.chunk(ofLine: line) == chunk {
      let bytes = try directory.bytes(at: offset(ofLine: line), count: ChunkEntry.byteCount)
      guard let entry = ChunkEntry(bytes, documentCount: documentCount) else { throw damaged }
      self.entry = entry
    }
    self.chunk = chunk
  }

  private func offset(ofLine line: Int) -> UInt64 {
    column.directoryOffset &+ UInt64(line * ChunkEntry.byteCount)
  }

  private mutating func chunk(ofLine line: Int) throws(StorageError) -> UInt32 {
    let bytes = try directory.bytes(at: offset(ofLine: line), count: ChunkEntry.byteCount)
    return UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))
  }

  // MARK: - Payload

  /// Gets the payload of the cursor's chunk, which has a line.
  mutating func load() throws(StorageError) {
    guard !isLoaded else { return }
    var base: UnsafeRawPointer?
    if entry.payloadByteCount > 0 {
      base = try payload.bytes(at: entry.payloadOffset, count: Int(entry.payloadByteCount))
    }
    try readPresence(base)
    valueWidth = Int(entry.valueWidth)
    ends = entry.endWidth == 0 ? nil : base.map { $0 + entry.endsOffset }
    values = valueWidth == 0 ? nil : base.map { $0 + entry.valuesOffset }
    isLoaded = true
  }

  private mutating func readPresence(_ base: UnsafeRawPointer?) throws(StorageError) {
    let documents = ChunkEntry.documentCount(inChunk: chunk, of: documentCount) ?? 0
    isDense = entry.presence == .all
    if isDense {
      presence = ChunkBits(lowest: documents)
      return
    }
    // Both other forms take room, so there are bytes.
    guard let base else { throw damaged }
    presence = ChunkBits()
    if entry.presence == .bitmap {
      for index in 0..<8 {
        presence.words[index] = UInt64(
          littleEndian: base.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self))
      }
    } else {
      var last = -1
      for index in 0..<Int(entry.documentCount) {
        let slot = Int(
          UInt16(littleEndian: base.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self)))
        guard slot > last, slot < documents else { throw damaged }
        presence.insert(slot)
        last = slot
      }
    }
    var count = 0
    for index in 0..<8 {
      ranks[index] = UInt16(count)
      count += presence.words[index].nonzeroBitCount
    }
    guard count == Int(entry.documentCount),
      presence.isDisjoint(with: ChunkBits(lowest: documents).inverted)
    else { throw damaged }
  }

  // MARK: - Values

  /// The place of a document of the loaded chunk among those with a value; `nil` if it has none.
  @inline(__always)
  func index(of document: UInt32) -> Int? {
    let slot = Int(document & (UInt32(ChunkEntry.documentsPerChunk) - 1))
    if isDense { return slot < Int(entry.documentCount) ? slot : nil }
    let word = presence.words[slot >> 6]
    let bit = UInt64(slot & 63)
    guard (word &>> bit) & 1 != 0 else { return nil }
    return Int(ranks[slot >> 6]) &+ (word & ~(UInt64.max &<< bit)).nonzeroBitCount
  }

  /// The places of the values of a document of the segment; `nil` if it has none.
  mutating func places(of document: UInt32) throws(StorageError) -> Range<Int>? {
    assert(document < documentCount)
    try move(to: document >> ChunkEntry.documentShift)
    guard entry.documentCount > 0 else { return nil }
    try load()
    guard let index = index(of: document) else { return nil }
    return try values(at: index)
  }

  /// The places of the values of the document of an index.
  @inline(__always)
  func values(at index: Int) throws(StorageError) -> Range<Int> {
    guard let ends else { return index..<index + 1 }
    let width = Int(entry.endWidth)
    let start = index == 0 ? 0 : Int(BitPacking.read(ends, index - 1, width: width))
    let end = Int(BitPacking.read(ends, index, width: width))
    guard start <= end, end <= Int(entry.valueCount) else { throw damaged }
    return start..<end
  }

  /// The packed value at a place that ``values(at:)`` gave.
  @inline(__always)
  func packed(at place: Int) -> UInt64 {
    guard let values else { return 0 }
    return BitPacking.read(values, place, width: valueWidth)
  }

  /// The code of a packed value of the chunk.
  @inline(__always)
  func code(_ packed: UInt64) -> UInt64 {
    entry.least &+ packed &* entry.divisor
  }

  /// What to throw when the column breaks its format.
  var damaged: StorageError {
    StorageError(
      .corrupted, "A column is damaged in the chunk of document \(UInt64(chunk) * 512).",
      path: path, offset: column.directoryOffset)
  }
}
