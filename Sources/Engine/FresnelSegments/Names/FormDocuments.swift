import FresnelQuery
import FresnelStorage

/// The documents of a segment that have a form, by what it is worth there.
///
/// The keys prove all of them, but for a name that is longer than a key holds, and in a language that keeps letters
/// apart.
struct FormDocuments: Sendable {
  private struct Level: Sendable {
    let points: Int
    var documents: DocumentSet
  }

  /// Those with the most points first; a document may be in several.
  private var levels: [Level] = []
  private let documentCount: Int
  /// Whether the form is worth anything.
  let isRanked: Bool
  /// Whether the keys prove the form.
  let isProven: Bool

  /// Looks a form up.
  ///
  /// - Parameters:
  ///   - test: The form.
  ///   - segment: Where; one of which the keys lack forms has none.
  ///   - onlyScope: The only scope that is shown, of several; documents of others may be left out.
  ///   - budget: When it is exhausted, documents are lacking.
  /// - Returns: The documents.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  static func find(
    _ test: FormTest, in segment: Segment, onlyScope: SegmentVisibility.OnlyScope?,
    _ budget: inout SearchBudget
  ) throws(StorageError) -> FormDocuments {
    let keys = FormKeyRange(test)
    var found = FormDocuments(
      documentCount: segment.documentCount, isRanked: test.rank != .none, isProven: keys.isWhole)
    try keys.forEachKey(in: segment, &budget) {
      (entry, isExact, budget) throws(StorageError) in
      try FormKeyRange.forEachPosting(of: entry, in: segment, onlyScope: onlyScope, &budget) {
        (document, group) in
        found.add(document, points: test.points(in: group, isExact: isExact))
        return true
      }
    }
    return found
  }

  private init(documentCount: Int, isRanked: Bool, isProven: Bool) {
    self.documentCount = documentCount
    self.isRanked = isRanked
    self.isProven = isProven
  }

  private mutating func add(_ document: UInt32, points: Int) {
    let place = levels.firstIndex { $0.points <= points } ?? levels.count
    if place == levels.count || levels[place].points < points {
      levels.insert(
        Level(points: points, documents: DocumentSet(documentCount: documentCount)), at: place)
    }
    levels[place].documents.insert(document)
  }

  /// The number of documents, those of several points counted for each.
  var count: Int { levels.reduce(0) { $0 + $1.documents.count } }

  /// The most points that a document has.
  var greatestPoints: Int { levels.first?.points ?? 0 }

  /// The first document from a number on; `UInt32.max` if there is none.
  func next(from document: UInt32) -> UInt32 {
    levels.reduce(.max) { min($0, $1.documents.next(from: document)) }
  }

  /// The points of a document; `nil` where it does not have the form.
  func points(of document: UInt32) -> Int? {
    levels.first { $0.documents.contains(document) }?.points
  }
}

extension FormTest {
  /// What a document is worth that has the form in a place.
  func points(in group: PostingGroup, isExact: Bool) -> Int {
    switch rank {
    case .none: 0
    case .points(let points): points
    case .byPlace: Places.points(Int(group.rawValue), isExact: isExact)
    }
  }
}
