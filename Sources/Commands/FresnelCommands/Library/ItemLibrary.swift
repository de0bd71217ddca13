internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import FresnelQuery

/// Items that commands read and change: a store's files, or what the daemon keeps.
protocol ItemLibrary: AnyObject, Sendable {
  /// The indexes, and how many items each has.
  func indexes() throws -> [IndexCount]

  /// Finds the best items.
  ///
  /// - Parameters:
  ///   - request: What to look for.
  ///   - freshness: What was written a moment ago is waited for, or not.
  /// - Returns: The answer.
  /// - Throws: `QueryError`, or ``CommandError`` when the library cannot be read.
  func search(_ request: SearchRequest, _ freshness: Freshness) throws -> LibraryAnswer

  /// Counts the items that match; `nil` when `isCancelled` returned true meanwhile.
  func countMatches(
    of query: Query, in filter: ScopeFilter, context: EvaluationContext, isCancelled: () -> Bool
  ) throws -> Int?

  /// Calls a closure with each item until it returns false.
  ///
  /// - Returns: Whether items are missing.
  func forEachItem(
    in filter: ScopeFilter, _ body: (IndexScope, EncodedItem) throws -> Bool
  ) throws -> Bool

  /// What is missing among the items of a filter, for reasons other than damage: one sentence for each.
  func omissions(in filter: ScopeFilter) throws -> [String]

  /// The item of an identifier; `nil` where there is none.
  func item(_ identifier: String, in scope: IndexScope) throws -> EncodedItem?

  /// The client state of an index; `nil` where there never was one.
  func clientState(of scope: IndexScope) throws -> [UInt8]?

  /// Whether the command line may change the items of an index.
  func mayWrite(_ scope: IndexScope) -> Bool

  /// Applies a batch after those before it.
  ///
  /// - Parameters:
  ///   - batch: The batch.
  ///   - completion: Called once, on any thread, when the batch is durable or failed.
  func write(_ batch: Batch, whenDone completion: @escaping @Sendable (CommandError?) -> Void)

  /// Looks for what other processes wrote meanwhile. Where that fails, things stay as they were.
  func catchUp()

  /// Lets go of everything; not to be used after that.
  func close()
}

/// An index and the number of its items.
struct IndexCount: Hashable, Sendable {
  /// The index.
  let scope: IndexScope
  /// How many items it has.
  let itemCount: Int
}

/// What a search in one library found.
struct LibraryAnswer: Sendable {
  /// The best items, best first.
  var hits: [Hit]
  /// The number of all matches, where it was asked for.
  var matchCount: Int?
  /// Whether better matches may be missing.
  var isPartial: Bool
  /// What answering took, where it is known.
  var work: SearchWork?
}

extension ItemLibrary {
  func omissions(in filter: ScopeFilter) throws -> [String] { [] }

  func mayWrite(_ scope: IndexScope) -> Bool { true }

  /// The number of items of an index.
  func itemCount(of scope: IndexScope) throws -> Int {
    try indexes().first { $0.scope == scope }?.itemCount ?? 0
  }
}
