import FresnelEngine
import FresnelModel
import FresnelQuery
import FresnelTestSupport
import FresnelText
import SpotlightWire

@testable import SpotlightService

/// A core with items of some apps, and what an app or the person finds in it by the ladder.
final class LadderStage {
  let core: ServiceCore
  private let host = TestHost()
  private var handles: [String: UInt32] = [:]
  private var clients: [AppIdentity: TestClient] = [:]

  /// When queries are understood.
  static let context = EvaluationContext(
    now: Timestamp(secondsSinceReferenceDate: 0), locale: TextLocale(identifier: "en"))

  init(_ options: CoreOptions = .daemon(FaultyStorage())) {
    core = ServiceCore(options, host: host)
  }

  deinit { core.close() }

  /// Puts items into an app's index of a protection class, or into another one of it that has a name.
  func put(
    _ items: [Item], of app: AppIdentity = mail, _ protection: ProtectionClass = .none,
    index: String? = nil
  ) async throws {
    let client = clients[app] ?? TestClient(core, app)
    clients[app] = client
    let index = index ?? "\(protection.rawValue)"
    let name = "\(app.identifier) \(index)"
    let handle: UInt32
    if let known = handles[name] {
      handle = known
    } else {
      handle = try await client.open(index, protection)
      handles[name] = handle
    }
    if let failure = try await client.put(items, handle) { throw failure }
  }

  /// What an app sees of its own, or the person of all apps.
  func stores(_ app: AppIdentity?, withHistory: Bool = false) throws -> [VisibleStore] {
    let peer = Peer(
      app: app ?? AppIdentity(identifier: "org.fresnel.tool"), trust: .executable,
      role: app == nil ? .tool : .app, processIdentifier: 1, program: "test")
    let visibility = try Visibility(
      of: peer, reach: app == nil ? .system : .own, includesHistory: withHistory, host: host)
    var missing = MissingStores()
    return try core.visibleStores(visibility, in: core.stores, missing: &missing)
  }

  /// What the ladder finds.
  func answer(
    _ text: String, of app: AppIdentity? = nil, limit: Int = 100, isSettled: Bool = false,
    isExact: Bool = false, filters: [String] = [], language: String = "en",
    joins: Bool = false, counts: Bool = true, countsWords: Bool = false,
    _ state: inout LadderState
  ) throws -> Answer {
    let stores = try stores(app, withHistory: joins)
    let query = UserQuery(text, filters: try filters.map { try parseQuery($0) })
    let context = EvaluationContext(
      now: Self.context.now, locale: TextLocale(identifier: language))
    var request = Ladder.Request(query: query, context: context)
    request.countsMatches = counts
    request.isFinished = isSettled || AskRequest(text: text, limit: 0).isFinished
    request.isExact = isExact
    request.countsWords = countsWords
    var grouping = HitGrouping(stores: stores, isWhole: false, isRanked: true)
    try grouping.heed(query.filters, in: context)
    let ladder = Ladder(request, in: stores, isOver: { false }) { [grouping] hits in
      joins ? grouping.rows(of: hits, limit: hits.count) : hits.map(HitGrouping.Row.init)
    }
    var climb = try ladder.climb(limit: limit, &state)
    return Answer(
      rows: climb.rows(), understandings: climb.plans.map(\.understanding),
      matchCount: climb.matchCount(), isPartial: climb.isPartial, isLimited: climb.isLimited,
      isFull: climb.isFull,
      evaluatedItemCount: climb.work.evaluatedItemCount, weights: state.weights ?? [])
  }

  /// What was found.
  struct Answer {
    let rows: [HitGrouping.Row]
    let understandings: [Understanding]
    let matchCount: Int
    let isPartial: Bool
    let isLimited: Bool
    let isFull: Bool
    let evaluatedItemCount: Int
    /// What words weighed that may be missing; empty where the list weighed them.
    let weights: [Int]

    /// The items of the rows.
    var identifiers: [String] { rows.map(\.hit.item.uniqueIdentifier) }

    /// The readings of the rows.
    var readings: [Reading] { rows.map { understandings[$0.plan].reading } }
  }

  /// The same of an ask that has tried nothing yet.
  func answer(
    _ text: String, of app: AppIdentity? = nil, limit: Int = 100, isSettled: Bool = false,
    isExact: Bool = false, filters: [String] = [], language: String = "en",
    joins: Bool = false, countsWords: Bool = false
  ) throws -> Answer {
    var state = LadderState()
    return try answer(
      text, of: app, limit: limit, isSettled: isSettled, isExact: isExact, filters: filters,
      language: language, joins: joins, countsWords: countsWords, &state)
  }
}
