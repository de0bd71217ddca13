import FresnelStorage

/// How far a test of values reaches in a chunk.
enum ChunkReach {
  /// No value passes.
  case none
  /// Every value passes.
  case all
  /// Each value has to be looked at.
  case some
}

/// A test of the values of a column.
protocol ColumnCondition: ~Copyable {
  /// Prepares for the values of a chunk, and tells what its line says of them.
  mutating func enter(_ entry: ChunkEntry) throws(StorageError) -> ChunkReach
  /// Whether a packed value of that chunk passes.
  mutating func accepts(packed: UInt64) throws(StorageError) -> Bool
  /// Does work once that makes going through all chunks cheaper.
  mutating func prepareToScan() throws(StorageError)
}

/// The documents that have a value in a column which passes a test.
struct ColumnTest<Condition: ColumnCondition & ~Copyable>: ~Copyable {
  private var cursor: ColumnCursor
  private var condition: Condition
  private var reach = ChunkReach.none

  init(_ cursor: consuming ColumnCursor, _ condition: consuming Condition) {
    self.cursor = cursor
    self.condition = condition
  }

  /// Whether a document of the segment has a value that passes.
  @inline(__always)
  mutating func matches(_ document: UInt32) throws(StorageError) -> Bool {
    let chunk = document &>> ChunkEntry.documentShift
    if chunk != cursor.chunk { try enter(chunk) }
    if reach == .none { return false }
    if !cursor.isLoaded { try cursor.load() }
    guard let index = cursor.index(of: document) else { return false }
    if reach == .all { return true }
    return try matches(at: index)
  }

  /// Moves to a chunk.
  mutating func enter(_ chunk: UInt32) throws(StorageError) {
    guard chunk != cursor.chunk else { return }
    reach = .none
    try cursor.move(to: chunk)
    if cursor.entry.documentCount > 0 { reach = try condition.enter(cursor.entry) }
  }

  /// The next chunk behind the present one in which a document may have a value; `nil` if there is
  /// none.
  mutating func nextChunk() throws(StorageError) -> UInt32? {
    try cursor.nextChunk()
  }

  /// The documents of the present chunk that have a value which passes.
  mutating func bits() throws(StorageError) -> ChunkBits {
    if reach == .none { return ChunkBits() }
    try cursor.load()
    if reach == .all { return cursor.presence }
    var bits = ChunkBits()
    var index = 0
    let isMultiValued = cursor.entry.isMultiValued
    for word in 0..<8 {
      var rest = cursor.presence.words[word]
      var found: UInt64 = 0
      while rest != 0 {
        let passes =
          isMultiValued
          ? try matches(at: index) : try condition.accepts(packed: cursor.packed(at: index))
        // Without a branch on the answer, which can't be foreseen.
        found |= (passes ? 1 : 0) &<< UInt64(rest.trailingZeroBitCount)
        rest &= rest &- 1
        index &+= 1
      }
      bits.words[word] = found
    }
    return bits
  }

  /// Does work once that makes going through all chunks cheaper.
  mutating func prepareToScan() throws(StorageError) {
    try condition.prepareToScan()
  }

  @inline(__always)
  private mutating func matches(at index: Int) throws(StorageError) -> Bool {
    if !cursor.entry.isMultiValued {
      return try condition.accepts(packed: cursor.packed(at: index))
    }
    for place in try cursor.values(at: index) {
      if try condition.accepts(packed: cursor.packed(at: place)) { return true }
    }
    return false
  }
}
