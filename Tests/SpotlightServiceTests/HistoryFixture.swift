import FresnelModel
import SpotlightService
import SpotlightWire

/// A client of a session that hands activities over.
struct HistoryClient {
  let client: TestClient
  let handle: UInt32

  /// Opens the history of an app.
  init(_ core: ServiceCore, _ app: AppIdentity) async throws {
    try await self.init(TestClient(core, app))
  }

  /// Opens the history of a client's app.
  init(_ client: TestClient) async throws {
    self.client = client
    guard case .historyOpened(let opened) = await client.ask(.openHistory) else {
      throw TestFailure("The history was not opened.")
    }
    handle = opened.handle
  }

  /// Hands an activity over.
  func donate(
    _ activity: WireActivity, _ attributes: Attributes? = nil, isVisit: Bool = true
  ) async throws -> DonationOutcome {
    let reply = await client.ask(
      .donate(
        DonateActivity(
          handle: handle, isVisit: isVisit, activity: activity,
          attributes: try attributes.map {
            try encoded(Item(uniqueIdentifier: "", attributes: $0))
          })))
    switch reply {
    case .donated(let outcome): return outcome
    case .failed(let error): throw error
    default: throw TestFailure("\(reply)")
    }
  }

  /// Deletes activities of the app; gives the failure.
  func delete(_ choice: ActivityChoice) async -> ServiceError? {
    await client.ask(.deleteActivities(DeleteActivities(handle: handle, choice: choice))).failure
  }
}

/// An activity that is found by a title.
func activity(
  _ title: String, type: String = "com.example.view", webpage: String? = nil,
  persistent: String? = nil, expiration: Timestamp? = nil
) -> WireActivity {
  WireActivity(
    type: type, title: title, userInfo: ActivityDictionary([(.text("place"), .text(title))]),
    webpage: webpage, persistentIdentifier: persistent, expiration: expiration, flags: [.search])
}

extension Attributes {
  /// What ties an activity to an item.
  static func related(to identifier: String, domain: String? = nil) -> Attributes {
    var attributes = Attributes()
    attributes[.relatedUniqueIdentifier] = .string(identifier)
    if let domain { attributes[.domainIdentifier] = .string(domain) }
    return attributes
  }

  /// What puts an activity into a group.
  static func domain(_ domain: String) -> Attributes {
    var attributes = Attributes()
    attributes[.domainIdentifier] = .string(domain)
    return attributes
  }
}

/// The command line of a person, who looks after what is kept.
struct HistoryTool {
  let client: TestClient

  init(_ core: ServiceCore) {
    client = TestClient(core, AppIdentity(identifier: "org.fresnel.Tool"), role: .tool)
  }

  /// All that is kept, in pages.
  func entries(of app: String? = nil, pageLength: UInt16 = 500) async throws -> [HistoryEntry] {
    var entries: [HistoryEntry] = []
    var cursor: HistoryCursor?
    while true {
      let reply = await client.ask(
        .listHistory(ListHistory(app: app, limit: pageLength, cursor: cursor)))
      guard case .historyListed(let page) = reply else { throw TestFailure("\(reply)") }
      entries += page.entries
      guard page.hasMore, let last = page.entries.last else { return entries }
      cursor = HistoryCursor(lastVisit: last.lastVisit, app: last.app, key: last.key)
    }
  }

  /// Deletes some of it; gives the number of states.
  func delete(_ request: DeleteHistory) async throws -> UInt64 {
    let reply = await client.ask(.deleteHistory(request))
    guard case .historyDeleted(let count) = reply else { throw TestFailure("\(reply)") }
    return count
  }
}
