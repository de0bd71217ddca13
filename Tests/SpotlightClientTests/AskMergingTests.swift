import FresnelModel
import Testing

@testable import SpotlightClient
@testable import SpotlightWire

@Suite("Answers of several processes", .timeLimit(.minutes(30)))
struct AskMergingTests {
  private typealias Row = (hit: WireHit, reading: Reading)

  private func answer(_ rows: [Row]) -> AskAnswer {
    AskAnswer(
      matchCount: UInt64(rows.count), hits: rows.map(\.hit),
      understandingOfHit: Array(rows.indices),
      understandings: rows.map { Understanding(reading: $0.reading) })
  }

  private func rows(
    _ count: Int, named name: String, _ reading: Reading, score: Double
  ) throws -> [Row] {
    try (0..<count).map { (try hit("\(name) \($0)", score: score), reading) }
  }

  private func merged(_ parts: [AskAnswer]) -> SearchRevision {
    SearchRevision(
      number: 1, merging: parts, limit: 20, order: .relevance, isFinished: true)
  }

  /// A daemon that answers what is asked, and a worker for the class *complete* that notes it and has nothing yet.
  private func service(
    answering answer: AskAnswer, noting asks: Log<Envelope<ClientMessage>>
  ) throws -> (main: ScriptedDaemon, worker: ScriptedDaemon) {
    let worker = try ScriptedDaemon { envelope, conversation in
      guard case .ask = envelope.message else { return }
      conversation.reply(.answered(AskAnswer(matchCount: 0, hits: [])), envelope, isLast: false)
      asks.append(envelope)
    }
    let main = try ScriptedDaemon { envelope, conversation in
      switch envelope.message {
      case .channel:
        guard let socket = try? worker.channel() else { return }
        conversation.reply(.channelOpened(.channel), envelope, descriptors: [socket])
      case .ask: conversation.reply(.answered(answer), envelope, isLast: false)
      default: break
      }
    }
    main.setWelcome { $0.classes = [ClassCondition(protection: .complete, state: .open)] }
    return (main, worker)
  }

  @Test("an item that arrives in another process makes no row of a live list vanish")
  func rowsStay() async throws {
    let typed = try rows(9, named: "typed", .asTyped, score: 9)
    let longer = try rows(6, named: "longer", .prefixes, score: 5)
    let asks = Log<Envelope<ClientMessage>>()
    let (main, worker) = try service(answering: answer(typed + longer), noting: asks)
    let connection = main.connection()
    defer { connection.close() }
    let counts = Log<Int>()
    let request = AskRequest(text: "big ph", limit: 50, flags: .countsMatches)
    let search = connection.follow(
      .ask(request), awaitsAll: true,
      revise: { counts.append($0.hits.count) }, finish: { _ in })
    #expect(await counts.values(count: 1).last == 15)
    let asked = try #require(await asks.values(count: 1).first)
    let mail = try rows(1, named: "mail", .asTyped, score: 8)
    worker.conversation?.reply(.answered(answer(mail)), asked, isLast: false)
    #expect(await counts.values(count: 2).last == 16)
    worker.conversation?.reply(.answered(answer([])), asked, isLast: false)
    #expect(await counts.values(count: 3).last == 15)
    search.cancel()
  }

  @Test("a row counts as its best hit was understood, whichever hit it shows")
  func bestOfRow() throws {
    let scope = IndexScope(app: "com.example.tests", index: "activities")
    let state = WireHit(
      scope: scope, protection: .firstUnlock, score: 9,
      item: try IndexChange.encode(item("state", title: "Godfater")))
    let activity = GroupedHit(
      hit: state,
      sources: [
        ResultSource(
          app: scope.app, index: scope.index, identifier: "state", kind: .activity)
      ],
      keys: [.item(app: scope.app, identifier: "film")]
    ).carrying
    let typed = try rows(3, named: "typed", .asTyped, score: 8)
    let main = answer([(activity, .asTyped)] + typed)
    let worker = answer([(try hit("film", score: 4, protection: .complete), .oneEdit)])
    for parts in [[main, worker], [worker, main]] {
      let revision = merged(parts)
      #expect(revision.hits.first?.item.uniqueIdentifier == "film")
      #expect(revision.hits.count == 4)
      #expect(revision.understandings.map(\.reading) == Array(repeating: .asTyped, count: 4))
    }
  }

  @Test("an item that two processes have is understood as by the better one")
  func sameItem() throws {
    let typed = try rows(3, named: "typed", .asTyped, score: 8)
    let main = answer([(try hit("film", score: 9), .asTyped)] + typed)
    let worker = answer([(try hit("film", score: 4, protection: .complete), .oneEdit)])
    for parts in [[main, worker], [worker, main]] {
      let revision = merged(parts)
      #expect(revision.hits.first?.item.uniqueIdentifier == "film")
      #expect(revision.hits.count == 4)
    }
  }
}
