import FresnelModel
import Testing

@testable import CoreSpotlight

@Suite("CSSearchableItem")
struct CSSearchableItemTests {
  @Test("an item without an identifier gets a new UUID")
  func generatedIdentifier() {
    let first = CSSearchableItem(
      uniqueIdentifier: nil, domainIdentifier: nil, attributeSet: CSSearchableItemAttributeSet())
    #expect(UUID(uuidString: first.uniqueIdentifier) != nil)
    #expect(first.uniqueIdentifier != CSSearchableItem().uniqueIdentifier)
  }

  @Test("the default expiry is one month from indexing, and setting nil brings it back")
  func expiry() throws {
    let item = item("1", "a")
    item.expirationDate = .distantFuture
    #expect(item.expirationDate == .distantFuture)
    item.expirationDate = nil
    let days = try #require(item.expirationDate).timeIntervalSinceNow / 86400
    #expect((27.9...31.1).contains(days))
    let indexed = Date(timeIntervalSince1970: 1_700_000_000)
    let model = try item.modelItem(indexedAt: indexed).get()
    #expect(
      model.expiration?.secondsSince1970
        == CSSearchableItem.defaultExpiration(from: indexed).timeIntervalSince1970)
    item.isUpdate = true
    #expect(try item.modelItem(indexedAt: indexed).get().expiration == nil)
  }

  @Test("an item survives secure coding and copying")
  func coding() throws {
    let item = item("1", "a", domain: "d.e")
    item.isUpdate = true
    item.updateListenerOptions = [.priority]
    item.expirationDate = Date(timeIntervalSinceReferenceDate: 5)
    let data = try NSKeyedArchiver.archivedData(withRootObject: item, requiringSecureCoding: true)
    let read = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: CSSearchableItem.self, from: data))
    let copy = try #require(item.copy() as? CSSearchableItem)
    item.attributeSet.title = "changed"
    for other in [read, copy] {
      #expect(other.uniqueIdentifier == "1" && other.domainIdentifier == "d.e" && other.isUpdate)
      #expect(other.updateListenerOptions == .priority)
      #expect(other.expirationDate == Date(timeIntervalSinceReferenceDate: 5))
      #expect(other.attributeSet.title == "a")
    }
  }

  @Test("results of a query are ordered by their places")
  func ranks() async throws {
    try await withConnection { (_) async throws in
      try await indexItems(3)
      var items: [CSSearchableItem] = []
      for try await result in CSSearchQuery(queryString: "title == \"Item\"", attributes: nil)
        .results
      {
        items.append(result.item)
      }
      #expect(items.count == 3)
      #expect(items[0].compare(byRank: items[1]) == .orderedAscending)
      #expect(items[2].compare(byRank: items[1]) == .orderedDescending)
      #expect(CSSearchableItem().compare(byRank: items[2]) == .orderedDescending)
      #expect(CSSearchableItem().compare(byRank: CSSearchableItem()) == .orderedSame)
    }
  }
}
