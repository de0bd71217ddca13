import FresnelStorage

/// Writes blocks of sorted terms and their index.
///
/// Blocks are kept in memory until the end, about 9 bytes for a term.
struct TermBlocksWriter: ~Copyable {
  private let documentByteCount: Int
  /// The greatest number of terms in a run.
  private let runCapacity: Int
  /// The closed blocks, each of them but the last filled up to its full length.
  private var blocks = GrowableBuffer<UInt8>(capacity: TermBlockFormat.blockByteCount)
  private var index = GrowableBuffer<UInt8>()
  private var separator: [UInt8] = []

  // The block not yet closed: its closed runs, where each of them starts, and the run not yet closed.
  private var runs = GrowableBuffer<UInt8>(capacity: TermBlockFormat.blockByteCount)
  private var runPlaces = GrowableBuffer<UInt16>()
  private var run = TermRunWriter()
  private var blockListOffset: UInt64 = 0

  private var context = TermListContext(expectedOffset: 0)
  private var term: [UInt8] = []
  private var encodedTerm = GrowableBuffer<UInt8>(capacity: 256)
  private var encodedEntry = GrowableBuffer<UInt8>(capacity: 256)
  private var termCount = 0
  /// The number of runs.
  private(set) var runCount = 0
  private(set) var blockCount = 0

  /// Makes a writer of entries with documents below a number, in runs of so many terms.
  init(documentCount: Int, runCapacity: Int = TermBlockFormat.runCapacity) {
    self.runCapacity = runCapacity
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
    var startsRun = run.count == 0 || run.count == runCapacity
    var after = encode(next, shared: startsRun ? 0 : shared, entry, startsRun: startsRun)
    if blockCount == 0 || byteCount(startsRun: startsRun) > TermBlockFormat.blockByteCount {
      closeBlock()
      beginBlock(next, shared: shared)
      startsRun = true
      after = encode(next, shared: 0, entry, startsRun: true)
    }
    if startsRun {
      closeRun()
      run.begin(distance: distance)
      runCount += 1
    }
    run.add(term: encodedTerm, entry: encodedEntry)
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
    encodedTerm.removeAll()
    encodedEntry.removeAll()
    TermLengths.append(shared: shared, suffix: next.count - shared, to: &encodedTerm)
    for byte in next[shared...] { encodedTerm.append(byte) }
    var context = context
    if startsRun { context.lastDocument = -1 }
    TermLists.append(
      entry, documentByteCount: documentByteCount, context: &context, to: &encodedEntry)
    return context
  }

  /// Where lists are expected next, relative to those of the block.
  private var distance: UInt64 {
    ZigZag.encode(context.expectedOffset &- blockListOffset)
  }

  /// The length of the block with the encoded term in it.
  private func byteCount(startsRun: Bool) -> Int {
    var places = runPlaces.count + 1
    var byteCount = TermBlockFormat.headByteCount + runs.count
    if startsRun {
      byteCount += TermRunWriter.byteCount(
        distance: distance, terms: encodedTerm.count, entries: encodedEntry.count)
      if run.count > 0 {
        byteCount += run.byteCount(addingTerm: 0, entry: 0)
        places += 1
      }
    } else {
      byteCount += run.byteCount(addingTerm: encodedTerm.count, entry: encodedEntry.count)
    }
    return byteCount + 2 * places
  }

  private mutating func closeRun() {
    guard run.count > 0 else { return }
    runPlaces.append(UInt16(runs.count))
    run.append(to: &runs)
    run.begin(distance: 0)
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
    closeRun()
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
    sink.beginCopiedBytes()
    try sink.append(UnsafeRawBufferPointer(start: index.base, count: index.count))
    sink.endCopiedBytes()
    return location
  }
}
