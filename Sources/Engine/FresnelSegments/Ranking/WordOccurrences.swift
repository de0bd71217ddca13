import FresnelModel
import FresnelStorage

/// How often one document has the words of a question in each field, as its postings and its position record tell.
///
/// Postings tell in which groups a term is. The record tells how often it stands in a chain of words, of what `*` covers
/// and of the other texts; so a word that stands alone counts once, and occurrences beyond the title's are those
/// of the other attributes.
struct WordOccurrences: ~Copyable {
  /// What a document has of one word.
  private struct Word: BitwiseCopyable {
    /// How often it stands in each section of the record.
    var described = 0
    var text = 0
    /// How often it is followed by the next word of the question.
    var neighbours = 0
    /// A bit for each group that has it.
    var groups: UInt8 = 0
  }

  /// The groups of each section.
  private static let describedGroups: UInt8 = 0b1111
  private static let textGroup: UInt8 = 0b1_0000

  private let wordCount: Int
  private let words: UnsafeMutablePointer<Word>
  /// The words in chains of each section.
  private(set) var lengths = (described: 0, text: 0)
  /// By slot, the words that stand there, a bit each; all 0 between two documents. Has room for the slots of the
  /// longest document so far: clearing a table that is large enough for any would be felt.
  private var wordsOfSlot: UnsafeMutablePointer<UInt32>
  private var slotCapacity = PositionSlots.count(width: 10)
  private var slots = GrowableBuffer<Int>(capacity: 64)
  private var exceptions = PhraseExceptions()
  private var scan = SymbolScan(width: PositionFormat.maximumWidth)
  /// With more slots than these a table is quicker than to compare all symbols with each.
  private static let scannedSlotCount = 4

  /// Makes one for a question of so many words.
  init(wordCount: Int) {
    self.wordCount = wordCount
    words = .allocate(capacity: max(1, wordCount))
    words.initialize(repeating: Word(), count: max(1, wordCount))
    wordsOfSlot = .allocate(capacity: slotCapacity)
    wordsOfSlot.initialize(repeating: 0, count: slotCapacity)
  }

  deinit {
    words.deallocate()
    wordsOfSlot.deallocate()
  }

  /// Makes room for the slots of a document. None is in use.
  private mutating func reserveSlots(width: Int) {
    let count = PositionSlots.count(width: width)
    guard count > slotCapacity else { return }
    wordsOfSlot.deallocate()
    wordsOfSlot = .allocate(capacity: count)
    wordsOfSlot.initialize(repeating: 0, count: count)
    slotCapacity = count
  }

