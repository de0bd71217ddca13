/// Walks the terms of a run without putting them together.
///
/// All places were checked against the bytes when a term is reported.
struct TermRunReader {
  /// The bytes of the block, up to the end of the run.
  let bytes: UnsafeRawBufferPointer
  private let documentByteCount: Int
  private var position: Int
  private var context: TermListContext
  /// How many bytes the term shares with the one before.
  private(set) var shared = 0
  /// The place of the bytes that follow those.
  private(set) var suffix = 0..<0
  private var termCount = -1
  private var listsPosition = 0
  private var listsContext: TermListContext

  /// Reads a run from a position on.
  init(
    _ bytes: UnsafeRawBufferPointer, position: Int, documentByteCount: Int,
    context: TermListContext
  ) {
    self.bytes = bytes
    self.position = position
    self.documentByteCount = documentByteCount
    self.context = context
    listsContext = context
  }

  /// A run that is at its end.
  init() {
    self.init(
      UnsafeRawBufferPointer(start: nil, count: 0), position: 0, documentByteCount: 1,
      context: TermListContext(expectedOffset: 0))
  }

  /// Moves to the next term; `false` at the end of the run.
  @inline(__always)
  mutating func next() throws(TermDamage) -> Bool {
    guard position < bytes.count else { return false }
    let lengths = try TermLengths(bytes, at: &position)
    let suffixCount = lengths.suffix
    shared = lengths.shared
    guard shared <= max(termCount, 0), suffixCount <= bytes.count &- position,
      shared &+ suffixCount <= TermDictionaryWriter.maximumTermLength
    else { throw .range }
    // Only a first term may be empty; of all others a byte differs from the term before.
    guard suffixCount > 0 || termCount < 0 else { throw .order }
    termCount = shared &+ suffixCount
    suffix = Range(uncheckedBounds: (position, position &+ suffixCount))
    position &+= suffixCount
    listsPosition = position
    listsContext = context
    try TermLists.read(
      bytes, at: &position, documentByteCount: documentByteCount, context: &context
    ) { _, _ in }
    return true
  }

  /// The entry of the term.
  var entry: TermEntry {
    var entry = TermEntry()
    var position = listsPosition
    var context = listsContext
    // These bytes can't be wrong: `next()` has walked them.
    let _: Void? = try? TermLists.read(
      bytes, at: &position, documentByteCount: documentByteCount, context: &context
    ) { group, list in entry[group] = list }
    return entry
  }
}

/// The lengths at the head of a term: one byte for both, and one more for each that is 15 or above.
struct TermLengths {
  /// How many bytes are shared with the term before.
  let shared: Int
  /// How many follow.
  let suffix: Int

  /// Reads the lengths and moves `position` behind them.
  @inline(__always)
  init(_ bytes: UnsafeRawBufferPointer, at position: inout Int) throws(TermDamage) {
    guard position < bytes.count else { throw .truncated }
    let lengths = bytes[position]
    position &+= 1
    var shared = Int(lengths >> 4)
    var suffix = Int(lengths & 15)
    if shared == TermBlockFormat.longLength {
      guard position < bytes.count else { throw .truncated }
      shared &+= Int(bytes[position])
      position &+= 1
    }
    if suffix == TermBlockFormat.longLength {
      guard position < bytes.count else { throw .truncated }
      suffix &+= Int(bytes[position])
      position &+= 1
    }
    self.shared = shared
    self.suffix = suffix
  }

  /// Appends the lengths.
  static func append(shared: Int, suffix: Int, to bytes: inout GrowableBuffer<UInt8>) {
    let long = TermBlockFormat.longLength
    bytes.append(UInt8(min(shared, long) << 4 | min(suffix, long)))
    if shared >= long { bytes.append(UInt8(shared - long)) }
    if suffix >= long { bytes.append(UInt8(suffix - long)) }
  }
}
