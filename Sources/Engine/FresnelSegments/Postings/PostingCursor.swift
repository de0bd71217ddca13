package import FresnelStorage

/// Walks through a posting list in ascending order of documents.
///
/// Differences are decoded one by one as the cursor moves, so that nothing is allocated and a move
/// within a block costs no more than the postings passed over. ``nextBlock()`` decodes many at once.
///
/// Any bytes at all are answered: what breaks the format throws ``StorageError`` with code
/// `corrupted`, after which the cursor must be discarded, and documents always ascend and lie below
/// the segment's document count.
package struct PostingCursor: ~Copyable {
  /// The current document; `UInt32.max` behind the last one.
  package private(set) var document: UInt32 = .max
  /// The number of postings of the whole list.
  package var count: Int { Int(list.count) }

  private let source: ByteSource
  private let documentCount: UInt32
  private var list = PostingListLocation.empty
  private var skips: PostingSkips
  private var window: PinnedWindow

  /// Where the list's blocks start.
  private var blocksOffset: UInt64 = 0
  private var block = 0
  /// The number of postings of the current block.
  private var blockPostingCount = 0
  /// The current posting's place in its block.
  private var index = 0
  /// What no document of the current block may exceed: its last document, as far as that is known.
  private var blockBound: UInt32 = 0
  /// The first difference of the current block; in bytes that `window` keeps.
  private var differences: UnsafeRawPointer?
  private var width = 0
  private var mask: UInt64 = 0
  /// Those differences of the current block that have bits elsewhere; from the current posting on.
  private var wide = WideDifferences()
  private var certainties = BlockCertainties(all: 0)
  /// What ``nextBlock()`` decodes into: documents, then certainties.
  private var buffer: UnsafeMutableRawPointer?

  /// Begins a list at its first posting.
  ///
  /// - Parameters:
  ///   - source: The segment's bytes.
  ///   - list: Where the list is.
  ///   - documentCount: The number of documents of the segment.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package init(
    _ source: ByteSource, _ list: PostingListLocation, documentCount: Int
  ) throws(StorageError) {
    self.init(source, documentCount: documentCount)
    try move(to: list)
  }

  /// Makes a cursor of an empty list, to be moved to others of the same segment.
  package init(_ source: ByteSource, documentCount: Int) {
    self.source = source
    self.documentCount = UInt32(clamping: documentCount)
    skips = PostingSkips(source)
    window = PinnedWindow(source)
  }

  deinit {
    buffer?.deallocate()
  }

  /// Begins another list of the same segment at its first posting.
  ///
  /// Costs less than a new cursor: pinned bytes stay pinned, and lists of neighbouring terms are
  /// neighbours.
  package mutating func move(to list: PostingListLocation) throws(StorageError) {
    self.list = list
    document = .max
    block = 0
    index = 0
    blockPostingCount = 0
    if list.count <= 1 {
      try beginSingle()
      return
    }
    let blockCount =
      (Int(list.count) + PostingBlockLayout.capacity - 1) / PostingBlockLayout.capacity
    // Reading eight bytes at a time may touch as many behind the list; in a segment the footer
    // follows.
    guard list.count <= documentCount, list.byteCount > 0, list.offset <= source.byteCount,
      UInt64(list.byteCount) + 8 <= source.byteCount - list.offset
    else { throw corrupted("A posting list is longer than what holds it") }
    try skips.move(to: list.offset, blockCount: blockCount)
    guard skips.byteCount < Int(list.byteCount) else {
      throw corrupted("A posting list is shorter than its skip entries")
    }
    blocksOffset = list.offset + UInt64(skips.byteCount)
    try load(0)
  }

  private mutating func beginSingle() throws(StorageError) {
    guard list.count == 1 else { return }
    let certainty = list.offset >> 32
    guard list.byteCount == 0, certainty <= 3,
      UInt32(truncatingIfNeeded: list.offset) < documentCount
    else { throw corrupted("A posting that is kept in a location is none") }
    document = UInt32(truncatingIfNeeded: list.offset)
    blockBound = document
    blockPostingCount = 1
    differences = nil
    certainties = BlockCertainties(all: UInt8(certainty))
    try skips.move(to: 0, blockCount: 1)
  }

  /// Goes to the first posting of a block.
  private mutating func load(_ block: Int) throws(StorageError) {
    var floor: UInt64 = 0
    var start: UInt32 = 0
    var end = list.byteCount
    blockBound = documentCount - 1
    if skips.blockCount > 1 {
      if block > 0 {
        floor = UInt64(try skips.lastDocument(block - 1)) + 1
        start = try skips.end(block - 1)
      }
      end = try skips.end(block)
      blockBound = try skips.lastDocument(block)
      let limit = UInt64(list.byteCount) - (blocksOffset - list.offset)
      guard UInt64(end) <= limit, block < skips.blockCount - 1 || UInt64(end) == limit,
        blockBound < documentCount
      else { throw corrupted("A skip entry points behind its list") }
    }
    let byteCount = Int(end) - Int(start)
    guard byteCount > 0, byteCount <= PostingBlockLayout.maximumByteCount else {
      throw corrupted("A block of postings has a wrong length")
    }
    let postingCount = min(
      PostingBlockLayout.capacity, Int(list.count) - block * PostingBlockLayout.capacity)
    let bytes = try window.bytes(at: blocksOffset + UInt64(start), count: byteCount + 8)
    guard
      let layout = PostingBlockLayout(bytes, byteCount: byteCount, postingCount: postingCount),
      wide.begin(bytes, layout, postingCount)
    else { throw corrupted("A block of postings is damaged") }
    certainties = BlockCertainties(
      bytes + layout.certaintyOffset, kind: layout.certaintyKind, postingCount: postingCount)
    self.block = block
    differences = bytes + layout.differencesOffset
    width = layout.width
    mask = packedMask(width: width)
    blockPostingCount = postingCount
    index = 0
    var first = packedNumber(bytes + layout.differencesOffset, at: 0, mask: mask)
    if wide.place == 0 { first |= try takeHighBits() }
    try setDocument(floor + first)
  }

  /// The upper bits of the current posting's difference, which is a wide one.
  private mutating func takeHighBits() throws(StorageError) -> UInt64 {
    let high = wide.high
    guard wide.advance(after: wide.place, postingCount: blockPostingCount) else {
      throw corrupted("The wide differences of a block are out of order")
    }
    return high
  }

  @inline(__always)
  private mutating func setDocument(_ next: UInt64) throws(StorageError) {
    guard next <= UInt64(blockBound) else {
      throw corrupted("A posting lies behind the end of its block")
    }
    document = UInt32(truncatingIfNeeded: next)
  }

  /// How sure it is what the current posting says: 0 to 3; see
  /// `Documentation/formats/postings.md`. There must be a current posting.
  @inline(__always)
  package var certainty: UInt8 { certainties[index] }

  /// Moves to the next posting.
  @inline(__always)
  package mutating func next() throws(StorageError) {
    if index &+ 1 < blockPostingCount, let differences {
      index &+= 1
      var step = packedNumber(differences, at: index &* width, mask: mask)
      if index == wide.place { step |= try takeHighBits() }
      try setDocument(UInt64(document) &+ 1 &+ step)
    } else {
      try leaveBlock()
    }
  }

  /// Moves to the first posting whose document is at least `target`; stays if the current one is.
  ///
  /// - Complexity: O(log *b* + 128), where *b* is the number of blocks passed over undecoded.
  package mutating func advance(to target: UInt32) throws(StorageError) {
    if document >= target { return }
    if target > blockBound {
      let passed = document
      guard block + 1 < skips.blockCount else {
        end()
        return
      }
      let next = try skips.block(after: block, reaching: target)
      guard next < skips.blockCount else {
        end()
        return
      }
      try load(next)
      guard document > passed else { throw corrupted("Skip entries do not ascend") }
    }
    guard let differences else { return }
    var current = UInt64(document)
    var index = index
    let width = width
    let mask = mask
    while current < UInt64(target), index &+ 1 < blockPostingCount {
      index &+= 1
      current &+= 1 &+ packedNumber(differences, at: index &* width, mask: mask)
      if index == wide.place { current &+= try takeHighBits() }
    }
    self.index = index
    try setDocument(current)
    // Only the end of a block whose last document is not known leads here: there is no other block.
    if document < target { try leaveBlock() }
  }

  private mutating func leaveBlock() throws(StorageError) {
    if block + 1 < skips.blockCount {
      guard document == blockBound else {
        throw corrupted("A block of postings ends before its skip entry says")
      }
      try load(block + 1)
    } else {
      end()
    }
  }

  private mutating func end() {
    document = .max
    block = skips.blockCount
    blockPostingCount = 0
    index = 0
  }

  private func corrupted(_ message: String) -> StorageError {
    StorageError(.corrupted, message, path: source.path, offset: list.offset)
  }
}

