import FresnelModel
import FresnelStorage

/// For each document of one segment, how many words of a question it has and about what they are worth: enough to
/// choose the documents that are then compared by all they have.
struct WordPresence: ~Copyable {
  /// What a document has: how many words in the lower bits, and whether one of them tells documents apart.
  private static let countBits: UInt8 = 0x3f
  private static let tellingBit: UInt8 = 0x40

  /// What each further field and each further form of a word adds, of what the word is worth there alone.
  private static let furtherListShare: Float = 0.1

  private let documentCount: Int
  private let scores: UnsafeMutablePointer<Float>
  private let found: UnsafeMutablePointer<UInt8>
  /// The word that was met last, plus 1.
  private let latest: UnsafeMutablePointer<UInt8>

  /// Nothing found of so many documents.
  init(documentCount: Int) {
    self.documentCount = documentCount
    scores = .allocate(capacity: documentCount)
    found = .allocate(capacity: documentCount)
    latest = .allocate(capacity: documentCount)
    scores.initialize(repeating: 0, count: documentCount)
    found.initialize(repeating: 0, count: documentCount)
    latest.initialize(repeating: 0, count: documentCount)
  }

  deinit {
    scores.deallocate()
    found.deallocate()
    latest.deallocate()
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

  /// Notes a word of a document; 1 if it is new there. Cursors give no document beyond the segment's.
  @inline(__always)
  private func note(_ document: UInt32, _ word: UInt8, _ worth: Float, _ flags: UInt8) -> Int {
    let place = Int(document)
    if latest[place] == word {
      scores[place] += worth * Self.furtherListShare
      return 0
    }
    latest[place] = word
    scores[place] += worth
    found[place] = (found[place] &+ 1) | flags
    return 1
  }

  /// Calls the body with each document that has all words, or one that tells documents apart, with what it is about
  /// worth.
  func forEach(
    _ wordCount: Int,
    _ body: (_ document: UInt32, _ score: Float, _ hasAll: Bool) throws(StorageError) -> Void
  ) throws(StorageError) {
    for place in 0..<documentCount where found[place] != 0 {
      let hasAll = Int(found[place] & Self.countBits) == wordCount
      guard hasAll || found[place] & Self.tellingBit != 0 else { continue }
      try body(UInt32(place), scores[place], hasAll)
    }
  }
}
