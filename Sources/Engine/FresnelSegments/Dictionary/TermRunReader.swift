import FresnelStorage

/// Walks the terms of a run without putting them together, and reads the entries asked for.
///
/// The terms lie side by side, and so do their entries behind them, so that a walk which looks for a
/// term does not touch the entries of others.
struct TermRunReader {
  /// The bytes of the block up to the end of the run.
  let bytes: UnsafeRawBufferPointer
  private let documentByteCount: Int
  /// Where the terms end and the entries begin.
  private let termsEnd: Int
  private var position: Int
  /// The number of the term in the run; −1 before the first.
  private(set) var index = -1
  private var termCount = 0
  /// How many bytes the term shares with the one before.
  private(set) var shared = 0
  /// The place of the bytes that follow those.
  private(set) var suffix = 0..<0

  /// A place between entries, and what those before it tell.
  private struct Place {
    var position: Int
    var context: TermListContext
  }

  /// The number of the entry that `place` is in front of.
  private var entryIndex = 0
  private var place: Place
  /// The place behind that entry, once it was read.
  private var behind: Place?

  /// Reads the head of a run.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the block up to the end of the run.
  ///   - start: Where the run starts in them.
  ///   - documentByteCount: How many bytes of a lone document's number stand apart from its tag.
  ///   - listOffset: What its lists are told relative to.
  /// - Throws: When the head is damaged.
  @inline(__always)
  init(
    _ bytes: UnsafeRawBufferPointer, start: Int, documentByteCount: Int, listOffset: UInt64
  ) throws(TermDamage) {
    var position = start
    guard let distance = Varint.readShort(bytes, at: &position),
      let termsByteCount = Varint.readShort(bytes, at: &position)
    else { throw .truncated }
    guard termsByteCount <= UInt64(bytes.count &- position) else { throw .range }
    self.bytes = bytes
    self.position = position
    self.documentByteCount = documentByteCount
    termsEnd = position &+ Int(termsByteCount)
    place = Place(
      position: termsEnd,
      context: TermListContext(expectedOffset: listOffset &+ ZigZag.decode(distance)))
  }

  /// A run that is at its end.
  init() {
    bytes = UnsafeRawBufferPointer(start: nil, count: 0)
    position = 0
    documentByteCount = 1
    termsEnd = 0
    place = Place(position: 0, context: TermListContext(expectedOffset: 0))
  }

  /// Moves to the next term; `false` at the end of the run.
  @inline(__always)
  mutating func next() throws(TermDamage) -> Bool {
    guard position < termsEnd else { return false }
    let lengths = bytes[position]
    position &+= 1
    shared = Int(lengths >> 4)
    var suffixCount = Int(lengths & 15)
    if lengths >= 0xF0 || suffixCount == TermBlockFormat.longLength {
      suffixCount = try readLongLengths(lengths)
    }
    guard shared <= termCount, suffixCount <= termsEnd &- position,
      shared &+ suffixCount <= TermDictionaryWriter.maximumTermLength
    else { throw .range }
    // Only a first term may be empty; of all others a byte differs from the term before.
    guard suffixCount > 0 || index < 0 else { throw .order }
    termCount = shared &+ suffixCount
    suffix = Range(uncheckedBounds: (position, position &+ suffixCount))
    position &+= suffixCount
    index &+= 1
    return true
  }

  /// Reads the lengths again, for one of them has a byte of its own.
  @inline(never)
  private mutating func readLongLengths(_ first: UInt8) throws(TermDamage) -> Int {
    position &-= 1
    let lengths = try TermLengths(
      UnsafeRawBufferPointer(rebasing: bytes[..<termsEnd]), at: &position)
    shared = lengths.shared
    return lengths.suffix
  }

  /// The first term of the run, which is stored whole.
  @inline(__always)
  func firstTerm() throws(TermDamage) -> UnsafeRawBufferPointer {
    var copy = self
    guard try copy.next() else { throw .truncated }
    return UnsafeRawBufferPointer(rebasing: bytes[copy.suffix])
  }

  /// The entry of the term.
  @inline(__always)
  mutating func entry() throws(TermDamage) -> TermEntry {
    // Local, so that passing over entries stays in registers.
    var position = place.position
    var context = place.context
    if entryIndex < index {
      if let behind {
        position = behind.position
        context = behind.context
        entryIndex &+= 1
      }
      while entryIndex < index {
        try TermLists.skip(
          bytes, at: &position, documentByteCount: documentByteCount, context: &context)
        entryIndex &+= 1
      }
      place = Place(position: position, context: context)
    }
    var entry = TermEntry()
    try TermLists.read(
      bytes, at: &position, documentByteCount: documentByteCount, context: &context
    ) { group, list in entry[group] = list }
    behind = Place(position: position, context: context)
    return entry
  }

  /// Calls the body with the lists of some terms, none of which the walk has not reached; entries must
  /// not have been read.
  @inline(__always)
  func forEachList(
    of terms: Range<Int>, _ body: (_ term: Int, _ group: Int, PostingListLocation) -> Void
  ) throws(TermDamage) {
    var position = place.position
    var context = place.context
    for _ in 0..<terms.lowerBound {
      try TermLists.skip(
        bytes, at: &position, documentByteCount: documentByteCount, context: &context)
    }
    for term in terms {
      try TermLists.read(
        bytes, at: &position, documentByteCount: documentByteCount, context: &context
      ) { group, list in body(term, group, list) }
    }
  }
}
