import FresnelStorage

/// Counts the documents that have a word, of those that are shown.
///
/// Nothing else may tell that a word exists: it may stand in what another app keeps for itself.
struct VisibleDocuments {
  /// How many were found; more than ``most`` are not told apart.
  private(set) var count = 0
  /// Whether one of them has the word in a name or a keyword.
  private(set) var isInNames = false

  /// From so many on the number makes no difference.
  static let most = 256
  /// So many documents make a word out of what may be an error of one.
  private static let few = 3

  /// Whether the word is one that people would look for.
  var isWord: Bool { isInNames || count >= Self.few }

  /// Adds the documents of a segment.
  ///
  /// - Parameters:
  ///   - pattern: The word, or what it begins with.
  ///   - segment: The segment.
  ///   - shown: Which of its documents are shown.
  ///   - work: When it is exhausted, documents may be lacking.
  ///   - budget: The same.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  mutating func add(
    _ pattern: TermPattern, in segment: Segment, _ shown: inout SegmentVisibility,
    _ work: inout TermWalkBudget, _ budget: inout SearchBudget
  ) throws(StorageError) {
    let clause = TermClause(pattern: pattern, groups: .searched, proof: nil)
    work.leap()
    var lists = try ClauseLists.find(
      clause, in: segment, irregular: segment.irregularDocuments(), needsProof: false, &budget)
    var cursors = OwnedArray<ListCursor>(capacity: Places.count)
    var nameCount = 0
    for place in Places.titleStart...Places.text where lists.covers(place) {
      cursors.append(try ListCursor(lists.list(place, &budget), in: segment, proof: 0))
      if place <= Places.secondary { nameCount = cursors.count }
    }
    while count < Self.most, !work.isExhausted, budget.spend(postings: cursors.count) {
      var document = UInt32.max
      for index in 0..<cursors.count { document = min(document, cursors[index].document) }
      if document == .max { return }
      var isNamed = false
      for index in 0..<cursors.count where cursors[index].document == document {
        if index < nameCount { isNamed = true }
        try cursors[index].advance(to: document + 1)
      }
      work.step()
      guard try shown.shows(document, isOfScope: false) else { continue }
      count += 1
      if isNamed { isInNames = true }
    }
  }
}
