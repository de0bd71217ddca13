import FresnelModel
import FresnelStorage

/// For each document of a segment, how many words of a question it has and about what they are worth: enough to
/// choose the documents that are then compared by all they have. For one segment after the other, in the same memory.
struct WordPresence: ~Copyable {
  /// What a document has; side by side, as a posting touches all of it.
  private struct Entry: BitwiseCopyable {
    var score: Float = 0
    /// The word that was met last, plus 1.
    var latest: UInt8 = 0
    /// How many words in the lower bits, and whether one of them tells documents apart.
    var found: UInt8 = 0
    /// The lists that have it, a bit each.
    var lists: UInt64
  }

  /// So many lists of a question have a bit, so that nobody has to look again for what each candidate has.
  static let notedListCount = 64

  private static let countBits: UInt8 = 0x3f
  private static let tellingBit: UInt8 = 0x40

  /// What each further field and each further form of a word adds, of what the word is worth there alone.
  private static let furtherListShare: Float = 0.1

  /// By document; only what ``bits`` name is there.
  private let entries: UnsafeMutablePointer<Entry>
  /// A bit for each document that has anything: most have nothing, and are never looked at.
  private let bits: UnsafeMutablePointer<UInt64>
  private var bitWordCount = 0

  /// Nothing found, in segments of at most so many documents.
  init(documentCapacity: Int) {
    entries = .allocate(capacity: documentCapacity)
    bits = .allocate(capacity: (documentCapacity + 63) / 64)
  }

  deinit {
    entries.deallocate()
    bits.deallocate()
  }

  /// Begins a segment of so many documents, of which nothing is found; not more than there is room for.
  mutating func begin(documentCount: Int) {
    bitWordCount = (documentCount + 63) / 64
    bits.initialize(repeating: 0, count: bitWordCount)
  }

  /// Whether no document has anything yet.
  var isEmpty: Bool {
    for place in 0..<bitWordCount where bits[place] != 0 { return false }
    return true
  }

  /// Whether a document has anything yet.
  @inline(__always)
  private func has(_ document: UInt32) -> Bool {
    bits[Int(document >> 6)] & 1 &<< UInt64(document & 63) != 0
  }

  /// Adds the postings of a list; the lists of a word follow each other, the best field first.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - number: Its place among all of the segment.
  ///   - worth: What the word is worth in the list's field.
  ///   - isTelling: Whether few enough documents have the word that it tells them apart.
  ///   - cursor: A cursor of the segment; moves through the list.
  ///   - budget: When it is exhausted, the rest is left out.
  /// - Returns: How many documents had not had the word before.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  mutating func add(
    _ list: WordLists.List, number: Int, worth: Float, isTelling: Bool,
    _ cursor: inout PostingCursor, _ budget: inout SearchBudget
  ) throws(StorageError) -> Int {
    let word = UInt8(list.word + 1)
    let flags: UInt8 = isTelling ? Self.tellingBit : 0
    let bit = Self.bit(ofList: number)
    var newCount = 0
    switch list.documents {
    case .union(let entries):
      for entry in entries {
        newCount += note(entry >> 1, word, worth, flags, bit)
      }
      _ = budget.spend(postings: entries.count)
    case .stored(let location):
      try cursor.move(to: location)
      while let documents = try cursor.nextDocuments() {
        for document in documents {
          newCount &+= note(document, word, worth, flags, bit)
        }
        if !budget.spend(postings: documents.count) { break }
      }
    }
    return newCount
  }

  /// Adds the postings that the documents found so far have in a list, and no others.
  ///
  /// - Parameters:
  ///   - list: The list, of a word that does not tell documents apart.
  ///   - number: Its place among all of the segment.
  ///   - bits: The documents of the list, a bit each; `nil` where they have to be read.
  ///   - worth: What the word is worth in the list's field.
  ///   - cursor: A cursor of the segment; moves through the list.
  ///   - budget: When it is exhausted, the rest is left out.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  mutating func addKnown(
    _ list: WordLists.List, number: Int, _ bits: [UInt64]?, worth: Float,
    _ cursor: inout PostingCursor,
    _ budget: inout SearchBudget
  ) throws(StorageError) {
    let word = UInt8(list.word + 1)
    let bit = Self.bit(ofList: number)
    if let bits {
      for place in 0..<bitWordCount {
        var rest = self.bits[place] & bits[place]
        while rest != 0 {
          let document = UInt32(truncatingIfNeeded: place &* 64 &+ rest.trailingZeroBitCount)
          rest &= rest &- 1
          _ = note(document, word, worth, 0, bit)
        }
      }
      _ = budget.spend(postings: bitWordCount)
      return
    }
    switch list.documents {
    case .union(let entries):
      for entry in entries where has(entry >> 1) {
        _ = note(entry >> 1, word, worth, 0, bit)
      }
      _ = budget.spend(postings: entries.count)
    case .stored(let location):
      try cursor.move(to: location)
      while let documents = try cursor.nextDocuments() {
        for document in documents where has(document) {
          _ = note(document, word, worth, 0, bit)
        }
        if !budget.spend(postings: documents.count) { break }
      }
    }
  }

  /// The bit of a list; none for those behind the first ones.
  private static func bit(ofList number: Int) -> UInt64 {
    number < notedListCount ? 1 << UInt64(number) : 0
  }

  /// Notes a word of a document; 1 if it is new there. Cursors give no document beyond the segment's.
  @inline(__always)
  private func note(
    _ document: UInt32, _ wordNumber: UInt8, _ worth: Float, _ flags: UInt8, _ list: UInt64
  ) -> Int {
    let place = Int(document)
    let bit: UInt64 = 1 &<< UInt64(document & 63)
    let word = bits[place &>> 6]
    if word & bit == 0 {
      bits[place &>> 6] = word | bit
      (entries + place).initialize(
        to: Entry(score: worth, latest: wordNumber, found: 1 | flags, lists: list))
      return 1
    }
    var entry = entries[place]
    entry.lists |= list
    if entry.latest == wordNumber {
      entry.score += worth * Self.furtherListShare
      entries[place] = entry
      return 0
    }
    entry.latest = wordNumber
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
    _ body: (_ document: UInt32, _ score: Float, _ hasAll: Bool, _ lists: UInt64)
      throws(StorageError) -> Void
  ) throws(StorageError) {
    for place in 0..<bitWordCount {
      var rest = bits[place]
      while rest != 0 {
        let document = place &* 64 &+ rest.trailingZeroBitCount
        rest &= rest &- 1
        let entry = entries[document]
        let hasAll = Int(entry.found & Self.countBits) == wordCount
        guard hasAll || entry.found & Self.tellingBit != 0 else { continue }
        try body(UInt32(truncatingIfNeeded: document), entry.score, hasAll, entry.lists)
      }
    }
  }
}
