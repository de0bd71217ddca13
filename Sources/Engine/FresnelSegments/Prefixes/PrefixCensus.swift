/// Counts the terms and postings of all prefixes in one pass over the sorted terms.
///
/// At any time only the prefixes of the latest term are open: at most eight.
struct PrefixCensus {
  /// A prefix that needs lists, with the groups, a bit each, in which it has postings.
  struct NeededPrefix {
    let prefix: TermPrefix
    let groups: UInt8
  }

  private struct Counts {
    var postings = InlineArray<6, UInt64>(repeating: 0)
    var terms = InlineArray<6, UInt32>(repeating: 0)
    /// Terms, whatever groups they have postings in.
    var allTerms: UInt32 = 0

    mutating func add(_ other: Counts) {
      for group in 0..<PostingGroup.count {
        postings[group] += other.postings[group]
        terms[group] += other.terms[group]
      }
      allTerms += other.allTerms
    }
  }

  private let threshold: UInt64
  /// The open prefixes by their length; those of `openLengths` count.
  private var counts = [Counts](repeating: Counts(), count: TermPrefix.maximumLength + 1)
  /// A bit for each length of an open prefix.
  private var openLengths: UInt32 = 0
  private var lastKey: UInt64 = 0
  private var needed: [NeededPrefix] = []

  init(documentCount: Int) {
    threshold = PrefixThreshold.postingCount(documentCount: documentCount)
  }

  /// Adds the next term, greater than the one before, with the lengths of its lists.
  mutating func add(_ term: UnsafeBufferPointer<UInt8>, counts added: InlineArray<6, UInt32>) {
    guard !term.isEmpty else { return }
    let key = TermPrefix.key(of: term)
    // Zeros beyond the end of a term differ from any byte of a longer one.
    close(longerThan: min((key ^ lastKey).leadingZeroBitCount / 8, TermPrefix.maximumLength))
    let longest = open(term)
    lastKey = key
    counts[longest].allTerms += 1
    for group in 0..<PostingGroup.count where added[group] > 0 {
      counts[longest].postings[group] += UInt64(added[group])
      counts[longest].terms[group] += 1
    }
  }

  /// The prefixes that need lists, in ascending order.
  consuming func finish() -> [NeededPrefix] {
    close(longerThan: 0)
    needed.sort { $0.prefix < $1.prefix }
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
        counts[length] = Counts()
      }
    }
    if longest == 0 { counts[0] = Counts() }
    return longest
  }

  /// Closes the open prefixes beyond a length; what each has counts for the next shorter one too.
  private mutating func close(longerThan length: Int) {
    while true {
      let longest = 31 - openLengths.leadingZeroBitCount
      guard longest > length else { return }
      openLengths &= ~(1 << UInt32(longest))
      let closed = counts[longest]
      let next = 31 - openLengths.leadingZeroBitCount
      if next > 0 { counts[next].add(closed) }
      var groups: UInt8 = 0
      var isNeeded = closed.allTerms > PrefixThreshold.termCount
      for group in 0..<PostingGroup.count where closed.terms[group] > 0 {
        groups |= 1 << UInt8(group)
        if closed.terms[group] >= 2, closed.postings[group] > threshold { isNeeded = true }
      }
      if isNeeded, groups != 0 {
        needed.append(
          NeededPrefix(prefix: TermPrefix(lastKey, length: longest), groups: groups))
      }
    }
  }
}
