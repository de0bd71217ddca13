import CoreSpotlight

/// An index extension that overrides everything.
class IndexRequestHandler: CSIndexExtensionRequestHandler {
  override func beginRequest(with context: NSExtensionContext) {
    context.completeRequest(returningItems: nil)
  }

  override func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler:
      @escaping () -> Void
  ) {
    searchableIndex.deleteAllSearchableItems()
    acknowledgementHandler()
  }

  override func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler: @escaping () -> Void
  ) {
    searchableIndex.deleteSearchableItems(withIdentifiers: identifiers)
    acknowledgementHandler()
  }

  override func searchableIndexDidThrottle(_ searchableIndex: CSSearchableIndex) {}

  override func searchableIndexDidFinishThrottle(_ searchableIndex: CSSearchableIndex) {}

  override func data(
    for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String
  ) throws -> Data {
    Data(itemIdentifier.utf8)
  }

  override func fileURL(
    for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String,
    inPlace: Bool
  ) throws -> URL {
    URL(fileURLWithPath: "/tmp/\(itemIdentifier)")
  }

  override func searchableItems(
    forIdentifiers identifiers: [String],
    searchableItemsHandler: @escaping ([CSSearchableItem]) -> Void
  ) {
    searchableItemsHandler(
      identifiers.map {
        CSSearchableItem(
          uniqueIdentifier: $0, domainIdentifier: nil,
          attributeSet: CSSearchableItemAttributeSet(contentType: .text))
      })
  }

  override func searchableItemsDidUpdate(_ items: [CSSearchableItem]) {}
}

/// An import extension.
class TextImporter: CSImportExtension {
  override func update(
    _ attributes: CSSearchableItemAttributeSet, forFileAt contentURL: URL
  ) throws {
    attributes.title = contentURL.deletingPathExtension().lastPathComponent
  }
}

/// An index that a test puts in place of the real one.
final class RecordingIndex: CSSearchableIndex, @unchecked Sendable {
  var titles: [String] = []

  override func indexSearchableItems(
    _ items: [CSSearchableItem], completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    titles += items.compactMap(\.attributeSet.title)
    completionHandler?(nil)
  }

  override func indexSearchableItems(_ items: [CSSearchableItem]) async throws {
    titles += items.compactMap(\.attributeSet.title)
  }
}
