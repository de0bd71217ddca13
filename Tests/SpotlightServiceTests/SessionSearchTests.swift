import FresnelModel
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire
import Synchronization
import Testing

@Suite("Session: searches", .timeLimit(.minutes(30)))
struct SessionSearchTests {
  private func typed(
    _ text: String, reach: SearchReach = .own, limit: UInt64 = 10,
    flags: SpotlightWire.SearchRequest.Flags = [],
    detail: SpotlightWire.SearchRequest.Detail = .rows
  ) -> ClientMessage {
    .search(
      SearchRequest(
        form: .typed, text: text, reach: reach, limit: limit, detail: detail, flags: flags))
  }

  private func found(_ message: DaemonMessage) throws -> SearchResults {
    guard case .found(let results) = message else { throw TestFailure("\(message)") }
    return results
  }

  @Test(
    "the best answers come first, from all stores, with their classes and the number of matches")
  func ranking() async throws {
    let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    let plain = try await client.open("plain", ProtectionClass.none)
    let usual = try await client.open("usual")
    var text = item("text", title: "Something else")
    text.attributes[.textContent] = .string("fresnel lens")
    _ = try await client.put([text, item("other", title: "Other")], plain)
    _ = try await client.put(
      [item("title", title: "Fresnel lens"), item("far", title: "The fresnel lenses")], usual)
    let results = try found(await client.ask(typed("fresnel le", flags: .countsMatches)))
    #expect(results.hits.map(\.item.uniqueIdentifier) == ["title", "far", "text"])
    #expect(results.hits.map(\.protection) == [.firstUnlock, .firstUnlock, .none])
    #expect(results.matchCount == 3)
    #expect(!results.isPartial)
    let one = try found(await client.ask(typed("fresnel le", limit: 1)))
    #expect(one.hits.map(\.item.uniqueIdentifier) == ["title"])
    #expect(one.matchCount == nil)
    #expect(try found(await client.ask(typed("..."))).hits.isEmpty)
  }

