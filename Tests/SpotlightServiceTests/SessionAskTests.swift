import FresnelModel
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire
import Testing

@Suite("Session: typed text that is asked about", .timeLimit(.minutes(30)))
struct SessionAskTests {
  private func answer(
    _ client: TestClient, _ request: AskRequest
  ) async throws -> AskAnswer {
    let reply = await client.ask(.ask(request))
    guard case .answered(let answer) = reply else { throw TestFailure("\(reply)") }
    return answer
  }

  private func identifiers(_ answer: AskAnswer) -> [String] {
    answer.hits.map(\.item.uniqueIdentifier)
  }

  /// A client with items of which all match `lens`, in two stores.
  private func client(_ core: ServiceCore, count: Int) async throws -> TestClient {
    let client = TestClient(core, mail)
    for protection in [ProtectionClass.none, .firstUnlock] {
      let handle = try await client.open("\(protection.rawValue)", protection)
      let items = (0..<count).map { number in
        var item = item("\(protection.rawValue)-\(number)", title: "Lens \(number % 7)")
        item.attributes[.textContent] = .string("glass")
        item.attributes[.fileSize] = .integer(Int64(number * 37 % 101))
        return item
      }
      _ = try await client.put(items, handle)
    }
    return client
  }

  @Test("whole items come as many at a time as a message may hold")
  func longItems() async throws {
    let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    let text = String(repeating: "glass ", count: 1 << 18)
    for number in 0..<24 {
      var item = item("\(number)", title: "Lens")
      item.attributes[.textContent] = .string(text)
      _ = try await client.put([item], handle)
    }
    var request = AskRequest(text: "lens", limit: 24, detail: .items)
    let reply = await client.ask(.ask(request))
    guard case .failed(let error) = reply, error.code == .tooLarge else {
      throw TestFailure("\(reply)")
    }
    request.limit = 12
    let answer = try await answer(client, request)
    #expect(answer.hits.count == 12)
  }

