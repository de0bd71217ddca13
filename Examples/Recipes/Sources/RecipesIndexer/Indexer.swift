import CoreSpotlight
import RecipeBook

/// Answers the index while the app does not run.
@main
final class Indexer: CSIndexExtensionRequestHandler {
  private let search = try? RecipeSearch(book: BookLocation.usual)

  override func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler:
      @escaping @Sendable () -> Void
  ) {
    search?.answers.searchableIndex(
      searchableIndex,
      reindexAllSearchableItemsWithAcknowledgementHandler: acknowledgementHandler)
  }

  override func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler: @escaping @Sendable () -> Void
  ) {
    search?.answers.searchableIndex(
      searchableIndex, reindexSearchableItemsWithIdentifiers: identifiers,
      acknowledgementHandler: acknowledgementHandler)
  }
}
