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

/// An index extension that makes what it needs when it is made.
class JournalIndexer: CSIndexExtensionRequestHandler {
  let entries: [String: String]

  override init() {
    entries = ["entry-1": "First entry"]
    super.init()
  }
}

/// An import extension without an initializer that takes nothing; an app makes it itself.
class LetterImporter: CSImportExtension {
  let author: String

  init(author: String) {
    self.author = author
    super.init()
  }

  override func update(
    _ attributes: CSSearchableItemAttributeSet, forFileAt contentURL: URL
  ) throws {
    attributes.creator = author
  }
}

/// An attribute set that an app archives, with a mark of its own.
class MarkedAttributeSet: CSSearchableItemAttributeSet, @unchecked Sendable {
  override class var supportsSecureCoding: Bool { true }
}

/// An item that no archive takes.
class FleetingItem: CSSearchableItem, @unchecked Sendable {
  override class var supportsSecureCoding: Bool { false }
}

/// A person, a key and a context that say so themselves.
class Correspondent: CSPerson, @unchecked Sendable {
  override class var supportsSecureCoding: Bool { true }
}

class RatingKey: CSCustomAttributeKey, @unchecked Sendable {
  override static var supportsSecureCoding: Bool { true }
}

class MailQueryContext: CSSearchQueryContext, @unchecked Sendable {
  override class var supportsSecureCoding: Bool { true }
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
