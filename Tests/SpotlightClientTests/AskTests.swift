import FresnelModel
import Testing

@testable import SpotlightClient
@testable import SpotlightWire

@Suite("Asking about typed text", .timeLimit(.minutes(30)))
struct AskTests {
  private static let request = AskRequest(
    text: "a big photo",
    tokens: [
      QueryToken(.size, range: 2..<5, shown: "big", query: "fileSize > 9"),
      QueryToken(.dismissed, range: 6..<11, shown: "photo", query: ""),
    ],
    filters: ["b == 1"], reach: .system, limit: 10, detail: .rows,
    flags: [.countsMatches, .isSettled], snippetLength: 300)

  private func found(
    _ request: AskRequest, over connection: ServiceConnection
  ) async -> Result<SearchRevision, ServiceError> {
    await withCheckedContinuation { continuation in
      connection.find(.ask(request)) { continuation.resume(returning: $0) }
    }
  }

  private func answer(
    _ hits: [(identifier: String, score: Double, reading: Reading)], corrected: String? = nil
  ) throws -> AskAnswer {
    AskAnswer(
      matchCount: UInt64(hits.count),
      hits: try hits.map { try hit($0.identifier, score: $0.score) },
      understandingOfHit: Array(hits.indices),
      understandings: hits.map { Understanding(reading: $0.reading, correctedText: corrected) })
  }

  @Test("an older service is asked by a search for the words, and later no other way")
  func olderService() async throws {
    let heard = Log<ClientMessage>()
    let daemon = try ScriptedDaemon { envelope, conversation in
      heard.append(envelope.message)
      switch envelope.message {
      case .ask:
        conversation.reply(.failed(ServiceError(.unsupported, "The kind is unknown.")), envelope)
      case .search:
        guard let hit = try? hit("a") else { return }
        conversation.reply(.found(SearchResults(matchCount: 1, hits: [hit])), envelope)
      default: break
      }
    }
    let connection = daemon.connection()
    defer { connection.close() }
    for _ in 0..<2 {
      let revision = try await found(Self.request, over: connection).get()
      #expect(revision.hits.map(\.item.uniqueIdentifier) == ["a"])
      #expect(revision.understandings.isEmpty)
    }
    let search = ClientMessage.search(
      SearchRequest(
        form: .typed, text: "a     photo", filters: ["b == 1", "fileSize > 9"], reach: .system,
        limit: 10, detail: .rows, flags: .countsMatches, snippetLength: 300, isSettled: true))
    #expect(heard.values == [.ask(Self.request), search, search])
    // A later page is nothing that a search could give.
    var page = Self.request
    page.after = AskRequest.Place(of: try hit("a"))
    let error = await found(page, over: connection)
    #expect(throws: ServiceError.self) { try error.get() }
  }

  @Test("a live answer of an older service is that of a live search")
  func olderLiveService() async throws {
    let daemon = try ScriptedDaemon { envelope, conversation in
      switch envelope.message {
      case .ask:
        conversation.reply(.failed(ServiceError(.unsupported, "The kind is unknown.")), envelope)
      case .search(let search) where search.flags.contains(.isLive):
        guard let hit = try? hit("a") else { return }
        conversation.reply(.found(SearchResults(hits: [hit])), envelope, isLast: false)
      default: break
      }
    }
    let connection = daemon.connection()
    defer { connection.close() }
    let revisions = Log<[String]>()
    let search = connection.follow(
      .ask(Self.request), revise: { revisions.append($0.hits.map(\.item.uniqueIdentifier)) },
      finish: { _ in })
    #expect(await revisions.values(count: 1) == [["a"]])
    search.cancel()
  }

