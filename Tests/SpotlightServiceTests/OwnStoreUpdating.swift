import FresnelModel
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

/// Tests of what an app updates while its own store is missing.
protocol OwnStoreUpdating: OwnStoreSuite {}

extension OwnStoreUpdating {
  var scope: IndexScope { IndexScope(app: mail.identifier, index: "a") }

  /// What the core has of an item of the app.
  func attributes(_ identifier: String, _ client: TestClient) async throws -> Attributes? {
    let app = client.session.peer.app.identifier
    let reply = await client.ask(
      .item(ItemLookup(app: app, index: "a", identifier: identifier)))
    guard case .itemFound(let hit) = reply else { throw TestFailure("\(reply)") }
    return try hit?.item.item().attributes
  }

  /// An item with a title, a text and a page count.
  func full(_ identifier: String, in domain: String? = nil) -> Item {
    var full = thing(identifier, in: domain)
    full.attributes[.textContent] = .string("some text")
    full.attributes[.pageCount] = .integer(3)
    return full
  }

  func update(
    _ identifier: String, to domain: String? = nil, _ values: [AttributeID: AttributeValue] = [:]
  ) -> Item {
    var update = Item(uniqueIdentifier: identifier, domainIdentifier: domain, isUpdate: true)
    for (key, value) in values { update.attributes[key] = value }
    return update
  }

  /// Does something as an app whose own store is missing, and hands that over then.
  ///
  /// - Parameters:
  ///   - items: What is in the store.
  ///   - change: Given a client and its index.
  ///   - check: Given the client that has handed the store over.
  /// - Throws: What these throw.
  func takeOver(
    _ items: [Item], after change: (TestClient, UInt32) async throws -> Void,
    _ check: (TestClient) async throws -> Void
  ) async throws {
    try await withTemporaryDirectory { directory in
      try await store(items, in: directory)
      let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
      defer { core.close() }
      let client = TestClient(core, mail)
      #expect(try await handOverLock(of: directory, from: client) != nil)
      try await change(client, try await client.open("a"))
      let next = TestClient(core, mail)
      #expect(try await handOver(directory, from: next) == nil)
      try await check(next)
    }
  }
}
