public import Foundation

/// The principal class of an extension that indexes while its app does not run.
///
/// Override the methods that the extension supports. Those of the delegate do here what an absent
/// method would; the two that ask for reindexing acknowledge at once.
open class CSIndexExtensionRequestHandler: NSObject, NSExtensionRequestHandling,
  CSSearchableIndexDelegate
{
  /// Makes a handler.
  public override init() {
    super.init()
  }

  /// Begins a request.
  open func beginRequest(with context: NSExtensionContext) {}

  /// Asks the extension to index everything again.
  open func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler:
      @escaping @Sendable () -> Void
  ) {
    acknowledgementHandler()
  }

  /// Asks the extension to index some items again, or to delete those that are gone.
  open func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler: @escaping @Sendable () -> Void
  ) {
    acknowledgementHandler()
  }

  /// Tells that indexing is slowed.
  open func searchableIndexDidThrottle(_ searchableIndex: CSSearchableIndex) {}

  /// Tells that indexing runs at its normal speed again.
  open func searchableIndexDidFinishThrottle(_ searchableIndex: CSSearchableIndex) {}

  /// Gives the data of an item that was dragged out of a search result.
  open func data(
    for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String
  ) throws -> Data {
    throw CocoaError(.featureUnsupported)
  }

  /// Gives the file of an item that was dragged out of a search result.
  open func fileURL(
    for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String,
    inPlace: Bool
  ) throws -> URL {
    throw CocoaError(.featureUnsupported)
  }

  /// Gives the items of some identifiers.
  open func searchableItems(
    forIdentifiers identifiers: [String],
    searchableItemsHandler: @escaping @Sendable ([CSSearchableItem]) -> Void
  ) {
    searchableItemsHandler([])
  }

  /// Tells that the system filled in attributes that the app listens for.
  open func searchableItemsDidUpdate(_ items: [CSSearchableItem]) {}
}
