import FresnelModel
import FresnelStorage

/// Puts rows into pages and writes these in runs, between the item blocks.
struct RowPageWriter: ~Copyable {
  /// How many bytes of pages are collected before they are written; each run may have to be aligned.
  private static let runByteCount = 256 << 10
  /// How many domains of the current page are remembered.
  private static let domainMemory = 8

  /// Finished pages that are not written yet, and the lengths of each.
  private var run: [UInt8] = []
  private var runLengths: [Int] = []
  /// Whether the texts of rows are coded, and what does it.
  private let isCoded: Bool
  private let encoder: SymbolEncoder
  /// The texts of the row at hand.
  private var texts: [UInt8] = []
  /// The page that is being filled: its first item block, its first row's static score, the ends of its
  /// rows, their bytes.
  private var base: UInt32 = 0
  private var greatestScore: UInt32 = 0
  private var ends: [UInt16] = []
  private var rows: [UInt8] = []
  /// Places of domains in `rows` that a later row may refer to.
  private var domains: [Range<Int>] = []

  private var documentCount: UInt32 = 0
  /// The first document of each page.
  private var firstDocuments: [UInt32] = []
  /// The place of each page written, in units of ``RowLayout/pageAlignment``.
  private var places: [UInt32] = []

  /// Begins.
  ///
  /// - Parameter symbols: What the texts of rows are coded with; `nil` to keep them as they are.
  init(_ symbols: TextSymbols?) {
    isCoded = symbols != nil
    encoder = SymbolEncoder(symbols ?? TextSymbols([]))
  }

  /// What a row is made of.
  struct Row {
    var item: EncodedItem
    var scope: UInt32
    var staticScore: UInt32
    /// The item block with the rest of the attributes; `nil` when there are none.
    var restBlock: UInt32?
    /// Whether the rest has attributes that could be in the row.
    var isIncomplete: Bool
  }

  /// Adds the row of the next document, with its packed attributes; `nextBlock` is the number of the
  /// item block that the rest is in, or would be.
  mutating func add(
    _ row: Row, attributes: [UInt8], nextBlock: UInt32, to sink: inout ByteSink
  ) throws(StorageError) {
    if ends.isEmpty { begin(base: nextBlock, row) }
    let start = rows.count
    append(row, attributes)
    if !fits, !ends.isEmpty {
      rows.removeSubrange(start...)
      try close(to: &sink)
      begin(base: nextBlock, row)
      append(row, attributes)
    }
    documentCount += 1
    if fits {
      ends.append(UInt16(rows.count))
    } else {
      ends.append(RowLayout.longRowMark)
      try close(to: &sink)
    }
  }

  /// Writes what is left, and the index of pages; enters their places.
  consuming func finish(
    to sink: inout ByteSink, _ location: inout DocumentStoreLocation
  ) throws(StorageError) {
    if !ends.isEmpty { try close(to: &sink) }
    try writeRun(to: &sink)
    try sink.align(4)
    location.documentCount = documentCount
    location.pageCount = UInt32(places.count)
    location.pageIndexOffset = sink.offset
    sink.beginCopiedBytes()
    for first in firstDocuments { try sink.append(first) }
    for place in places { try sink.append(place) }
    sink.endCopiedBytes()
  }

  // MARK: - Pages

  /// Whether the page holds `rows` and the end of one more row.
  private var fits: Bool {
    RowLayout.headerByteCount + 2 * (ends.count + 1) + rows.count <= RowLayout.pageByteCount
  }

  private mutating func begin(base: UInt32, _ row: Row) {
    self.base = base
    greatestScore = row.staticScore
    firstDocuments.append(documentCount)
  }

  private mutating func close(to sink: inout ByteSink) throws(StorageError) {
    let start = run.count
    run.append(fixed: base)
    run.append(fixed: greatestScore)
    for end in ends { run.append(fixed: end) }
    if ends == [RowLayout.longRowMark] { run.append(fixed: UInt32(rows.count)) }
    run.append(contentsOf: rows)
    runLengths.append(run.count - start)
    ends.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
    domains.removeAll(keepingCapacity: true)
    if run.count >= Self.runByteCount { try writeRun(to: &sink) }
  }

  private mutating func writeRun(to sink: inout ByteSink) throws(StorageError) {
    var start = 0
    for length in runLengths {
      try sink.align(RowLayout.pageAlignment)
      try sink.keepTogether(length)
      try sink.align(RowLayout.pageAlignment)
      guard let place = UInt32(exactly: sink.offset / UInt64(RowLayout.pageAlignment)) else {
        throw StorageError(.tooLarge, "A segment would have more than 64 GiB.")
      }
      places.append(place)
      try run.span.bytes.withUnsafeBytes { (run) throws(StorageError) in
        try sink.append(UnsafeRawBufferPointer(rebasing: run[start..<start + length]))
      }
      start += length
    }
    run.removeAll(keepingCapacity: true)
    runLengths.removeAll(keepingCapacity: true)
  }

  // MARK: - Rows

  private mutating func append(_ row: Row, _ attributes: [UInt8]) {
    let item = row.item
    let domain = item.domainIdentifierBytes
    let expiration = item.expiration
    var flags: UInt8 = 0
    if expiration != nil { flags |= RowLayout.expirationFlag }
    if domain != nil { flags |= RowLayout.domainFlag }
    if row.scope != 0 { flags |= RowLayout.scopeFlag }
    if row.isIncomplete { flags |= RowLayout.incompleteFlag }
    if item.isUpdate { flags |= RowLayout.updateFlag }
    let distance = row.restBlock.map { $0 - base }
    let rest = distance.map { UInt8(min($0 + 1, UInt32(RowLayout.farRest))) } ?? RowLayout.noRest
    // Documents descend by their scores, but for those of tests.
    Varint.append(UInt64(greatestScore &- row.staticScore), to: &rows)
    rows.append(flags | rest << RowLayout.restShift)
    if row.scope != 0 { Varint.append(UInt64(row.scope), to: &rows) }
    Varint.append(UInt64(item.byteCount), to: &rows)
    Varint.append(UInt64(item.uniqueIdentifierBytes.count), to: &rows)
    if let domain { append(domain: domain) }
    if let expiration { rows.append(fixed: expiration.secondsSinceReferenceDate.bitPattern) }
    if let distance, rest == RowLayout.farRest { Varint.append(UInt64(distance), to: &rows) }
    guard isCoded else {
      rows.append(contentsOf: item.uniqueIdentifierBytes)
      rows.append(contentsOf: attributes)
      return
    }
    texts.removeAll(keepingCapacity: true)
    texts.append(contentsOf: item.uniqueIdentifierBytes)
    texts.append(contentsOf: attributes)
    texts.append(contentsOf: repeatElement(0, count: 8))
    encoder.encode(texts, to: &rows)
  }

  /// Appends a domain, or the place of the same one in an earlier row of the page.
  private mutating func append(domain: ArraySlice<UInt8>) {
    if let known = domains.first(where: { rows[$0].elementsEqual(domain) }) {
      Varint.append(UInt64(known.lowerBound - Varint.byteCount(UInt64(known.count))), to: &rows)
      return
    }
    Varint.append(0, to: &rows)
    Varint.append(UInt64(domain.count), to: &rows)
    rows.append(contentsOf: domain)
    if domains.count == Self.domainMemory { domains.removeFirst() }
    domains.append(rows.count - domain.count..<rows.count)
  }
}
