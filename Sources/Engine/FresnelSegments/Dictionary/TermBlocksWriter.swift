import FresnelStorage

/// Writes blocks of sorted terms and their index.
///
/// Blocks are kept in memory until the end, about 9 bytes for a term.
struct TermBlocksWriter: ~Copyable {
  private let documentByteCount: Int
  /// The closed blocks, each of them but the last filled up to its full length.
  private var blocks = GrowableBuffer<UInt8>(capacity: TermBlockFormat.blockByteCount)
  private var index = GrowableBuffer<UInt8>()
  private var separator: [UInt8] = []

  // The block not yet closed.
  private var runs = GrowableBuffer<UInt8>(capacity: TermBlockFormat.blockByteCount)
  private var runPlaces = GrowableBuffer<UInt16>()
  private var blockListOffset: UInt64 = 0
  /// The number of terms in the last run.
  private var runTermCount = 0

  private var context = TermListContext(expectedOffset: 0)
  private var term: [UInt8] = []
  private var encoded = GrowableBuffer<UInt8>(capacity: 256)
  private var termCount = 0
  /// The number of runs.
  private(set) var runCount = 0
  private(set) var blockCount = 0

  /// Makes a writer of entries with documents below a number.
  init(documentCount: Int) {
    // Three bits of a lone document lie in its tag.
    var byteCount = 1
    while byteCount < 4, documentCount - 1 >= 1 << (8 * byteCount + 3) { byteCount += 1 }
    documentByteCount = byteCount
  }

  /// Adds a term, which is greater than the one before.
  mutating func add(_ next: UnsafeRawBufferPointer, _ entry: TermEntry) {
    precondition(next.count <= TermDictionaryWriter.maximumTermLength, "A term is too long.")
    let shared = term.withUnsafeBytes { ByteOrder.sharedCount($0, next) }
    precondition(
      termCount == 0
        || shared < next.count && (shared == term.count || next[shared] > term[shared]),
      "Terms must ascend.")
    let startsRun = runTermCount == 0 || runTermCount == TermBlockFormat.runCapacity
    var after = encode(next, shared: startsRun ? 0 : shared, entry, startsRun: startsRun)
    let byteCount =
      TermBlockFormat.headByteCount + 2 * (runPlaces.count + (startsRun ? 1 : 0)) + runs.count
      + encoded.count
    if blockCount == 0 || byteCount > TermBlockFormat.blockByteCount {
      closeBlock()
      beginBlock(next, shared: shared)
      after = encode(next, shared: 0, entry, startsRun: true)
    }
    if runTermCount == 0 || startsRun {
      runPlaces.append(UInt16(runs.count))
      runTermCount = 0
      runCount += 1
    }
    runs.append(contentsOf: encoded.base, count: encoded.count)
    runTermCount += 1
    context = after
    term.removeAll(keepingCapacity: true)
    term.append(contentsOf: next)
    termCount += 1
  }

  /// Encodes a term as the next one of its run, or the first of one.
  ///
  /// - Returns: What it tells of the next lists.
  private mutating func encode(
    _ next: UnsafeRawBufferPointer, shared: Int, _ entry: TermEntry, startsRun: Bool
  ) -> TermListContext {
    encoded.removeAll()
    var context = context
    if startsRun {
      context.lastDocument = -1
      encoded.append(varint: ZigZag.encode(context.expectedOffset &- blockListOffset))
    }
    TermLengths.append(shared: shared, suffix: next.count - shared, to: &encoded)
    for byte in next[shared...] { encoded.append(byte) }
    TermLists.append(
      entry, documentByteCount: documentByteCount, context: &context, to: &encoded)
    return context
  }

  /// Begins a block with a term that shares bytes with the last one of the block before.
  private mutating func beginBlock(_ first: UnsafeRawBufferPointer, shared: Int) {
    if blockCount > 0 {
      let rest = blocks.count % TermBlockFormat.blockByteCount
      if rest > 0 {
        for _ in rest..<TermBlockFormat.blockByteCount { blocks.append(0) }
      }
    }
    // The first byte that differs is enough to tell the block from the one before.
    let next = blockCount == 0 ? [] : Array(first[...shared])
    let kept = separator.withUnsafeBytes { separator in
      next.withUnsafeBytes { ByteOrder.sharedCount(separator, $0) }
    }
    TermLengths.append(shared: kept, suffix: next.count - kept, to: &index)
    for byte in next[kept...] { index.append(byte) }
    separator = next
    blockListOffset = context.expectedOffset
    blockCount += 1
  }

  /// Closes the last block; no more terms can be added to it.
  mutating func closeBlock() {
    guard runPlaces.count > 0 else { return }
    let runsOffset = TermBlockFormat.headByteCount + 2 * runPlaces.count
    append(littleEndian: UInt16(runPlaces.count))
    append(littleEndian: UInt16(runsOffset + runs.count))
    append(littleEndian: blockListOffset)
    for run in 0..<runPlaces.count {
      append(littleEndian: UInt16(runsOffset) + runPlaces[run])
    }
    blocks.append(contentsOf: runs.base, count: runs.count)
    index.append(varint: UInt64(runPlaces.count))
    runPlaces.removeAll()
    runs.removeAll()
    runTermCount = 0
  }

  private mutating func append(littleEndian value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) {
      for byte in $0 { blocks.append(byte) }
    }
  }

  /// A closed block.
  func block(_ number: Int) throws(TermDamage) -> TermBlock {
    let start = number * TermBlockFormat.blockByteCount
    let end = min(start + TermBlockFormat.blockByteCount, blocks.count)
    return try TermBlock(
      UnsafeRawBufferPointer(start: blocks.base + start, count: end - start),
      documentByteCount: documentByteCount)
  }

  /// Writes the blocks and their index.
  consuming func finish(to sink: inout ByteSink) throws(StorageError) -> TermBlocksLocation {
    closeBlock()
    guard termCount <= Int(UInt32.max) else {
      throw StorageError(.tooLarge, "A dictionary can't hold \(termCount) terms.")
    }
    try sink.keepTogether(min(blocks.count, TermBlockFormat.blockByteCount))
    var location = TermBlocksLocation()
    location.offset = sink.offset
    location.byteCount = UInt64(blocks.count)
    location.indexByteCount = UInt32(index.count)
    location.termCount = UInt32(termCount)
    location.runCount = UInt32(runCount)
    location.documentByteCount = UInt8(documentByteCount)
    try sink.append(UnsafeRawBufferPointer(start: blocks.base, count: blocks.count))
    try sink.append(UnsafeRawBufferPointer(start: index.base, count: index.count))
    return location
  }
}
