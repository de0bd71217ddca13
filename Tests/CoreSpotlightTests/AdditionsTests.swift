import SampleConnection
import Testing

@testable import CoreSpotlight

@Suite("Additions to Core Spotlight")
struct AdditionsTests {
  private func titled(_ query: String) async throws -> [String] {
    var identifiers: [String] = []
    for try await result in CSSearchQuery(queryString: query, attributes: nil).results {
      identifiers.append(result.id)
    }
    return identifiers.sorted()
  }

  @Test("a replacement is not found until it is committed, and then nothing else is")
  func replacement() async throws {
    try await withConnection { (_) async throws in
      let index = CSSearchableIndex(name: "notes")
      try await index.indexSearchableItems([
        item("old", "Old", domain: "a"), item("kept", "Kept", domain: "b"),
      ])
      let replacement = try await index.replaceItems(inDomain: "a")
      try await replacement.indexSearchableItems([item("new", "New", domain: "a")])
      #expect(try await titled("title == \"*\"") == ["kept", "old"])
      try await replacement.commit(clientState: Data([7]))
      #expect(try await titled("title == \"*\"") == ["kept", "new"])
      #expect(try await index.fetchLastClientState() == Data([7]))
      await #expect(throws: CSIndexError.self) { try await replacement.commit(clientState: nil) }
    }
  }

  @Test("an abandoned replacement leaves the index as it was")
  func abandoned() async throws {
    try await withConnection { (_) async throws in
      let index = CSSearchableIndex(name: "notes")
      try await index.indexSearchableItems([item("old", "Old")])
      let replacement = try await index.replaceItems(inDomain: nil)
      try await replacement.indexSearchableItems([item("new", "New")])
      replacement.abandon()
      try await index.indexSearchableItems([item("later", "Later")])
      #expect(try await titled("title == \"*\"") == ["later", "old"])
      await #expect(throws: CSIndexError.self) {
        try await replacement.indexSearchableItems([item("newer", "Newer")])
      }
    }
  }

  @Test("an app finds out whether its index holds what it should")
  func indexState() async throws {
    try await withConnection { (_) async throws in
      let index = CSSearchableIndex(name: "notes")
      let items = (0..<20).map { item("\($0)", "Note \($0)", domain: "a") }
      index.beginBatch()
      try await index.indexSearchableItems(items)
      try await index.endBatch(withClientState: Data([1]))
      var digest = SearchableIndexDigest()
      for item in items.reversed() { try digest.insert(item) }
      let state = try await index.fetchIndexState(includingDigest: true)
      #expect(state.clientState == Data([1]) && state.itemCount == 20 && state.byteCount > 0)
      #expect(state.digest == digest)
      try await index.indexSearchableItems([item("3", "Changed", domain: "a")])
      let changed = try await index.fetchIndexState(includingDigest: true)
      #expect(changed.itemCount == 20 && changed.digest != digest)
      #expect(try await index.fetchIndexState(includingDigest: false).digest == nil)
    }
  }

  @Test("an app finds the items of its private index")
  func privateIndex() async throws {
    try await withConnection { (_) async throws in
      let index = CSSearchableIndex(name: "diary", protectionClass: nil, isPrivate: true)
      try await index.indexSearchableItems([item("1", "Dear diary")])
      #expect(try await titled("title == \"Dear*\"") == ["1"])
    }
  }
}
