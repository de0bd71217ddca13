import FresnelStorage

/// The union of posting lists, in memory: each document once, with whether any of its postings is sure
/// enough.
///
/// An entry is the document shifted up by a bit that says so.
struct PostingUnion: ~Copyable {
  private(set) var entries: UnsafeMutableBufferPointer<UInt32>

  /// The number of documents that entries can tell apart.
  static let maximumDocumentCount = 1 << 31

  private init(capacity: Int) {
    entries = UnsafeMutableBufferPointer(
      start: .allocate(capacity: max(capacity, 1)), count: max(capacity, 1))
  }

  /// Takes documents that postings prove nothing of, ascending; one may be there more than once.
  init(of documents: [UInt32]) {
    self.init(capacity: documents.count)
    var count = 0
    for document in documents where count == 0 || entries[count - 1] != document << 1 {
      entries[count] = document << 1
      count += 1
    }
    entries = UnsafeMutableBufferPointer(rebasing: entries[..<count])
  }

  /// Unites lists of one segment.
  ///
  /// - Parameters:
  ///   - lists: Where the lists are.
  ///   - cursor: A cursor of the segment; moves through the lists.
  ///   - documentCount: The number of the segment's documents.
  ///   - proof: A bit for each certainty that is sure enough.
  ///   - budget: When it is exhausted, the union lacks the rest.
  /// - Returns: The union.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  /// - Complexity: Linear in the number of postings; the memory in that of documents.
  static func of(
    _ lists: [PostingListLocation], _ cursor: inout PostingCursor, documentCount: Int, proof: UInt8,
    _ budget: inout SearchBudget
  ) throws(StorageError) -> PostingUnion {
    var total = 0
    for list in lists { total += Int(list.count) }
    if total > min(documentCount / documentsPerPosting, largestSortedCount) {
      return try dense(lists, &cursor, documentCount: documentCount, proof: proof, &budget)
    }
    var union = PostingUnion(capacity: total)
    try union.fill(lists, &cursor, documentCount: documentCount, proof: proof, &budget)
    return union
  }

  /// With more postings than one for so many documents, a bit for each document is quicker than sorting.
  private static let documentsPerPosting = 32
  /// Sorting cannot be called off, and takes some nanoseconds for each posting.
  private static let largestSortedCount = 1 << 16

  private static func dense(
    _ lists: [PostingListLocation], _ cursor: inout PostingCursor, documentCount: Int, proof: UInt8,
    _ budget: inout SearchBudget
  ) throws(StorageError) -> PostingUnion {
    var found = DenseUnion(documentCount: documentCount)
    for list in lists {
      if let entry = singleEntry(list, documentCount: documentCount, proof: proof) {
        found.insert(entry)
        if !budget.spend(postings: 1) { break }
        continue
      }
      try cursor.move(to: list)
      while let block = try cursor.nextBlock() {
        found.insert(block, provenBy: proof)
        if !budget.spend(postings: block.documents.count) { break }
      }
      if budget.isExhausted { break }
    }
    let count = found.count
    var union = PostingUnion(capacity: count)
    found.write(to: union.entries)
    union.entries = UnsafeMutableBufferPointer(rebasing: union.entries[..<count])
    return union
  }

  /// The postings of shorter lists are decoded one by one: a block has to be prepared for.
  private static let shortCount = 12

