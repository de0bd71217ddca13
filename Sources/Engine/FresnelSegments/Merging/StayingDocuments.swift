/// Walks through the documents of several segments that stay, each segment's in order.
struct StayingDocuments {
  /// By part, the new number of each document, as those of ``MergedOrder``.
  private let newNumbers: [[UInt32]]
  /// By part, the document from which on none was handed out.
  private var places: [Int]

  init(newNumbers: [[UInt32]]) {
    self.newNumbers = newNumbers
    places = Array(repeating: 0, count: newNumbers.count)
  }

  /// The next document of a part that stays; there must be one.
  mutating func next(part: Int) -> UInt32 {
    var place = places[part]
    while newNumbers[part][place] == PostingMerge.dropped { place += 1 }
    places[part] = place + 1
    return UInt32(truncatingIfNeeded: place)
  }
}
