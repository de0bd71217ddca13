import FresnelModel
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

/// What an app changes while its own store is missing.
@Suite("What is in an app's own store when it is taken over", .timeLimit(.minutes(30)))
struct OwnStoreChangesTests: OwnStoreSuite {
  private let scope = IndexScope(app: mail.identifier, index: "a")

  /// What the core has of an item of the app.
  private func attributes(_ identifier: String, _ client: TestClient) async throws -> Attributes? {
    let app = client.session.peer.app.identifier
    let reply = await client.ask(
      .item(ItemLookup(app: app, index: "a", identifier: identifier)))
    guard case .itemFound(let hit) = reply else { throw TestFailure("\(reply)") }
    return try hit?.item.item().attributes
  }

  @Test("stays but for the domains that the app has deleted meanwhile, for whose items it is asked")
  func domains() async throws {
    try await withTemporaryDirectory { directory in
      try await store(
        [
          thing("plain"), thing("work", in: "work"), thing("deep", in: "work.deep"),
          thing("near", in: "workshop"), thing("named", in: "home"),
        ], in: directory)
      let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
      defer { core.close() }
      let client = TestClient(core, mail)
      #expect(try await handOverLock(of: directory, from: client) != nil)
      let handle = try await client.open("a")
      #expect(await client.apply([.deleteDomains(["work", "other"])], handle) == nil)
      #expect(await client.apply([.deleteIdentifiers(["named"])], handle) == nil)
      let next = TestClient(core, mail)
      #expect(try await handOver(directory, from: next) == nil)
      try await expectWhole(next, ["near", "plain"])
      #expect(core.home.metadataLog.state.owedItems(of: scope) == ["deep", "named", "work"])
    }
  }

  @Test("comes back whole where the app updates some of it meanwhile, which the core did not know")
  func updates() async throws {
    try await withTemporaryDirectory { directory in
      var stored = thing("updated", in: "home")
      stored.attributes[.textContent] = .string("some text")
      try await store(
        [stored, thing("replaced"), thing("deleted"), thing("twice")], in: directory)
      let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
      defer { core.close() }
      let client = TestClient(core, mail)
      #expect(try await handOverLock(of: directory, from: client) != nil)
      let handle = try await client.open("a")
      func update(_ identifier: String, to title: String? = nil) async throws {
        var update = Item(uniqueIdentifier: identifier, isUpdate: true)
        update.attributes[.pageCount] = .integer(5)
        if let title { update.attributes[.title] = .string(title) }
        #expect(try await client.put([update], handle) == nil)
      }
      for identifier in ["updated", "replaced", "deleted", "new"] { try await update(identifier) }
      try await update("twice", to: "own again")
      try await update("twice")
      var whole = Item(uniqueIdentifier: "replaced")
      whole.attributes[.title] = .string("own, and whole")
      #expect(try await client.put([whole], handle) == nil)
      #expect(await client.apply([.deleteIdentifiers(["deleted"])], handle) == nil)

      let next = TestClient(core, mail)
      #expect(try await handOver(directory, from: next) == nil)
      let updated = try #require(try await attributes("updated", next))
      #expect(updated[.title] == .string("own") && updated[.textContent] == .string("some text"))
      #expect(updated[.pageCount] == .integer(5))
      let twice = try #require(try await attributes("twice", next))
      #expect(twice[.title] == .string("own again") && twice[.pageCount] == .integer(5))
      let replaced = try #require(try await attributes("replaced", next))
      #expect(replaced[.title] == .string("own, and whole") && replaced[.pageCount] == nil)
      #expect(try await attributes("new", next)?[.pageCount] == .integer(5))
      #expect(try await attributes("deleted", next) == nil)
      // What the app does from then on stays, though the store is handed over again.
      #expect(try await next.put([whole], try await next.open("a")) == nil)
      let last = TestClient(core, mail)
      #expect(try await handOver(directory, from: last) == nil)
      #expect(try await attributes("replaced", last)?[.pageCount] == nil)
    }
  }

  @Test("is asked for where the core has another version of an item, which may be an older one")
  func versions() async throws {
    try await withTemporaryDirectory { directory in
      let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
      defer { core.close() }
      let client = TestClient(core, mail)
      let handle = try await client.open("a")
      #expect(try await client.put([thing("changed"), thing("same")], handle) == nil)
      client.session.end()
      var later = thing("changed")
      later.attributes[.textContent] = .string("version two")
      try await store([later, thing("same"), thing("new")], in: directory)
      let next = TestClient(core, mail)
      #expect(try await handOver(directory, from: next) == nil)
      try await expectWhole(next, ["changed", "new", "same"])
      #expect(core.home.metadataLog.state.owedItems(of: scope) == ["changed"])
    }
  }
}
