import FresnelModel
import FresnelTestSupport
import SpotlightService
import SpotlightWire
import Synchronization
import Testing

@Suite("Visibility", .timeLimit(.minutes(30)))
struct VisibilityTests {
  private static let apps = ["com.example.a", "com.example.ab", "com.example", "org.other"]

  @Test("a search asks once what the person decided, however many stores it looks at")
  func decisions() async throws {
    let host = TestHost()
    let core = ServiceCore(.daemon(FaultyStorage()), host: host)
    defer { core.close() }
    let client = TestClient(core, AppIdentity(identifier: "com.example"))
    for protection in [ProtectionClass.none, .firstUnlock] {
      let handle = try await client.open("\(protection.rawValue)", protection)
      _ = try await client.put([item("a", title: "common")], handle)
    }
    let tool = TestClient(core, AppIdentity(identifier: "org.fresnel.tool"), role: .tool)
    let before = host.state.withLock(\.decisionCount)
    let answer = await tool.ask(
      .search(SearchRequest(form: .typed, text: "common", reach: .system, limit: 10)))
    guard case .found(let results) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(results.hits.count == 2)
    // Which are hidden, and which are gone.
    #expect(host.state.withLock(\.decisionCount) - before == 2)
  }

  @Test("no request of an app gives another's item, whatever it asks for", arguments: 1...6)
  func isolation(_ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let host = TestHost()
    let core = ServiceCore(.daemon(FaultyStorage()), host: host)
    defer { core.close() }
    let clients = Self.apps.map { TestClient(core, AppIdentity(identifier: $0)) }
    let indexes = ["", "a", "b", "secret"]
    // Every item says whose it is.
    for (number, client) in clients.enumerated() {
      for index in indexes {
        let handle = try await client.open(
          index, Bool.random(using: &random) ? ProtectionClass.none : .firstUnlock,
          flags: index == "secret" ? .isPrivate : [])
        _ = try await client.put(
          (0..<3).map { item("\($0)", title: "common \(Self.apps[number])") }, handle)
        if !index.isEmpty {
          _ = await client.apply([], handle, state: Array(Self.apps[number].utf8))
        }
        let staging = await client.ask(.beginReplace(BeginReplacement(handle: handle)))
        guard case .replacementBegun(let staged) = staging else { continue }
        _ = try await client.put([item("staged", title: "common staged")], staged)
      }
    }
    if seed % 2 == 0 { host.set { $0.hidden = [Self.apps[1]] } }
    for _ in 0..<60 {
      let number = Int.random(in: 0..<clients.count, using: &random)
      let (client, app) = (clients[number], Self.apps[number])
      let other = Self.apps[Int.random(in: 0..<Self.apps.count, using: &random)]
      let reach: SearchReach =
        [.own, .system, .apps([other]), .apps([app, other]), .apps([app])][
          Int.random(in: 0..<5, using: &random)]
      let index = indexes[Int.random(in: 0..<indexes.count, using: &random)]
      let requests: [ClientMessage] = [
        .query(QueryRequest(query: "title == \"common*\"", attributes: ["title"], reach: reach)),
        .query(
          QueryRequest(query: "** == \"\(other)\"", reach: reach, classes: [.none, .complete])),
        .search(SearchRequest(form: .typed, text: "common", reach: reach, limit: 1000)),
        .search(
          SearchRequest(
            form: .query, text: "title == \"*\"", reach: reach, limit: 1000, detail: .rows,
            flags: .countsMatches)),
        .item(ItemLookup(app: other, index: index, identifier: "1")),
        .list(ItemList(app: other, index: index)), .list(ItemList(index: index)), .list(ItemList()),
        .clientState(UInt32.random(in: 0..<20, using: &random)),
        .describe(
          DescribeIndex(handle: UInt32.random(in: 0..<20, using: &random), withDigest: true)),
        .openIndex(OpenIndex(name: index, app: other)),
      ]
      let message = requests[Int.random(in: 0..<requests.count, using: &random)]
      let request = client.send(message)
      let reply = await client.reply(to: request)
      let note: Comment = "seed \(seed), \(app): \(message.kind)"
      for hit in hits(client, request) {
        #expect(hit.scope.app == app, note)
        #expect(!hit.item.uniqueIdentifier.hasPrefix("staged"), note)
      }
      if case .found(let results) = reply, let count = results.matchCount {
        #expect(count == 12, note)
      }
      if case .clientStateStored(let state?) = reply { #expect(state == Array(app.utf8), note) }
      if case .openIndex = message, other != app { #expect(reply.failure?.code == .refused, note) }
    }
    // A part of the desktop sees the others' too, but nothing private, left out or unfinished.
    let window = TestClient(core, AppIdentity(identifier: "org.window"), role: .surface)
    let hits = try await window.hits(
      QueryRequest(query: "title == \"*\"", attributes: ["title"], reach: .system))
    #expect(hits.count == (seed % 2 == 0 ? 27 : 36))
    for hit in hits {
      #expect(hit.scope.index != "secret" && hit.item.uniqueIdentifier != "staged")
    }
  }

  private func hits(_ client: TestClient, _ request: UInt64) -> [WireHit] {
    client.sink.envelopes.filter { $0.request == request }.flatMap { envelope -> [WireHit] in
      switch envelope.message {
      case .results(let hits): hits
      case .found(let results): results.hits
      case .itemFound(let hit): hit.map { [$0] } ?? []
      default: []
      }
    }
  }
}