  @Test("asks that an older service refuses one after the other are all answered by searches")
  func askedBeforeRefusal() async throws {
    let asks = Log<Envelope<ClientMessage>>()
    let daemon = try ScriptedDaemon { envelope, conversation in
      switch envelope.message {
      case .ask:
        asks.append(envelope)
        // Those of a service that reads slowly are all there before the first is refused.
        guard asks.values.count == 4 else { return }
        for ask in asks.values {
          conversation.reply(.failed(ServiceError(.unsupported, "The kind is unknown.")), ask)
        }
      case .search(let search):
        guard let hit = try? hit("a") else { return }
        conversation.reply(
          .found(SearchResults(hits: [hit])), envelope, isLast: !search.flags.contains(.isLive))
      default: break
      }
    }
    let connection = daemon.connection()
    defer { connection.close() }
    let revisions = Log<[String]>()
    let ends = Log<ServiceError?>()
    let searches = (0..<2).map { _ in
      connection.follow(
        .ask(Self.request), revise: { revisions.append($0.hits.map(\.item.uniqueIdentifier)) },
        finish: {
          ends.append($0)
          revisions.append([])
        })
    }
    async let first = found(Self.request, over: connection)
    async let second = found(Self.request, over: connection)
    for result in await [first, second] {
      #expect(try result.get().hits.map(\.item.uniqueIdentifier) == ["a"])
    }
    #expect(await revisions.values(count: 2) == [["a"], ["a"]])
    #expect(ends.values.isEmpty)
    for search in searches { search.cancel() }
  }

  @Test("an older service does not look through other classes than those that are named")
  func classesOfOlderService() async throws {
    let heard = Log<ClientMessage>()
    let daemon = try ScriptedDaemon { envelope, conversation in
      heard.append(envelope.message)
      switch envelope.message {
      case .ask:
        conversation.reply(.failed(ServiceError(.unsupported, "The kind is unknown.")), envelope)
      default: conversation.reply(.found(SearchResults(hits: [])), envelope)
      }
    }
    let connection = daemon.connection()
    defer { connection.close() }
    var request = Self.request
    request.classes = [.none]
    guard case .failure(let error) = await found(request, over: connection) else {
      Issue.record("It was answered.")
      return
    }
    #expect(error.code == .unsupported)
    #expect(heard.values == [.ask(request)])
  }

  @Test("what was refused for another reason is not asked in another way")
  func refusal() async throws {
    let heard = Log<ClientMessage>()
    let daemon = try ScriptedDaemon { envelope, conversation in
      heard.append(envelope.message)
      conversation.reply(.failed(ServiceError(.invalidQuery, "It is malformed.")), envelope)
    }
    let connection = daemon.connection()
    defer { connection.close() }
    guard case .failure(let error) = await found(Self.request, over: connection) else {
      Issue.record("It was answered.")
      return
    }
    #expect(error.code == .invalidQuery)
    #expect(heard.values == [.ask(Self.request)])
  }

  @Test("rows keep how the text was understood when lists are joined")
  func understandings() throws {
    let revision = SearchRevision(
      number: 1,
      merging: [
        try answer([("a", 9, .asTyped), ("c", 5, .prefixes)]), try answer([("b", 7, .asTyped)]),
      ], limit: 10, order: .relevance, isFinished: true)
    #expect(revision.hits.map(\.item.uniqueIdentifier) == ["a", "b", "c"])
    #expect(revision.understandings.map(\.reading) == [.asTyped, .asTyped, .prefixes])
    #expect(revision.matchCount == 3)
  }

  @Test(
    "a reading that the rows of all processes make needless is left out",
    arguments: [(isFinished: true, count: 3), (false, 1)])
  func needlessReading(_ isFinished: Bool, _ enough: Int) throws {
    for count in 0...4 {
      let good = (0..<count).map { ("good \($0)", 9.0, Reading.asTyped) }
      let parts = [
        try answer(good), try answer([("corrected", 4, .oneEdit)], corrected: "word"),
      ]
      let revision = SearchRevision(
        number: 1, merging: parts, limit: 10, order: .relevance, isFinished: isFinished)
      let isWorthwhile = count < enough
      #expect(revision.hits.count == count + (isWorthwhile ? 1 : 0))
      #expect(revision.understandings.count == revision.hits.count)
      #expect(revision.matchCount == UInt64(revision.hits.count))
    }
  }
}
