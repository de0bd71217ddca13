import FresnelModel
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire
import Testing

@Suite("Session: filters that are offered for typed text", .timeLimit(.minutes(30)))
struct SessionAskFilterTests {
  private func answer(
    _ client: TestClient, _ text: String, _ change: (inout AskRequest) -> Void = { _ in }
  ) async throws -> AskAnswer {
    var request = AskRequest(text: text, limit: 20, detail: .rows)
    change(&request)
    let reply = await client.ask(.ask(request))
    guard case .answered(let answer) = reply else { throw TestFailure("\(reply)") }
    return answer
  }

  private func offered(
    _ client: TestClient, _ text: String, _ change: (inout AskRequest) -> Void = { _ in }
  ) async throws -> [String] {
    try await answer(client, text, change).offeredTokens.map(\.shown)
  }

  private func picture(_ identifier: String, _ title: String, size: Int64 = 1) -> Item {
    var item = item(identifier, title: title)
    item.attributes[.contentType] = .string("public.jpeg")
    item.attributes[.fileSize] = .integer(size)
    return item
  }

  @Test("a filter is offered where it leads to an item, and narrows once it is sent back")
  func offering() async throws {
    let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    let items = [
      picture("1", "Beach", size: 20_000_000), picture("2", "Beach ball"),
      item("3", title: "Beach photos of Anna"),
    ]
    _ = try await client.put(items, handle)
    let found = try await answer(client, "beach photos")
    // The words as words stay a reading.
    #expect(found.hits.map(\.item.uniqueIdentifier) == ["3"])
    let token = try #require(found.offeredTokens.first)
    #expect(found.offeredTokens.count == 1 && token.kind == .kind && token.range == 6..<12)
    let narrowed = try await answer(client, "beach photos") { $0.tokens = [token] }
    #expect(Set(narrowed.hits.map(\.item.uniqueIdentifier)) == ["1", "2"])
    #expect(narrowed.offeredTokens.isEmpty)
    let large = try await answer(client, "beach photos > 10 mb") { $0.tokens = [token] }
    #expect(large.offeredTokens.map(\.shown) == ["> 10 MB"])
    let both = try await answer(client, "beach photos > 10 mb") {
      $0.tokens = [token] + large.offeredTokens
    }
    #expect(both.hits.map(\.item.uniqueIdentifier) == ["1"])
    // Beside the text it narrows as well.
    var beside = token
    beside.range = 0..<0
    let alone = try await answer(client, "") { $0.tokens = [beside] }
    #expect(Set(alone.hits.map(\.item.uniqueIdentifier)) == ["1", "2"])
  }

