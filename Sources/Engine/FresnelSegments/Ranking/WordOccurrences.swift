import FresnelModel
import FresnelStorage

/// How often one document has the words of a question in each field, as its postings and its position record tell.
///
/// Postings tell in which groups a term is. The record tells how often it stands in a chain of words, of what `*` covers
/// and of the other texts; so a word that stands alone counts once, and occurrences beyond the title's are those
/// of the other attributes.
struct WordOccurrences: ~Copyable {
  /// How often each word stands in each section of the record: words of the first, then of the second.
  private var sectionCounts = [Int](repeating: 0, count: 2 * RankedQuestion.largestWordCount)
  /// How often a word is followed by the next one of the question.
  private(set) var neighbours = [Int](repeating: 0, count: RankedQuestion.largestWordCount)
  /// A bit for each group that has the word.
  private var groups = [UInt8](repeating: 0, count: RankedQuestion.largestWordCount)
  /// The words in chains of each section.
  private(set) var lengths = (described: 0, text: 0)
  /// By slot, the words that stand there, a bit each; all 0 between two documents.
  private let wordsOfSlot: UnsafeMutablePointer<UInt32>
  private var slots: [Int] = []
  private var exceptions = PhraseExceptions()

  init() {
    let count = PositionSlots.count(width: PositionFormat.maximumWidth)
    wordsOfSlot = .allocate(capacity: count)
    wordsOfSlot.initialize(repeating: 0, count: count)
  }

  deinit { wordsOfSlot.deallocate() }

  /// Takes what the postings of a document tell, and its record.
  ///
  /// - Parameters:
  ///   - postings: The document's postings of the question's words.
  ///   - hashes: The hashes of the terms that were found.
  ///   - record: The bytes of the record, as ``PositionsReader`` gives them.
  /// - Throws: ``PositionDamage`` where the record is none.
  mutating func take(
    _ postings: ArraySlice<CandidatePosting>, hashes: [UInt64], record: UnsafeRawBufferPointer
  ) throws(PositionDamage) {
    for word in 0..<RankedQuestion.largestWordCount {
      groups[word] = 0
      neighbours[word] = 0
      sectionCounts[2 * word] = 0
      sectionCounts[2 * word + 1] = 0
    }
    lengths = (0, 0)
    for posting in postings { groups[Int(posting.word)] |= 1 << posting.group }
    guard !record.isEmpty, let record = try PositionRecord(record) else { return }
    lengths = (record.describedCount, record.symbolCount - record.describedCount)
    for posting in postings where posting.term != CandidatePosting.noTerm {
      let slot = Int(record.slot(of: hashes[Int(posting.term)]))
      wordsOfSlot[slot] |= 1 << UInt32(posting.word)
      slots.append(slot)
    }
    defer {
      for slot in slots { wordsOfSlot[slot] = 0 }
      slots.removeAll(keepingCapacity: true)
    }
    exceptions.begin()
    var chains: PositionChains?
    try count(0..<record.describedCount, of: record, section: 0, &chains)
    try count(record.describedCount..<record.symbolCount, of: record, section: 1, &chains)
  }

  private mutating func count(
    _ symbols: Range<Int>, of record: PositionRecord, section: Int, _ chains: inout PositionChains?
  ) throws(PositionDamage) {
    var before: UInt32 = 0
    for index in symbols {
      // A symbol has at most as many bits as there are slots for.
      let words = wordsOfSlot[Int(record.symbol(at: index))]
      var rest = words
      while rest != 0 {
        let word = rest.trailingZeroBitCount
        rest &= rest - 1
        sectionCounts[2 * word + section] += 1
        if word > 0, before & 1 << UInt32(word - 1) != 0,
          try isInsideChain(index, of: record, &chains)
        {
          neighbours[word - 1] += 1
        }
      }
      before = words
    }
  }

  /// Whether a word has the one before it in its chain: symbols of different chains lie side by side too.
  private mutating func isInsideChain(
    _ index: Int, of record: PositionRecord, _ chains: inout PositionChains?
  ) throws(PositionDamage) -> Bool {
    if chains == nil, record.hasExceptions { try exceptions.read(record, first: 0, last: 0) }
    var walk = chains ?? PositionChains(record, lengthsAt: exceptions.lengthsBit ?? record.end)
    try walk.move(to: index)
    chains = walk
    return walk.start < index
  }

  /// How often a word stands in a field.
  func count(of word: Int, in field: FieldGroup) -> Int {
    let groups = groups[word]
    let described = sectionCounts[2 * word]
    let isInTitle = groups & 0b11 != 0
    let isInNames = groups & 0b100 != 0
    let isInAttributes = groups & 0b1000 != 0
    switch field {
    case .title:
      guard isInTitle else { return 0 }
      return isInNames || isInAttributes ? 1 : max(1, described)
    case .secondary:
      guard isInNames else { return 0 }
      return isInAttributes ? 1 : max(1, described - (isInTitle ? 1 : 0))
    case .metadata:
      guard isInAttributes else { return 0 }
      return max(1, described - (isInTitle ? 1 : 0) - (isInNames ? 1 : 0))
    case .text: return groups & 0b1_0000 != 0 ? max(1, sectionCounts[2 * word + 1]) : 0
    }
  }
}

/// A posting of a document that is compared with others.
struct CandidatePosting: BitwiseCopyable {
  static let noTerm = UInt32.max

  /// The place of the document among the candidates of its segment.
  let candidate: UInt32
  /// The place of the term among those found; ``noTerm`` where it isn't known.
  let term: UInt32
  let word: UInt8
  let group: UInt8
}
