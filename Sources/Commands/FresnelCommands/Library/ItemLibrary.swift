internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import SpotlightClient
internal import SpotlightWire

/// The apps that the person left out, of searches or of suggestions alone.
struct HiddenApps: Sendable {
  /// Those that searches leave out.
  var fromSearch: Set<String> = []
  /// Those of whose items nothing is suggested.
  var fromSuggestions: Set<String> = []
}

/// Items that commands read and change: a store's files, or what the daemon keeps.
protocol ItemLibrary: AnyObject, Sendable {
  /// The indexes, and how many items each has.
  ///
  /// - Throws: ``CommandError`` where part of the library cannot be read: that it has nothing would be wrong.
  func indexes() throws -> [IndexCount]

  /// The indexes that can be read now, and one sentence for each part that cannot. For who shows them; who decides by
  /// what is stored asks for ``indexes()``.
  func readableIndexes() throws -> ReadableIndexes

  /// Does what the first search would do otherwise, such as connecting, so that its time is that of a search.
  ///
  /// - Throws: `ServiceError` when the library cannot be reached.
  func prepareToSearch() throws

  /// Finds the best items.
  ///
  /// - Parameters:
  ///   - request: What to look for. It may take as long as ``searchBudget`` says where it does not say itself.
  ///   - hidden: The apps that are left out where the request names none; the daemon knows them itself.
  ///   - cancellation: Calls the search off; what it has found by then is given.
  /// - Returns: The answer.
  /// - Throws: `ServiceError`.
  func search(
    _ request: RankedRequest, hiding hidden: HiddenApps,
    _ cancellation: SearchCancellation?
  ) throws -> LibraryAnswer

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
  /// The stores of apps that are part of the library and cannot be read.
  var unopened: [UnopenedStore] = []
  /// Those of the omissions that are about protection classes where no item lies that commands wrote.
  var closedClasses: [String] = []
}

/// A store that an app keeps itself, and that the daemon cannot read.
struct UnopenedStore: Sendable {
  /// The app; `nil` where it is not known which stores there are.
  let app: String?
  /// What is missing and why, in one sentence.
  let sentence: String
}

/// What a search in one library found.
struct LibraryAnswer: Sendable {
  /// The answer.
  var results: AskAnswer
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

  func prepareToSearch() throws {}

  func readableIndexes() throws -> ReadableIndexes { ReadableIndexes(indexes: try indexes()) }

  func mayWrite(_ scope: IndexScope) -> Bool { true }
}