  @Test("what leads to nothing, and what the client or the person does not want, is not offered")
  func none() async throws {
    let host = TestHost()
    let core = ServiceCore(.daemon(FaultyStorage()), host: host)
    defer { core.close() }
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    _ = try await client.put([picture("1", "Beach"), item("2", title: "Music")], handle)
    #expect(try await offered(client, "beach photos") == ["Photos"])
    #expect(try await offered(client, "beach music").isEmpty)
    #expect(try await offered(client, "beach photos") { $0.flags = .offersNoTokens }.isEmpty)
    #expect(try await offered(client, "beach photos") { $0.filters = ["fileSize > 5"] }.isEmpty)
    let dismissed = QueryToken(.dismissed, range: 6..<12, shown: "", query: "")
    #expect(try await offered(client, "beach photos") { $0.tokens = [dismissed] }.isEmpty)
    let hit = try #require(try await answer(client, "beach").hits.first)
    #expect(
      try await offered(client, "beach photos") { $0.after = AskRequest.Place(of: hit) }.isEmpty)
    host.set { $0.offersFilters = false }
    #expect(try await offered(client, "beach photos").isEmpty)
  }

  @Test("hits do not wait: where it takes long to know what leads to an item, nothing is offered")
  func budget() async throws {
    var options = CoreOptions.daemon(FaultyStorage())
    options.offerBudget.processorTime = 0
    let core = ServiceCore(options, host: TestHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    _ = try await client.put(
      [picture("1", "Beach"), item("2", title: "Beach photos")], try await client.open("a"))
    let found = try await answer(client, "beach photos") { $0.suggestionLimit = 5 }
    #expect(found.hits.map(\.item.uniqueIdentifier) == ["2"] && !found.isPartial)
    #expect(found.offeredTokens.isEmpty && !found.suggestions.contains { $0.kind == .filter })
  }

  @Test("later lists of a live ask offer what the first one did, without looking again")
  func live() async throws {
    let host = TestHost()
    let core = ServiceCore(.daemon(FaultyStorage()), host: host)
    defer { core.close() }
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    _ = try await client.put([picture("1", "Beach"), item("2", title: "Beach photos")], handle)
    _ = client.send(.ask(AskRequest(text: "beach photos", limit: 10, flags: .isLive)))
    func list(_ revision: UInt32) async throws -> AskAnswer? {
      let envelope = try await client.sink.message {
        if case .answered(let answer) = $0.message { answer.revision == revision } else { false }
      }
      guard case .answered(let answer) = envelope.message else { return nil }
      return answer
    }
    #expect(try await list(1)?.offeredTokens.map(\.shown) == ["Photos"])
    // The filter leads to nothing any more, and stays until the text is another one.
    _ = try await client.put([item("1", title: "Beach photos")], handle)
    #expect(try await list(2)?.offeredTokens.map(\.shown) == ["Photos"])
    #expect(try await offered(client, "beach photos").isEmpty)
    host.set { $0.offersFilters = false }
    _ = try await client.put([item("3", title: "Beach photos")], handle)
    #expect(try await list(3)?.offeredTokens.isEmpty == true)
  }

  @Test("items of other apps, and of classes that are not asked for, lead to no filter")
  func others() async throws {
    let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    let open = try await client.open("a")
    _ = try await client.put([item("1", title: "Beach")], open)
    let closed = try await client.open("b", .firstUnlock)
    _ = try await client.put([picture("1", "Beach")], closed)
    let other = TestClient(core, notes)
    let handle = try await other.open("a")
    _ = try await other.put([item("1", title: "Beach")], handle)
    #expect(try await offered(client, "beach photos") == ["Photos"])
    #expect(try await offered(client, "beach photos") { $0.classes = [ProtectionClass.none] } == [])
    #expect(try await offered(other, "beach photos").isEmpty)
    let tool = TestClient(core, mail, role: .tool)
    #expect(try await offered(tool, "beach photos") { $0.reach = .system } == ["Photos"])
    let app = try await offered(tool, "beach photos") { $0.reach = .apps([notes.identifier]) }
    #expect(app.isEmpty)
  }

  @Test("who sees several apps narrows to one of them, and nobody sees more by its filter")
  func apps() async throws {
    let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    _ = try await client.put([item("1", title: "Beach")], try await client.open("a"))
    let other = TestClient(core, notes)
    _ = try await other.put([item("2", title: "Beach")], try await other.open("a"))
    let tool = TestClient(core, mail, role: .tool)
    let name = try #require(notes.identifier.split(separator: ".").last)
    let text = "beach app:\(name)"
    let token = try #require(
      try await answer(tool, text) { $0.reach = .system }.offeredTokens.first)
    #expect(token.kind == .app && token.shown == "App: \(name)")
    func found(_ client: TestClient, _ text: String, _ reach: SearchReach) async throws -> Set<
      String
    > {
      let hits = try await answer(client, text) {
        $0.reach = reach
        $0.tokens = [token]
      }.hits
      return Set(hits.map(\.item.uniqueIdentifier))
    }
    #expect(try await found(tool, text, .system) == ["2"])
    #expect(try await found(tool, "beach", .apps([mail.identifier])).isEmpty)
    // The token alone, and beside other filters.
    var alone = token
    alone.range = 0..<0
    for filters in [[], ["title == \"Beach\""], ["title == \"x\""]] {
      let hits = try await answer(tool, "") {
        ($0.reach, $0.tokens, $0.filters) = (.system, [alone], filters)
      }.hits
      #expect(
        hits.map(\.item.uniqueIdentifier) == (filters == ["title == \"x\""] ? [] : ["2"]))
    }
    // The app does not see the other one, whatever it asks for.
    #expect(try await found(client, text, .own).isEmpty)
    #expect(try await offered(client, text).isEmpty)
    #expect(try await offered(tool, "beach app:nothing") { $0.reach = .system }.isEmpty)
  }

  @Test("who made an item is offered by name where that leads to one, and stays words besides")
  func makers() async throws {
    let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    var report = item("1", title: "Report")
    report.attributes[.authorNames] = .array([.string("Anna Smith")])
    var other = item("2", title: "Report by Anna Banana")
    other.attributes[.authorNames] = .array([.string("Bert")])
    _ = try await client.put([report, other, item("3", title: "Anna")], handle)
    let found = try await answer(client, "report by anna")
    #expect(found.hits.map(\.item.uniqueIdentifier) == ["2"])
    let token = try #require(found.offeredTokens.first)
    #expect(token.kind == .person && token.shown == "By: anna" && token.range == 7..<14)
    let narrowed = try await answer(client, "report by anna") { $0.tokens = [token] }
    #expect(narrowed.hits.map(\.item.uniqueIdentifier) == ["1"])
    // Nobody is called so, or nothing of hers has the other words; and of another app's persons nobody is told.
    for text in ["report by ann", "photo by anna", "report by carl"] {
      #expect(try await answer(client, text).offeredTokens.isEmpty, "\(text)")
    }
    let stranger = TestClient(core, notes)
    let own = try await stranger.open("a")
    _ = try await stranger.put([item("1", title: "Report")], own)
    #expect(try await answer(stranger, "report by anna").offeredTokens.isEmpty)
  }

  @Test("a suggestion has the filter in a token and the text as typed, behind what completes it")
  func suggestions() async throws {
    let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    _ = try await client.put(
      [picture("1", "Beach"), item("2", title: "Pictures of a beach house")], handle)
    let found = try await answer(client, "pictures beach") { $0.suggestionLimit = 5 }.suggestions
    #expect(found.count == 2)
    let completion = try #require(found.first)
    #expect(completion.kind == .nextWord && completion.text == "pictures beach house")
    let filter = try #require(found.last)
    #expect(filter.kind == .filter && filter.text == "pictures beach" && filter.typed == [0..<14])
    #expect(filter.score < completion.score)
    let token = try #require(filter.token)
    #expect(token.range == 0..<8 && token.shown == "Images")
    let narrowed = try await answer(client, filter.text) { $0.tokens = [token] }
    #expect(narrowed.hits.map(\.item.uniqueIdentifier) == ["1"])
    // What is chosen already, beside the text, is offered no more.
    var beside = token
    beside.range = 0..<0
    let again = try await answer(client, "pictures beach") { $0.tokens = [beside] }
    #expect(again.offeredTokens.isEmpty)
    let one = try await answer(client, "pictures beach") { $0.suggestionLimit = 1 }.suggestions
    #expect(one == [completion])
    #expect(try await answer(client, "pictures beach").suggestions.isEmpty)
  }
}