  @Test("a query that is longer than may be, or malformed, fails and says so")
  func limits() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      let longest = String(repeating: "a ", count: WireLimits.typedByteCount / 2)
      let clause = #"title=="a""#
      let filters = [String](repeating: clause, count: WireLimits.filters)
      let half = clause + String(repeating: " ", count: WireLimits.queryByteCount / 2)
      let accepted: [ClientMessage] = [
        typed(longest), .query(QueryRequest(query: clause, filters: filters)),
        .search(SearchRequest(form: .typed, text: "a", filters: filters, limit: 1)),
        .query(QueryRequest(query: clause, filters: [half])),
      ]
      for message in accepted { #expect(await client.ask(message).failure == nil) }
      let refused: [ClientMessage] = [
        typed(longest + "b"), .query(QueryRequest(query: clause, filters: filters + [clause])),
        .search(SearchRequest(form: .typed, text: "a", filters: filters + [clause], limit: 1)),
        .search(SearchRequest(form: .query, text: half, filters: [half], limit: 1)),
        .query(QueryRequest(query: half, filters: [half])),
        .query(
          QueryRequest(
            query: clause,
            attributes: [String](repeating: "title", count: WireLimits.queryAttributes + 1))),
        .query(QueryRequest(query: "title==")),
        .query(
          QueryRequest(
            query: "a==1" + String(repeating: "||a==1", count: 40_000),
            filters: ["a==1" + String(repeating: "||a==1", count: 40_000)])),
        .query(QueryRequest(query: "a==1" + String(repeating: "||a==1", count: 65_536))),
        .search(SearchRequest(form: .typed, text: "a", filters: ["title=="], limit: 1)),
        .search(
          SearchRequest(form: .query, text: "title==", limit: 1, flags: .isLive)),
      ]
      for message in refused {
        #expect(await client.ask(message).failure?.code == .invalidQuery)
      }
    }
  }

  @Test("a command finds at once what was acknowledged to anybody")
  func acknowledged() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      let handle = try await client.open("a")
      let tool = TestClient(core, AppIdentity(identifier: "org.fresnel.tool"), role: .tool)
      for number in 1...5 {
        _ = try await client.put([item("\(number)", title: "Lens")], handle)
        let search = SearchRequest(
          form: .query, text: #"title == "Lens""#, reach: .system, limit: 10)
        #expect(try found(await tool.ask(.search(search))).hits.count == number)
      }
    }
  }

  @Test("nothing is looked for while its client does not read, and then it is")
  func unreadAnswers() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      let handle = try await client.open("a")
      _ = try await client.put([item("1", title: "Lens")], handle)
      client.sink.takesMore = false
      let search = client.send(typed("lens"))
      let cancelled = client.send(typed("lens"))
      // Searches of an app begin in the order in which they came.
      let other = TestClient(core, mail)
      for _ in 0..<4 { #expect(try found(await other.ask(typed("lens"))).hits.count == 1) }
      #expect(!client.sink.envelopes.contains { $0.request >= search })
      client.send(.cancel(cancelled))
      #expect(await client.reply(to: cancelled).failure?.code == .cancelled)
      client.sink.takesMore = true
      client.session.sinkIsReady()
      #expect(try found(await client.reply(to: search)).hits.count == 1)
    }
  }

  @Test("a live search sends its list anew when it changes, and only then")
  func live() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      let handle = try await client.open("a")
      _ = try await client.put([item("1", title: "Lens")], handle)
      let request = client.send(typed("lens", flags: .isLive))
      func revision(_ number: UInt32) async throws -> [String] {
        let envelope = try await client.sink.message {
          if case .found(let results) = $0.message { results.revision == number } else { false }
        }
        #expect(!envelope.isLast)
        return try found(envelope.message).hits.map(\.item.uniqueIdentifier).sorted()
      }
      #expect(try await revision(1) == ["1"])
      _ = try await client.put([item("x", title: "Nothing of the kind")], handle)
      _ = try await client.put([item("2", title: "Lenses")], handle)
      #expect(try await revision(2) == ["1", "2"])
      // While the client does not read, only the latest list is kept.
      client.sink.takesMore = false
      _ = await client.apply([.deleteIdentifiers(["1"])], handle)
      #expect(try await revision(3) == ["2"])
      for number in 3..<20 { _ = try await client.put([item("\(number)", title: "Lens")], handle) }
      client.sink.takesMore = true
      client.session.sinkIsReady()
      _ = try await revision(4)
      client.send(.cancel(request))
      #expect(await client.reply(to: request).failure?.code == .cancelled)
    }
  }

  @Test(
    "a long live search runs again after a second, by one timer however much is published meanwhile"
  )
  func liveTimer() async throws {
    let timers = TestTimers()
    var options = CoreOptions.daemon(FaultyStorage())
    timers.use(in: &options)
    // While each look at the clock takes a while, the search does too.
    let isSlow = Atomic(true)
    options.monotonicClock = {
      if isSlow.load(ordering: .relaxed) { timers.advance(seconds: 0.01) }
      return timers.now
    }
    let core = ServiceCore(options, host: TestHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    let handle = try await client.open("a", ProtectionClass.none)
    _ = try await client.put([item("1", title: "Lens")], handle)
    client.send(typed("lens", flags: .isLive))
    func revision(_ number: UInt32) async throws -> [String] {
      let envelope = try await client.sink.message {
        if case .found(let results) = $0.message { results.revision == number } else { false }
      }
      return try found(envelope.message).hits.map(\.item.uniqueIdentifier).sorted()
    }
    #expect(try await revision(1) == ["1"])
    // The list is sent before the search is over.
    while core.pool.runningCount > 0 { await Task.yield() }
    isSlow.store(false, ordering: .relaxed)
    _ = try await client.put([item("2", title: "Lens")], handle)
    while timers.count == 0 {
      core.live.runAll()
      await Task.yield()
    }
    for _ in 0..<20 { core.live.runAll() }
    #expect(timers.count == 1)
    timers.advance(seconds: 1)
    #expect(try await revision(2) == ["1", "2"])
  }

  @Test("a live search runs again at once however long its client took to be sent the list")
  func liveSending() async throws {
    let timers = TestTimers()
    var options = CoreOptions.daemon(FaultyStorage())
    timers.use(in: &options)
    let core = ServiceCore(options, host: TestHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    let handle = try await client.open("a", ProtectionClass.none)
    _ = try await client.put([item("1", title: "Lens")], handle)
    client.sink.whileSending = { timers.advance(seconds: 2) }
    let request = client.send(typed("lens", flags: .isLive))
    _ = try await client.sink.message { $0.request == request }
    client.sink.whileSending = nil
    _ = try await client.put([item("2", title: "Lens")], handle)
    let second = try await client.sink.message {
      guard case .found(let results) = $0.message else { return false }
      return results.hits.count == 2
    }
    #expect(second.request == request && timers.count == 0)
  }

  @Test("a connection has at most eight live searches")
  func liveLimit() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      let requests = (0..<8).map { client.send(typed("a\($0)", flags: .isLive)) }
      #expect(await client.ask(typed("b", flags: .isLive)).failure?.code == .refused)
      client.send(.cancel(requests[0]))
      _ = await client.reply(to: requests[0])
      let request = client.send(typed("c", flags: .isLive))
      _ = try await client.sink.message { $0.request == request }
      #expect(!client.sink.envelopes.contains { $0.request == request && $0.isLast })
    }
  }

  @Test("a search of all apps leaves some out, one that names them does not; gone ones stay hidden")
  func system() async throws {
    let host = TestHost()
    let core = ServiceCore(.daemon(FaultyStorage()), host: host)
    defer { core.close() }
    for (app, flags) in [(mail, OpenIndex.Flags.isPrivate), (notes, OpenIndex.Flags())] {
      let client = TestClient(core, app)
      _ = try await client.put([item("open", title: "Lens")], try await client.open("open"))
      _ = try await client.put(
        [item("special", title: "Lens")], try await client.open("special", flags: flags))
    }
    let window = TestClient(core, AppIdentity(identifier: "org.fresnel.window"), role: .surface)
    func seen(_ reach: SearchReach) async throws -> [String] {
      try found(await window.ask(typed("lens", reach: reach))).hits
        .map { "\($0.scope.app) \($0.scope.index)" }.sorted()
    }
    let (a, b) = (mail.identifier, notes.identifier)
    #expect(try await seen(.system) == ["\(a) open", "\(b) open", "\(b) special"])
    #expect(try await seen(.apps([a])) == ["\(a) open"])
    #expect(try await seen(.own) == [])
    host.set { $0.hidden = [b] }
    #expect(try await seen(.system) == ["\(a) open"])
    #expect(
      try await seen(.apps([a, b])) == ["\(a) open", "\(b) open", "\(b) special"],
      "The search names the app that is left out.")
    func listed(_ app: String?) async throws -> [String] {
      let list = window.send(.list(ItemList(app: app)))
      _ = await window.reply(to: list)
      return window.hits(of: list).map { "\($0.scope.app) \($0.scope.index)" }.sorted()
    }
    func isFound() async throws -> Bool {
      let reply = await window.ask(
        .item(ItemLookup(app: b, index: "open", identifier: "open")))
      guard case .itemFound(let hit) = reply else { throw TestFailure("\(reply)") }
      return hit != nil
    }
    #expect(try await listed(nil) == ["\(a) open", "\(b) open", "\(b) special"])
    #expect(try await listed(b) == ["\(b) open", "\(b) special"])
    #expect(try await isFound())
    host.set { ($0.hidden, $0.gone) = ([], [b]) }
    #expect(try await seen(.system) == ["\(a) open"])
    #expect(try await seen(.apps([a, b])) == ["\(a) open"])
    #expect(try await listed(nil) == ["\(a) open"])
    #expect(try await listed(b) == [])
    #expect(try await !isFound())
    let own = TestClient(core, mail)
    #expect(try found(await own.ask(typed("lens"))).hits.count == 2)
  }

  @Test(
    "an item is found by its identifier, a list has all items, a description tells their number")
  func lookups() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      let handle = try await client.open("a")
      let items = (0..<50).map { item("\($0)") }
      _ = try await client.put(items, handle, state: [7])
      _ = try await client.put([item("else")], try await client.open("b"))
      let reply = await client.ask(
        .item(ItemLookup(app: mail.identifier, index: "a", identifier: "7")))
      guard case .itemFound(let hit?) = reply else { throw TestFailure("\(reply)") }
      #expect(hit.item.uniqueIdentifier == "7")
      let none = await client.ask(
        .item(ItemLookup(app: mail.identifier, index: "b", identifier: "7")))
      guard case .itemFound(nil) = none else { throw TestFailure("\(none)") }
      let list = client.send(.list(ItemList(index: "a")))
      _ = await client.reply(to: list)
      #expect(client.hits(of: list).count == 50)

      func description() async throws -> IndexDescription {
        let reply = await client.ask(.describe(DescribeIndex(handle: handle, withDigest: true)))
        guard case .description(let description) = reply else { throw TestFailure("\(reply)") }
        return description
      }
      let first = try await description()
      #expect(first.itemCount == 50)
      #expect(first.clientState == [7])
      #expect(
        first.byteCount == UInt64(try items.reduce(0) { $0 + (try ItemCodec.encode($1)).count }))
      _ = await client.apply([.deleteAll], handle)
      #expect(try await description().digest != first.digest)
      _ = try await client.put(items.reversed(), handle)
      #expect(try await description().digest == first.digest)
    }
  }

  @Test("across a socket only the attributes asked for are sent")
  func projection() async throws {
    try await withCore { core in
      let client = TestClient(core, mail, isRemote: true)
      var letter = item("1", title: "Letter", domain: "d")
      letter.attributes[.pageCount] = .integer(3)
      letter.attributes[.textContent] = .string(String(repeating: "word ", count: 1000))
      _ = try await client.put([letter], try await client.open("a"))
      let hits = try await client.hits(
        QueryRequest(query: "title == \"*\"", attributes: ["pageCount", "pageCount", "none"]))
      #expect(hits[0].item.domainIdentifier == "d")
      #expect(hits[0].item.attributeCount == 1)
      #expect(try hits[0].item.decodedValue(for: .builtIn(.pageCount)) == .integer(3))
    }
  }
}
