import FresnelModel
import SpotlightService
import SpotlightWire
import Testing

@Suite("Session: queries", .timeLimit(.minutes(30)))
struct SessionQueryTests {
  /// Puts so many items of about so many bytes.
  private func fill(
    _ client: TestClient, count: Int, byteCount: Int
  ) async throws {
    let handle = try await client.open("a")
    let text = String(repeating: "x", count: byteCount)
    for start in stride(from: 0, to: count, by: 100) {
      let items = (start..<min(start + 100, count)).map { number in
        var item = item("\(number)")
        item.attributes[.contentDescription] = .string(text)
        return item
      }
      #expect(try await client.put(items, handle) == nil)
    }
  }

  private let everything = QueryRequest(query: "title == \"*\"", attributes: ["contentDescription"])

  @Test("filters must match too, and the attributes asked for are there")
  func filtersAndAttributes() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      var letter = item("1", title: "Letter")
      letter.attributes[.pageCount] = .integer(3)
      _ = try await client.put([letter, item("2")], try await client.open())
      let hits = try await client.hits(
        QueryRequest(
          query: "title == \"*\"", filters: ["pageCount > 2", "pageCount < 4"],
          attributes: ["kMDItemNumberOfPages", "no_such_attribute"]))
      #expect(hits.map(\.item.uniqueIdentifier) == ["1"])
      #expect(try hits[0].item.decodedValue(for: .builtIn(.pageCount)) == .integer(3))
      #expect(hits[0].scope == IndexScope(app: mail.identifier, index: ""))
    }
  }

  @Test("a malformed query or filter is refused with its column")
  func malformed() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      let reply = await client.ask(
        .query(QueryRequest(query: "title == \"x\"", filters: ["a == \"b\"", "title =="])))
      #expect(reply.failure?.code == .invalidQuery)
      #expect(reply.failure?.column != nil)
      #expect(reply.failure?.message.contains("filter query 2") == true)
    }
  }

  @Test("the keyboard language decides which letters count as different")
  func keyboardLanguage() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      _ = try await client.put([item("1", title: "Öl")], try await client.open())
      func count(_ language: String) async throws -> Int {
        try await client.hits(
          QueryRequest(
            query: "title == \"ol\"cd",
            queryContext: QueryContext(keyboardLanguage: language))
        ).count
      }
      #expect(try await count("en") == 1)
      #expect(try await count("sv") == 0)
    }
  }

  @Test("results come in frames of a bounded size, the first a small one, until the window is used")
  func windows() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      try await fill(client, count: 700, byteCount: 4000)
      let request = client.send(.query(everything))
      @Sendable func frames(_ envelopes: [Envelope<DaemonMessage>]) -> [[WireHit]] {
        envelopes.compactMap { envelope in
          guard envelope.request == request, case .results(let hits) = envelope.message else {
            return nil
          }
          return hits
        }
      }
      await client.sink.wait { frames($0).count == WireLimits.resultsWindow }
      // Another request is answered meanwhile, and brings no further frame.
      _ = try await client.identifiers("title == \"1\"")
      let first = frames(client.sink.envelopes)
      #expect(first.count == WireLimits.resultsWindow)
      #expect(first[0].count == 16)
      #expect(first.allSatisfy { $0.reduce(0) { $0 + $1.item.byteCount } <= 64 << 10 })
      while !client.sink.envelopes.contains(where: { $0.request == request && $0.isLast }) {
        let count = frames(client.sink.envelopes).count
        client.send(.more(MoreResults(request: request, frameCount: 8)))
        await client.sink.wait { envelopes in
          envelopes.contains { $0.request == request && $0.isLast }
            || frames(envelopes).count >= count + 8
        }
      }
      let identifiers = client.hits(of: request).map(\.item.uniqueIdentifier)
      #expect(identifiers.count == 700)
      #expect(Set(identifiers).count == 700)
    }
  }

  @Test("a query goes on in the state in which it began")
  func snapshot() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      try await fill(client, count: 500, byteCount: 4000)
      let request = client.send(.query(everything))
      await client.sink.wait { envelopes in
        envelopes.count { $0.request == request } == WireLimits.resultsWindow
      }
      let handle = try await client.open("a")
      #expect(await client.apply([.deleteAll], handle) == nil)
      client.send(.more(MoreResults(request: request, frameCount: 64)))
      #expect(await client.reply(to: request).failure == nil)
      #expect(Set(client.hits(of: request).map(\.item.uniqueIdentifier)).count == 500)
    }
  }

  @Test("a client that reads slowly is sent no more until it is ready")
  func slowReader() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      try await fill(client, count: 300, byteCount: 4000)
      client.sink.takesMore = false
      let request = client.send(.query(everything))
      for expected in 1...4 {
        await client.sink.wait { envelopes in
          envelopes.count { $0.request == request } == expected
        }
        _ = try await client.open("b")
        #expect(client.sink.envelopes.count { $0.request == request } == expected)
        client.session.sinkIsReady()
      }
      client.sink.takesMore = true
      client.session.sinkIsReady()
      client.send(.more(MoreResults(request: request, frameCount: 64)))
      #expect(await client.reply(to: request).failure == nil)
      #expect(client.hits(of: request).count == 300)
    }
  }

  @Test("a query that waits for its client is cancelled at once, with one last reply")
  func cancelWaiting() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      try await fill(client, count: 500, byteCount: 4000)
      let request = client.send(.query(everything))
      await client.sink.wait { envelopes in
        envelopes.count { $0.request == request } == WireLimits.resultsWindow
      }
      client.send(.cancel(request))
      client.send(.cancel(request))
      client.send(.more(MoreResults(request: request, frameCount: 64)))
      #expect(await client.reply(to: request).failure?.code == .cancelled)
      _ = try await client.identifiers("title == \"1\"")
      #expect(client.sink.envelopes.count { $0.request == request && $0.isLast } == 1)
    }
  }

  @Test("queries that are cancelled at any time get exactly one last reply", arguments: 1...8)
  func cancelAnyTime(_ seed: Int) async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      try await fill(client, count: 200, byteCount: 2000)
      var requests: [UInt64] = []
      for number in 0..<20 {
        let request = client.send(.query(everything))
        requests.append(request)
        for _ in 0..<((number * seed) % 7 * 50) { _ = client.sink.takesMore }
        client.send(.cancel(request))
      }
      for request in requests { _ = await client.reply(to: request) }
      _ = try await client.identifiers("title == \"1\"")
      for request in requests {
        #expect(client.sink.envelopes.count { $0.request == request && $0.isLast } == 1)
      }
    }
  }

  @Test("an app may not look at other apps")
  func foreignReach() async throws {
    try await withCore { core in
      let client = TestClient(core, notes)
      for reach in [SearchReach.system, .apps([mail.identifier])] {
        let reply = await client.ask(.query(QueryRequest(query: "title == \"*\"", reach: reach)))
        #expect(reply.failure?.code == .refused)
      }
    }
  }
}