  @Test("an answer is that of a search, and says how each hit was understood")
  func understanding() async throws {
    let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
    defer { core.close() }
    let client = try await client(core, count: 5)
    let request = AskRequest(
      text: "glass lé", limit: 4, detail: .rows, flags: .countsMatches, snippetLength: 50)
    let answer = try await answer(client, request)
    let reply = await client.ask(
      .search(
        SearchRequest(
          form: .typed, text: "glass lé", limit: 4, detail: .rows, flags: .countsMatches,
          snippetLength: 50)))
    // The tier of the reading is the highest part of a score; a search has none.
    var inNoTier = answer
    for place in inNoTier.hits.indices { inNoTier.hits[place].score -= Double(15 << 17) }
    #expect(reply == .found(SearchResults(inNoTier)))
    #expect(answer.matchCount == 10)
    #expect(answer.understandingOfHit == [0, 0, 0, 0])
    #expect(
      answer.understandings == [
        Understanding(
          reading: .asTyped,
          terms: [
            .init(range: 0..<5, text: "glass"),
            .init(range: 6..<9, text: "lé", traits: .isPrefix),
          ])
      ])
    let nothing = try await self.answer(client, AskRequest(text: "...", limit: 4))
    #expect(nothing == AskAnswer(hits: []))
  }

  @Test("filters and tokens narrow; what a token covers is no word, unless it was dismissed")
  func tokens() async throws {
    let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
    defer { core.close() }
    let client = try await client(core, count: 9)
    let token = QueryToken(.size, range: 5..<8, shown: "big", query: "fileSize > 50")
    func count(_ text: String, _ tokens: [QueryToken], _ filters: [String] = []) async throws
      -> UInt64?
    {
      try await answer(
        client,
        AskRequest(
          text: text, tokens: tokens, filters: filters, limit: 0, flags: .countsMatches)
      ).matchCount
    }
    #expect(try await count("lens", []) == 18)
    #expect(try await count("lens big", []) == 0)
    #expect(try await count("lens big", [token]) == 8)
    #expect(try await count("lens big", [token], [#"title == "*5""#]) == 2)
    let dismissed = QueryToken(.dismissed, range: 5..<8, shown: "", query: "none is read")
    #expect(try await count("lens big", [dismissed]) == 0)
    // A token alone is asked for, too.
    let alone = QueryToken(.size, range: 0..<3, shown: "big", query: "fileSize > 50")
    #expect(try await count("big", [alone]) == 8)
  }

  @Test(
    "pages join to the list, in either order",
    arguments: [ResultOrder.relevance, .descending("fileSize")])
  func pages(order: ResultOrder) async throws {
    let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
    defer { core.close() }
    let client = try await client(core, count: 60)
    var request = AskRequest(text: "lens", limit: 1000, order: order)
    let whole = try await answer(client, request)
    #expect(whole.hits.count == 120)
    request.limit = 17
    var found: [String] = []
    while true {
      let page = try await answer(client, request)
      #expect(!page.isPartial)
      guard let last = page.hits.last else { break }
      found += identifiers(page)
      request.after = AskRequest.Place(of: last)
    }
    #expect(found == identifiers(whole))
  }

  @Test("a page goes on behind a hit that is gone, where its score tells the place")
  func pageBehindNothing() async throws {
    let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
    defer { core.close() }
    let client = try await client(core, count: 10)
    var request = AskRequest(text: "lens", limit: 8)
    let first = try await answer(client, request)
    let last = try #require(first.hits.last)
    let all = try await answer(client, AskRequest(text: "lens", limit: 100))
    let handle = try await client.open(last.scope.index, last.protection)
    _ = await client.apply([.deleteIdentifiers([last.item.uniqueIdentifier])], handle)
    request.after = AskRequest.Place(of: last)
    request.limit = 100
    let second = try await answer(client, request)
    #expect(identifiers(first) + identifiers(second) == identifiers(all))
    request.order = .ascending("fileSize")
    guard case .failed(let error) = await client.ask(.ask(request)) else {
      throw TestFailure("A page was found behind nothing.")
    }
    #expect(error.code == .invalidQuery)
  }

  @Test("items come whole, or with the attributes that were named")
  func attributes() async throws {
    let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
    defer { core.close() }
    let client = try await client(core, count: 1)
    func item(_ attributes: [String], _ detail: SearchRequest.Detail) async throws -> Item {
      let request = AskRequest(text: "lens", attributes: attributes, limit: 1, detail: detail)
      return try #require(try await answer(client, request).hits.first).item.item()
    }
    #expect(try await item([], .items).attributes.values.count == 3)
    #expect(try await item(["fileSize", "unknown"], .items).attributes.values.count == 1)
    #expect(try await item([], .rows).attributes[.textContent] == nil)
  }

  @Test("classes that are named are looked through and no others")
  func classes() async throws {
    let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
    defer { core.close() }
    let client = try await client(core, count: 2)
    var request = AskRequest(text: "lens", classes: [.firstUnlock], limit: 9)
    #expect(
      try await answer(client, request).hits.map(\.protection) == [.firstUnlock, .firstUnlock])
    // The process that has the class is asked as well: here there is nothing of it.
    request.classes = [.complete]
    request.flags = .countsMatches
    let nothing = try await answer(client, request)
    #expect(nothing.hits.isEmpty && nothing.matchCount == 0 && !nothing.isPartial)
  }

  @Test("a live answer comes again when the list changes, and only then")
  func live() async throws {
    let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    let handle = try await client.open("main")
    _ = try await client.put([item("a", title: "Lens")], handle)
    let request = client.send(.ask(AskRequest(text: "lens", limit: 10, flags: .isLive)))
    for (number, names) in [["a"], ["a", "b"]].enumerated() {
      let envelope = try await client.sink.message {
        if case .answered(let answer) = $0.message { answer.revision == number + 1 } else { false }
      }
      #expect(envelope.request == request && !envelope.isLast)
      guard case .answered(let answer) = envelope.message else { return }
      #expect(identifiers(answer).sorted() == names)
      #expect(answer.understandings.map(\.reading) == [.asTyped])
      _ = try await client.put(
        [item("b", title: "Lens"), item("c\(number)", title: "Other")], handle)
    }
  }

  @Test("what is longer than may be, or malformed, fails and says so")
  func limits() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      let token = QueryToken(.kind, range: 0..<1, shown: "", query: "title ==")
      let refused = [
        AskRequest(text: String(repeating: "a", count: WireLimits.typedByteCount + 1), limit: 1),
        AskRequest(text: "a", filters: ["title=="], limit: 1),
        AskRequest(text: "ab", tokens: [token], limit: 1),
        AskRequest(
          text: "a", tokens: Array(repeating: token, count: WireLimits.tokens + 1), limit: 1),
        AskRequest(
          text: "a", attributes: Array(repeating: "title", count: WireLimits.queryAttributes + 1),
          limit: 1),
        AskRequest(text: "a", limit: 1, weights: Array(repeating: 1, count: WireLimits.tokens + 1)),
        AskRequest(
          text: "a", filters: Array(repeating: "a == 1", count: WireLimits.filters + 1), limit: 1),
      ]
      for request in refused {
        guard case .failed(let error) = await client.ask(.ask(request)) else {
          throw TestFailure("\(request) was answered")
        }
        #expect(error.code == .invalidQuery)
      }
    }
  }

  @Test("an app is answered with its own items, a part of the desktop with everybody's")
  func reach() async throws {
    let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
    defer { core.close() }
    _ = try await client(core, count: 1)
    let other = TestClient(core, AppIdentity(identifier: "com.example.other"))
    #expect(try await answer(other, AskRequest(text: "lens", limit: 9)).hits.isEmpty)
    for reach in [SearchReach.system, .apps(["com.example.mail"])] {
      guard case .failed = await other.ask(.ask(AskRequest(text: "lens", reach: reach, limit: 9)))
      else { throw TestFailure("An app was answered with another's items.") }
    }
    let tool = TestClient(core, AppIdentity(identifier: "org.fresnel.tool"), role: .tool)
    #expect(
      try await answer(tool, AskRequest(text: "lens", reach: .system, limit: 9)).hits.count == 2)
  }
}
