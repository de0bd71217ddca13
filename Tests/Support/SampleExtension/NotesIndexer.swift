import CoreSpotlight

/// Indexes the notes of an app whose notes are text files in one folder.
@main
final class NotesIndexer: CSIndexExtensionRequestHandler {
  private let folder: URL

  override init() {
    let data = ProcessInfo.processInfo.environment["XDG_DATA_HOME"].map { URL(fileURLWithPath: $0) }
    let usual = FileManager.default.homeDirectoryForCurrentUser
      .appendingPathComponent(".local/share")
    folder = (data ?? usual).appendingPathComponent("notes")
    super.init()
  }

  private func file(of identifier: String) -> URL {
    folder.appendingPathComponent(identifier + ".txt")
  }

  private func item(_ identifier: String) -> CSSearchableItem? {
    guard let text = try? String(contentsOf: file(of: identifier), encoding: .utf8) else {
      return nil
    }
    let attributes = CSSearchableItemAttributeSet(contentType: .plainText)
    attributes.title = text.split(separator: "\n").first.map(String.init)
    attributes.textContent = text
    attributes.providerDataTypeIdentifiers = [UTType.plainText.identifier]
    attributes.providerFileTypeIdentifiers = [UTType.plainText.identifier]
    return CSSearchableItem(
      uniqueIdentifier: identifier, domainIdentifier: "notes", attributeSet: attributes)
  }

  override func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler:
      @escaping @Sendable () -> Void
  ) {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let items = files.filter { $0.hasSuffix(".txt") }.compactMap { item(String($0.dropLast(4))) }
    searchableIndex.indexSearchableItems(items) { error in
      if error == nil { acknowledgementHandler() }
    }
  }

  override func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler: @escaping @Sendable () -> Void
  ) {
    searchableIndex.deleteSearchableItems(withIdentifiers: identifiers.filter { item($0) == nil })
    searchableIndex.indexSearchableItems(identifiers.compactMap { item($0) }) { error in
      if error == nil { acknowledgementHandler() }
    }
  }

  override func refreshSearchableItems(
    reason: String, acknowledgementHandler: @escaping @Sendable () -> Void
  ) {
    searchableIndex(
      .default(), reindexAllSearchableItemsWithAcknowledgementHandler: acknowledgementHandler)
  }

  override func data(
    for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String
  ) throws -> Data {
    try Data(contentsOf: file(of: itemIdentifier))
  }

  override func fileURL(
    for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String,
    inPlace: Bool
  ) throws -> URL {
    file(of: itemIdentifier)
  }
}
