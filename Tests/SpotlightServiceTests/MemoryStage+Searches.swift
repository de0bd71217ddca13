import FresnelModel
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire
import Testing

extension MemoryStage {
  /// What a client is suggested where nothing is typed.
  func recent(
    _ client: TestClient? = nil, _ change: (inout AskRequest) -> Void = { _ in }
  ) async throws -> [String] {
    var request = AskRequest(
      text: " ", reach: client == nil ? .system : .own, limit: 5, suggestionLimit: 100,
      detail: .rows, flags: .isSettled)
    change(&request)
    let reply = await (client ?? surface).ask(.ask(request))
    guard case .answered(let answer) = reply else { throw TestFailure("\(reply)") }
    #expect(answer.suggestions.allSatisfy { $0.kind == .recent && $0.typed.isEmpty })
    return answer.suggestions.map(\.text)
  }

  /// An app tells that an item was chosen in its own search.
  func engage(
    _ identifier: String, after text: String, of app: AppIdentity = mail,
    _ protection: ProtectionClass = .firstUnlock
  ) async throws {
    timers.advance(seconds: 11)
    let reply = await client(app).ask(Self.engaging(identifier, after: text, protection))
    guard case .done = reply else { throw TestFailure("\(reply)") }
  }

  /// The message with which an app tells of an item in its index of a class.
  static func engaging(
    _ identifier: String, after text: String, _ protection: ProtectionClass = .firstUnlock
  ) -> ClientMessage {
    .engage(
      EngagedItem(
        text: text, protection: protection, index: index(protection), identifier: identifier))
  }

  /// Has texts forgotten, by the person or by an app.
  func forgetSearches(_ text: String? = nil, by client: TestClient? = nil) async throws -> UInt64 {
    let reply = await (client ?? surface).ask(.forgetSearches(text))
    guard case .searchesForgotten(let count) = reply else { throw TestFailure("\(reply)") }
    return count
  }

  /// The texts that the person is shown of all that are kept.
  func listedSearches() async throws -> [HistoryEntry] {
    let tool = TestClient(core, AppIdentity(identifier: "org.fresnel"), role: .tool)
    let reply = await tool.ask(.listSearches(ListHistory(limit: 500)))
    guard case .searchesListed(let page) = reply else { throw TestFailure("\(reply)") }
    return page.entries
  }

  /// The texts that are in the stores, shown or not.
  func storedSearches(of app: AppIdentity = mail) throws -> [String] {
    var texts: [String] = []
    for store in core.stores {
      try store.snapshot().forEachChoice(of: [app.identifier]) { _, item in
        texts += item.choiceRecords?.searches.entries.map(\.text) ?? []
      }
    }
    return texts.sorted()
  }

  /// Waits for what the stores were told to do with the records of an app.
  func settleStores(_ app: AppIdentity = mail) async {
    for _ in 0..<2 {
      for store in core.stores { store.performAndWait {} }
      await settle(app)
    }
  }
}
