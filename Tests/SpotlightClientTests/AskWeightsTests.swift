import FresnelModel
import Testing

@testable import SpotlightClient
@testable import SpotlightWire

@Suite("Weights of words in several processes", .timeLimit(.minutes(30)))
struct AskWeightsTests {
  private static let request = AskRequest(text: "old sea maps ", reach: .system, limit: 10)

  /// A daemon with a process for the class *complete*. They note who is asked, and whether words are to be weighed by
  /// the list alone.
  private static func service(
    _ conditions: [ClassCondition], noting asks: Log<String>
  ) throws -> ScriptedDaemon {
    @Sendable func answer(
      _ request: AskRequest, _ envelope: Envelope<ClientMessage>, _ conversation: Conversation,
      as name: String
    ) {
      asks.append("\(name)\(request.flags.contains(.weighsByList) ? " by the list" : "")")
      let hits = (0..<Int(request.after == nil ? request.limit : 1)).compactMap {
        try? hit("\(name) \(request.after == nil ? "\($0)" : "last")", score: Double(900 - $0))
      }
      conversation.reply(
        .answered(
          AskAnswer(
            hits: hits, understandingOfHit: hits.map { _ in 0 },
            understandings: [Understanding(reading: .leftOut)])),
        envelope, isLast: !request.flags.contains(.isLive))
    }
    let worker = try ScriptedDaemon { envelope, conversation in
      guard case .ask(let request) = envelope.message else { return }
      answer(request, envelope, conversation, as: "worker")
    }
    let main = try ScriptedDaemon { envelope, conversation in
      switch envelope.message {
      case .channel:
        guard let socket = try? worker.channel() else { return }
        conversation.reply(.channelOpened(.channel), envelope, descriptors: [socket])
      case .ask(let request): answer(request, envelope, conversation, as: "main")
      default: break
      }
    }
    main.setWelcome { $0.classes = conditions }
    return main
  }

  private static func conditions(_ state: ClassState) -> [ClassCondition] {
    [ClassCondition(protection: .complete, state: state)]
  }

  private static func asked(
    _ request: AskRequest, _ conditions: [ClassCondition]
  ) async throws -> Set<String> {
    let asks = Log<String>()
    let daemon = try service(conditions, noting: asks)
    let connection = daemon.connection()
    defer { connection.close() }
    let result = await withCheckedContinuation { continuation in
      connection.find(.ask(request)) { continuation.resume(returning: $0) }
    }
    _ = try result.get()
    return Set(asks.values)
  }

  @Test("one process that answers alone weighs words by what it has")
  func oneProcess() async throws {
    #expect(try await Self.asked(Self.request, []) == ["main"])
    for state in [ClassState.locked, .empty, .unavailable] {
      #expect(try await Self.asked(Self.request, Self.conditions(state)) == ["main"])
    }
  }

  @Test("several processes weigh words by the list, as does that of a class alone")
  func severalProcesses() async throws {
    let asks = try await Self.asked(Self.request, Self.conditions(.open))
    #expect(asks == ["main by the list", "worker by the list"])
    var ofClass = Self.request
    ofClass.classes = [.complete]
    #expect(try await Self.asked(ofClass, Self.conditions(.open)) == ["worker by the list"])
  }

  @Test("one process weighs words by what it has in a list that no class may join")
  func followed() async throws {
    let asks = Log<String>()
    let alone = try Self.service([], noting: asks)
    let connection = alone.connection()
    defer { connection.close() }
    let revisions = Log<Int>()
    let search = connection.follow(
      .ask(Self.request), revise: { revisions.append($0.hits.count) }, finish: { _ in })
    _ = await revisions.values(count: 1)
    search.cancel()
    #expect(asks.values == ["main"])
  }

  @Test("a class that is opened joins a followed list with the same weights")
  func opened() async throws {
    let asks = Log<String>()
    let daemon = try Self.service(Self.conditions(.locked), noting: asks)
    let connection = daemon.connection()
    defer { connection.close() }
    let revisions = Log<Int>()
    let search = connection.follow(
      .ask(Self.request), revise: { revisions.append($0.hits.count) }, finish: { _ in })
    defer { search.cancel() }
    _ = await revisions.values(count: 1)
    #expect(asks.values == ["main by the list"])
    let condition = ClassCondition(protection: .complete, state: .open)
    daemon.conversation?.say(.classChanged(condition))
    #expect(await asks.values(count: 2) == ["main by the list", "worker by the list"])
  }

  @Test("pages that join to one list are weighed by the list")
  func pages() async throws {
    let asks = Log<String>()
    let daemon = try Self.service([], noting: asks)
    let connection = daemon.connection()
    defer { connection.close() }
    let handle = connection.ask(Self.request, limit: nil)
    var identifiers: [String] = []
    pages: while true {
      let event = await withCheckedContinuation { continuation in
        handle.next { continuation.resume(returning: $0) }
      }
      switch event {
      case .hits(let hits): identifiers += hits.map(\.item.uniqueIdentifier)
      case .suggestions: break
      case .end(let error):
        #expect(error == nil)
        break pages
      }
    }
    #expect(identifiers.last == "main last")
    #expect(asks.values == ["main by the list", "main by the list"])
  }
}
