import CoreSpotlight
import MobileCoreServices

/// Indexes mail in batches and remembers in the client state how far it came.
final class MailIndexer: NSObject, CSSearchableIndexDelegate {
  let index: CSSearchableIndex
  private(set) var reindexRequests = 0

  init(indexName: String) {
    index = CSSearchableIndex(
      name: indexName, protectionClass: .completeUntilFirstUserAuthentication)
    super.init()
    index.indexDelegate = self
  }

  static func message(_ number: Int, pages: Int) -> CSSearchableItem {
    let attributes = CSSearchableItemAttributeSet(itemContentType: kUTTypeMessage as String)
    attributes.subject = "Message \(number)"
    attributes.textContent = "Dear reader, this is letter \(number)."
    attributes.pageCount = NSNumber(value: pages)
    attributes.authors = [
      CSPerson(
        displayName: "Åsa Öberg", handles: ["asa@example.com"],
        handleIdentifier: "emailAddresses")
    ]
    attributes.emailHeaders = ["X-Priority": [1], "Received": ["one", "two"]]
    return CSSearchableItem(
      uniqueIdentifier: "message-\(number)", domainIdentifier: "mail.inbox",
      attributeSet: attributes)
  }

  /// Indexes the messages after the last one indexed, and gives the number of the first.
  func catchUp(to last: Int) async throws -> Int {
    let state = try await index.fetchLastClientState()
    let first = (Int(String(decoding: state, as: UTF8.self)) ?? 0) + 1
    index.beginBatch()
    for number in stride(from: first, through: last, by: 1) {
      // In async code this picks the async overload, which must not wait for the batch to end.
      try await index.indexSearchableItems([Self.message(number, pages: number)])
    }
    try await index.endBatch(withClientState: Data(String(last).utf8))
    return first
  }

  func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler:
      @escaping () -> Void
  ) {
    reindexRequests += 1
    acknowledgementHandler()
  }

  func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler: @escaping () -> Void
  ) {
    acknowledgementHandler()
  }
}
