import FresnelModel
import FresnelStorage

/// For each document of one segment, how many words of a question it has and about what they are worth: enough to
/// choose the documents that are then compared by all they have.
struct WordPresence: ~Copyable {
  /// What a document has; side by side, as a posting touches all of it.
  private struct Entry: BitwiseCopyable {
    var score: Float = 0
    /// The word that was met last, plus 1.
    var latest: UInt8 = 0
    /// How many words in the lower bits, and whether one of them tells documents apart.
    var found: UInt8 = 0
  }

  private static let countBits: UInt8 = 0x3f
  private static let tellingBit: UInt8 = 0x40

  /// What each further field and each further form of a word adds, of what the word is worth there alone.
  private static let furtherListShare: Float = 0.1
  /// To look for a document in a list costs about as much as to read so many postings.
  private static let postingsPerProbe = 8

  private let documentCount: Int
  private let entries: UnsafeMutablePointer<Entry>

  /// Nothing found of so many documents.
  init(documentCount: Int) {
    self.documentCount = documentCount
    entries = .allocate(capacity: documentCount)
    entries.initialize(repeating: Entry(), count: documentCount)
  }

  deinit { entries.deallocate() }

  /// The documents that have anything yet, ascending.
  var documents: [UInt32] {
    var documents: [UInt32] = []
    for place in 0..<documentCount where entries[place].found != 0 {
      documents.append(UInt32(truncatingIfNeeded: place))
    }
    return documents
  }

  /// Adds the postings of a list; the lists of a word follow each other, the best field first.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - worth: What the word is worth in the list's field.
  ///   - isTelling: Whether few enough documents have the word that it tells them apart.
  ///   - segment: The segment.
  ///   - cursor: A cursor of the segment; moves through the list.
  ///   - budget: When it is exhausted, the rest is left out.
  /// - Returns: How many documents had not had the word before.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  mutating func add(
    _ list: WordLists.List, worth: Float, isTelling: Bool, in segment: Segment,
    _ cursor: inout PostingCursor, _ budget: inout SearchBudget
  ) throws(StorageError) -> Int {
    let word = UInt8(list.word + 1)
    let flags: UInt8 = isTelling ? Self.tellingBit : 0
    var newCount = 0
    switch list.documents {
    case .union(let entries):
      for entry in entries {
        newCount += note(entry >> 1, word, worth, flags)
      }
      _ = budget.spend(postings: entries.count)
    case .stored(let location):
      try cursor.move(to: location)
      while let block = try cursor.nextBlock() {
        for document in block.documents {
          newCount &+= note(document, word, worth, flags)
        }
        if !budget.spend(postings: block.documents.count) { break }
      }
    }
    return newCount
  }

  /// Adds the postings that some documents have in a list, and no others.
  ///
  /// - Parameters:
  ///   - list: The list, of a word that does not tell documents apart.
  ///   - documents: The documents, ascending.
  ///   - worth: What the word is worth in the list's field.
  ///   - segment: The segment.
  ///   - cursor: A cursor of the segment; moves through the list.
  ///   - budget: When it is exhausted, the rest is left out.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  mutating func add(
    _ list: WordLists.List, of documents: [UInt32], worth: Float, in segment: Segment,
    _ cursor: inout PostingCursor, _ budget: inout SearchBudget
  ) throws(StorageError) {
    let word = UInt8(list.word + 1)
    guard documents.count < list.documents.count / Self.postingsPerProbe,
      case .stored(let location) = list.documents
    else {
      try addKnown(list, word, worth, &cursor, &budget)
      return
    }
    try cursor.move(to: location)
    for document in documents {
      try cursor.advance(to: document)
      if cursor.document == .max { return }
      if cursor.document == document { _ = note(document, word, worth, 0) }
      if !budget.spend(postings: Self.postingsPerProbe) { return }
    }
  }

  /// Adds the postings of documents that have another word.
  private mutating func addKnown(
    _ list: WordLists.List, _ word: UInt8, _ worth: Float, _ cursor: inout PostingCursor,
    _ budget: inout SearchBudget
  ) throws(StorageError) {
    switch list.documents {
    case .union(let entries):
      for entry in entries where self.entries[Int(entry >> 1)].found != 0 {
        _ = note(entry >> 1, word, worth, 0)
      }
      _ = budget.spend(postings: entries.count)
    case .stored(let location):
      try cursor.move(to: location)
      while let block = try cursor.nextBlock() {
        for document in block.documents where entries[Int(document)].found != 0 {
          _ = note(document, word, worth, 0)
        }
        if !budget.spend(postings: block.documents.count) { break }
      }
    }
  }

  /// Notes a word of a document; 1 if it is new there. Cursors give no document beyond the segment's.
  @inline(__always)
  private func note(_ document: UInt32, _ word: UInt8, _ worth: Float, _ flags: UInt8) -> Int {
    let place = Int(document)
    var entry = entries[place]
    if entry.latest == word {
      entry.score += worth * Self.furtherListShare
      entries[place] = entry
      return 0
    }
    entry.latest = word
    entry.score += worth
    entry.found = (entry.found &+ 1) | flags
    entries[place] = entry
    return 1
  }

  /// Calls the body with each document that has all words, or one that tells documents apart, with what it is about
  /// worth.
  @inline(__always)
  func forEach(
    _ wordCount: Int,
    _ body: (_ document: UInt32, _ score: Float, _ hasAll: Bool) throws(StorageError) -> Void
  ) throws(StorageError) {
    for place in 0..<documentCount {
      let entry = entries[place]
      guard entry.found != 0 else { continue }
      let hasAll = Int(entry.found & Self.countBits) == wordCount
      guard hasAll || entry.found & Self.tellingBit != 0 else { continue }
      try body(UInt32(truncatingIfNeeded: place), entry.score, hasAll)
    }
  }
}
