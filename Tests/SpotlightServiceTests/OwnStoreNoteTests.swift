import FresnelModel
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

/// What is left of items that an app updates while its own store is missing, where more is updated than is noted.
@Suite("Limits of what is noted of an app's own store", .timeLimit(.minutes(30)))
struct OwnStoreNoteTests: OwnStoreUpdating {
  @Test(
    "An item of which more was updated than is noted is asked for, and no other is taken for it")
  func long() async throws {
    try await takeOver([full("long", in: "work"), full("other")]) {
      (client, handle) async throws in
      #expect(try await client.put([update("long", [.pageCount: .integer(1)])], handle) == nil)
      #expect(await client.apply([.deleteDomains(["work"])], handle) == nil)
      let text = String(repeating: "word ", count: 10_000)
      #expect(try await client.put([update("long", [.textContent: .string(text)])], handle) == nil)
      #expect(try await client.put([thing("other")], handle) == nil)
    } _: { (client) async throws in
      let long = try #require(try await attributes("long", client))
      #expect(long[.textContent] != nil && long[.title] == nil)
      let other = try #require(try await attributes("other", client))
      #expect(other[.textContent] == nil)
      let state = client.session.core.home.metadataLog.state
      #expect(state.owedItems(of: scope) == ["long", "other"])
    }
  }

  @Test("Notes of updates take no more bytes than are allowed, whatever items are called")
  func longNotes() async throws {
    let names = (0..<1800).map { String(repeating: "n", count: 1000) + "\($0)" }
    try await takeOver([thing("stored")] + names.prefix(3).map { thing($0) }) {
      (client, handle) async throws in
      for start in stride(from: 0, to: names.count, by: 100) {
        let updates = names[start..<(start + 100)].map { update($0, [.pageCount: .integer(5)]) }
        #expect(try await client.put(updates, handle) == nil)
      }
      let counts = client.session.core.home.metadataLog.state.takeOverCounts
      #expect(counts.updateByteCount <= PendingUpdates.byteLimit.ofIndex)
      #expect(counts[scope].updateByteCount == counts.updateByteCount)
      #expect(counts.updateByteCount > 0)
    } _: { (client) async throws in
      #expect(try await client.identifiers("title == \"own\" && pageCount == 5").count == 3)
      let metadataLog = client.session.core.home.metadataLog.state
      let owed = metadataLog[.owedCallbacks, OwedCallback.key(scope)]
      #expect(owed == Array(OwedCallback.isChanged.utf8))
    }
  }

  @Test("Where more is updated than is noted, each item is completed, and the app is asked for all")
  func tooMany() async throws {
    let names = (0..<10_100).map { "\($0)" }
    try await takeOver(names.map { thing($0) }) { (client, handle) async throws in
      let updates = names.map { update($0, [.pageCount: .integer(5)]) }
      #expect(try await client.put(Array(updates[..<6000]), handle) == nil)
      #expect(try await client.put(Array(updates[6000...]), handle) == nil)
    } _: { (client) async throws in
      #expect(
        try await client.identifiers("title == \"own\" && pageCount == 5").count == names.count)
      let metadataLog = client.session.core.home.metadataLog.state
      let owed = metadataLog[.owedCallbacks, OwedCallback.key(scope)]
      #expect(owed == Array(OwedCallback.isChanged.utf8))
    }
  }

  @Test("What is removed stays so where more was updated than is noted")
  func longAndRemoved() async throws {
    let text = String(repeating: "word ", count: 10_000)
    try await takeOver([full("long", in: "work")]) { (client, handle) async throws in
      #expect(try await client.put([update("long", [.rating: .integer(1)])], handle) == nil)
      #expect(await client.apply([.deleteDomains(["other"])], handle) == nil)
      for (key, value) in [
        (AttributeID.textContent, AttributeValue.string(text)), (.title, .null),
        (.pageCount, .null),
      ] {
        #expect(try await client.put([update("long", [key: value])], handle) == nil)
      }
    } _: { (client) async throws in
      let long = try #require(try await attributes("long", client))
      #expect(long[.textContent] == .string(text) && long[.rating] == .integer(1))
      #expect(long[.title] == nil && long[.pageCount] == nil)
    }
  }

  @Test("Many long updates of some items do not have others be taken for updated")
  func manyLong() async throws {
    let names = (0..<1100).map { "item \($0)" }
    let text = String(repeating: "word ", count: 200)
    try await takeOver(names.map { full($0) } + [full("whole")]) {
      (client, handle) async throws in
      #expect(try await client.put([thing("whole")], handle) == nil)
      let first = names.map { update($0, [.rating: .integer(7)]) }
      #expect(try await client.put(first, handle) == nil)
      #expect(await client.apply([.deleteDomains(["unused"])], handle) == nil)
      for start in stride(from: 0, to: names.count, by: 100) {
        let later = names[start..<(start + 100)].map { update($0, [.textContent: .string(text)]) }
        #expect(try await client.put(later, handle) == nil)
      }
      #expect(try await client.put([update("item 1099", [.pageCount: .null])], handle) == nil)
      let state = client.session.core.home.metadataLog.state
      #expect(state.takeOverCounts[scope].updateByteCount <= PendingUpdates.byteLimit.ofIndex)
      #expect(state.owedItems(of: scope).contains("item 1099"))
    } _: { (client) async throws in
      let whole = try #require(try await attributes("whole", client))
      #expect(whole[.textContent] == nil && whole[.pageCount] == nil)
      let last = try #require(try await attributes("item 1099", client))
      #expect(last[.title] == .string("own") && last[.textContent] == .string(text))
      #expect(last[.rating] == .integer(7) && last[.pageCount] == nil)
    }
  }

  @Test("What an app says of an item after it deleted its domain stays where that is not noted")
  func tooManyAndDeleted() async throws {
    let names = (0..<10_100).map { "\($0)" }
    try await takeOver([full("a", in: "work")]) { (client, handle) async throws in
      #expect(try await client.put([update("a", [.pageCount: .integer(1)])], handle) == nil)
      let others = names.map { update($0, [.pageCount: .integer(5)]) }
      #expect(try await client.put(others, handle) == nil)
      #expect(await client.apply([.deleteDomains(["work"])], handle) == nil)
      #expect(try await client.put([update("a", [.rating: .integer(2)])], handle) == nil)
    } _: { (client) async throws in
      let left = try #require(try await attributes("a", client))
      #expect(left[.rating] == .integer(2) && left[.title] == nil)
    }
  }

  @Test("An item of which the core has updates alone is missing where the rest is left out")
  func leftOut() async throws {
    let names = (0..<1001).map { "deleted \($0)" }
    try await takeOver([full("a")]) { (client, handle) async throws in
      #expect(try await client.put([update("a", [.rating: .integer(2)])], handle) == nil)
      #expect(await client.apply([.deleteIdentifiers(names)], handle) == nil)
    } _: { (client) async throws in
      let told = try await OwnStoreAnswers(client)
      #expect(told.isQueryPartial && told.found.isEmpty)
    }
  }
}
