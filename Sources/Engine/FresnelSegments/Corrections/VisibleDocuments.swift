import FresnelModel
import FresnelStorage

/// Counts the documents that have a word, of those that are shown.
///
/// Nothing else may tell that a word exists: it may stand in what another app keeps for itself.
package struct VisibleDocuments: Equatable, Sendable {
  /// By app, how many were found.
  private var counts: [String: Int] = [:]
  /// Whether one of them has the word in a name or a keyword.
  private var isInNames = false

  /// From so many on the number makes no difference.
  package static let most = 256
  /// So many of one app count for how common a word is: no app is to make its own words common.
  private static let mostOfApp = 4
  /// So many documents make a word out of what may be an error of one.
  private static let few = 3

  /// None.
  package init() {}

  /// How many documents have the word; more than ``most`` are not told apart.
  package var count: Int { min(Self.most, counts.values.reduce(0, +)) }

  /// How common the word is: each app has a share.
  package var sharedCount: Int {
    min(Self.most, counts.values.reduce(0) { $0 + min(Self.mostOfApp, $1) })
  }

  /// Whether the word is one that people would look for.
  var isWord: Bool { isInNames || count >= Self.few }

  /// Adds the documents of another store.
  package mutating func add(_ other: VisibleDocuments) {
    counts.merge(other.counts, uniquingKeysWith: +)
    isInNames = isInNames || other.isInNames
  }

  /// Adds the documents of a segment.
  ///
  /// - Parameters:
  ///   - pattern: The word, or what it begins with.
  ///   - segment: The segment.
  ///   - shown: Which of its documents are shown.
  ///   - most: From so many on the number makes no difference to the caller.
  ///   - mostVisits: So many documents are looked at, hidden ones among them; those behind them are not counted.
  ///   - budget: When it is exhausted, documents may be lacking.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  mutating func add(
    _ pattern: TermPattern, in segment: Segment, _ shown: inout SegmentVisibility,
    upTo most: Int = Self.most, visiting mostVisits: Int = .max, _ budget: inout SearchBudget
  ) throws(StorageError) {
    let clause = TermClause(pattern: pattern, groups: .searched, proof: nil)
    var lists = try ClauseLists.find(
      clause, in: segment, irregular: segment.irregularDocuments(), needsProof: false, &budget)
    var cursors = OwnedArray<ListCursor>(capacity: Places.count)
    var nameCount = 0
    for place in Places.titleStart...Places.text where lists.covers(place) {
      cursors.append(try ListCursor(lists.list(place, &budget), in: segment, proof: 0))
      if place <= Places.secondary { nameCount = cursors.count }
    }
    // Who sees little of a segment does not walk through what others have.
    var own = OwnedArray<ListCursor>(capacity: 1)
    if let scope = shown.onlyScope,
      let list = try segment.keys.entry(of: SegmentKeys.scope(scope.number))
    {
      own.append(try ListCursor(.stored(list[SegmentKeys.listGroup]), in: segment, proof: 0))
    }
    var scopes = ScopeReader(segment.documents)
    var (total, visits) = (count, 0)
    while total < most, visits < mostVisits, budget.spend(postings: max(1, cursors.count)) {
      visits += 1
      var document = UInt32.max
      for index in 0..<cursors.count { document = min(document, cursors[index].document) }
      if document == .max { return }
      if own.count > 0 {
        try own[0].advance(to: document)
        if own[0].document != document {
          for index in 0..<cursors.count { try cursors[index].advance(to: own[0].document) }
          continue
        }
      }
      var isNamed = false
      for index in 0..<cursors.count where cursors[index].document == document {
        if index < nameCount { isNamed = true }
        try cursors[index].advance(to: document + 1)
      }
      guard try shown.shows(document, isOfScope: own.count > 0) else { continue }
      let scope = Int(try scopes.scope(document))
      guard scope < segment.scopes.count else { continue }
      counts[segment.scopes[scope].scope.app, default: 0] += 1
      total += 1
      if isNamed { isInNames = true }
    }
  }
}
