package import FresnelStorage

/// The documents for which a comparison holds.
///
/// Cheap while documents are asked for in ascending order, correct in any order. For one thread.
/// After an error the filter is of no more use.
package struct ColumnFilter: ~Copyable {
  /// Whether the comparison is the negation of the tests.
  private let isNegated: Bool
  /// The number of documents of the segment.
  private let documentCount: UInt32
  private var numbers: ColumnTest<IntervalCondition>?
  private var dates: ColumnTest<IntervalCondition>?
  private var texts: ColumnTest<TextCondition>?

  /// The chunk of ``bits``.
  private var bitsChunk = ColumnCursor.noChunk
  /// The matching documents of a chunk in which many were asked for.
  private var bits = ChunkBits()
  /// The chunk of the last document asked for outside ``bits``, and how many were in a row.
  private var askedChunk = ColumnCursor.noChunk
  private var askedCount = 0
  /// After how many such documents all of the chunk are tested at once.
  private let askedLimit: Int
  /// Whether ``next(from:)`` was called.
  private var isScanning = false

  /// The share of the segment's documents that match, about: 0 to 1.
  package let estimatedShare: Double

  /// A filter for the documents that pass one of the tests, or with negation none.
  init(
    isNegated: Bool, documentCount: UInt32,
    numbers: consuming ColumnTest<IntervalCondition>? = nil,
    dates: consuming ColumnTest<IntervalCondition>? = nil,
    texts: consuming ColumnTest<TextCondition>? = nil, textCount: UInt32 = 0,
    passingShare: Double
  ) {
    self.isNegated = isNegated
    self.documentCount = documentCount
    self.numbers = numbers
    self.dates = dates
    self.texts = texts
    // Testing all of a chunk takes as long as asking for about 50 documents; of a column of many texts
    // it also means to evaluate texts that nobody may ask for.
    askedLimit = 16 + min(240, Int(textCount) / 4)
    let share = min(1, max(0, passingShare))
    estimatedShare = isNegated ? 1 - share : share
  }

  /// Whether the comparison holds for a document, which must be one of the segment's.
  ///
  /// - Complexity: A few nanoseconds within a chunk of 512 documents; to enter one, its line in the
  ///   column's directory is read, and its values where the line leaves the answer open.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package mutating func matches(_ document: UInt32) throws(StorageError) -> Bool {
    assert(document < documentCount)
    if document >> ChunkEntry.documentShift == bitsChunk { return bits.contains(document) }
    return try matchesOutsideBits(document)
  }

  private mutating func matchesOutsideBits(_ document: UInt32) throws(StorageError) -> Bool {
    let chunk = document >> ChunkEntry.documentShift
    if chunk != askedChunk {
      askedChunk = chunk
      askedCount = 0
    }
    askedCount += 1
    if askedCount > askedLimit {
      try findBits(of: chunk)
      return bits.contains(document)
    }
    if try numbers?.matches(document) ?? false { return !isNegated }
    if try dates?.matches(document) ?? false { return !isNegated }
    if try texts?.matches(document) ?? false { return !isNegated }
    return isNegated
  }

  /// The first matching document that is not before `document`; `UInt32.max` when there is none.
  ///
  /// - Complexity: Chunks are skipped by what their lines say; in others all documents are tested at
  ///   the first call.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package mutating func next(from document: UInt32) throws(StorageError) -> UInt32 {
    var document = document
    if !isScanning {
      isScanning = true
      try texts?.prepareToScan()
    }
    while document < documentCount {
      let chunk = document >> ChunkEntry.documentShift
      if chunk != bitsChunk { try findBits(of: chunk) }
      let first = chunk << ChunkEntry.documentShift
      if let slot = bits.first(from: Int(document - first)) { return first + UInt32(slot) }
      guard let next = try nextChunk(after: chunk) else { return .max }
      document = next << ChunkEntry.documentShift
    }
    return .max
  }

  private mutating func findBits(of chunk: UInt32) throws(StorageError) {
    bitsChunk = ColumnCursor.noChunk
    bits = ChunkBits()
    try enter(chunk)
    if let found = try numbers?.bits() { bits.formUnion(found) }
    if let found = try dates?.bits() { bits.formUnion(found) }
    if let found = try texts?.bits() { bits.formUnion(found) }
    if isNegated {
      let documents = ChunkEntry.documentCount(inChunk: chunk, of: documentCount) ?? 0
      bits = bits.inverted
      bits.formIntersection(ChunkBits(lowest: documents))
    }
    bitsChunk = chunk
  }

  private mutating func enter(_ chunk: UInt32) throws(StorageError) {
    try numbers?.enter(chunk)
    try dates?.enter(chunk)
    try texts?.enter(chunk)
  }

  /// The next chunk in which a document may match; `nil` if there is none.
  private mutating func nextChunk(after chunk: UInt32) throws(StorageError) -> UInt32? {
    if isNegated {
      return chunk + 1 < ChunkEntry.chunkCount(of: documentCount) ? chunk + 1 : nil
    }
    // Another call may have moved the tests.
    try enter(chunk)
    var next = ColumnCursor.noChunk
    if let chunk = try numbers?.nextChunk() { next = min(next, chunk) }
    if let chunk = try dates?.nextChunk() { next = min(next, chunk) }
    if let chunk = try texts?.nextChunk() { next = min(next, chunk) }
    return next == ColumnCursor.noChunk ? nil : next
  }
}