  /// How often a word is followed by the next one of the question.
  func neighbours(_ word: Int) -> Int { words[word].neighbours }

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
    words.update(repeating: Word(), count: wordCount)
    lengths = (0, 0)
    var groups: UInt8 = 0
    for posting in postings {
      words[Int(posting.word)].groups |= 1 << posting.group
      groups |= 1 << posting.group
    }
    guard !record.isEmpty, let record = try PositionRecord(record) else { return }
    lengths = (record.describedCount, record.symbolCount - record.describedCount)
    reserveSlots(width: record.width)
    for posting in postings where posting.term != CandidatePosting.noTerm {
      let slot = Int(record.slot(of: hashes[Int(posting.term)]))
      // A term has a posting in each group that it is in, and terms may share a slot.
      if wordsOfSlot[slot] == 0 { slots.append(slot) }
      wordsOfSlot[slot] |= 1 << UInt32(posting.word)
    }
    guard slots.count > 0 else { return }
    defer {
      for index in 0..<slots.count { wordsOfSlot[slots[index]] = 0 }
      slots.removeAll()
    }
    exceptions.begin()
    var chains: PositionChains?
    // What no posting tells of is in no chain either.
    if groups & Self.describedGroups != 0 {
      try count(0..<record.describedCount, of: record, isText: false, &chains)
    }
    if groups & Self.textGroup != 0 {
      try count(record.describedCount..<record.symbolCount, of: record, isText: true, &chains)
    }
  }

  private mutating func count(
    _ symbols: Range<Int>, of record: PositionRecord, isText: Bool,
    _ chains: inout PositionChains?
  ) throws(PositionDamage) {
    // Most questions have few words, and most documents one form of each.
    if slots.count <= Self.scannedSlotCount {
      try scan(symbols, of: record, isText: isText, &chains)
    } else {
      try lookUp(symbols, of: record, isText: isText, &chains)
    }
  }

  /// Looks for the slots in all symbols that a word of bits holds at once.
  private mutating func scan(
    _ symbols: Range<Int>, of record: PositionRecord, isText: Bool,
    _ chains: inout PositionChains?
  ) throws(PositionDamage) {
    if scan.width != record.width { scan = SymbolScan(width: record.width) }
    let scan = scan
    // Fewer slots stand there several times.
    var wanted = InlineArray<4, UInt64>(repeating: scan.lanes(of: UInt64(slots[0])))
    for index in 1..<slots.count { wanted[index] = scan.lanes(of: UInt64(slots[index])) }
    let areMoreThanTwo = slots.count > 2
    var index = symbols.lowerBound
    var bit = record.start &+ index &* record.width
    while index < symbols.upperBound {
      let bits = record.bits.word(at: bit)
      var found = scan.matches(bits, wanted[0]) | scan.matches(bits, wanted[1])
      if areMoreThanTwo { found |= scan.matches(bits, wanted[2]) | scan.matches(bits, wanted[3]) }
      while found != 0 {
        let place = index &+ scan.lane(of: found)
        guard place < symbols.upperBound else { break }
        found &= found &- 1
        try note(
          wordsOfSlot[Int(record.symbol(at: place))], at: place, first: symbols.lowerBound,
          of: record, isText, &chains)
      }
      index &+= scan.laneCount
      bit &+= scan.laneCount &* record.width
    }
  }

  /// Looks each symbol up in the table of slots.
  private mutating func lookUp(
    _ symbols: Range<Int>, of record: PositionRecord, isText: Bool,
    _ chains: inout PositionChains?
  ) throws(PositionDamage) {
    let table = wordsOfSlot
    let width = record.width
    let mask = (UInt64(1) &<< UInt64(truncatingIfNeeded: width)) &- 1
    // So many symbols are surely among the bits that are read at once.
    let symbolsAtOnce = 57 / width
    var index = symbols.lowerBound
    var bit = record.start &+ index &* width
    while index < symbols.upperBound {
      var bits = record.bits.word(at: bit)
      let end = min(index &+ symbolsAtOnce, symbols.upperBound)
      bit &+= (end &- index) &* width
      while index < end {
        // A symbol has at most as many bits as there are slots for.
        let found = table[Int(truncatingIfNeeded: bits & mask)]
        bits &>>= UInt64(truncatingIfNeeded: width)
        if found != 0 {
          try note(found, at: index, first: symbols.lowerBound, of: record, isText, &chains)
        }
        index &+= 1
      }
    }
  }

  /// Counts the words of a symbol.
  @inline(never)
  private mutating func note(
    _ found: UInt32, at index: Int, first: Int, of record: PositionRecord, _ isText: Bool,
    _ chains: inout PositionChains?
  ) throws(PositionDamage) {
    let before = index > first ? wordsOfSlot[Int(record.symbol(at: index - 1))] : 0
    var rest = found
    while rest != 0 {
      let word = rest.trailingZeroBitCount
      rest &= rest - 1
      if isText { words[word].text += 1 } else { words[word].described += 1 }
      if word > 0, before & 1 << UInt32(word - 1) != 0,
        try isInsideChain(index, of: record, &chains)
      {
        words[word - 1].neighbours += 1
      }
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

  /// How often a word stands in chains of words.
  func count(of word: Int) -> Int { words[word].described + words[word].text }

  /// How often a word stands in a field.
  func count(of word: Int, in field: FieldGroup) -> Int {
    let word = words[word]
    let groups = word.groups
    let isInTitle = groups & 0b11 != 0
    let isInNames = groups & 0b100 != 0
    let isInAttributes = groups & 0b1000 != 0
    switch field {
    case .title:
      guard isInTitle else { return 0 }
      return isInNames || isInAttributes ? 1 : max(1, word.described)
    case .secondary:
      guard isInNames else { return 0 }
      return isInAttributes ? 1 : max(1, word.described - (isInTitle ? 1 : 0))
    case .metadata:
      guard isInAttributes else { return 0 }
      return max(1, word.described - (isInTitle ? 1 : 0) - (isInNames ? 1 : 0))
    case .text: return groups & Self.textGroup != 0 ? max(1, word.text) : 0
    }
  }

  /// Whether the document has a word anywhere.
  func has(_ word: Int) -> Bool { words[word].groups != 0 }
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

  /// That a document which is looked at alone has a word by a term.
  init(word: Int, term: Int, _ group: PostingGroup) {
    candidate = 0
    self.term = UInt32(term)
    self.word = UInt8(word)
    self.group = group.rawValue
  }

  init(candidate: Int, _ list: WordLists.List) {
    self.candidate = UInt32(truncatingIfNeeded: candidate)
    term = list.term.map { UInt32($0) } ?? Self.noTerm
    word = UInt8(list.word)
    group = list.group.rawValue
  }
}
