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

  /// As many words are remembered: with a bit for each document, a segment's take a quarter of a kilobyte for each of its
  /// documents at most, unless a word has many forms.
  private static let largestCount = 512
  /// Shorter lists than the segment's documents divided by this get no bits.
  private static let leastShare = 64

  /// By the places of a word's lists.
  private let known = Mutex<[[UInt64]: Word]>([:])

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
    if let word = known.withLock({ $0[places] }) { return word }
    let word = try Self.read(lists, in: segment, &budget)
    guard !budget.isExhausted else { return word }
    known.withLock { [places] known in
      if known.count >= Self.largestCount { known = [:] }
      known[places] = word
    }
    return word
  }

  private static func read(
    _ lists: ArraySlice<WordLists.List>, in segment: Segment, _ budget: inout SearchBudget
  ) throws(StorageError) -> Word {
    let none = [UInt64](repeating: 0, count: (segment.documentCount + 63) / 64)
    var all = none
    var documents: [[UInt64]?] = []
    var cursor = PostingCursor(segment.source, documentCount: segment.documentCount)
    for list in lists {
      guard !budget.isExhausted else {
        documents.append(nil)
        continue
      }
      var bits = none
      switch list.documents {
      case .union(let entries):
        for entry in entries { bits[Int(entry >> 7)] |= 1 << UInt64(entry >> 1 & 63) }
        _ = budget.spend(postings: entries.count)
      case .stored(let location):
        try cursor.move(to: location)
        // Cursors give no document beyond the segment's.
        while let block = try cursor.nextBlock() {
          for document in block.documents { bits[Int(document >> 6)] |= 1 << UInt64(document & 63) }
          if !budget.spend(postings: block.documents.count) { break }
        }
      }
      for index in all.indices { all[index] |= bits[index] }
      let isShort = list.documents.count < segment.documentCount / leastShare
      documents.append(isShort || budget.isExhausted ? nil : bits)
    }
    return Word(
      documentCount: all.reduce(0) { $0 + $1.nonzeroBitCount }, documents: documents)
  }
}
