public import CoreSpotlight
internal import FresnelDatabase
internal import Synchronization

/// Keeps an index in step with tables of an SQLite database.
///
/// Triggers in the database log which rows change, whoever changes them, in the same transaction.
/// ``synchronize()`` reads the log and brings those rows into the index, with a client state that says how far
/// it came; killed anywhere, it goes on there the next time. Call it after the app's transactions.
///
/// Only one declaration may be used for a database, with one index, which has to have a name: the default index
/// takes no batches.
///
/// `Documentation/sqlite.md` tells what is in the database and why nothing is lost.
public final class SpotlightDatabase: Sendable {
  private typealias Waiter = @Sendable ((any Error)?) -> Void

  private struct State {
    var requests = RunRequests<Waiter>()
    var isUninstalled = false
  }

  private let path: String
  private let synchronizer: Synchronizer
  private let state = Mutex(State())

  /// Opens a connection of its own to the app's database, and installs what is missing there in one
  /// transaction.
  ///
  /// - Parameters:
  ///   - path: The file, which is there already, with the tables that are declared.
  ///   - tables: What is to be found.
  ///   - index: Where. Nothing else should change this index while a synchronization runs.
  /// - Throws: ``SpotlightDatabaseError``, as when a column is missing or a key is not unique.
  public convenience init(
    path: String, tables: [SearchableTable], index: CSSearchableIndex
  ) throws(SpotlightDatabaseError) {
    try self.init(path: path, tables: tables, index: index) { _ in }
  }

  /// The same, for tests that need to know where a synchronization is: `observe` is told of each step, on the
  /// library's queue.
  package init(
    path: String, tables: [SearchableTable], index: CSSearchableIndex,
    observe: @escaping @Sendable (SynchronizationStep) -> Void
  ) throws(SpotlightDatabaseError) {
    guard index !== CSSearchableIndex.default() else {
      throw SpotlightDatabaseError(
        .index, "The default index keeps no client state. Use CSSearchableIndex(name:).")
    }
    self.path = path
    synchronizer = try Synchronizer(
      path: path, declaration: Declaration(tables), index: index, observe: observe)
  }

  // MARK: - Synchronizing

  /// Brings the index up to date with everything that was committed before the call.
  ///
  /// Calls that come while one runs are joined to one more run.
  ///
  /// - Throws: ``SpotlightDatabaseError``; what is missing in the index then is made up for by the next call.
  /// - Complexity: In proportion to the rows that changed, not to the table.
  public func synchronize() async throws {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      synchronize { error in
        if let error { continuation.resume(throwing: error) } else { continuation.resume() }
      }
    }
  }

  /// Brings the index up to date with everything that was committed before the call.
  ///
  /// - Parameter completionHandler: Called once, with ``SpotlightDatabaseError`` where it failed.
  public func synchronize(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
    let begins = state.withLock { $0.requests.add(completionHandler) }
    // Those who asked wait for it, so it is nobody's child.
    if begins { Task { await run() } }
  }

  private func run() async {
    while let waiters = state.withLock({ $0.requests.begin() }) {
      var failure: SpotlightDatabaseError?
      do throws(SpotlightDatabaseError) {
        try await synchronizer.synchronize { () throws(SpotlightDatabaseError) in
          try checkIsInstalled()
        }
      } catch {
        failure = error
      }
      for waiter in waiters { waiter(failure) }
    }
  }

  /// Makes the index anew from the tables. Searches find what was there before until a table is whole.
  ///
  /// - Throws: ``SpotlightDatabaseError``; the next ``synchronize()`` begins anew then.
  public func reindexAll() async throws {
    try checkIsInstalled()
    try await synchronizer.markAll()
    try await synchronize()
  }

  /// Indexes rows again, or deletes those that are gone, and brings the rest up to date with them.
  ///
  /// - Parameter identifiers: Unique identifiers of items. Those that are no rows of declared tables are left
  ///   alone.
  /// - Throws: ``SpotlightDatabaseError``; the next ``synchronize()`` makes up for it.
  public func reindex(identifiers: [String]) async throws {
    try checkIsInstalled()
    try await synchronizer.mark(identifiers)
    try await synchronize()
  }

  // MARK: - Rows and items

  /// The unique identifier of a row: the table, a slash and the key, percent-encoded where needed.
  public static func identifier(table: String, key: SearchableValue) -> String {
    RowIdentifier.text(table: table, key: key)
  }

  /// The row that a unique identifier stands for; `nil` for one that is none of a row.
  public static func row(of identifier: String) -> (table: String, key: SearchableValue)? {
    RowIdentifier.row(of: identifier)
  }

  // MARK: - Taking it out again

  /// Takes triggers and log out of the database again; this object does nothing more.
  ///
  /// Waits for a synchronization that goes on. What is in the index stays there. Call it before tables are changed in ways that SQLite refuses while
  /// triggers name their columns, such as `ALTER TABLE … DROP COLUMN`; open the database anew afterwards.
  public func uninstall() throws(SpotlightDatabaseError) {
    state.withLock { $0.isUninstalled = true }
    let lock = try ProcessLock.takeBlocking(forDatabase: path)
    defer { extendLifetime(lock) }
    try Installation.remove(from: AppDatabase(opening: path))
  }

  private func checkIsInstalled() throws(SpotlightDatabaseError) {
    if state.withLock({ $0.isUninstalled }) {
      throw SpotlightDatabaseError(
        .schema, "The database \(path) was uninstalled from. Make another SpotlightDatabase of it.")
    }
  }
}
