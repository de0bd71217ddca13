import Testing

@testable import CoreSpotlight

@Suite("CSSearchableIndex")
struct CSSearchableIndexTests {
  @Test("a value that is no property list fails the item by name of item and attribute")
  func invalidValues() async throws {
    try await withConnection { (_) async throws in
      let values: [(Any, String)] = [
        (Log<Int>(), "no property-list value"), (Double.nan as NSNumber, "NaN"),
        (["a": ["b": Date(), "c": Log<Int>()]], "no property-list value"),
      ]
      for (value, reason) in values {
        let bad = item("letter 7", "x")
        bad.attributeSet.setValue(value, forKey: "com_example_value")
        let error = await #expect(throws: CSIndexError.self) {
          try await CSSearchableIndex.default().indexSearchableItems([item("1", "a"), bad])
        }
        #expect(error?.code == .invalidItemError)
        let bridged = try #require(error) as NSError
        #expect(bridged.domain == CSIndexErrorDomain && bridged.code == -1001)
        let underlying = bridged.userInfo[NSUnderlyingErrorKey] as? NSError
        let sentence = underlying?.localizedDescription ?? ""
        #expect(sentence.contains("letter 7"))
        #expect(sentence.contains("com_example_value") && sentence.contains(reason))
        #expect(bridged.userInfo[CSIndexError.itemIdentifierKey] as? String == "letter 7")
      }
      let empty = item("", "x")
      await #expect(throws: CSIndexError.self) {
        try await CSSearchableIndex.default().indexSearchableItems([empty])
      }
      #expect(try await found("title == \"*\"").isEmpty)
    }
  }

  @Test("a completion handler is called once, with an error that can be caught by its code")
  func completionHandlers() async throws {
    try await withConnection { (_) async throws in
      let index = CSSearchableIndex(name: "handlers")
      let log = Log<CSIndexError.Code?>()
      await withCheckedContinuation { continuation in
        index.endBatch(withClientState: Data(count: 300)) { error in
          log.append((error as? CSIndexError)?.code)
          continuation.resume()
        }
      }
      #expect(log.values == [.invalidClientStateError])
      do {
        try await CSSearchableIndex.default().endBatch(withClientState: Data())
        Issue.record("the default index took a client state")
      } catch CSIndexError.invalidClientStateError {
      } catch let error as CSIndexError where error.code == .unknownError {
        Issue.record("\(error)")
      }
    }
  }

  @Test("client states are compared and set, and empty when there was none")
  func clientStates() async throws {
    try await withConnection { (_) async throws in
      let index = CSSearchableIndex(name: "states", protectionClass: .complete)
      #expect(try await index.fetchLastClientState() == Data())
      index.beginBatch()
      try await index.indexSearchableItems([item("1", "a")])
      try await index.endIndexBatch(expectedClientState: nil, newClientState: Data("one".utf8))
      index.beginBatch()
      await #expect(throws: CSIndexError.self) {
        try await index.endIndexBatch(
          expectedClientState: Data("zero".utf8), newClientState: Data("two".utf8))
      }
      #expect(
        try await CSSearchableIndex(name: "states").fetchLastClientState() == Data("one".utf8))
    }
  }

  @Test("items are stored as they are at the time of the call")
  func snapshotOfItems() async throws {
    try await withConnection { (_) async throws in
      let changing = item("1", "before")
      let index = CSSearchableIndex(name: "snapshot")
      await withCheckedContinuation { continuation in
        index.indexSearchableItems([changing]) { _ in continuation.resume() }
        changing.attributeSet.title = "after"
      }
      #expect(try await found("title == \"before\"") == ["1"])
    }
  }

  @Test("the default index is one object, and its delegate is not kept alive")
  func defaultIndex() async throws {
    try await withConnection { (_) async throws in
      #expect(CSSearchableIndex.default() === CSSearchableIndex.default())
      #expect(CSSearchableIndex.isIndexingAvailable())
      var delegate: Delegate? = Delegate()
      CSSearchableIndex.default().indexDelegate = delegate
      #expect(CSSearchableIndex.default().indexDelegate === delegate)
      delegate = nil
      #expect(CSSearchableIndex.default().indexDelegate == nil)
    }
  }

  @Test("the delegate of a new index is asked to index everything")
  func delegate() async throws {
    try await withConnection { (_) async throws in
      let index = CSSearchableIndex(name: "new")
      let delegate = Delegate()
      index.indexDelegate = delegate
      try await index.deleteAllSearchableItems()
      try await index.deleteAllSearchableItems()
      #expect(delegate.requests.values.count == 1)
      #expect(delegate.requests.values.first === index)
      withExtendedLifetime(delegate) {}
    }
  }

  private func found(_ queryString: String) async throws -> [String] {
    var identifiers: [String] = []
    for try await result in CSSearchQuery(queryString: queryString, attributes: nil).results {
      identifiers.append(result.id)
    }
    return identifiers
  }
}

private final class Delegate: NSObject, CSSearchableIndexDelegate {
  let requests = Log<CSSearchableIndex>()

  func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler:
      @escaping () -> Void
  ) {
    requests.append(searchableIndex)
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
