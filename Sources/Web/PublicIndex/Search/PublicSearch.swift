package import FresnelEngine
package import FresnelModel
internal import FresnelQuery
internal import FresnelText

/// A search of the public index, as it was at one time.
package struct PublicSearch: Sendable {
  private let snapshot: Snapshot
  private let cache: PageCache
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

  /// What a question gets.
  package struct Answer: Sendable {
    /// The pages that were wanted, best first; of one score, in the order of their identifiers.
    package let results: [Result]
    /// How many pages were ranked, those included that were not wanted.
    package let count: Int
    /// Whether these are all that there are; there may be more otherwise.
    package let isCountWhole: Bool
  }

  /// Makes a search.
  ///
  /// - Parameters:
  ///   - snapshot: The store.
  ///   - weights: What each feature counts for.
  ///   - cache: Keeps what is looked at in pages, of this snapshot alone.
  package init(
    _ snapshot: Snapshot, weights: RankingFeatures = .weights, cache: PageCache = PageCache()
  ) {
    self.snapshot = snapshot
    self.cache = cache
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
  /// - Throws: As ``answer(to:isCancelled:)``.
  package func results(
    for question: Question, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> [Result] {
    try answer(to: question, isCancelled: isCancelled).results
  }

  /// The pages that answer a question, as ``results(for:isCancelled:)`` finds them, and how many there are.
  ///
  /// - Parameters:
  ///   - question: What is asked.
  ///   - isCancelled: Asked every now and then; when it returns true, the search ends.
  /// - Returns: The answer; an empty one to a question without words.
  /// - Throws: `QueryError` when a word can't be searched for, `CancellationError` when the search was cancelled.
  package func answer(
    to question: Question, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> Answer {
    let words = AskedWord.words(
      in: question.text, language: question.language, isBeingTyped: question.isBeingTyped)
    guard !words.isEmpty, question.limit > 0, question.offset >= 0 else {
      return Answer(results: [], count: 0, isCountWhole: true)
    }
    let context = EvaluationContext(
      now: snapshot.time, locale: TextLocale(identifier: question.language))
    let search = CandidateSearch(
      snapshot: snapshot, itemCount: pageCount, context: context, isCancelled: isCancelled)
    let candidates = try search.candidates(for: words)
    // A search of the engine that was cancelled found less.
    if isCancelled() { throw CancellationError() }
    let counter = WordCounter(words, language: question.language)
    let pages = try pages(candidates.rows, question.language, isCancelled)
    let counts = pages.map { counter.counts(in: $0.words) }
    let score = TextScore(
      postingCounts: candidates.postingCounts, itemCount: pageCount, candidates: counts)
    let texts = counts.map { score.score($0) }
    let best = texts.max() ?? 0
    let naming = SiteNaming(question)
    var ranked: [Ranked] = []
    // What the index finds for the beginnings of words may have no form of any.
    for (place, text) in texts.enumerated() where text > 0 {
      var features = RankingFeatures(pages[place].facts, text: text / best)
      let row = candidates.rows[place]
      if pages[place].facts.isSearchLanding, let item = item(of: row) {
        features[.searchLanding] = naming.share(naming: item)
      }
      ranked.append(
        Ranked(row: row, features: features, score: features.sum(times: weights)))
    }
    ranked.sort { first, second in
      first.score != second.score
        ? first.score > second.score
        : first.row.uniqueIdentifierBytes.lexicographicallyPrecedes(
          second.row.uniqueIdentifierBytes)
    }
    let results = ranked.dropFirst(question.offset).prefix(question.limit).compactMap { ranked in
      item(of: ranked.row).map {
        Result(item: $0, features: ranked.features, score: ranked.score)
      }
    }
    return Answer(
      results: results, count: ranked.count, isCountWhole: candidates.areAll)
  }

  /// The address of the picture that results show of a page.
  ///
  /// - Parameter page: The identifier of the page's item.
  /// - Returns: The address; `nil` where the index holds no such page, or none with a picture.
  package func picture(ofPage page: String) -> String? {
    snapshot.item(scope: PublicPages.scope, identifier: page).flatMap {
      PageCard(of: $0).thumbnail?.url
    }
  }

  /// A candidate with its rank.
  private struct Ranked {
    let row: EncodedItem
    let features: RankingFeatures
    let score: Double
  }

  /// The whole item of a row.
  private func item(of row: EncodedItem) -> EncodedItem? {
    snapshot.item(scope: PublicPages.scope, identifier: row.uniqueIdentifier)
  }

  /// What ranking looks at in candidates.
  private func pages(
    _ rows: [EncodedItem], _ language: String, _ isCancelled: () -> Bool
  ) throws(CancellationError) -> [PageCache.Page] {
    let identifiers = rows.map(\.uniqueIdentifierBytes)
    let known = cache.pages(identifiers, language: language)
    var pages: [PageCache.Page] = []
    pages.reserveCapacity(rows.count)
    var read: [(ArraySlice<UInt8>, PageCache.Page)] = []
    for (place, page) in known.enumerated() {
      if let page {
        pages.append(page)
        continue
      }
      if isCancelled() { throw CancellationError() }
      // Of what is lost there is the row.
      let page = PageCache.Page(of: item(of: rows[place]) ?? rows[place], language: language)
      pages.append(page)
      read.append((identifiers[place], page))
    }
    if !read.isEmpty { cache.add(read, language: language) }
    return pages
  }
}

extension RankingFeatures {
  /// The features of a page that don't depend on the question, and how well its text answers that.
  fileprivate init(_ facts: PageFacts, text: Double) {
    self.init()
    self[.text] = text
    self[.rating] = facts.shrunkRating
    self[.interactions] = facts.interactionShare
    self[.pageReputation] = facts.pageReputation
    self[.siteReputation] = facts.siteReputation
    self[.completeness] = facts.completeness
    self[.verifiedLink] = facts.hasVerifiedLink ? 1 : 0
    self[.keywordSpam] = facts.keywordSpam
  }
}