  private mutating func fill(
    _ lists: [PostingListLocation], _ cursor: inout PostingCursor, documentCount: Int, proof: UInt8,
    _ budget: inout SearchBudget
  ) throws(StorageError) {
    let entries = entries
    var count = 0
    for list in lists {
      // Of a word in few items, which are most words.
      if let entry = Self.singleEntry(list, documentCount: documentCount, proof: proof) {
        entries[count] = entry
        count += 1
        if !budget.spend(postings: 1) { break }
        continue
      }
      try cursor.move(to: list)
      if list.count <= Self.shortCount {
        while cursor.document != .max, count < entries.count {
          entries[count] = cursor.document << 1 | UInt32(proof &>> cursor.certainty & 1)
          count += 1
          try cursor.next()
        }
        if !budget.spend(postings: Int(list.count)) { break }
        continue
      }
      while let block = try cursor.nextBlock() {
        // A list never hands out more postings than its location says.
        for index in 0..<min(block.documents.count, entries.count - count) {
          entries[count] =
            block.documents[index] << 1 | UInt32(proof &>> block.certainties[index] & 1)
          count += 1
        }
        if !budget.spend(postings: block.documents.count) { break }
      }
      if budget.isExhausted { break }
    }
    let kept = Self.sortedAndUnited(
      UnsafeMutableBufferPointer(rebasing: entries[..<count]), documentCount: documentCount)
    self.entries = UnsafeMutableBufferPointer(rebasing: entries[..<kept])
  }

  /// The entry of a list that is one posting; `nil` for others, and for what a cursor would refuse.
  @inline(__always)
  private static func singleEntry(
    _ list: PostingListLocation, documentCount: Int, proof: UInt8
  ) -> UInt32? {
    let document = UInt32(truncatingIfNeeded: list.offset)
    let certainty = list.offset >> 32
    guard list.count == 1, list.byteCount == 0, certainty <= 3, Int(document) < documentCount else {
      return nil
    }
    return document << 1 | UInt32(proof &>> UInt8(truncatingIfNeeded: certainty) & 1)
  }

  deinit {
    entries.deallocate()
  }

  /// Sorts entries and unites those of one document; returns how many are left.
  private static func sortedAndUnited(
    _ entries: UnsafeMutableBufferPointer<UInt32>, documentCount: Int
  ) -> Int {
    guard let base = entries.baseAddress, entries.count > 1 else { return entries.count }
    if entries.count <= 32 {
      sortByInsertion(base, entries.count)
    } else {
      let bitCount = UInt32.bitWidth - UInt32(clamping: documentCount - 1).leadingZeroBitCount
      sortByRadix(base, entries.count, documentBitCount: UInt32(max(bitCount, 1)))
    }
    var last = 0
    for index in 1..<entries.count {
      if base[index] >> 1 == base[last] >> 1 {
        base[last] |= base[index]
      } else {
        last += 1
        base[last] = base[index]
      }
    }
    return last + 1
  }

  private static func sortByInsertion(_ base: UnsafeMutablePointer<UInt32>, _ count: Int) {
    for index in 1..<count {
      let entry = base[index]
      var place = index
      while place > 0, base[place - 1] > entry {
        base[place] = base[place - 1]
        place -= 1
      }
      base[place] = entry
    }
  }

  /// Sorts by documents, some bits at a time, the lowest first.
  ///
  /// A round costs its counters too, so few entries are sorted in more rounds with fewer of them.
  private static func sortByRadix(
    _ base: UnsafeMutablePointer<UInt32>, _ count: Int, documentBitCount: UInt32
  ) {
    let greatestDigit: UInt32 = count < 1024 ? 7 : 11
    let roundCount = (documentBitCount + greatestDigit - 1) / greatestDigit
    let digitBits = (documentBitCount + roundCount - 1) / roundCount
    let radix = 1 << Int(digitBits)
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: count + radix) { scratch in
      guard let other = scratch.baseAddress else { return }
      let starts = other + count
      var source = base
      var target = other
      // Above the bit that is no part of the document.
      var shift: UInt32 = 1
      for _ in 0..<roundCount {
        starts.update(repeating: 0, count: radix)
        for index in 0..<count { starts[Int(source[index] &>> shift) & (radix &- 1)] &+= 1 }
        var sum: UInt32 = 0
        for digit in 0..<radix {
          let next = sum &+ starts[digit]
          starts[digit] = sum
          sum = next
        }
        for index in 0..<count {
          let digit = Int(source[index] &>> shift) & (radix &- 1)
          target[Int(starts[digit])] = source[index]
          starts[digit] &+= 1
        }
        swap(&source, &target)
        shift += digitBits
      }
      if source != base { base.update(from: source, count: count) }
    }
  }
}
