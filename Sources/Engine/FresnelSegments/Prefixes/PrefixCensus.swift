/// Counts the terms and postings of all prefixes in one pass over the sorted terms.
///
/// At any time only the prefixes of the latest term are open: at most eight.
struct PrefixCensus {
  private let documentCount: Int
  /// What the open prefixes have, by their length; only those of `openLengths` count.
  private var contents = [PrefixContent](
    repeating: PrefixContent(), count: TermPrefix.maximumLength + 1)
  /// A bit for each length of an open prefix.
  private var openLengths: UInt32 = 0
  private var lastKey: UInt64 = 0
  private var needed: [TermPrefix] = []

  init(documentCount: Int) {
    self.documentCount = documentCount
  }

  /// Adds the next term, greater than the one before, with the lengths of its lists.
  mutating func add(_ term: UnsafeBufferPointer<UInt8>, counts: InlineArray<6, UInt32>) {
    guard !term.isEmpty else { return }
    let key = TermPrefix.key(of: term)
    // Zeros beyond the end of a term differ from any byte of a longer one.
    close(longerThan: min((key ^ lastKey).leadingZeroBitCount / 8, TermPrefix.maximumLength))
    let longest = open(term)
    lastKey = key
    contents[longest].terms += 1
    for group in counts.indices where counts[group] > 0 {
      contents[longest].groups[group].terms += 1
      contents[longest].groups[group].postings += UInt64(counts[group])
    }
  }

  /// The prefixes that need lists, in ascending order.
  consuming func finish() -> [TermPrefix] {
    close(longerThan: 0)
    needed.sort()
    return needed
  }

  /// Opens the prefixes of a term that end with a whole character; returns the longest one's length.
  private mutating func open(_ term: UnsafeBufferPointer<UInt8>) -> Int {
    var longest = 0
    for length in 1...min(term.count, TermPrefix.maximumLength)
    where length == term.count || term[length] & 0xC0 != 0x80 {
      longest = length
      let bit: UInt32 = 1 << UInt32(length)
      if openLengths & bit == 0 {
        openLengths |= bit
        contents[length] = PrefixContent()
      }
    }
    if longest == 0 { contents[0] = PrefixContent() }
    return longest
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
