internal import FresnelEngine
internal import FresnelModel
internal import FresnelQuery

/// The items that may answer a question, before they are ranked.
struct CandidateSearch {
  /// The items that are ranked, at most, where enough have all words.
  static let largestConjunction = 200
  /// The items that are ranked, at most, where few have all words.
  static let largestCount = 600
  /// With fewer items that have all words, items with some of them are looked for too.
  static let sufficientCount = 60

  let snapshot: Snapshot
  /// How many items there are.
  let itemCount: Int
  let context: EvaluationContext
  /// Asked every now and then; when it returns true, the search ends.
  let isCancelled: @Sendable () -> Bool

  /// Pages, of which the rows were read, and how many have each word.
  struct Candidates {
    var rows: [EncodedItem]
    var postingCounts: [Int]
    /// Whether no page was left out that has any of the words.
    var areAll: Bool
  }

  /// Finds candidates.
  ///
  /// - Throws: `QueryError`; words of a question give none.
  func candidates(for words: [AskedWord]) throws(QueryError) -> Candidates {
    let counts = try postingCounts(words)
    var found = try items(.all(of: words.map(\.query)), Self.largestConjunction)
    guard found.count < Self.sufficientCount, words.count > 1 else {
      return Candidates(
        rows: found, postingCounts: counts, areAll: found.count < Self.largestConjunction)
    }
    var areAll = true
    var seen = Set(found.map(\.uniqueIdentifierBytes))
    func add(_ query: Query, _ limit: Int) throws(QueryError) {
      let items = try items(query, limit)
      if items.count >= limit { areAll = false }
      for item in items
      where found.count < Self.largestCount && seen.insert(item.uniqueIdentifierBytes).inserted {
        found.append(item)
      }
    }
    // The rarest words tell most. What has many of them comes first, then what has any.
    let rarest = words.indices.filter { counts[$0] > 0 }.sorted { counts[$0] < counts[$1] }
    let telling = rarest.filter { counts[$0] <= max(1_000, itemCount / 4) }
    try add(
      .any(of: (telling.isEmpty ? rarest : telling).map { words[$0].query }), Self.largestCount / 2)
    for word in telling where found.count < Self.largestCount {
      try add(words[word].query, Self.largestCount / 2)
    }
    areAll = areAll && telling.count == rarest.count && found.count < Self.largestCount
    return Candidates(rows: found, postingCounts: counts, areAll: areAll)
  }

  private func items(_ query: Query, _ limit: Int) throws(QueryError) -> [EncodedItem] {
    let request = SearchRequest(
      query: query, limit: limit, context: context, detail: .rows, isCancelled: isCancelled)
    return try snapshot.search(request).hits.map(\.item)
  }

  private func postingCounts(_ words: [AskedWord]) throws(QueryError) -> [Int] {
    var counts: [Int] = []
    for word in words {
      let explained = try snapshot.explainWords(
        of: word.query, item: "", in: PublicPages.scope, context: context)
      // An item that has it in several places is counted in each; most have it in the text as well.
      counts.append(explained.first?.postingCounts.values.max() ?? 0)
    }
    return counts
  }
}
