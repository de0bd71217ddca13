/// Collects the chains of a document: words between which there is exactly one space.
///
/// Only such words can be a phrase that needs no look at the text, so single words are dropped, and
/// where chains stand to each other is not kept.
struct ChainCollector: ~Copyable {
  /// A word of a chain.
  struct Word: BitwiseCopyable {
    /// The word's term by its place among the document's, in the lower bits; above them what
    /// ``isDoubtful`` and ``hasParts`` tell.
    let bits: UInt32

    @inline(__always)
    init(term: Int, isDoubtful: Bool, hasParts: Bool) {
      bits =
        UInt32(truncatingIfNeeded: term) & Self.termMask
        | (isDoubtful ? Self.doubtful : 0) | (hasParts ? Self.parts : 0)
    }

    private static let termMask: UInt32 = 1 << 30 - 1
    private static let doubtful: UInt32 = 1 << 30
    private static let parts: UInt32 = 1 << 31

    var term: Int { Int(bits & Self.termMask) }
    /// Whether it isn't ASCII between certain word boundaries.
    var isDoubtful: Bool { bits & Self.doubtful != 0 }
    /// Whether the case changes inside it, so that words begin and end there too.
    var hasParts: Bool { bits & Self.parts != 0 }

    /// The number of symbols that it takes in a record.
    var symbolCount: Int { (bits &>> 30).nonzeroBitCount &+ 1 }
  }

  /// The words of all chains in one section.
  struct Section: ~Copyable {
    fileprivate(set) var words = GrowableBuffer<Word>(capacity: 256)
    /// For each closed chain its number of symbols, above the place of its first word.
    fileprivate(set) var chains = GrowableBuffer<UInt64>(capacity: 64)
    /// The first word of the open chain, and its symbols.
    private var start = 0
    private var symbolCount = 0

    @inline(__always)
    fileprivate mutating func append(_ word: Word, isLinked: Bool) {
      if !isLinked { close() }
      words.append(word)
      symbolCount &+= word.symbolCount
    }

    /// Ends the open chain; a single word is none.
    @inline(__always)
    mutating func close() {
      if words.count &- start > 1 {
        chains.append(
          UInt64(truncatingIfNeeded: symbolCount) &<< 32 | UInt64(truncatingIfNeeded: start))
        start = words.count
      } else if words.count > start {
        words.removeLast(1)
      }
      symbolCount = 0
    }

    fileprivate mutating func removeAll() {
      words.removeAll()
      chains.removeAll()
      start = 0
      symbolCount = 0
    }

    /// Puts the shortest chains first.
    mutating func sortChains() {
      var chains = UnsafeMutableBufferPointer(start: chains.base, count: chains.count)
      chains.sort()
    }
  }

  /// What `*` covers.
  var described = Section()
  /// What only `**` covers.
  var text = Section()
  /// Whether the document has words that are in no chain where they belong to one.
  private(set) var isIncomplete = false

  init() {}

  /// Begins the next document.
  mutating func begin() {
    described.removeAll()
    text.removeAll()
    isIncomplete = false
  }

  /// Adds a word; linked words follow the last one of their section after exactly one space.
  @inline(__always)
  mutating func append(_ word: Word, isText: Bool, isLinked: Bool) {
    if isText {
      text.append(word, isLinked: isLinked)
    } else {
      described.append(word, isLinked: isLinked)
    }
  }

  /// Notes that words of the document are missing.
  mutating func markIncomplete() {
    isIncomplete = true
  }

  /// Ends the document; the chains stay there until the next one begins.
  mutating func end() {
    described.close()
    text.close()
    described.sortChains()
    text.sortChains()
  }
}
