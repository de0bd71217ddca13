package import FresnelEngine
internal import FresnelModel
internal import FresnelQuery
internal import FresnelSegments
internal import FresnelText

/// A search of the public index, as it was at one time.
package struct PublicSearch: Sendable {
  private let snapshot: Snapshot
  /// Pages that were shown lately.
  private let pages = RecentItems<PageKey, ResultPage>(byteCount: 64 << 20) { $0.byteCount }
  /// The pages that are compared by all features, at most.
  private static let comparedCount = 200
  /// What each feature counts for.
  package let weights: RankingFeatures
  /// How many pages there are.
  package let pageCount: Int

  /// A page that answers a question.
  package struct Result: Sendable {
    /// The page.
    package let page: ResultPage
    /// What its rank is made of.
    package let features: RankingFeatures
    /// What the features come to; only to be compared with others of the same question.
    package let score: Double
    /// Whether the page says how its site is searched.
    package let isSearchLanding: Bool
  }

  /// What a question gets.
  package struct Answer: Sendable {
    /// The pages that were wanted, best first: the first 200 of an answer by their scores, and of one score in the order of
    /// their identifiers; those behind them by their texts.
    package let results: [Result]
    /// Whether more pages come behind those that were wanted.
    package let hasMore: Bool
    /// How many pages answer, those included that were not wanted; the best 600 can be had.
    package let count: Int
    /// Whether pages may be missing, as part of the index could not be read.
    package let isPartial: Bool
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
  /// What has all words is ranked by its texts, or what has some of them where few have all; the best 200 are compared by
  /// all features.
  ///
  /// - Parameters:
  ///   - question: What is asked.
  ///   - isCancelled: Asked every now and then; when it returns true, the search ends.
  /// - Returns: Pages, in the order of ``Answer/results``.
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
      return Answer(results: [], hasMore: false, count: 0, isPartial: false)
    }
    let context = EvaluationContext(
      now: snapshot.time, locale: TextLocale(identifier: question.language))
    var rankedWords: [RankedWord] = []
    for word in words { rankedWords.append(try word.ranked(context)) }
    let stemmer = Stemmer(language: question.language)
    // By word, whether terms are forms of it: each segment has many of the terms that the others have.
    var knownForms = [[Int: Bool]](repeating: [:], count: words.count)
    var best = 0.0
    var foundCount = 0
    let (sum, isBeyond) = question.offset.addingReportingOverflow(question.limit)
    let end = isBeyond ? .max : sum
    let found = snapshot.rank(
      RankingRequest(
        RankedQuestion(rankedWords),
        // One more than is wanted tells whether there are more.
        limit: max(Self.comparedCount, end == .max ? .max : end + 1),
        numbers: PageFacts.numbers,
        choose: { scores, numbers in
          best = scores.first ?? 0
          foundCount = scores.count
          return choose(end, scores, numbers)
        }, isCancelled: isCancelled)
    ) { word, term in
      if term.elementsEqual(words[word].folded) { return true }
      let hash = Self.hash(of: term)
      if let isForm = knownForms[word][hash] { return isForm }
      let isForm = stemmer?.hasStem(words[word].stem, term) ?? false
      knownForms[word][hash] = isForm
      return isForm
    }
    // A search that was cancelled found less.
    if isCancelled() { throw CancellationError() }
    // Few questions meet a page that begins a search.
    lazy var naming = SiteNaming(question)
    var isPartial = found.isPartial
    var ranked: [Ranked] = []
    for page in found.hits {
      let facts = PageFacts(numbers: page.numbers[...])
      var features = RankingFeatures(facts, text: page.hit.score / best)
      if facts.isSearchLanding, let page = self.page(of: page.hit.item, isPartial: &isPartial) {
        features[.searchLanding] = naming.share(naming: page)
      }
      ranked.append(
        Ranked(
          row: page.hit.item, features: features, score: features.sum(times: weights),
          isSearchLanding: facts.isSearchLanding))
    }
    // What comes behind those that are compared keeps its order, so that no page of results has what an earlier one had.
    ranked[..<min(Self.comparedCount, ranked.count)].sort { first, second in
      first.score != second.score
        ? first.score > second.score
        : first.row.uniqueIdentifierBytes.lexicographicallyPrecedes(
          second.row.uniqueIdentifierBytes)
    }
    var results: [Result] = []
    for ranked in ranked.dropFirst(question.offset).prefix(question.limit) {
      guard let page = page(of: ranked.row, isPartial: &isPartial) else { continue }
      results.append(
        Result(
          page: page, features: ranked.features, score: ranked.score,
          isSearchLanding: ranked.isSearchLanding))
    }
    return Answer(
      results: results, hasMore: !found.hits.isEmpty && foundCount > end, count: found.count,
      isPartial: isPartial)
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

  /// Which pages may be among so many results: the others have a row that nobody needs.
  private func choose(_ count: Int, _ scores: [Double], _ numbers: [Double?]) -> [Int] {
    guard count < min(Self.comparedCount, scores.count), weights[.searchLanding] >= 0,
      let best = scores.first
    else {
      return Array(scores.indices)
    }
    let keyCount = PageFacts.numbers.count
    let pages = scores.prefix(Self.comparedCount).enumerated().map { place, score in
      let facts = PageFacts(numbers: numbers[(place * keyCount)..<((place + 1) * keyCount)])
      return (
        score: RankingFeatures(facts, text: score / best).sum(times: weights),
        // What the question names of it can only be told by its item, and only makes its score greater.
        mayGain: facts.isSearchLanding
      )
    }
    // Of equals the identifiers decide, which rows tell.
    let least = pages.map(\.score).sorted(by: >)[count - 1]
    return pages.indices.filter {
      pages[$0].score >= least || pages[$0].mayGain
    }
  }

  /// The identifier of a page in UTF-8.
  private struct PageKey: Hashable {
    private let bytes: [UInt8]

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = Array(bytes) }

    /// Arrays hash their bytes one by one.
    func hash(into hasher: inout Hasher) {
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  /// A candidate with its rank.
  private struct Ranked {
    let row: EncodedItem
    let features: RankingFeatures
    let score: Double
    let isSearchLanding: Bool
  }

  /// A number that stands for a term. The hasher has a key of each process's own: terms come from pages, and no page may
  /// choose one that is taken for another.
  private static func hash(of term: UnsafeBufferPointer<UInt8>) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(term))
    return hasher.finalize()
  }

  /// The page of a row; `nil`, and noted, where it can't be read.
  private func page(of row: EncodedItem, isPartial: inout Bool) -> ResultPage? {
    let key = PageKey(row.uniqueIdentifierBytes)
    if let page = pages.item(key) { return page }
    let item = snapshot.item(
      scope: PublicPages.scope, identifier: row.uniqueIdentifier, isPartial: &isPartial)
    guard let page = item.map(ResultPage.init(of:)) else { return nil }
    pages.keep(page, key)
    return page
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