extension PostingCursor {
  /// Decodes the current posting and all that follow in its block, and moves to the next block.
  ///
  /// - Returns: Documents and certainties, as many of either, valid until the next call; `nil`
  ///   behind the last posting.
  package mutating func nextBlock() throws(StorageError) -> (
    documents: UnsafeBufferPointer<UInt32>, certainties: UnsafeBufferPointer<UInt8>
  )? {
    guard document != .max else { return nil }
    let blockCertainties = self.certainties
    let certainties = UnsafeMutableRawPointer(blockBuffer() + PostingBlockLayout.capacity)
      .assumingMemoryBound(to: UInt8.self)
    let rest = blockPostingCount - index
    let first = index
    if blockCertainties.areEqual {
      certainties.update(repeating: blockCertainties[first], count: rest)
    } else {
      for place in 0..<rest { certainties[place] = blockCertainties[first &+ place] }
    }
    guard let documents = try nextDocuments() else { return nil }
    return (documents, UnsafeBufferPointer(start: certainties, count: rest))
  }

  /// Decodes the documents of the current posting and of all that follow in its block, and moves to the next block.
  ///
  /// - Returns: The documents, valid until the next call; `nil` behind the last posting.
  package mutating func nextDocuments() throws(StorageError) -> UnsafeBufferPointer<UInt32>? {
    guard document != .max else { return nil }
    let documents = blockBuffer()
    let rest = blockPostingCount - index
    let first = index
    documents[0] = document
    if let differences {
      let width = width
      let mask = mask
      var current = UInt64(document)
      var bit = (first + 1) * width
      var place = 1
      while place < rest {
        // As far as the next wide difference, none has to be looked for.
        let end = min(wide.place, blockPostingCount) - first
        while place < end {
          current &+= 1 &+ packedNumber(differences, at: bit, mask: mask)
          bit &+= width
          documents[place] = UInt32(truncatingIfNeeded: current)
          place &+= 1
        }
        guard place < rest else { break }
        current &+= 1 &+ packedNumber(differences, at: bit, mask: mask)
        current &+= try takeHighBits()
        bit &+= width
        documents[place] = UInt32(truncatingIfNeeded: current)
        place &+= 1
      }
      // The sum of 128 differences fits 64 bits, so that nothing wrapped around unseen.
      try setDocument(current)
    }
    index = blockPostingCount - 1
    try leaveBlock()
    return UnsafeBufferPointer(start: documents, count: rest)
  }

  private mutating func blockBuffer() -> UnsafeMutablePointer<UInt32> {
    let buffer =
      buffer
      ?? .allocate(byteCount: PostingBlockLayout.capacity * 5, alignment: 16)
    self.buffer = buffer
    return buffer.assumingMemoryBound(to: UInt32.self)
  }
}
