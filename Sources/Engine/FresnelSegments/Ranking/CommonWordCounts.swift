import FresnelStorage
import Synchronization

/// How many documents of a segment have words that very many have. To find that out all postings have to be read, which
/// questions else need not do; so it is done once.
final class CommonWordCounts: Sendable {
  /// As many words are remembered.
  private static let largestCount = 1_024

  /// By the places of a word's lists.
  private let known = Mutex<[[UInt64]: Int]>([:])

  /// How many documents have a word.
  ///
  /// - Parameters:
  ///   - lists: All lists of the word.
  ///   - segment: The segment of the lists.
  ///   - budget: When it is exhausted, some are missing.
  /// - Returns: The number.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  func count(
    _ lists: ArraySlice<WordLists.List>, in segment: Segment, _ budget: inout SearchBudget
  ) throws(StorageError) -> Int {
    var places: [UInt64] = []
    for list in lists {
      // What is in memory may be elsewhere the next time.
      guard case .stored(let location) = list.documents else {
        return try Self.read(lists, in: segment, &budget)
      }
      places.append(location.offset)
      places.append(UInt64(location.count))
    }
    if let count = known.withLock({ $0[places] }) { return count }
    let count = try Self.read(lists, in: segment, &budget)
    guard !budget.isExhausted else { return count }
    known.withLock { [places] known in
      if known.count >= Self.largestCount { known = [:] }
      known[places] = count
    }
    return count
  }

  private static func read(
    _ lists: ArraySlice<WordLists.List>, in segment: Segment, _ budget: inout SearchBudget
  ) throws(StorageError) -> Int {
    var bits = [UInt64](repeating: 0, count: (segment.documentCount + 63) / 64)
    var cursor = PostingCursor(segment.source, documentCount: segment.documentCount)
    for list in lists where !budget.isExhausted {
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
    }
    return bits.reduce(0) { $0 + $1.nonzeroBitCount }
  }
}
