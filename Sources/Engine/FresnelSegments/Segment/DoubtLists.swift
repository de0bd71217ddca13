extension DoubtNotes {
  /// The lists of the documents noted, in no order.
  ///
  /// - Parameter documentOrder: The documents, counted as they were added, in the order of their numbers in the
  ///   segment.
  /// - Returns: A list for each doubt, kind of terms and group that was noted.
  func lists(documentOrder: [UInt32]) -> [KeyLists.List] {
    if entries.count == 0 { return [] }
    var numbers = [UInt32](repeating: 0, count: documentOrder.count)
    for (number, document) in documentOrder.enumerated() { numbers[Int(document)] = UInt32(number) }
    // What an entry is about stands above its document.
    var sorted = entries.array().map { entry in
      Self.subject(entry) << 32 | UInt64(numbers[Int(UInt32(truncatingIfNeeded: entry))])
    }
    sorted.sort()
    var lists: [KeyLists.List] = []
    var start = 0
    while start < sorted.count {
      let subject = Self.subject(sorted[start])
      var end = start + 1
      while end < sorted.count, Self.subject(sorted[end]) == subject { end += 1 }
      let documents = sorted[start..<end].map { UInt32(truncatingIfNeeded: $0) }
      start = end
      guard let doubt = Doubt(rawValue: UInt8(truncatingIfNeeded: subject >> 16)),
        let group = PostingGroup(rawValue: UInt8(truncatingIfNeeded: subject))
      else { continue }
      let terms = DoubtedTerms(noted: UInt8(truncatingIfNeeded: subject >> 8))
      let key = SegmentKeys.doubt(doubt, of: terms)
      lists.append(KeyLists.List(key: key, group: group, documents: documents))
    }
    return lists
  }

  private static func subject(_ entry: UInt64) -> UInt64 { entry >> 32 }
}
