import FresnelModel
import Synchronization
import Testing

@testable import SpotlightClient
@testable import SpotlightWire

@Suite("SearchHandle", .timeLimit(.minutes(30)))
struct SearchHandleTests {
  private static let request = SearchRequest(
    form: .typed, text: "a", reach: .system, limit: 10, detail: .rows, flags: .countsMatches,
    snippetLength: 300)

  /// A daemon that answers searches, and a worker for the class *complete*.
  private func service(
    noting searches: Log<String> = Log<String>(), servesClass isServed: Bool = true,
    answers: Bool = true
  ) throws -> (main: ScriptedDaemon, worker: ScriptedDaemon) {
    let worker = try ScriptedDaemon { envelope, conversation in
      guard case .search = envelope.message,
        let hit = try? hit("b", score: 2, protection: .complete)
      else { return }
      searches.append("class")
      conversation.reply(
        .found(SearchResults(matchCount: 1, hits: [hit], snippets: ["of b"])), envelope)
    }
    let main = try ScriptedDaemon { envelope, conversation in
      switch envelope.message {
      case .channel:
        guard isServed, let socket = try? worker.channel() else {
          return conversation.reply(.failed(ServiceError(.classLocked, "It is locked.")), envelope)
        }
        conversation.reply(.channelOpened(.channel), envelope, descriptors: [socket])
      case .search:
        searches.append("main")
        guard answers, let hits = try? [hit("c", score: 3), hit("a", score: 1)] else { return }
        conversation.reply(
          .found(SearchResults(matchCount: 2, hits: hits, snippets: ["of c", "of a"])), envelope)
      case .cancel: searches.append("cancel")
      default: break
      }
    }
    main.setWelcome { $0.classes = [ClassCondition(protection: .complete, state: .open)] }
    return (main, worker)
  }

  private func found(
    over connection: ServiceConnection
  ) async -> Result<SearchRevision, ServiceError> {
    await withCheckedContinuation { continuation in
      connection.find(.search(Self.request)) { continuation.resume(returning: $0) }
    }
  }

  @Test("one answer has the rows, the snippets and the count of all that is searched")
  func merging() async throws {
    let searches = Log<String>()
    let (main, _) = try service(noting: searches)
    let connection = main.connection()
    defer { connection.close() }
    let revision = try await found(over: connection).get()
    #expect(revision.hits.map(\.item.uniqueIdentifier) == ["c", "b", "a"])
    #expect(revision.snippets == ["of c", "of b", "of a"])
    #expect(revision.matchCount == 3)
    #expect(searches.values.sorted() == ["class", "main"])
  }

  @Test("a class that cannot be had is left out")
  func absentClass() async throws {
    let (main, _) = try service(servesClass: false)
    let connection = main.connection()
    defer { connection.close() }
    let revision = try await found(over: connection).get()
    #expect(revision.hits.map(\.item.uniqueIdentifier) == ["c", "a"])
    #expect(revision.matchCount == 2)
  }

  @Test("a search that is called off ends at once, and the service is told")
  func cancelling() async throws {
    let searches = Log<String>()
    let (main, _) = try service(noting: searches, answers: false)
    let connection = main.connection()
    defer { connection.close() }
    let ends = Log<ServiceError.Code?>()
    let handle = connection.find(.search(Self.request)) { result in
      if case .failure(let error) = result { ends.append(error.code) } else { ends.append(nil) }
    }
    while !searches.values.contains("main") {
      _ = await searches.values(count: searches.values.count + 1)
    }
    handle.cancel()
    handle.cancel()
    #expect(ends.values == [.cancelled])
    while !searches.values.contains("cancel") {
      _ = await searches.values(count: searches.values.count + 1)
    }
  }

  @Test("a search whose connection is lost is made once more, and then fails")
  func lostConnections() async throws {
    let searches = Log<String>()
    let main = try ScriptedDaemon { envelope, conversation in
      guard case .search = envelope.message else { return }
      searches.append("main")
      conversation.hangUp()
    }
    let connection = main.connection()
    defer { connection.close() }
    let result = await found(over: connection)
    #expect(throws: ServiceError.self) { try result.get() }
    #expect(searches.values.count == 2)
  }

  @Test("connections are made before the first search, to the classes too")
  func preparing() async throws {
    let (main, worker) = try service()
    let connection = main.connection()
    defer { connection.close() }
    try await Task.detached { try connection.prepareToSearch() }.value
    #expect(connection.state.withLock { $0.channels.openLinks.count } == 1)
    #expect(main.connectCount == 1)
    withExtendedLifetime(worker) {}
  }
}
