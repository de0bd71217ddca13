public import CoreSpotlight
public import Foundation

/// An index delegate that answers from a database, in an app or in an index extension.
///
/// The index does not keep it alive; the app does. Where a request fails it is not acknowledged, so the index
/// asks again.
public final class SpotlightDatabaseDelegate: NSObject, CSSearchableIndexDelegate, Sendable {
  private let database: SpotlightDatabase

  /// Makes a delegate of the index that a database is kept in step with.
  public init(_ database: SpotlightDatabase) {
    self.database = database
  }

  /// Makes the index anew from the tables.
  public func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler:
      @escaping @Sendable () -> Void
  ) {
    answer(acknowledgementHandler) { database in try await database.reindexAll() }
  }

  /// Indexes rows again.
  public func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler: @escaping @Sendable () -> Void
  ) {
    answer(acknowledgementHandler) { database in
      try await database.reindex(identifiers: identifiers)
    }
  }

  /// Runs what was asked for and acknowledges it when it is done.
  private func answer(
    _ acknowledge: @escaping @Sendable () -> Void,
    _ body: @escaping @Sendable (SpotlightDatabase) async throws -> Void
  ) {
    let database = database
    Task {
      do {
        try await body(database)
        acknowledge()
      } catch {
        // Not acknowledged: the index asks again at the app's next start.
      }
    }
  }
}
