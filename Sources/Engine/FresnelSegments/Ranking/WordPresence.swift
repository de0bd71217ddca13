import FresnelModel
import FresnelPlatform
import FresnelStorage

/// For each document of a segment, how many words of a question it has and about what they are worth: enough to
/// choose the documents that are then compared by all they have. For one segment after the other, in the same memory.
struct WordPresence<Entry: PresenceEntry>: ~Copyable {
  /// By document; only what ``bits`` name is there, whatever another question left in the memory.
  private let entries: UnsafeMutablePointer<Entry>
  private let entryByteCount: Int
  /// A bit for each document that has anything: most have nothing, and are never looked at.
  private let bits: UnsafeMutablePointer<UInt64>
  private var bitWordCount = 0
  private var totals = PresenceTotals()
  /// The word of the latest list, and the bits of its lists.
  private var latestWord = 0
  private var bitsOfWord: UInt64 = 0

  /// Nothing found, in segments of at most so many documents.
  init(documentCapacity: Int) {
    // Memory of such sizes is kept from one question to the next, so that the processor's cache still holds it: up to
    // the 8 MB that a process keeps, so not that of segments with millions of documents.
    var byteCount = 64
    while byteCount < documentCapacity * MemoryLayout<Entry>.stride { byteCount *= 2 }
    entryByteCount = byteCount
    entries = BufferMemory.allocate(byteCount: byteCount)
      .bindMemory(to: Entry.self, capacity: byteCount / MemoryLayout<Entry>.stride)
    bits = .allocate(capacity: (documentCapacity + 63) / 64)
  }

  deinit {
    BufferMemory.deallocate(entries, byteCount: entryByteCount)
    bits.deallocate()
  }

  /// Begins a segment of so many documents, of which nothing is found; not more than there is room for.
  mutating func begin(documentCount: Int) {
    bitWordCount = (documentCount + 63) / 64
    bits.initialize(repeating: 0, count: bitWordCount)
    totals.begin()
    latestWord = 0
    bitsOfWord = 0
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
    let added = begin(list, number: number, worth: worth, isTelling: isTelling)
    var newCount = 0
    switch list.documents {
    case .union(let entries):
      for entry in entries {
        newCount += note(entry >> 1, added)
      }
      _ = budget.spend(postings: entries.count)
    case .stored(let location):
      try cursor.move(to: location)
      while let documents = try cursor.nextDocuments() {
        for document in documents {
          newCount &+= note(document, added)
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
    let added = begin(list, number: number, worth: worth, isTelling: false)
    if let bits {
      for place in 0..<bitWordCount {
        var rest = self.bits[place] & bits[place]
        while rest != 0 {
          let document = UInt32(truncatingIfNeeded: place &* 64 &+ rest.trailingZeroBitCount)
          rest &= rest &- 1
          _ = note(document, added)
        }
      }
      _ = budget.spend(postings: bitWordCount)
      return
    }
    switch list.documents {
    case .union(let entries):
      for entry in entries where has(entry >> 1) {
        _ = note(entry >> 1, added)
      }
      _ = budget.spend(postings: entries.count)
    case .stored(let location):
      try cursor.move(to: location)
      while let documents = try cursor.nextDocuments() {
        for document in documents where has(document) {
          _ = note(document, added)
        }
        if !budget.spend(postings: documents.count) { break }
      }
    }
  }

  /// Begins to add a list, with a bit of its own where there is one.
  private mutating func begin(
    _ list: WordLists.List, number: Int, worth: Float, isTelling: Bool
  ) -> PresenceList {
    let bit: UInt64 = number < CandidateSelection.notedListCount ? 1 &<< UInt64(number) : 0
    let word = list.word + 1
    bitsOfWord = word == latestWord ? bitsOfWord | bit : bit
    latestWord = word
    let added = PresenceList(
      word: UInt8(word), worth: worth, isTelling: isTelling, bit: bit, bitsOfWord: bitsOfWord)
    totals.add(added)
    return added
  }

  /// Notes a list of a document; 1 if its word is new there. Cursors give no document beyond the segment's.
  @inline(__always)
  private func note(_ document: UInt32, _ list: PresenceList) -> Int {
    let place = Int(document)
    let bit: UInt64 = 1 &<< UInt64(document & 63)
    let word = bits[place &>> 6]
    if word & bit == 0 {
      bits[place &>> 6] = word | bit
      (entries + place).initialize(to: Entry(list))
      return 1
    }
    return entries[place].add(list) ? 1 : 0
  }

  /// Calls the body with each document that has all words, or one that tells documents apart, with what it is about
  /// worth.
  ///
  /// - Parameters:
  ///   - wordCount: How many words the question has.
  ///   - budget: When it becomes exhausted here, the other documents are left out. Where it was exhausted before, all that
  ///     was found until then counts.
  ///   - body: Is called with the documents, ascending.
  /// - Throws: What the body throws.
  @inline(__always)
  mutating func forEach(
    _ wordCount: Int, _ budget: inout SearchBudget,
    _ body: (_ document: UInt32, _ score: Float, _ hasAll: Bool, _ lists: UInt64)
      throws(StorageError) -> Void
  ) throws(StorageError) {
    let wasExhausted = budget.isExhausted
    for place in 0..<bitWordCount {
      let addedListCount = totals.addedListCount
      var rest = bits[place]
      while rest != 0 {
        let document = place &* 64 &+ rest.trailingZeroBitCount
        rest &= rest &- 1
        let total = entries[document].total(&totals)
        let hasAll = Int(total.wordCount) == wordCount
        guard hasAll || total.isTold else { continue }
        try body(UInt32(truncatingIfNeeded: document), total.score, hasAll, total.lists)
      }
      let steps = 1 &+ bits[place].nonzeroBitCount &+ totals.addedListCount &- addedListCount
      guard budget.spend(steps: steps) || wasExhausted else { return }
    }
  }
}
