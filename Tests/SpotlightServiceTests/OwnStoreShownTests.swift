import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

/// What a person finds of an app's own store that could not be taken over, or only in part.
@Suite("A store of an app that is searched on", .timeLimit(.minutes(30)))
struct OwnStoreShownTests: OwnStoreSuite {
  /// The storage and options of a core that finds the store of ``mail`` in a directory.
  private func options(
    _ storage: FaultyStorage, _ directory: String
  ) -> CoreOptions {
    var options = CoreOptions.daemon(storage)
    options.embeddedStores = {
      EmbeddedStoreListing([
        EmbeddedStoreDirectory(app: mail, path: directory + "/" + mail.folderName, root: directory)
      ])
    }
    return options
  }

  /// What a person finds in each way: by typing, by a query, and in a list.
  private func found(_ core: ServiceCore) async throws -> [[String]] {
    let window = TestClient(core, AppIdentity(identifier: "org.window"), role: .surface)
    var results: SearchResults
    // Where opening the store took long, the search has not waited for it, and says so.
    repeat {
      let reply = await window.ask(
        .search(SearchRequest(form: .typed, text: "own", reach: .system, limit: 100)))
      guard case .found(let found) = reply else { throw TestFailure("\(reply)") }
      results = found
    } while results.isPartial
    let query = window.send(.query(QueryRequest(query: "title == \"own*\"", reach: .system)))
    #expect(await window.reply(to: query).failure == nil)
    let list = window.send(.list(ItemList(app: mail.identifier)))
    #expect(await window.reply(to: list).failure == nil)
    let hits = [results.hits, window.hits(of: query), window.hits(of: list)]
    let names = hits.map { $0.map(\.item.uniqueIdentifier).sorted() }
    window.session.end()
    return names
  }

  private func finds(_ identifier: String, _ core: ServiceCore) async -> Bool {
    let window = TestClient(core, AppIdentity(identifier: "org.window"), role: .surface)
    let reply = await window.ask(
      .item(ItemLookup(app: mail.identifier, index: "a", identifier: identifier)))
    window.session.end()
    if case .itemFound(let item) = reply { return item != nil }
    return false
  }

  private func pin(_ identifier: String, for text: String, _ core: ServiceCore) async throws {
    let window = TestClient(core, AppIdentity(identifier: "org.window"), role: .surface)
    defer { window.session.end() }
    let scope = IndexScope(app: mail.identifier, index: "a")
    let reply = await window.ask(.changeMark(ChangeMark(.pin, scope, identifier, text: text)))
    guard case .markChanged = reply else { throw TestFailure("\(reply)") }
  }

  @Test("shows nothing that the app has changed or deleted with the daemon since")
  func changed() async throws {
    try await withTemporaryDirectory { directory in
      let folder = directory + "/" + mail.folderName
      try await store(
        [thing("kept"), thing("changed"), thing("deleted"), thing("moved", in: "work.deep")],
        in: folder)
      let storage = FaultyStorage()
      var core = ServiceCore(options(storage, directory), host: TestHost())
      defer { core.close() }
      let all = ["changed", "deleted", "kept", "moved"]
      #expect(try await found(core) == [all, all, all])
      // What is pinned is looked up by itself.
      for identifier in ["changed", "deleted"] { try await pin(identifier, for: "own", core) }
      #expect(try await found(core) == [all, all, all])
      let client = TestClient(core, mail)
      #expect(try await handOverLock(of: folder, from: client) != nil)
      let handle = try await client.open("a")
      #expect(try await client.put([thing("changed")], handle) == nil)
      var update = Item(uniqueIdentifier: "kept", isUpdate: true)
      update.attributes[.rating] = .integer(3)
      #expect(try await client.put([update], handle) == nil)
      #expect(await client.apply([.deleteIdentifiers(["deleted"])], handle) == nil)
      let left = ["changed", "kept", "moved"]
      // The list has the update that is in the daemon as well.
      #expect(try await found(core).prefix(2) == [left, left])
      #expect(await !finds("deleted", core))
      #expect(await client.apply([.deleteDomains(["work"])], handle) == nil)
      #expect(try await found(core).prefix(2) == [["changed", "kept"], ["changed", "kept"]])
      let later = storage.afterKill()
      core.close()
      core = ServiceCore(options(later, directory), host: TestHost())
      #expect(try await found(core).prefix(2) == [["changed", "kept"], ["changed", "kept"]])
      let again = TestClient(core, mail)
      #expect(try await handOverLock(of: folder, from: again) != nil)
      #expect(await again.apply([.deleteAll], try await again.open("a")) == nil)
      #expect(try await found(core) == [[], [], []])
    }
  }

  @Test("shows nothing twice where the daemon had room for a part of it, or was killed half way")
  func half() async throws {
    try await withTemporaryDirectory { directory in
      let folder = directory + "/" + mail.folderName
      let names = ["first", "second", "third"]
      try await store(
        names.map { name in
          var large = thing(name)
          large.attributes[.textContent] = .string(String(repeating: "text ", count: 220_000))
          return large
        }, in: folder)
      let host = TestHost()
      var allowance = AppAllowance()
      allowance.itemCount = 1
      host.set { [allowance] in $0.allowances[mail] = allowance }
      let storage = FaultyStorage()
      var core = ServiceCore(options(storage, directory), host: host)
      defer { core.close() }
      #expect(try await handOver(folder, from: TestClient(core, mail))?.code == .quotaExceeded)
      let own = try await OwnStoreAnswers(TestClient(core, mail))
      #expect(own.found.count == 1)
      #expect(try await found(core) == [names, names, names])
      let later = storage.afterKill()
      core.close()
      core = ServiceCore(options(later, directory), host: TestHost())
      #expect(try await found(core) == [names, names, names])
    }
  }
}
