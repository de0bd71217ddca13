import FresnelModel
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire
import Testing

@Suite("Session: suggestions for typed text", .timeLimit(.minutes(30)))
struct SessionAskSuggestionTests {
  private func suggestions(
    _ client: TestClient, _ text: String, _ change: (inout AskRequest) -> Void = { _ in }
  ) async throws -> [Suggestion] {
    var request = AskRequest(text: text, limit: 5, suggestionLimit: 10, detail: .rows)
    change(&request)
    let reply = await client.ask(.ask(request))
    guard case .answered(let answer) = reply else { throw TestFailure("\(reply)") }
    return answer.suggestions
  }

  private func texts(_ suggestions: [Suggestion]) -> Set<String> { Set(suggestions.map(\.text)) }

  @Test("an app gets them from its own items that pass the filters, and nobody else does")
  func ownItems() async throws {
    let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    var kept = item("1", title: "Lens cap")
    kept.attributes[.fileSize] = .integer(9)
    _ = try await client.put([kept, item("2", title: "Lensbaby")], handle)
    let other = TestClient(core, notes)
    let otherHandle = try await other.open("a")
    _ = try await other.put([item("1", title: "Lenscrafter")], otherHandle)
    #expect(texts(try await suggestions(client, "len")) == ["Lens", "Lens cap", "Lensbaby"])
    #expect(texts(try await suggestions(other, "len")) == ["Lenscrafter"])
    let narrowed = try await suggestions(client, "len") { $0.filters = ["fileSize > 5"] }
    #expect(texts(narrowed) == ["Lens", "Lens cap"])
  }

