import FresnelModel
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire

extension MemoryStage {
  /// What a part of the desktop asks about a text. It is settled, so that what was acknowledged is there.
  static func question(
    _ text: String, _ reach: SearchReach = .system, limit: UInt64 = 10,
    flags: AskRequest.Flags = [], behind hit: WireHit? = nil
  ) -> AskRequest {
    AskRequest(
      text: text, reach: reach, limit: limit, detail: .rows, flags: flags.union(.isSettled),
      after: hit.map { AskRequest.Place(of: $0) })
  }

  /// What the person is answered, or an app.
  func answer(_ request: AskRequest, to client: TestClient? = nil) async throws -> AskAnswer {
    let reply = await (client ?? surface).ask(.ask(request))
    guard case .answered(let answer) = reply else { throw TestFailure("\(reply)") }
    return answer
  }

  /// What the person finds by asking.
  func answered(
    _ text: String, _ reach: SearchReach = .system, limit: UInt64 = 10,
    flags: AskRequest.Flags = []
  ) async throws -> [Found] {
    try await answer(Self.question(text, reach, limit: limit, flags: flags)).hits.map {
      Found(identifier: $0.item.uniqueIdentifier, score: $0.score)
    }
  }

  /// The identifiers of what the person finds by asking.
  func asked(
    _ text: String, _ reach: SearchReach = .system, limit: UInt64 = 10,
    flags: AskRequest.Flags = []
  ) async throws -> [String] {
    try await answered(text, reach, limit: limit, flags: flags).map(\.identifier)
  }

  /// What the person finds page by page, until there is no more.
  func pages(_ text: String, limit: UInt64) async throws -> [[String]] {
    var pages: [[String]] = []
    var last: WireHit?
    while pages.count < 100 {
      let answer = try await answer(Self.question(text, limit: limit, behind: last))
      if answer.hits.isEmpty { break }
      pages.append(answer.hits.map(\.item.uniqueIdentifier))
      last = answer.hits.last
    }
    return pages
  }

  /// Begins to ask about a text, live.
  func watchAnswers(_ text: String, flags: AskRequest.Flags = [.isLive, .isSettled]) {
    var question = Self.question(text)
    question.flags = flags
    watched = surface.send(.ask(question))
  }

  /// Whether what was chosen orders what is found, from now on.
  func setRanking(isLearned: Bool) async {
    host.set { $0.ordersByChoices = isLearned }
    await settingsChanged()
  }
}
