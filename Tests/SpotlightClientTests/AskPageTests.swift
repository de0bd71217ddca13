import FresnelModel
import Testing

@testable import SpotlightClient
@testable import SpotlightWire

@Suite("Asks, page by page", .timeLimit(.minutes(30)))
struct AskPageTests {
  /// What an ask gave.
  private struct Taken: Equatable {
    var identifiers: [String] = []
    var suggestions: [String] = []
    var failure: ServiceError.Code?
  }

  private func taken(_ handle: AskHandle) async -> Taken {
    var taken = Taken()
    while true {
      let event = await withCheckedContinuation { continuation in
        handle.next { continuation.resume(returning: $0) }
      }
      switch event {
      case .hits(let hits): taken.identifiers += hits.map(\.item.uniqueIdentifier)
      case .suggestions(let suggestions): taken.suggestions += suggestions.map(\.text)
      case .end(let error):
        taken.failure = error?.code
        return taken
      }
    }
  }

  /// A service with numbered hits, which answers the page that is asked for, and suggests something each time.
  private func service(_ count: Int, noting asks: Log<AskRequest>) throws -> ScriptedDaemon {
    let hits = try (0..<count).map { try hit("\($0)", score: Double(count - $0)) }
    return try ScriptedDaemon { envelope, conversation in
      guard case .ask(let request) = envelope.message else { return }
      asks.append(request)
      let start = request.after.flatMap { Int($0.identifier) }.map { $0 + 1 } ?? 0
      let page = Array(hits[start...].prefix(Int(request.limit)))
      conversation.reply(
        .answered(
          AskAnswer(
            hits: page, understandingOfHit: page.map { _ in 0 },
            understandings: page.isEmpty ? [] : [Understanding(reading: .asTyped)],
            suggestions: [Suggestion(.completion, text: "page \(start)", key: [1])])), envelope)
    }
  }

  @Test(
    "pages join to the list, once each, and suggestions come once behind it",
    arguments: [(0, nil), (127, nil), (128, nil), (129, nil), (1500, nil), (1500, 1), (1500, 700)])
  func pages(count: Int, limit: Int?) async throws {
    let asks = Log<AskRequest>()
    let daemon = try service(count, noting: asks)
    let connection = daemon.connection()
    defer { connection.close() }
    let request = AskRequest(text: "x", limit: 1, suggestionLimit: 3)
    let taken = await taken(connection.ask(request, limit: limit))
    let wanted = min(count, limit ?? count)
    #expect(taken.identifiers == (0..<wanted).map { "\($0)" })
    #expect(taken.suggestions == ["page 0"] && taken.failure == nil)
    #expect(asks.values.map(\.suggestionLimit) == [3] + asks.values.dropFirst().map { _ in 0 })
    // Nothing is asked for that nobody takes.
    #expect(asks.values.allSatisfy { $0.limit <= UInt64(limit ?? 1000) })
  }

  @Test("where a page is longer than a message may be, fewer hits are asked for, and none is lost")
  func longItems() async throws {
    let hits = try (0..<300).map { try hit("\($0)", score: Double(900 - $0)) }
    let daemon = try ScriptedDaemon { envelope, conversation in
      guard case .ask(let request) = envelope.message else { return }
      guard request.limit <= 20 else {
        conversation.reply(.failed(ServiceError(.tooLarge, "It is too long.")), envelope)
        return
      }
      let start = request.after.flatMap { Int($0.identifier) }.map { $0 + 1 } ?? 0
      let page = Array(hits[start...].prefix(Int(request.limit)))
      conversation.reply(
        .answered(
          AskAnswer(
            hits: page, understandingOfHit: page.map { _ in 0 },
            understandings: page.isEmpty ? [] : [Understanding(reading: .asTyped)])), envelope)
    }
    let connection = daemon.connection()
    defer { connection.close() }
    let taken = await taken(connection.ask(AskRequest(text: "x", limit: 1), limit: nil))
    #expect(taken == Taken(identifiers: (0..<300).map { "\($0)" }))
  }

