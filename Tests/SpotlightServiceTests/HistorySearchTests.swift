import FresnelModel
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire
import Testing

@Suite("Session: searches of history", .timeLimit(.minutes(30)))
struct HistorySearchTests {
  private let timers = TestTimers()
  private let host = TestHost()

  private func withHistory(_ body: (ServiceCore) async throws -> Void) async throws {
    var options = CoreOptions.daemon(FaultyStorage())
    timers.use(in: &options)
    let core = ServiceCore(options, host: host)
    defer { core.close() }
    try await body(core)
  }

  private func surface(_ core: ServiceCore) -> TestClient {
    TestClient(core, AppIdentity(identifier: "org.fresnel.Window"), role: .surface)
  }

  private func search(
    _ client: TestClient, _ text: String, reach: SearchReach = .system, limit: UInt64 = 10,
    detail: SpotlightWire.SearchRequest.Detail = .rows, order: ResultOrder = .relevance,
    filters: [String] = []
  ) async throws -> [GroupedHit] {
    // Not typed, so that what was acknowledged is there.
    let request = SpotlightWire.SearchRequest(
      form: .query, text: "title == \"\(text)*\"cdw", filters: filters, reach: reach, limit: limit,
      detail: detail, order: order)
    let reply = await client.ask(.search(request))
    guard case .found(let results) = reply else { throw TestFailure("\(reply)") }
    #expect(order == .relevance || results.orderKeys.count == results.hits.count)
    return results.hits.map { GroupedHit(carriedBy: $0) }
  }

  /// How many results a search says that there are.
  private func count(_ client: TestClient, _ text: String, limit: UInt64) async throws -> UInt64? {
    let request = SpotlightWire.SearchRequest(
      form: .query, text: "title == \"\(text)*\"cdw", reach: .system, limit: limit,
      flags: .countsMatches)
    let reply = await client.ask(.search(request))
    guard case .found(let results) = reply else { throw TestFailure("\(reply)") }
    return results.matchCount
  }

  private func page(_ identifier: String, title: String, url: String) -> Item {
    var page = item(identifier, title: title)
    page.attributes[.url] = .url(url)
    return page
  }

