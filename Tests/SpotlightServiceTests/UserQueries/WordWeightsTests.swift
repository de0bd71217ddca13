import FresnelModel
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

@Suite("Weights of words from counts", .timeLimit(.minutes(30)))
struct WordWeightsTests {
  private static func item(_ identifier: String, _ text: String) -> Item {
    var item = SpotlightServiceTests.item(identifier, title: "Note")
    item.attributes[.textContent] = .string(text)
    return item
  }

  /// Many items with a word that no list has for frequent, of which few have another such word.
  private static func stage(_ count: Int = 3000) async throws -> LadderStage {
    let stage = LadderStage()
    let items = (0..<count).map { number in
      item("\(number)", "zork \(number % 500 == 0 ? "orogeny" : "fathoms \(number)")")
    }
    for start in stride(from: 0, to: count, by: 500) {
      try await stage.put(
        Array(items[start..<min(count, start + 500)]), of: start % 1000 == 0 ? mail : notes,
        start % 1500 == 0 ? .none : .firstUnlock)
    }
    return stage
  }

  @Test("a word of few items weighs more than one of many, and in a small index the list decides")
  func formula() {
    func weight(_ count: Int, of items: Int, listed: Int = 20) -> Int {
      WordWeights.weight(ofPieceIn: count, of: items, listed: listed)
    }
    #expect(weight(1, of: 1 << 24) == 20)
    #expect(weight(1 << 24, of: 1 << 24) == 0)
    #expect(weight(1 << 16, of: 1 << 24) == 12)
    #expect(weight(0, of: 0, listed: 7) == 7)
    for listed in 0...FrequentWords.greatestWeight {
      for count in [0, 1, 25, 50] {
        #expect(abs(weight(count, of: 50, listed: listed) - listed) <= 1)
      }
      let weights = (0...20).map { weight(1 << $0, of: 1 << 20, listed: listed) }
      #expect(weights == weights.sorted(by: >) && weights[20] <= 1)
      let isMore = WordWeights.weight(
        ofPieceIn: 4096, of: 1 << 20, listed: listed, isMore: true)
      #expect(isMore <= max(1, listed))
    }
  }

  @Test("who sees the whole system gets weights from counts over all stores")
  func counted() async throws {
    let stage = try await Self.stage()
    let text = "zork orogeny nothing "
    let listed = try stage.answer(text, limit: 10)
    #expect(listed.weights.isEmpty)
    let counted = try stage.answer(text, limit: 10, countsWords: true)
    let counts = NaiveLeftOut(["zork", "orogeny", "nothing"], isFinished: true)
      .counts(in: try stage.stores(nil))
    #expect(counts.itemCount == 3000 && counts.ofWords == [3000, 6, 0])
    let expected = zip(counts.ofWords, ["zork", "orogeny", "nothing"]).map {
      WordWeights.weight(
        ofPieceIn: $0, of: counts.itemCount, listed: FrequentWords.weight(of: $1))
    }
    #expect(counted.weights == expected)
    #expect(counted.weights[0] < 10 && counted.weights[1] > 12)
    // What other items have of a word decides between two that lack another.
    try await stage.put([
      Self.item("common", "zork zork zork zork"), Self.item("rare", "orogeny and much more"),
    ])
    let question = "rare zork orogeny nothing else whatever missing "
    let scores = try [false, true].map { countsWords in
      let rows = try stage.answer(question, limit: 5000, countsWords: countsWords).rows
      return try ["common", "rare"].map { identifier in
        try #require(rows.first { $0.hit.item.uniqueIdentifier == identifier }).hit.score
      }
    }
    #expect(scores[1][1] > scores[1][0])
    #expect(scores[1][0] < scores[0][0])
  }

  @Test("counts and rows are the same after a merge, whatever was deleted or is hidden")
  func merged() async throws {
    let stage = try await Self.stage(1500)
    // Each of these replaces another one.
    try await stage.put((0..<100).map { Self.item("\($0)", "fathoms orogeny") })
    let text = "zork orogeny fathoms nothing whatever missing "
    let before = try stage.answer(text, countsWords: true)
    _ = stage.core.compact(nil)
    let after = try stage.answer(text, countsWords: true)
    #expect(before.weights == after.weights && !after.weights.isEmpty)
    #expect(before.rows.map(\.hit) == after.rows.map(\.hit))
  }

  @Test("items that come and go change no score of a list that is followed")
  func live() async throws {
    let stage = try await Self.stage(300)
    for end in ["", "\"zork orogeny\" "] {
      var state = LadderState()
      let text = "zork orogeny nothing whatever missing else " + end
      let first = try stage.answer(text, limit: 5000, countsWords: true, &state)
      try await stage.put((0..<200).map { Self.item("later \(end)\($0)", "orogeny and zork") })
      let second = try stage.answer(text, limit: 5000, countsWords: true, &state)
      #expect(first.weights == second.weights && !first.rows.isEmpty)
      let scores = Dictionary(
        uniqueKeysWithValues: second.rows.map { ($0.hit.item.uniqueIdentifier, $0.hit.score) })
      for row in first.rows {
        #expect(scores[row.hit.item.uniqueIdentifier] == row.hit.score)
      }
      let new = try stage.answer(text, limit: 5000, countsWords: true)
      #expect(new.weights != first.weights)
    }
  }