  @Test(
    "who sees all apps gets what they have, but for messages, history and what the person left out")
  func allApps() async throws {
    let host = TestHost()
    let core = ServiceCore(.daemon(FaultyStorage()), host: host)
    defer { core.close() }
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    var letter = item("2", title: "Lenten secret")
    letter.attributes[.contentType] = .string("public.email-message")
    var note = item("3", title: "Lentil secret")
    note.attributes[.recipientNames] = .array([.string("Anna")])
    var own = item("4", title: "Lend secret")
    own.attributes[.contentType] = .string("org.example.letter")
    own.attributes[.contentTypeTree] = .array([.string("public.message")])
    // Types that conform to messages, in a list or alone.
    var received = item("5", title: "Lenient secret")
    received.attributes[.contentTypeTree] = .array([.string("public.email-message")])
    var line = item("6", title: "Lenity secret")
    line.attributes[.contentTypeTree] = .string("public.message")
    _ = try await client.put(
      [item("1", title: "Lens cap"), letter, note, own, received, line], handle)
    let other = TestClient(core, notes)
    let otherHandle = try await other.open("a")
    _ = try await other.put([item("1", title: "Lenscrafter")], otherHandle)
    let tool = TestClient(core, mail, role: .tool)
    func all() async throws -> [String] {
      try await suggestions(tool, "len") { $0.reach = .system }.map(\.text)
    }
    #expect(Set(try await all()) == ["Lens", "Lens cap", "Lenscrafter"])
    // The app itself is told of its own.
    #expect(
      texts(try await suggestions(client, "lent")) == [
        "Lenten", "Lenten secret", "Lentil", "Lentil secret",
      ])
    // What was chosen comes first.
    core.noteChoice(.item(index: "a", identifier: "1"), of: notes, in: .firstUnlock, after: "x")
    await withCheckedContinuation { done in core.whenChoicesAreKept(of: notes) { done.resume() } }
    #expect(try await all().first == "Lenscrafter")
    // How often is told to nobody, and an app is told nothing of it, by whatever reach it asks for its own items.
    let scores = try await suggestions(tool, "len") { $0.reach = .system }.map(\.score)
    #expect(scores.first == 1010 && scores.dropFirst().allSatisfy { $0 < 10 }, "\(scores)")
    let unused = TestClient(core, notes)
    for reach in [SearchReach.own, .apps([notes.identifier])] {
      let own = try await suggestions(unused, "len") { $0.reach = reach }
      #expect(own.map(\.score) == [1.5], "\(own)")
    }
    for reach in [SearchReach.own, .apps([mail.identifier])] {
      let own = try await suggestions(client, "lent") { $0.reach = reach }
      #expect(own.count == 4, "\(own)")
    }
    host.set { $0.ordersByChoices = false }
    #expect(try await all().first != "Lenscrafter")
    host.set { $0.unsuggested = [mail.identifier] }
    #expect(Set(try await all()) == ["Lenscrafter"])
    host.set { $0.hidden = [notes.identifier] }
    #expect(try await all().isEmpty)
  }

  @Test("they come with the first page, however many hits are wanted and in whatever order")
  func lists() async throws {
    let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    let items = (0..<200).map { number in
      item("\(number)", title: number % 3 == 0 ? "Lens" : "Lentil \(number % 2)")
    }
    _ = try await client.put(items, handle)
    let whole = try await suggestions(client, "len") { $0.limit = 1000 }
    #expect(whole.count > 2)
    #expect(try await suggestions(client, "len") { $0.limit = 1 } == whole)
    #expect(try await suggestions(client, "len") { $0.order = .ascending("title") } == whole)
    let two = try await suggestions(client, "len") { $0.suggestionLimit = 2 }
    #expect(two == Array(whole.prefix(2)))
    #expect(try await suggestions(client, "len") { $0.suggestionLimit = 0 } == [])
    let reply = await client.ask(.ask(AskRequest(text: "len", limit: 1)))
    guard case .answered(let first) = reply, let hit = first.hits.first else {
      throw TestFailure("\(reply)")
    }
    #expect(try await suggestions(client, "len") { $0.after = AskRequest.Place(of: hit) } == [])
  }

  @Test(
    "they do not depend on how many hits are wanted, by whatever reading items are found",
    arguments: ["le cl", "balcnoy ", "balcnoy"])
  func lengths(text: String) async throws {
    let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    let titles = ["Lens cleaning", "Lens cleaner", "Balcony plants", "Balcony chairs"]
    _ = try await client.put(titles.map { item($0, title: $0) }, handle)
    let whole = try await suggestions(client, text) { $0.limit = 100 }
    #expect(whole.count > 1)
    #expect(try await suggestions(client, text) { $0.limit = 1 } == whole)
  }

  @Test("classes that are not asked for suggest nothing")
  func classes() async throws {
    let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    for (protection, title) in [(ProtectionClass.none, "Lens"), (.firstUnlock, "Lentil")] {
      let handle = try await client.open(title, protection)
      _ = try await client.put([item("1", title: title)], handle)
    }
    let guarded = try await suggestions(client, "len") { $0.classes = [.firstUnlock] }
    #expect(texts(guarded) == ["Lentil"])
    let open = try await suggestions(client, "len") { $0.classes = [ProtectionClass.none] }
    #expect(texts(open) == ["Lens"])
    #expect(texts(try await suggestions(client, "len")) == ["Lens", "Lentil"])
    #expect(try await suggestions(client, "len") { $0.classes = [] }.isEmpty)
  }

  @Test("where nothing has what was typed, the corrected text goes on")
  func correction() async throws {
    let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    _ = try await client.put([item("1", title: "Balcony plants")], handle)
    for (text, suggested) in [
      ("balcnoy plants", ["balcony plants"]), ("balcnoy pl", ["balcony plants"]),
      ("balcnoy ", ["Balcony", "Balcony plants"]), ("balcnoy", ["Balcony", "Balcony plants"]),
    ] {
      let found = try await suggestions(client, text)
      #expect(texts(found) == Set(suggested) && found.allSatisfy { $0.kind == .correction })
      #expect(found.flatMap(\.typed).isEmpty)
    }
    #expect(try await suggestions(client, "balcnoy") { $0.flags = .isExact }.isEmpty)
  }
}
