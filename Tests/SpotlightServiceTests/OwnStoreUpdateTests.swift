import FresnelModel
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

/// What an app updates while its own store is missing, where the update alone does not tell what is left of the item.
@Suite("Updates of items that are in an app's own store still", .timeLimit(.minutes(30)))
struct OwnStoreUpdateTests: OwnStoreUpdating {
  @Test("What an update removes does not come back with the store")
  func removals() async throws {
    let items = [full("once"), full("twice"), full("set again")]
    try await takeOver(items) { (client, handle) async throws in
      let updates = [
        update("once", [.textContent: .null]), update("twice", [.textContent: .null]),
        update("set again", [.textContent: .null]),
      ]
      #expect(try await client.put(updates, handle) == nil)
      let later = [
        update("twice", [.pageCount: .null]), update("set again", [.textContent: .string("new")]),
      ]
      #expect(try await client.put(later, handle) == nil)
    } _: { (client) async throws in
      let once = try #require(try await attributes("once", client))
      #expect(once[.title] == .string("own") && once[.textContent] == nil)
      #expect(once[.pageCount] == .integer(3))
      let twice = try #require(try await attributes("twice", client))
      #expect(twice[.title] == .string("own") && twice[.textContent] == nil)
      #expect(twice[.pageCount] == nil)
      let again = try #require(try await attributes("set again", client))
      #expect(again[.title] == .string("own") && again[.textContent] == .string("new"))
    }
  }

  @Test("An item that is moved to another domain goes with that, and not with the one before")
  func domains() async throws {
    let items = [full("moved", in: "work"), full("deleted", in: "work"), full("late", in: "work")]
    try await takeOver(items) { (client, handle) async throws in
      let moves = [update("moved", to: "home"), update("deleted", to: "garden")]
      #expect(try await client.put(moves, handle) == nil)
      #expect(await client.apply([.deleteDomains(["garden"])], handle) == nil)
      #expect(await client.apply([.deleteDomains(["work"])], handle) == nil)
      #expect(try await client.put([update("late", [.pageCount: .integer(5)])], handle) == nil)
    } _: { (client) async throws in
      let moved = try #require(try await attributes("moved", client))
      #expect(moved[.title] == .string("own") && moved[.textContent] == .string("some text"))
      #expect(try await attributes("deleted", client) == nil)
      // It was deleted before it was updated.
      let late = try #require(try await attributes("late", client))
      #expect(late[.title] == nil && late[.pageCount] == .integer(5))
    }
  }

  @Test("An item goes with the domain that it was in, whatever is updated before and after")
  func order() async throws {
    let names = ["gone", "anew", "moved", "earlier"]
    let items = names.map { full($0, in: "work") } + [full("other", in: "old")]
    try await takeOver(items) { (client, handle) async throws in
      let first = ["gone", "anew", "other"].map { update($0, [.pageCount: .integer(7)]) }
      #expect(try await client.put(first, handle) == nil)
      #expect(await client.apply([.deleteDomains(["unused"])], handle) == nil)
      #expect(try await client.put([update("moved", to: "home")], handle) == nil)
      #expect(await client.apply([.deleteDomains(["work", "gone"])], handle) == nil)
      let later = ["anew", "earlier"].map { update($0, [.rating: .integer(2)]) }
      #expect(try await client.put(later, handle) == nil)
      // It is not the first time, and concerns nothing that came later.
      #expect(await client.apply([.deleteDomains(["work"])], handle) == nil)
    } _: { (client) async throws in
      #expect(try await attributes("gone", client) == nil)
      for name in ["anew", "earlier"] {
        let anew = try #require(try await attributes(name, client))
        #expect(anew[.rating] == .integer(2), "\(name)")
        #expect(anew[.pageCount] == nil && anew[.title] == nil, "\(name)")
      }
      for name in ["moved", "other"] {
        let whole = try #require(try await attributes(name, client))
        #expect(whole[.title] == .string("own"), "\(name)")
        #expect(whole[.textContent] == .string("some text"), "\(name)")
      }
    }
  }

  @Test("An item that is stored whole and updated at once gets nothing from the store")
  func wholeAndUpdated() async throws {
    let names = (0..<20).map { "item \($0)" }
    try await takeOver(names.map { full($0) }) { (client, handle) async throws in
      // Nobody waits for an answer in between.
      var requests: [UInt64] = []
      for name in names {
        let whole = try ItemCodec.encode(thing(name))
        let change = try ItemCodec.encode(update(name, [.rating: .integer(5)]))
        for bytes in [whole, change] {
          requests.append(
            client.send(
              .apply(
                ApplyBatch(
                  handle: handle,
                  operations: [.put([try EncodedItem(opening: bytes)])]))))
        }
      }
      for request in requests { #expect(await client.reply(to: request) == .done) }
    } _: { (client) async throws in
      for name in names {
        let found = try #require(try await attributes(name, client))
        #expect(found[.title] == .string("own") && found[.rating] == .integer(5))
        #expect(found[.textContent] == nil && found[.pageCount] == nil)
      }
    }
  }

  @Test("The deletion of an item with a strange name is not taken for an update")
  func strangeNames() async throws {
    try await takeOver([full("stored")]) { (client, handle) async throws in
      #expect(try await client.put([thing("stored")], handle) == nil)
      #expect(await client.apply([.deleteIdentifiers(["\0update\0stored"])], handle) == nil)
    } _: { (client) async throws in
      let stored = try #require(try await attributes("stored", client))
      #expect(stored[.title] == .string("own") && stored[.textContent] == nil)
    }
  }
}
