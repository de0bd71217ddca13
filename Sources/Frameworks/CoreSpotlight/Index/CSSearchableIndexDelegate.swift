public import Foundation

/// Answers an index that needs something of its app.
///
/// Methods run on a queue of the index's own. Only the first two must be written.
public protocol CSSearchableIndexDelegate: NSObjectProtocol {
  /// Asks the app to index everything again and to forget its own notes of what is indexed.
  ///
  /// The index was lost, restored or is new. The app is asked again at its next start until it
  /// calls the acknowledgement handler.
  func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler:
      @escaping @Sendable () -> Void)

  /// Asks the app to index some items again, or to delete those that are gone.
  func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler: @escaping @Sendable () -> Void)

  /// Tells that indexing is slowed; index only what matters.
  func searchableIndexDidThrottle(_ searchableIndex: CSSearchableIndex)

  /// Tells that indexing runs at its normal speed again.
  func searchableIndexDidFinishThrottle(_ searchableIndex: CSSearchableIndex)

  /// Gives the data of an item that was dragged out of a search result.
  func data(
    for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String
  ) throws -> Data

  /// Gives the file of an item that was dragged out of a search result.
  ///
  /// With `inPlace` the file is opened where it lies, else it is copied.
  func fileURL(
    for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String,
    inPlace: Bool
  ) throws -> URL

  /// Gives the items of some identifiers.
  func searchableItems(
    forIdentifiers identifiers: [String],
    searchableItemsHandler: @escaping @Sendable ([CSSearchableItem]) -> Void)

  /// Tells that the system filled in attributes that the app listens for.
  func searchableItemsDidUpdate(_ items: [CSSearchableItem])
}

// Swift without Objective-C has no optional requirements, so defaults stand in for them.
extension CSSearchableIndexDelegate {
  /// Does nothing.
  public func searchableIndexDidThrottle(_ searchableIndex: CSSearchableIndex) {}

  /// Does nothing.
  public func searchableIndexDidFinishThrottle(_ searchableIndex: CSSearchableIndex) {}

  /// Says that the app gives no data of its items.
  public func data(
    for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String
  ) throws -> Data {
    throw CocoaError(.featureUnsupported)
  }

  /// Says that the app gives no files of its items.
  public func fileURL(
    for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String,
    inPlace: Bool
  ) throws -> URL {
    throw CocoaError(.featureUnsupported)
  }

  /// Gives no items.
  public func searchableItems(
    forIdentifiers identifiers: [String],
    searchableItemsHandler: @escaping @Sendable ([CSSearchableItem]) -> Void
  ) {
    searchableItemsHandler([])
  }

  /// Does nothing.
  public func searchableItemsDidUpdate(_ items: [CSSearchableItem]) {}
}
