package import FresnelEngine
package import FresnelModel
internal import FresnelQuery
internal import FresnelText

/// A search of the public index, as it was at one time.
package struct PublicSearch: Sendable {
  private let snapshot: Snapshot
  /// What each feature counts for.
  package let weights: RankingFeatures
  /// How many pages there are.
  package let pageCount: Int

  /// A page that answers a question.
  package struct Result: Sendable {
    /// The page.
    package let item: EncodedItem
    /// What its rank is made of.
    package let features: RankingFeatures
    /// What the features come to; only to be compared with others of the same question.
    package let score: Double
  }

  /// Makes a search.
  ///
  /// - Parameters:
  ///   - snapshot: The store.
  ///   - weights: What each feature counts for.
  package init(_ snapshot: Snapshot, weights: RankingFeatures = .weights) {
    self.snapshot = snapshot
    self.weights = weights
    pageCount = snapshot.scopes().first { $0.scope == PublicPages.scope }?.itemCount ?? 0
  }

  /// The pages that answer a question, best first.
  ///
  /// What has all words comes among the best few hundred that the index finds, or has some of them where
  /// few have all; these are compared by all features.
  ///
  /// - Parameters:
  ///   - question: What is asked.
  ///   - isCancelled: Asked every now and then; when it returns true, the search ends.
  /// - Returns: Pages; of one score, in the order of their identifiers.
  /// - Throws: `QueryError` when a word can't be searched for, `CancellationError` when the search was cancelled.
  package func results(
    for question: Question, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> [Result] {
    let words = AskedWord.words(
      in: question.text, language: question.language, isBeingTyped: question.isBeingTyped)
    guard !words.isEmpty, question.limit > 0, question.offset >= 0 else { return [] }
    let context = EvaluationContext(
      now: snapshot.time, locale: TextLocale(identifier: question.language))
    let search = CandidateSearch(
      snapshot: snapshot, itemCount: pageCount, context: context, isCancelled: isCancelled)
    let candidates = try search.candidates(for: words)
    let counter = WordCounter(words, language: question.language)
    var counts: [WordCounts] = []
    for item in candidates.items {
      if isCancelled() { throw CancellationError() }
      counts.append(counter.counts(in: item))
    }
    let score = TextScore(
      postingCounts: candidates.postingCounts, itemCount: pageCount, candidates: counts)
    let texts = counts.map { score.score($0) }
    let best = texts.max() ?? 0
    let naming = SiteNaming(question)
    // What the index finds for the beginnings of words may have no form of any.
    let results = zip(candidates.items, texts).filter { $0.1 > 0 }.map { item, text in
      let features = Self.features(of: item, text: text / best, naming)
      return Result(item: item, features: features, score: features.sum(times: weights))
    }
    let ordered = results.sorted {
      ($1.score, $0.item.uniqueIdentifier) < ($0.score, $1.item.uniqueIdentifier)
    }
    return Array(ordered.dropFirst(question.offset).prefix(question.limit))
  }

  private static func features(
    of item: EncodedItem, text: Double, _ naming: SiteNaming
  ) -> RankingFeatures {
    let facts = PageFacts(of: item)
    var features = RankingFeatures()
    features[.text] = text
    features[.rating] = facts.shrunkRating
    features[.interactions] = facts.interactionShare
    features[.pageReputation] = facts.pageReputation
    features[.siteReputation] = facts.siteReputation
    features[.completeness] = facts.completeness
    features[.verifiedLink] = facts.hasVerifiedLink ? 1 : 0
    features[.keywordSpam] = facts.keywordSpam
    if facts.isSearchLanding { features[.searchLanding] = naming.share(naming: item) }
    return features
  }
}
