internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import FresnelQuery

/// Items that commands read and change: a store's files, or what the daemon keeps.
protocol ItemLibrary: AnyObject, Sendable {
  /// The indexes, and how many items each has.
  ///
  /// - Throws: ``CommandError`` where part of the library cannot be read: that it has nothing would be wrong.
  func indexes() throws -> [IndexCount]

  /// The indexes that can be read now, and one sentence for each part that cannot. For who shows them; who decides by
  /// what is stored asks for ``indexes()``.
  func readableIndexes() throws -> ReadableIndexes

  /// Finds the best items.
  ///
  /// - Parameters:
  ///   - request: What to look for.
  ///   - freshness: What was written a moment ago is waited for, or not.
  /// - Returns: The answer.
  /// - Throws: `QueryError`, or ``CommandError`` when the library cannot be read.
  func search(_ request: SearchRequest, _ freshness: Freshness) throws -> LibraryAnswer

  /// Counts the items that match, for as long as ``searchBudget`` says; `nil` when `isCancelled` returned true meanwhile.
  func countMatches(
    of query: Query, in filter: ScopeFilter, context: EvaluationContext, isCancelled: () -> Bool
  ) throws -> MatchCount?

  /// Calls a closure with each item that can be read, until it returns false.
  ///
  /// - Returns: What is missing and why, one sentence for each reason; none where all came.
  func forEachItem(
    in filter: ScopeFilter, _ body: (IndexScope, EncodedItem) throws -> Bool
  ) throws -> [String]

  /// What is missing among the items of a filter, for reasons other than damage: one sentence for each.
  func omissions(in filter: ScopeFilter) throws -> [String]

  /// How many items are missing among those of a filter, as far as that is known; `nil` where it is not.
  func missingItemCount(in filter: ScopeFilter) throws -> Int?

  /// Whether the person was told of a loss, so that it is no error any more; what was lost may not have been indexed
  /// since.
  var hasNotedLoss: Bool { get }

  /// The seconds that a search may take where its request does not say; `nil` where it may take any.
  var searchBudget: Double? { get }

  /// Why a search may have missed items, where neither its time was over nor ``omissions(in:)`` says why: one sentence
  /// for each reason.
  func otherReasons() -> [String]

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

/// The indexes of a library as far as it can be read.
struct ReadableIndexes: Sendable {
  /// The indexes that can be read.
  var indexes: [IndexCount] = []
  /// What cannot be read and why, one sentence for each part.
  var omissions: [String] = []
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

  var hasNotedLoss: Bool { false }

  /// What the daemon lets a search take, so that a command ends as soon without one. The daemon is asked for it too:
  /// who asks knows then when time was over.
  var searchBudget: Double? { 10 }

  func otherReasons() -> [String] { [StoreSet.partialSentence] }

  func readableIndexes() throws -> ReadableIndexes { ReadableIndexes(indexes: try indexes()) }

  func mayWrite(_ scope: IndexScope) -> Bool { true }
}
