/// Counts the terms and postings of all prefixes in one pass over the sorted terms.
///
/// At any time only prefixes of the latest term are open, those that it shares with another: at most eight.
struct PrefixCensus {
  private let documentCount: Int
  /// What the open prefixes have, by their length; only those of `openLengths` count.
  private var contents = [PrefixContent](
    repeating: PrefixContent(), count: TermPrefix.maximumLength + 1)
  /// A bit for each length of an open prefix.
  private var openLengths: UInt32 = 0
  /// The latest term: its first bytes, a bit for the length of each of its prefixes, and what it has.
  private var lastKey: UInt64 = 0
  private var lastLengths: UInt32 = 0
  private var lastCounts = InlineArray<6, UInt32>(repeating: 0)
  private var needed: [TermPrefix] = []

  init(documentCount: Int) {
    self.documentCount = documentCount
  }

  /// Adds the next term, greater than the one before, with the lengths of its lists.
  mutating func add(_ term: UnsafeBufferPointer<UInt8>, counts: InlineArray<6, UInt32>) {
    guard !term.isEmpty else { return }
    let key = TermPrefix.key(of: term)
    // Zeros beyond the end of a term differ from any byte of a longer one.
    let shared = min((key ^ lastKey).leadingZeroBitCount / 8, TermPrefix.maximumLength)
    countLast(shared: shared)
    close(longerThan: shared)
    lastKey = key
    lastLengths = Self.lengths(of: term)
    lastCounts = counts
  }

  /// The prefixes that need lists, in ascending order.
  consuming func finish() -> [TermPrefix] {
    countLast(shared: 0)
    close(longerThan: 0)
    needed.sort()
    return needed
  }

  /// A bit for the length of each prefix of a term that ends with a whole character.
  private static func lengths(of term: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var lengths: UInt32 = 0
    for length in 1...min(term.count, TermPrefix.maximumLength)
    where length == term.count || term[length] & 0xC0 != 0x80 {
      lengths |= 1 << UInt32(length)
    }
    return lengths
  }

  /// Counts the latest term. Prefixes that none of its neighbours has are never opened: one term
  /// alone needs no list. With the next term it shares so many bytes.
  private mutating func countLast(shared: Int) {
    var opening = lastLengths & (2 << UInt32(shared) - 1) & ~openLengths
    openLengths |= opening
    while opening != 0 {
      contents[opening.trailingZeroBitCount] = PrefixContent()
      opening &= opening - 1
    }
    let own = openLengths & lastLengths
    guard own != 0 else { return }
    let longest = 31 - own.leadingZeroBitCount
    contents[longest].terms += 1
    for group in lastCounts.indices where lastCounts[group] > 0 {
      contents[longest].groups[group].terms += 1
      contents[longest].groups[group].postings += UInt64(lastCounts[group])
    }
  }

  /// Closes the open prefixes beyond a length; what each has counts for the next shorter one too.
  private mutating func close(longerThan length: Int) {
    while true {
      let longest = 31 - openLengths.leadingZeroBitCount
      guard longest > length else { return }
      openLengths &= ~(1 << UInt32(longest))
      let next = 31 - openLengths.leadingZeroBitCount
      if next > 0 { contents[next].add(contents[longest]) }
      if contents[longest].needsLists(length: longest, documentCount: documentCount) {
        needed.append(TermPrefix(lastKey, length: longest))
      }
    }
  }
}
