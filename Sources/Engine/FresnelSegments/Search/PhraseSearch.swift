/// Looks for a phrase in the records of documents.
///
/// Most records are done with by one look for two neighbours among the packed symbols. Chains and
/// exceptions are read where that finds something, or where words have parts.
struct PhraseSearch: ~Copyable {
  private let hashes: [UInt64]
  private let isFirstWhole: Bool
  private let isLastWhole: Bool
  private let coversDescribed: Bool
  private let coversText: Bool
  /// Whether finding the words proves the comparison, perhaps only between word boundaries.
  private let isProof: Bool
  private let asksForBoundaries: Bool
  /// The words that have to be whole.
  private let wholeWords: Range<Int>

  /// By word of the phrase, its slot in the current document.
  private var slots: [UInt64]
  private var scan = SymbolScan(width: PositionFormat.maximumWidth)
  private var exceptions = PhraseExceptions()

  init(_ clause: PhraseClause) {
    hashes = clause.words.map { PositionHash.of($0) }
    slots = Array(repeating: 0, count: hashes.count)
    isFirstWhole = clause.isFirstWhole
    isLastWhole = clause.isLastWhole
    coversDescribed = clause.coversDescribed
    coversText = clause.coversText
    // A word next to a star may be any.
    isProof = clause.edges != .unknown && clause.isFirstWhole && clause.isLastWhole
    asksForBoundaries = clause.edges != .runs
    wholeWords = (isFirstWhole ? 0 : 1)..<max(hashes.count - (isLastWhole ? 0 : 1), 1)
  }

  /// What a record tells of its document, in which all words of the phrase are known to occur.
  mutating func answer(
    _ record: PositionRecord
  ) throws(PositionDamage) -> PhraseTest.Answer {
    let count = hashes.count
    let first = coversDescribed ? 0 : record.describedCount
    let covered = first..<(coversText ? record.symbolCount : record.describedCount)
    guard covered.count >= count else { return .no }
    if wholeWords.isEmpty { return .maybe }
    for index in 0..<count { slots[index] = record.slot(of: hashes[index]) }
    if scan.width != record.width { scan = SymbolScan(width: record.width) }
    exceptions.begin()
    // What is found proves nothing where slots are shared, or the pattern asks for more.
    let best: PhraseTest.Answer = isProof && record.isExact ? .yes : .maybe
    var found = PhraseTest.Answer.no
    var chains: PositionChains?
    var starts = covered.lowerBound..<(covered.upperBound - count + 1)
    while let start = firstStart(in: starts, of: record) {
      starts = (start + 1)..<starts.upperBound
      guard othersFit(start, record) else { continue }
      if record.hasExceptions {
        try exceptions.read(record, first: slots[0], last: slots[count - 1])
      }
      var walk = chains ?? PositionChains(record, lengthsAt: exceptions.lengthsBit ?? record.end)
      try walk.move(to: start)
      chains = walk
      guard start + count <= walk.end else { continue }
      found = max(found, min(best, verdict(start, record, walk)))
      if found == best { return best }
    }
    if record.hasExceptions, try PhraseExceptions.haveParts(record) {
      try exceptions.read(record, first: slots[0], last: slots[count - 1])
      found = max(found, try foundInParts(record, covered, best))
    }
    return found
  }

  // MARK: - Whole words

  /// The first of some places at which the first two of the whole words are, or the only one.
  @inline(__always)
  private func firstStart(in starts: Range<Int>, of record: PositionRecord) -> Int? {
    let anchor = wholeWords.lowerBound
    let places = starts.lowerBound + anchor..<starts.upperBound + anchor
    let place =
      wholeWords.count > 1
      ? scan.firstPair(slots[anchor], slots[anchor + 1], in: places, of: record)
      : scan.first(slots[anchor], in: places, of: record)
    return place.map { $0 - anchor }
  }

  /// Whether the third whole word and those behind it are where they should be.
  @inline(__always)
  private func othersFit(_ start: Int, _ record: PositionRecord) -> Bool {
    var index = wholeWords.lowerBound + 2
    while index < wholeWords.upperBound {
      if record.symbol(at: start + index) != slots[index] { return false }
      index += 1
    }
    return true
  }

  /// What the exceptions leave of a match in a chain.
  private func verdict(
    _ start: Int, _ record: PositionRecord, _ chain: PositionChains
  ) -> PhraseTest.Answer {
    let last = start + hashes.count - 1
    var answer = PhraseTest.Answer.yes
    exceptions.forEach(from: start, through: last) { exception in
      switch exception.kind {
      case .parts: break
      case .foreign: answer = min(answer, .maybe)
      case .joined, .open:
        // It is said of the outer edges of a chain alone; where a part begins or ends the phrase, the
        // change of case is its edge, and a boundary.
        let isEdge =
          exception.symbol == start && start == chain.start && record.symbol(at: start) == slots[0]
          || exception.symbol == last && last == chain.end - 1
            && record.symbol(at: last) == slots[hashes.count - 1]
        if isEdge, asksForBoundaries {
          answer = min(answer, exception.kind == .joined && isProof ? .no : .maybe)
        }
      }
    }
    return answer
  }

  // MARK: - Parts of words

  /// What is found where the phrase begins with the end of a word, or ends with the beginning of one.
  private func foundInParts(
    _ record: PositionRecord, _ covered: Range<Int>, _ best: PhraseTest.Answer
  ) throws(PositionDamage) -> PhraseTest.Answer {
    var found = PhraseTest.Answer.no
    guard let lengthsBit = exceptions.lengthsBit else { return .no }
    var chains = PositionChains(record, lengthsAt: lengthsBit)
    let last = hashes.count - 1
    for index in 0..<exceptions.count {
      let exception = exceptions[index]
      guard exception.kind == .parts else { continue }
      for (start, isFound) in [
        (exception.symbol, exception.endsAsFirst),
        (exception.symbol - last, exception.beginsAsLast),
      ] where isFound && start >= covered.lowerBound && start + last < covered.upperBound {
        guard partsFit(start, record) else { continue }
        try chains.move(to: start)
        guard start + last < chains.end else { continue }
        found = max(found, min(best, verdict(start, record, chains)))
        if found == best { return best }
      }
    }
    return found
  }

  /// Whether all words are there, the first and the last perhaps as parts.
  private func partsFit(_ start: Int, _ record: PositionRecord) -> Bool {
    let last = hashes.count - 1
    for index in wholeWords where record.symbol(at: start + index) != slots[index] {
      let isPart =
        index == 0 && exceptions.parts(of: start)?.endsAsFirst ?? false
        || index == last && exceptions.parts(of: start + last)?.beginsAsLast ?? false
      if !isPart { return false }
    }
    return true
  }
}