  @Test("an ask that is given up ends with that, whoever waits for it, and stays ended")
  func cancelling() async throws {
    let asks = Log<AskRequest>()
    let daemon = try ScriptedDaemon { envelope, _ in
      if case .ask(let request) = envelope.message { asks.append(request) }
    }
    let connection = daemon.connection()
    defer { connection.close() }
    let handle = connection.ask(AskRequest(text: "x", limit: 1), limit: nil)
    async let waiting = taken(handle)
    _ = await asks.values(count: 1)
    handle.cancel()
    #expect(await waiting == Taken(failure: .cancelled))
    #expect(await taken(handle) == Taken(failure: .cancelled))
  }

  @Test("behind a first page no other reading begins: only then would it have been worth a try")
  func readings() async throws {
    let typed = try (0..<128).map { try hit("\($0)", score: Double(900 - $0)) }
    let daemon = try ScriptedDaemon { envelope, conversation in
      guard case .ask(let request) = envelope.message else { return }
      let rest = try? [hit("typed", score: 5), hit("corrected", score: 4)]
      let page = request.after == nil ? typed : rest ?? []
      conversation.reply(
        .answered(
          AskAnswer(
            hits: page, understandingOfHit: page.indices.map { $0 == 1 ? 1 : 0 },
            understandings: [
              Understanding(reading: .asTyped),
              Understanding(reading: request.after == nil ? .asTyped : .oneEdit),
            ])), envelope)
    }
    let connection = daemon.connection()
    defer { connection.close() }
    let taken = await taken(connection.ask(AskRequest(text: "x", limit: 1), limit: nil))
    #expect(taken.identifiers == (0..<128).map { "\($0)" } + ["typed"])
  }

  @Test("what is asked for some classes goes only where their items are")
  func classes() async throws {
    let heard = Log<String>()
    let worker = try ScriptedDaemon { envelope, conversation in
      guard case .ask = envelope.message else { return }
      heard.append("worker")
      conversation.reply(.answered(AskAnswer(hits: [])), envelope)
    }
    let main = try ScriptedDaemon { envelope, conversation in
      switch envelope.message {
      case .channel:
        guard let socket = try? worker.channel() else { return }
        conversation.reply(.channelOpened(.channel), envelope, descriptors: [socket])
      case .ask:
        heard.append("main")
        conversation.reply(.answered(AskAnswer(hits: [])), envelope)
      default: break
      }
    }
    main.setWelcome {
      $0.classes = [
        ClassCondition(protection: .complete, state: .open),
        ClassCondition(protection: .completeUnlessOpen, state: .locked),
      ]
    }
    let connection = main.connection()
    defer { connection.close() }
    func ask(_ classes: [ProtectionClass]?) async -> (Taken, [String]) {
      let count = heard.values.count
      let request = AskRequest(text: "x", classes: classes, limit: 1)
      let taken = await taken(connection.ask(request, limit: nil))
      return (taken, heard.values.dropFirst(count).sorted())
    }
    #expect(await ask([.complete]) == (Taken(), ["worker"]))
    #expect(await ask([.none]) == (Taken(), ["main"]))
    #expect(await ask(nil) == (Taken(), ["main", "worker"]))
    #expect(await ask([.completeUnlessOpen]) == (Taken(failure: .classLocked), []))
  }

  @Test("suggestions of several processes are joined, one for each meaning")
  func joining() throws {
    func answer(_ reading: Reading, _ suggestions: [Suggestion]) throws -> AskAnswer {
      AskAnswer(
        hits: [try hit("\(reading)", score: Double(15 - reading.rawValue))],
        understandingOfHit: [0], understandings: [Understanding(reading: reading)],
        suggestions: suggestions)
    }
    func merged(_ parts: [AskAnswer]) -> [String] {
      SearchRevision(
        number: 1, merging: parts, limit: 10, order: .relevance, isFinished: true
      ).suggestions.map(\.text)
    }
    let lens = Suggestion(.completion, text: "Lens", score: 2.5, key: [1])
    let lemon = Suggestion(.completion, text: "Lemon", score: 3, key: [2])
    let other = Suggestion(.completion, text: "lens", score: 2, key: [1])
    let corrected = Suggestion(.correction, text: "lentil", score: 9, key: [3])
    let main = try answer(.asTyped, [lemon, lens])
    #expect(merged([main, try answer(.asTyped, [other])]) == ["Lens", "Lemon"])
    #expect(merged([main, try answer(.oneEdit, [corrected])]) == ["Lemon", "Lens"])
    #expect(merged([try answer(.oneEdit, [corrected]), AskAnswer(hits: [])]) == ["lentil"])
  }
}
