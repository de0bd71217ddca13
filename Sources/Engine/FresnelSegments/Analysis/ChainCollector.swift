/// Collects the chains of a document: words between which there is exactly one space.
///
/// Only such words can be a phrase that needs no look at the text, so single words are dropped, and
/// where chains stand to each other is not kept.
struct ChainCollector: ~Copyable {
  /// A word of a chain.
  struct Word: BitwiseCopyable {
    /// The word's term by its place among the document's, in the lower bits; above them what else is
    /// known.
    let bits: UInt32

    @inline(__always)
    init(term: Int, edge: WordEdge, isForeign: Bool, hasParts: Bool) {
      bits =
        UInt32(truncatingIfNeeded: term) & Self.termMask
        | UInt32(edge.rawValue) &<< Self.edgeShift
        | (isForeign ? Self.foreign : 0) | (hasParts ? Self.parts : 0)
    }

    private static let termMask: UInt32 = 1 << 28 - 1
    private static let edgeShift: UInt32 = 28
    private static let foreign: UInt32 = 1 << 30
    private static let parts: UInt32 = 1 << 31

    var term: Int { Int(bits & Self.termMask) }
    /// What is known of the word's outer edge, if it is the first or the last of its chain; all other
    /// edges touch a space.
    var edge: WordEdge { WordEdge(rawValue: UInt8(bits >> Self.edgeShift & 3)) ?? .open }
    /// Whether it isn't ASCII, or touches what isn't.
    var isForeign: Bool { bits & Self.foreign != 0 }
    /// Whether the case changes inside it, so that words begin and end there too.
    var hasParts: Bool { bits & Self.parts != 0 }
    /// Whether nothing more than its term has to be told of it.
    @inline(__always)
    var isPlain: Bool { bits & ~Self.termMask == 0 }
  }

  /// The parts of a word at whose ends a phrase may begin or end.
  struct Parts: BitwiseCopyable {
    /// The word's place in its section.
    let word: Int
    /// The number of parts less one: so many terms that begin the word, and so many that end it.
    let count: Int
    /// Where these terms are in ``Section/partTerms``.
    let start: Int
  }

  /// The words of all chains in one section.
  struct Section: ~Copyable {
    fileprivate(set) var words = GrowableBuffer<Word>(capacity: 256)
    /// For each closed chain its number of words, above the place of its first word.
    fileprivate(set) var chains = GrowableBuffer<UInt64>(capacity: 64)
    /// The parts of all words that have some, in the order of these.
    fileprivate var parts = GrowableBuffer<Parts>(capacity: 64)
    private(set) var partTerms = GrowableBuffer<Int32>(capacity: 64)
    /// The first word of the open chain.
    private var start = 0

    @inline(__always)
    fileprivate mutating func append(_ word: Word, isLinked: Bool) {
      if !isLinked { close() }
      words.append(word)
    }

    /// Adds the parts of the word that was added last.
    fileprivate mutating func append(
      partsOfLast first: borrowing GrowableBuffer<Int32>, _ last: borrowing GrowableBuffer<Int32>
    ) {
      parts.append(Parts(word: words.count - 1, count: first.count, start: partTerms.count))
      partTerms.append(contentsOf: first.base, count: first.count)
      partTerms.append(contentsOf: last.base, count: last.count)
    }

    /// The parts of a word that has some.
    func parts(ofWord word: Int) -> Parts {
      var low = 0
      var high = parts.count - 1
      while low < high {
        let middle = (low + high) / 2
        if parts[middle].word < word { low = middle + 1 } else { high = middle }
      }
      return parts[low]
    }

    /// The number of words of all chains.
    var wordCount: Int { words.count }

    /// Ends the open chain; a single word is none.
    @inline(__always)
    mutating func close() {
      let length = words.count &- start
      if length > 1 {
        chains.append(
          UInt64(truncatingIfNeeded: length) &<< 32 | UInt64(truncatingIfNeeded: start))
        start = words.count
      } else if length == 1 {
        if words[start].hasParts {
          partTerms.removeLast(2 * parts[parts.count - 1].count)
          parts.removeLast(1)
        }
        words.removeLast(1)
      }
    }

    fileprivate mutating func removeAll() {
      words.removeAll()
      chains.removeAll()
      parts.removeAll()
      partTerms.removeAll()
      start = 0
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

  /// Adds the parts of the word that was added last: the terms that begin it, from the shortest on, and
  /// as many that end it.
  mutating func append(
    partsOfLast first: borrowing GrowableBuffer<Int32>, _ last: borrowing GrowableBuffer<Int32>,
    isText: Bool
  ) {
    if isText {
      text.append(partsOfLast: first, last)
    } else {
      described.append(partsOfLast: first, last)
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
