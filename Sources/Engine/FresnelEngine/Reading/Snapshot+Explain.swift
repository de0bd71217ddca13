public import FresnelModel
import FresnelPlatform
public import FresnelQuery
import FresnelSegments
import FresnelStorage

/// Where an item has a word, as far as ranking tells places apart; the best first.
public enum WordPlace: Int, CaseIterable, Sendable {
  /// The first word of a title or a display name.
  case titleStart
  /// A later word of one.
  case titleRest
  /// Other names and keywords.
  case names
  /// Other attributes that `*` covers.
  case attributes
  /// Attributes that only `**` covers.
  case text
  /// Attributes that a query must name.
  case named
  /// Anywhere: a run of letters in the item is too long to be taken apart.
  case anywhere
}

/// What the index has for one word of a query, and what one item has of it.
public struct WordExplanation: Hashable, Sendable {
  /// What an item has of the word, in the best of its places.
  public struct Finding: Hashable, Sendable {
    /// Where.
    public let place: WordPlace
    /// Whether it is the word itself, not only a longer one that holds it.
    public let isWhole: Bool
    /// Whether the posting alone proves what the query asks of the word.
    public let isProven: Bool
    /// What it adds to the item's score.
    public let points: Int
  }

  /// The word, folded as in the index, with `*` where it may go on.
  public let word: String
  /// The number of postings in each place that has some.
  public let postingCounts: [WordPlace: Int]
  /// What the item has; `nil` when it has nothing of the word.
  public let finding: Finding?
}

extension Snapshot {
  /// Tells for each word of a query how many postings the index has for it, by place, and which of these
  /// are an item's: what its rank is made of.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - identifier: The item asked about.
  ///   - scope: Its index.
  ///   - context: The time, time zone and locale that the query is understood in.
  ///   - timeBudget: How long it may take, in seconds; `nil` for as long as it needs.
  /// - Returns: The words in the order of the query; empty where it has none, or none can be read; `nil` when the time
  ///   was over before all postings were counted.
  /// - Throws: `QueryError` for a query that is no valid tree.
  public func explainWords(
    of query: Query, item identifier: String, in scope: IndexScope, context: EvaluationContext,
    timeBudget: Double? = nil
  ) throws(QueryError) -> [WordExplanation]? {
    var budget = SearchBudget(deadline: MonotonicClock.deadline(after: timeBudget))
    let query = PlannedQuery(try CompiledQuery(query, context: context))
    let key = state.scopes.number(of: scope).map {
      PendingDocuments.DocumentKey(scope: $0, identifier: Array(identifier.utf8)[...])
    }
    var isPartial = false
    let words = reading(isPartial: &isPartial) { (state, _) throws(StorageError) -> [WordSum] in
      var place: DocumentPlace?
      if let key { place = try state.find(key) }
      var sums: [WordSum] = []
      for (number, segment) in state.segments.enumerated() {
        let words = try query.words(
          in: segment.view, of: place?.segment == number ? place?.document : nil, &budget)
        if budget.isExhausted { return [] }
        if sums.isEmpty { sums = words.map { WordSum($0.pattern) } }
        for (index, word) in words.enumerated() { sums[index].add(word) }
      }
      return sums
    }
    return budget.isExhausted ? nil : words?.map(\.explanation) ?? []
  }
}

/// What all segments have for a word.
private struct WordSum {
  private let pattern: TermPattern
  private var postingCounts: [WordPlace: Int] = [:]
  private var finding: WordExplanation.Finding?

  init(_ pattern: TermPattern) {
    self.pattern = pattern
  }

  mutating func add(_ account: WordAccount) {
    for (place, count) in zip(WordPlace.allCases, account.postingCounts) where count > 0 {
      postingCounts[place, default: 0] += count
    }
    if let found = account.finding, let place = WordPlace(rawValue: found.place) {
      finding = WordExplanation.Finding(
        place: place, isWhole: found.isWhole, isProven: found.isProven, points: found.points)
    }
  }

  var explanation: WordExplanation {
    WordExplanation(
      word: (pattern.isAtStart ? "" : "*") + String(decoding: pattern.bytes, as: UTF8.self)
        + (pattern.isAtEnd ? "" : "*"),
      postingCounts: postingCounts, finding: finding)
  }
}