  @Test(
    "an activity is found by who sees the system, and never by its own app",
    arguments: [SpotlightWire.SearchRequest.Detail.rows, .items])
  func finding(detail: SpotlightWire.SearchRequest.Detail) async throws {
    try await withHistory { core in
      let history = try await HistoryClient(core, mail)
      #expect(try await history.donate(activity("Fresnel lens")) == .new)
      let surface = surface(core)
      let hit = try #require(try await search(surface, "fresnel", detail: detail).first)
      #expect(hit.sources.map(\.kind) == [.activity])
      #expect(hit.signals.visits.count == 1)
      #expect(hit.hit.scope == IndexScope(app: mail.identifier, index: "\0activities"))
      #expect(try hit.hit.item.decodedValue(for: .builtIn(.title)) == .string("Fresnel lens"))
      #expect(try hit.hit.item.decodedValue(for: .builtIn(.stateRecord)) == nil)
      #expect(try await search(surface, "fresnel", reach: .apps([mail.identifier])).count == 1)
      #expect(try await search(surface, "fresnel", reach: .apps([notes.identifier])).isEmpty)
      #expect(try await search(history.client, "fresnel", reach: .own).isEmpty)
      #expect(
        try await search(history.client, "fresnel", reach: .apps([mail.identifier])).isEmpty)
      #expect(try await surface.identifiers(reach: .system).isEmpty)
      let lookup = ItemLookup(
        app: mail.identifier, index: "\0activities", identifier: hit.hit.item.uniqueIdentifier)
      guard case .itemFound(let found?) = await surface.ask(.item(lookup)) else {
        throw TestFailure("The entry was not found.")
      }
      #expect(StateEntry(found.item)?.record.visitCount == 1)
      let own = await history.client.ask(.item(lookup))
      #expect(own == .itemFound(nil))
      host.set { $0.hidden = [mail.identifier] }
      #expect(try await search(surface, "fresnel", detail: detail).isEmpty)
      host.set {
        $0.hidden = []
        $0.history[mail, default: HistoryRules()].isKept = false
      }
      #expect(try await search(surface, "fresnel", detail: detail).isEmpty)
    }
  }

  @Test(
    "an activity brings in no item that the filters leave out",
    arguments: [SpotlightWire.SearchRequest.Detail.rows, .items])
  func filteredItem(detail: SpotlightWire.SearchRequest.Detail) async throws {
    try await withHistory { core in
      let history = try await HistoryClient(core, mail)
      let handle = try await history.client.open("a", ProtectionClass.none)
      var long = item("2", title: "Something else")
      long.attributes[.pageCount] = .integer(300)
      #expect(
        try await history.client.put([item("1", title: "Another"), long], handle) == nil)
      #expect(try await history.donate(activity("Fresnel"), .related(to: "1")) == .new)
      #expect(try await history.donate(activity("Fresnel zone"), .related(to: "2")) == .new)
      func shown(_ filters: String...) async throws -> Set<String> {
        Set(
          try await search(surface(core), "fresnel", detail: detail, filters: filters).map {
            $0.hit.scope.index == "a" ? $0.hit.item.uniqueIdentifier : "activity"
          })
      }
      #expect(try await shown() == ["1", "2"])
      // Rows do not tell of the number of pages.
      #expect(try await shown("pageCount != 300") == ["1", "activity"])
      #expect(try await shown(#"title == "Fresnel*""#) == ["activity"])
    }
  }

  @Test(
    "an item and the activity about it are one row, whichever of them is found",
    arguments: [SpotlightWire.SearchRequest.Detail.rows, .items])
  func itemAndActivity(detail: SpotlightWire.SearchRequest.Detail) async throws {
    try await withHistory { core in
      let history = try await HistoryClient(core, mail)
      let handle = try await history.client.open("a", ProtectionClass.none)
      #expect(
        try await history.client.put(
          [item("1", title: "Fresnel lens"), item("2", title: "Something else")], handle) == nil)
      #expect(try await history.donate(activity("Fresnel"), .related(to: "1")) == .new)
      timers.advance(seconds: 100)
      #expect(try await history.donate(activity("Fresnel"), .related(to: "1")) == .known)
      #expect(try await history.donate(activity("Fresnel zone"), .related(to: "2")) == .new)
      var weak = Attributes()
      weak[.weakRelatedUniqueIdentifier] = .string("3")
      #expect(try await history.donate(activity("Fresnel weak"), weak) == .new)
      let rows = try await search(surface(core), "fresnel", detail: detail)
      #expect(
        Set(rows.map(\.hit.item.uniqueIdentifier)) == ["1", "2", "w3"])
      let row = try #require(rows.first { $0.hit.item.uniqueIdentifier == "1" })
      #expect(Set(row.sources.map(\.kind)) == [.item, .activity])
      #expect(row.signals.visits.count == 2)
      // The item that only its activity answers for.
      let other = try #require(rows.first { $0.hit.item.uniqueIdentifier == "2" })
      #expect(other.hit.scope == IndexScope(app: mail.identifier, index: "a"))
      #expect(
        try other.hit.item.decodedValue(for: .builtIn(.title)) == .string("Something else"))
      #expect(try await count(surface(core), "fresnel", limit: 10) == 3)
      #expect(try await count(surface(core), "fresnel", limit: 2) == 3)
      #expect(try await count(surface(core), "fresnel", limit: 0) == 3)
      // Without the item nothing is shown, also where the look after a deletion did not come.
      timers.advance(seconds: 40 * 86_400)
      #expect(try await search(surface(core), "zone", detail: detail).isEmpty)
      #expect(try await count(surface(core), "zone", limit: 0) == 0)
    }
  }

  @Test("items of one app are never joined, whatever page they name, nor those of one identifier")
  func noChains() async throws {
    try await withHistory { core in
      let client = TestClient(core, mail)
      let first = try await client.open("a")
      let second = try await client.open("b")
      let address = "https://example.com/lens"
      #expect(
        try await client.put(
          [page("1", title: "Lens", url: address), page("2", title: "Lens", url: address)], first)
          == nil)
      #expect(try await client.put([item("1", title: "Lens")], second) == nil)
      #expect(try await search(surface(core), "lens").count == 3)
      #expect(try await search(surface(core), "lens", detail: .items).count == 3)
    }
  }

  @Test("a page of another app joins the row of its title, names itself, and lends it nothing")
  func pages() async throws {
    try await withHistory { core in
      let client = TestClient(core, mail)
      let handle = try await client.open()
      let address = "https://example.com/lens"
      #expect(
        try await client.put(
          [page("1", title: "Lens", url: address), item("0", title: "Lens shop")], handle) == nil)
      let hijacker = try await HistoryClient(core, notes)
      var attributes = Attributes()
      attributes[.contentDescription] = .string("Buy here")
      #expect(
        try await hijacker.donate(
          activity("Lens", webpage: "HTTPS://EXAMPLE.COM/lens"), attributes) == .new)
      let rows = try await search(surface(core), "lens")
      #expect(rows.count == 2)
      let row = try #require(rows.first { $0.sources.count == 2 })
      #expect(row.hit.item.uniqueIdentifier == "1")
      #expect(Set(row.sources.map(\.app)) == [mail.identifier, notes.identifier])
      #expect(try row.hit.item.decodedValue(for: .builtIn(.contentDescription)) == nil)
    }
  }

  @Test("rows that were joined make room for further ones, in any order")
  func room() async throws {
    try await withHistory { core in
      let history = try await HistoryClient(core, mail)
      let handle = try await history.client.open()
      let items = (0..<30).map { number in item(String(number + 10), title: "Lens") }
      #expect(try await history.client.put(items, handle) == nil)
      for number in 0..<28 {
        #expect(
          try await history.donate(activity("Lens"), .related(to: String(number + 10))) == .new)
      }
      let surface = surface(core)
      for limit: UInt64 in [1, 5, 20, 30] {
        let rows = try await search(surface, "lens", limit: limit)
        #expect(rows.count == Int(limit))
        #expect(Set(rows.map(\.hit.item.uniqueIdentifier)).count == Int(limit))
        let ordered = try await search(surface, "lens", limit: limit, order: .ascending("title"))
        #expect(ordered.count == Int(limit))
      }
      #expect(try await search(surface, "lens", limit: 100).count == 30)
    }
  }

  @Test("what apps store of attributes of the service's own has no effect")
  func forged() async throws {
    try await withHistory { core in
      let client = TestClient(core, mail)
      let handle = try await client.open()
      var forged = item("1", title: "Lens")
      forged.attributes[.entityOrigin] = .data(
        EntityOrigin(
          sources: [ResultSource(app: notes.identifier, identifier: "1", kind: .item)],
          keys: [.item(app: notes.identifier, identifier: "1")]
        ).encoded)
      forged.attributes[.entitySignals] = .data(
        EntitySignals(visits: EntitySignals.Tally(count: 9, last: timers.timeOfDay)).encoded)
      #expect(try await client.put([forged], handle) == nil)
      for detail in [SpotlightWire.SearchRequest.Detail.rows, .items] {
        let row = try #require(try await search(surface(core), "lens", detail: detail).first)
        #expect(row.sources.map(\.app) == [mail.identifier])
        #expect(row.signals == EntitySignals())
      }
    }
  }

  @Test("what the person chose is among the signals of a row")
  func choices() async throws {
    try await withHistory { core in
      let client = TestClient(core, mail)
      let handle = try await client.open()
      #expect(try await client.put([item("1", title: "Lens")], handle) == nil)
      core.noteChoice(.item(index: "", identifier: "1"), of: mail, in: .firstUnlock)
      let surface = surface(core)
      await withCheckedContinuation { done in
        core.whenChoicesAreKept(of: mail) { done.resume() }
      }
      #expect(try await search(surface, "lens").first?.signals.choices.count == 1)
    }
  }

  @Test("origins survive their encoding; other bytes give an error")
  func encoding() throws {
    let origin = EntityOrigin(
      sources: ResultSource.Kind.allCases.map {
        ResultSource(app: "a", index: "b", identifier: "c", kind: $0)
      }, keys: [.item(app: "a", identifier: "b"), .file("file:///a"), .page("https://a")])
    #expect(try EntityOrigin(encoded: origin.encoded) == origin)
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<3000 {
      if let read = try? EntityOrigin(encoded: generator.mutate(origin.encoded)) {
        #expect(try EntityOrigin(encoded: read.encoded) == read)
      }
    }
  }
}
