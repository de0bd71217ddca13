import FresnelStorage
import Synchronization

/// Which documents of a segment have words that very many have. To find that out all postings have to be read, which
/// questions else need not do; so it is done once.
final class CommonWords: Sendable {
  /// What is known of a word.
  struct Word: Sendable {
    /// How many documents have it.
    let documentCount: Int
    /// By list of the word, the documents of it, a bit for each of the segment; `nil` for a list of few, in which those
    /// that are wanted are found as quickly.
    let documents: [[UInt64]?]
  }

  /// As many bytes of bits are remembered for a segment, and words, of which some have no list with bits.
  private static let largestByteCount = 32 << 20
  private static let largestCount = 512
  /// Shorter lists than the segment's documents divided by this get no bits.
  private static let leastShare = 64

  private struct Known {
    /// By the places of a word's lists.
    var words: [[UInt64]: Word] = [:]
    var byteCount = 0
  }

  private let known = Mutex(Known())

  /// Which documents have a word.
  ///
  /// - Parameters:
  ///   - lists: All lists of the word.
  ///   - segment: The segment of the lists.
  ///   - budget: When it is exhausted, some are missing.
  /// - Returns: What is known of it.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  func word(
    _ lists: ArraySlice<WordLists.List>, in segment: Segment, _ budget: inout SearchBudget
  ) throws(StorageError) -> Word {
    var places: [UInt64] = []
    for list in lists {
      // What is in memory may be elsewhere the next time.
      guard case .stored(let location) = list.documents else {
        return try Self.read(lists, in: segment, &budget)
      }
      places.append(location.offset)
      places.append(UInt64(location.count))
    }
    if let word = known.withLock({ $0.words[places] }) { return word }
    let word = try Self.read(lists, in: segment, &budget)
    guard !budget.isExhausted else { return word }
    let byteCount = word.documents.reduce(0) { $0 + ($1?.count ?? 0) * MemoryLayout<UInt64>.size }
    known.withLock { [places] known in
      if known.words.count >= Self.largestCount
        || known.byteCount + byteCount > Self.largestByteCount
      {
        known = Known()
      }
      guard byteCount <= Self.largestByteCount,
        known.words.updateValue(word, forKey: places) == nil
      else { return }
      known.byteCount += byteCount
    }
    return word
  }

  private static func read(
    _ lists: ArraySlice<WordLists.List>, in segment: Segment, _ budget: inout SearchBudget
  ) throws(StorageError) -> Word {
    let wordCount = (segment.documentCount + 63) / 64
    var all = [UInt64](repeating: 0, count: wordCount)
    var documents: [[UInt64]?] = []
    var cursor = PostingCursor(segment.source, documentCount: segment.documentCount)
    for list in lists {
      guard !budget.isExhausted else {
        documents.append(nil)
        continue
      }
      // A short list costs its postings, however many documents the segment has.
      let isShort = list.documents.count < segment.documentCount / leastShare
      var bits = isShort ? [] : [UInt64](repeating: 0, count: wordCount)
      func note(_ document: UInt32) {
        let (place, bit) = (Int(document >> 6), UInt64(1) << UInt64(document & 63))
        all[place] |= bit
        if !isShort { bits[place] |= bit }
      }
      switch list.documents {
      case .union(let entries):
        for entry in entries { note(UInt32(entry >> 1)) }
        _ = budget.spend(postings: entries.count)
      case .stored(let location):
        try cursor.move(to: location)
        // Cursors give no document beyond the segment's.
        while let documents = try cursor.nextDocuments() {
          for document in documents { note(document) }
          if !budget.spend(postings: documents.count) { break }
        }
      }
      documents.append(isShort || budget.isExhausted ? nil : bits)
    }
    return Word(
      documentCount: all.reduce(0) { $0 + $1.nonzeroBitCount }, documents: documents)
  }
}
