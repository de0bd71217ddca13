public import FresnelModel
public import FresnelQuery

/// A search for the best few items.
public struct SearchRequest: Sendable {
  /// What the items must match.
  public var query: Query
  /// Which indexes to look in.
  public var filter: ScopeFilter
  /// The items that are left out, whatever they match.
  package var excluded = FoundItems()
  /// The largest number of hits wanted.
  public var limit: Int
  /// Which matches come first.
  public var order: SearchOrder
  /// The time, time zone and locale that the query is understood in.
  public var context: EvaluationContext
  /// Whether to count all matches, which costs a look at each of them.
  public var countsMatches: Bool
  /// How much of each hit's item is read.
  public var detail: Detail
  /// How long the search may take, in seconds; `nil` for as long as it needs.
  public var timeBudget: Double?
  /// Asked every now and then on the searching thread; when it returns true, the search ends with
  /// what it has found.
  public var isCancelled: (@Sendable () -> Bool)?

  /// How much of the items found is read.
  public enum Detail: Hashable, Sendable {
    /// Whole items.
    case items
    /// What a list of results shows: identifiers, title, display name, content type and other short
    /// attributes. The other attributes seem missing.
    case rows
    /// At least these attributes; others may seem missing. Where they are those of rows and short,
    /// this costs no more than ``rows``.
    case attributes([AttributeKey])
  }

  /// Makes a request.
  public init(
    query: Query, filter: ScopeFilter = .everything, limit: Int = 10,
    order: SearchOrder = .relevance, context: EvaluationContext, countsMatches: Bool = false,
    detail: Detail = .items, timeBudget: Double? = nil,
    isCancelled: (@Sendable () -> Bool)? = nil
  ) {
    self.query = query
    self.filter = filter
    self.limit = limit
    self.order = order
    self.context = context
    self.countsMatches = countsMatches
    self.detail = detail
    self.timeBudget = timeBudget
    self.isCancelled = isCancelled
  }
}

/// An item that matches a query.
public struct Hit: Sendable {
  /// The index that holds the item.
  public let scope: IndexScope
  /// The item, undecoded; of it at least what the request asked for.
  public let item: EncodedItem
  /// How well the item answers a ranked search, greater being better; 0 where nothing was ranked.
  /// Only the order means anything.
  public let score: Double
  /// What the item was sorted by, where the request asked for an order by an attribute and the item
  /// has a value.
  public internal(set) var sortValue: SortValue?
}

extension Hit {
  /// Makes a hit of what another process found.
  package init(scope: IndexScope, item: EncodedItem, score: Double) {
    self.init(scope: scope, item: item, score: score, sortValue: nil)
  }
}

/// The answer to a search.
public struct SearchResults: Sendable {
  /// The best matches, best first, or the first ones in the order asked for; equals stand in the order
  /// of their identifiers.
  public let hits: [Hit]
  /// The number of all matches, where the request asked for it.
  public let matchCount: Int?
  /// What answering took.
  public let work: SearchWork
  /// Whether better matches may be missing: the time was over, the search was cancelled, or part of
  /// the store could not be read.
  public let isPartial: Bool
}

/// How many items match a query.
public struct MatchCount: Hashable, Sendable {
  /// The number of all matches, or of those that were counted.
  public let count: Int
  /// Whether all were counted: the time was not over before.
  public let isWhole: Bool

  /// Makes a count.
  public init(_ count: Int, isWhole: Bool) {
    self.count = count
    self.isWhole = isWhole
  }
}

/// What it took to answer a search.
public struct SearchWork: Hashable, Sendable {
  /// Postings read.
  public var postingCount = 0
  /// Items decoded and compared with the query because the index alone could not decide.
  public var evaluatedItemCount = 0
  /// Hits of which more had to be read than their rows.
  public var compressedHitCount = 0

  /// Puts the parts together.
  package init(postingCount: Int = 0, evaluatedItemCount: Int = 0) {
    (self.postingCount, self.evaluatedItemCount) = (postingCount, evaluatedItemCount)
  }

  /// Adds what a further search took.
  package mutating func add(_ other: SearchWork) {
    postingCount += other.postingCount
    evaluatedItemCount += other.evaluatedItemCount
    compressedHitCount += other.compressedHitCount
  }
}
