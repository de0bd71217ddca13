package import FresnelStorage

/// Asks the positions of one segment's documents whether the words of a phrase stand side by side.
package struct PhraseTest: ~Copyable {
  /// What positions tell of a document that has the words.
  package enum Answer: Comparable {
    /// It does not match.
    case no
    /// Its text has to be looked at.
    case maybe
    /// It has the phrase between word boundaries, in ASCII.
    case yes
  }

  /// A word of a chain: its slot, and what the marks in front of it say.
  ///
  /// Not private: who destroys a test in another module needs to know the type.
  package struct Word: BitwiseCopyable {
    var slot: UInt32
    var isDoubtful = false
    var hasParts = false
  }

  private let clause: PhraseClause
  private let source: ByteSource
  private var reader: PositionsReader
  private let hashes: [UInt64]
  /// By word of the phrase, its slot in the current document.
  private var slots: [UInt32]
  private var lengths = GrowableBuffer<Int>(capacity: 64)
  private var words = GrowableBuffer<Word>(capacity: 256)

  /// Makes a test of documents that `reader` reads.
  package init(_ clause: PhraseClause, _ reader: consuming PositionsReader) {
    self.clause = clause
    source = reader.source
    self.reader = reader
    hashes = clause.words.map { PositionHash.of($0) }
    slots = Array(repeating: 0, count: hashes.count)
  }

  /// What is known of a document, in which all words of the phrase must be known to occur.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package mutating func answer(_ document: UInt32) throws(StorageError) -> Answer {
    let bytes = try reader.record(document)
    // No two words of the document are side by side.
    if bytes.isEmpty { return .no }
    do throws(PositionDamage) {
      guard let record = try PositionRecord(bytes) else { return .maybe }
      return try answer(record)
    } catch {
      throw StorageError(
        .corrupted, "The positions of a document are damaged.", path: source.path)
    }
  }

  private mutating func answer(_ record: PositionRecord) throws(PositionDamage) -> Answer {
    for index in hashes.indices { slots[index] = record.slot(of: hashes[index]) }
    lengths.removeAll()
    var bit = try record.readLengths(into: &lengths)
    var best = Answer.no
    for index in 0..<lengths.count {
      let end = bit + lengths[index] * record.width
      let isCovered =
        index < record.describedCount ? clause.coversDescribed : clause.coversText
      // There are at least as many symbols as words.
      if isCovered, lengths[index] >= hashes.count {
        try readWords(record, from: bit, to: end)
        best = max(best, answer(isExact: record.isExact))
        if best == .yes { return .yes }
      }
      bit = end
    }
    return best
  }

  /// Reads the words of a chain.
  private mutating func readWords(
    _ record: PositionRecord, from start: Int, to end: Int
  ) throws(PositionDamage) {
    words.removeAll()
    let width = record.width
    let mask = PositionFormat.doubtMark(width: width)
    let parts = PositionFormat.partsMark(width: width)
    var word = Word(slot: 0)
    var bit = start
    while bit < end {
      let symbol = record.word(at: bit) & mask
      bit &+= width
      if symbol < parts {
        word.slot = UInt32(truncatingIfNeeded: symbol)
        words.append(word)
        word = Word(slot: 0)
      } else if symbol == parts {
        word.hasParts = true
      } else {
        word.isDoubtful = true
      }
    }
    if word.hasParts || word.isDoubtful { throw .record }
  }

  /// Looks for the phrase in the chain that was read.
  private func answer(isExact: Bool) -> Answer {
    guard words.count >= slots.count else { return .no }
    var best = Answer.no
    let last = slots.count - 1
    for start in 0...(words.count - slots.count) {
      var found = fits(words[start], 0, isWhole: clause.isFirstWhole)
      var index = 1
      while found != .no, index <= last {
        found = min(
          found, fits(words[start + index], index, isWhole: index < last || clause.isLastWhole))
        index += 1
      }
      best = max(best, found)
    }
    return best == .yes && !(isExact && clause.isProof) ? .maybe : best
  }

  @inline(__always)
  private func fits(_ word: Word, _ index: Int, isWhole: Bool) -> Answer {
    // The end of a longer word, or the beginning of one, may be any word here.
    if !isWhole { return .maybe }
    if word.slot == slots[index] { return word.isDoubtful ? .maybe : .yes }
    // A phrase may begin and end inside a word, where the case changes.
    return word.hasParts && (index == 0 || index == slots.count - 1) ? .maybe : .no
  }
}