  /// What is answered to a client.
  private static func answer(_ client: TestClient, _ request: AskRequest) async throws -> AskAnswer
  {
    let reply = await client.ask(.ask(request))
    guard case .answered(let answer) = reply else { throw TestFailure("\(reply)") }
    return answer
  }

  private static let tool = AppIdentity(identifier: "org.fresnel.tool")

  @Test(
    "several processes that are told to weigh words by the list give what one would",
    arguments: 0..<4 as Range<UInt64>)
  func twoProcesses(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let (first, second, both) = (LadderStage(), LadderStage(), LadderStage())
    // Of these no word begins with another or is a form of one: each process tries forms and beginnings by itself.
    let words = ["quartz", "zork", "flux", "sea", "the", "gneiss", "blarney"]
    for (number, stage) in [first, second].enumerated() {
      // The first has many items of a few words.
      let items = (0..<(number == 0 ? 200 : 60)).map { place in
        let all = number == 0 && place % 4 > 0 ? Array(words.prefix(3)) : words
        func text(_ counts: ClosedRange<Int>) -> String {
          (0..<Int.random(in: counts, using: &random))
            .map { _ in all.randomElement(using: &random) ?? "" }.joined(separator: " ")
        }
        var item = Self.item("\(number).\(place)", text(2...9))
        if place % 3 == 0 { item.attributes[.title] = .string(text(1...3)) }
        return item
      }
      let protection = number == 0 ? ProtectionClass.none : .firstUnlock
      for stage in [stage, both] { try await stage.put(items, protection) }
    }
    let clients = [first, second, both].map { TestClient($0.core, Self.tool, role: .tool) }
    var (differentCount, leftOutCount) = (0, 0)
    for _ in 0..<12 {
      var text =
        (0..<Int.random(in: 3...6, using: &random))
        .map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ") + " "
      if Int.random(in: 0..<3, using: &random) == 0 {
        let phrase = words.prefix(5).shuffled(using: &random).prefix(2).joined(separator: " ")
        text = "\"\(phrase)\" " + text
      }
      // Settled: what a person types is asked of what can be searched by then, which need not be all that was put.
      var request = AskRequest(
        text: text, reach: .system, limit: 10, detail: .rows, flags: [.weighsByList, .isSettled])
      var answers: [AskAnswer] = []
      for client in clients { answers.append(try await Self.answer(client, request)) }
      let parts = answers.prefix(2).flatMap { answer in
        zip(answer.hits, answer.understandingOfHit.map { answer.understandings[$0].reading })
      }
      // What the client makes of the lists of several processes.
      let worthwhile = Reading.worthwhile(among: parts.map(\.1), limit: 10, isFinished: true)
      let merged = parts.filter { worthwhile.contains($0.1) }.map(\.0).sorted { left, right in
        (right.score, left.item.uniqueIdentifier) < (left.score, right.item.uniqueIdentifier)
      }
      let label: Comment = "seed \(seed), “\(text)”"
      #expect(
        merged.prefix(10).map(\.item.uniqueIdentifier)
          == answers[2].hits.map(\.item.uniqueIdentifier), label)
      #expect(merged.prefix(10).map(\.score) == answers[2].hits.map(\.score), label)
      guard answers[0].understandings.contains(where: { $0.reading == .leftOut }) else { continue }
      leftOutCount += 1
      request.flags = .isSettled
      if try await Self.answer(clients[0], request).hits.map(\.score)
        != answers[0].hits.map(\.score)
      {
        differentCount += 1
      }
    }
    #expect(leftOutCount > 0 && differentCount > 0, "seed \(seed)")
  }

  @Test("who sees all apps has words weighed by counts unless the list is asked for, an app never")
  func asked() async throws {
    let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    let handle = try await client.open("main")
    let items = (0..<500).map { Self.item("\($0)", $0 % 100 == 0 ? "orogeny" : "zork") }
    _ = try await client.put(items, handle)
    let tool = TestClient(core, Self.tool, role: .tool)
    func scores(_ client: TestClient, _ request: AskRequest) async throws -> [Double] {
      let answer = try await Self.answer(client, request)
      // Nobody is told what words weigh, which tells how many items have them.
      #expect(answer.weights.isEmpty)
      return answer.hits.map(\.score)
    }
    var request = AskRequest(text: "zork orogeny nothing ", limit: 9, detail: .rows)
    let own = try await scores(client, request)
    #expect(own.count == 9)
    request.flags = .weighsByList
    request.weights = [1, 9, 3]
    #expect(try await scores(client, request) == own)
    // A tool is given scores in which places for what was chosen before are left.
    request.reach = .apps([mail.identifier])
    let listed = try await scores(tool, request)
    request.flags = []
    #expect(try await scores(tool, request) == listed)
    request.reach = .system
    let counted = try await scores(tool, request)
    #expect(counted.count == 9 && counted != listed)
    request.weights = []
    #expect(try await scores(tool, request) == counted)
    request.flags = .weighsByList
    #expect(try await scores(tool, request) == listed)
  }

  @Test("the words of a phrase are none that may be missing, and have no weight")
  func phrases() async throws {
    let stage = try await Self.stage(600)
    let text = "zork orogeny nothing "
    let counted = try stage.answer(text, countsWords: true)
    let phrase = try stage.answer("\"zork fathoms\" " + text, countsWords: true)
    #expect(phrase.weights == counted.weights && !phrase.rows.isEmpty)
  }
}
