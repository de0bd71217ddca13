/// A list of a question as it is added to ``WordPresence``.
struct PresenceList: BitwiseCopyable {
  /// The number of its word, plus 1.
  let word: UInt8
  /// What the word is worth in the list's field.
  let worth: Float
  /// Whether few enough documents have the word that it tells them apart.
  let isTelling: Bool
  /// The bit of the list, as in ``CandidateSelection/Candidate/lists``.
  let bit: UInt64
  /// The bits of all lists of the word that were added so far.
  let bitsOfWord: UInt64

  /// What each further field and each further form of a word adds, of what the word is worth there alone.
  private static let furtherListShare: Float = 0.1

  /// What the list adds to a document that has the word already.
  @inline(__always)
  var furtherWorth: Float { worth * Self.furtherListShare }
}

/// What all lists of a document come to.
struct PresenceTotal: BitwiseCopyable {
  /// The lists, a bit each, as far as these have bits.
  fileprivate(set) var lists: UInt64
  /// About what the document is worth.
  private(set) var score: Float = 0
  /// The word that was met last.
  private(set) var latest: UInt8 = 0
  /// How many words the document has.
  private(set) var wordCount: UInt8 = 0
  /// Whether one of them tells documents apart.
  private(set) var isTold = false

  init(of lists: UInt64) { self.lists = lists }

  /// Adds a list; the lists of a word follow each other. Returns whether the word is new.
  @inline(__always)
  mutating func add(_ list: PresenceList) -> Bool {
    if latest == list.word {
      score += list.furtherWorth
      return false
    }
    latest = list.word
    score += list.worth
    wordCount &+= 1
    isTold = isTold || list.isTelling
    return true
  }
}

/// What ``WordPresence`` keeps of each document.
protocol PresenceEntry: BitwiseCopyable {
  /// The most lists that a question may have in a segment.
  static var largestListCount: Int { get }

  /// A document that has one list.
  init(_ list: PresenceList)

  /// Adds a list to those that the document has; returns whether the document has a new word by it.
  mutating func add(_ list: PresenceList) -> Bool

  /// What the lists come to.
  func total(_ totals: inout PresenceTotals) -> PresenceTotal
}

/// The lists of a document, a bit each. What they come to is the same for all documents that have the same ones, so that
/// it is added up once for these: the less a posting has to touch, the more of all documents the processor's cache holds.
struct ListSet<Bits: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>: PresenceEntry {
  static var largestListCount: Int { Bits.bitWidth }

  private var bits: Bits

  @inline(__always)
  init(_ list: PresenceList) { bits = Bits(truncatingIfNeeded: list.bit) }

  @inline(__always)
  mutating func add(_ list: PresenceList) -> Bool {
    let isNew = bits & Bits(truncatingIfNeeded: list.bitsOfWord) == 0
    bits |= Bits(truncatingIfNeeded: list.bit)
    return isNew
  }

  @inline(__always)
  func total(_ totals: inout PresenceTotals) -> PresenceTotal { totals[UInt64(bits)] }
}

/// What the lists of a document come to, added up list by list: for questions that have more lists than bits.
struct SummedLists: PresenceEntry {
  static let largestListCount = Int.max

  private var sum: PresenceTotal

  @inline(__always)
  init(_ list: PresenceList) {
    sum = PresenceTotal(of: list.bit)
    _ = sum.add(list)
  }

  @inline(__always)
  mutating func add(_ list: PresenceList) -> Bool {
    sum.lists |= list.bit
    return sum.add(list)
  }

  @inline(__always)
  func total(_ totals: inout PresenceTotals) -> PresenceTotal { sum }
}

/// What sets of lists come to. Few different sets are among the documents of most questions.
struct PresenceTotals: ~Copyable {
  /// The lists of the segment, by the place of their bit.
  private let lists: UnsafeMutablePointer<PresenceList>
  /// The bits of the lists that tell documents apart, which are added before the others.
  private var telling: UInt64 = 0
  /// By a hash of the set, the set that was asked for last; the empty one where there was none.
  private let known: UnsafeMutablePointer<PresenceTotal>
  private static let knownBitCount: UInt64 = 9
  /// How many lists were added up so far, each for one set.
  private(set) var addedListCount = 0

  init() {
    lists = .allocate(capacity: CandidateSelection.notedListCount)
    known = .allocate(capacity: 1 << Int(Self.knownBitCount))
    forget()
  }

  deinit {
    lists.deallocate()
    known.deallocate()
  }

  private func forget() {
    known.initialize(repeating: PresenceTotal(of: 0), count: 1 << Int(Self.knownBitCount))
  }

  /// Begins a segment.
  mutating func begin() {
    telling = 0
    forget()
  }

  /// Adds a list, which no set has that was asked for: first those that tell documents apart, of these and of the others
  /// each in the order of their bits. One without a bit is in no set.
  mutating func add(_ list: PresenceList) {
    guard list.bit != 0 else { return }
    (lists + list.bit.trailingZeroBitCount).initialize(to: list)
    if list.isTelling { telling |= list.bit }
  }

  /// What a set of lists comes to, which is not empty and has lists only that were added.
  subscript(bits: UInt64) -> PresenceTotal {
    @inline(__always) mutating get {
      let place = Int(
        truncatingIfNeeded: (bits &* 0x9e37_79b9_7f4a_7c15) &>> (64 &- Self.knownBitCount))
      let total = known[place]
      return total.lists == bits ? total : sum(of: bits, at: place)
    }
  }

  /// Adds the lists of a set up in the order in which they were added, so that the sum is that of ``SummedLists`` to the
  /// bit.
  @inline(never)
  private mutating func sum(of bits: UInt64, at place: Int) -> PresenceTotal {
    var total = PresenceTotal(of: bits)
    add(bits & telling, to: &total)
    add(bits & ~telling, to: &total)
    addedListCount &+= bits.nonzeroBitCount
    known[place] = total
    return total
  }

  @inline(__always)
  private func add(_ bits: UInt64, to total: inout PresenceTotal) {
    var rest = bits
    while rest != 0 {
      _ = total.add(lists[rest.trailingZeroBitCount])
      rest &= rest &- 1
    }
  }
}
