internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import FresnelText
internal import SearchSurface
internal import SpotlightClient
internal import SpotlightWire

/// What the daemon keeps, of all apps.
///
/// The command line is a tool to the daemon: it finds everybody's items, and writes those of the apps whose
/// identifier begins with `org.fresnel.`.
final class DaemonLibrary: ItemLibrary {
  private let connection: ServiceConnection

  /// The daemon gives no more hits than this at once.
  static let mostHits = WireLimits.searchHits

  init(_ connection: ServiceConnection) {
    self.connection = connection
  }

  /// Has the daemon do something.
  ///
  /// - Parameters:
  ///   - verb: What.
  ///   - arguments: With what.
  /// - Returns: Its report.
  /// - Throws: ``CommandError``.
  func administer(_ verb: String, _ arguments: [JSONMember] = []) throws -> JSONValue {
    try connection.report(on: verb, arguments)
  }

  /// Why the daemon does not take this program for its command line; `nil` where it does.
  ///
  /// - Throws: `ServiceError` where it cannot be asked.
  func refusal() throws -> ServiceError? {
    do throws(ServiceError) {
      try connection.prepareToSearch()
      return nil
    } catch {
      guard error.code == .refused else { throw error }
      return error
    }
  }

  /// Tells that the person has a search before them, or no longer has.
  func tell(searchIsOpen isOpen: Bool) { connection.tell(searchIsOpen: isOpen) }

  // MARK: - Marks

  /// What the person decided about an item; `nil` for nothing, and where that cannot be read now.
  func mark(of identifier: String, in scope: IndexScope) -> PersonalMark? {
    let request = ListMarks(app: scope.app, identifier: identifier)
    return (try? connection.marks(request))?.marks.first { $0.scope == scope }
  }

  /// Notes what the person decided about a result.
  ///
  /// - Throws: `ServiceError`.
  func perform(_ action: MarkAction, on hit: WireHit) throws(ServiceError) {
    try connection.changeMark(
      action.change(of: hit.scope, hit.item.uniqueIdentifier), in: hit.protection)
  }
  /// Forgets that the person searched for a text.
  ///
  /// - Throws: `ServiceError`.
  func forgetSearch(_ text: String) throws { _ = try connection.forgetSearches(text) }

  // MARK: - Reading

  func indexes() throws -> [IndexCount] { Self.indexes(in: try administer("indexes")) }

  func readableIndexes() throws -> ReadableIndexes {
    let report = try readableReport()
    return ReadableIndexes(
      indexes: Self.indexes(in: report),
      omissions: report.list("unreadable").compactMap {
        $0["class"] == nil ? nil : $0.text("message")
      },
      unopened: report.list("unreadable").filter { $0.flag("embedded") }.map { entry in
        let app = entry["app"] == nil ? nil : entry.text("app")
        let message = entry.text("message")
        return UnopenedStore(app: app, sentence: app.map { "\($0): \(message)" } ?? message)
      },
      closedClasses: report.list("unreadable").filter(Self.isOfLockableClass).map {
        $0.text("message")
      })
  }

  /// What the daemon tells of the indexes that can be read now, and of what cannot.
  ///
  /// - Throws: ``CommandError``.
  func readableReport() throws -> JSONValue {
    try administer("indexes", [JSONMember("partial", .boolean(true))])
  }

  private static func indexes(in report: JSONValue) -> [IndexCount] {
    report.list("indexes").compactMap { entry in
      guard case .string(let app)? = entry["app"], case .string(let index)? = entry["index"],
        case .integer(let count)? = entry["items"]
      else { return nil }
      return IndexCount(scope: IndexScope(app: app, index: index), itemCount: Int(count))
    }
  }

  func prepareToSearch() throws { try connection.prepareToSearch() }

  func search(
    _ request: RankedRequest, hiding hidden: HiddenApps,
    _ cancellation: SearchCancellation?
  ) throws -> LibraryAnswer {
    let awaited = AwaitedResult<SearchRevision>()
    let handle = connection.find(bounded(request), awaited.settle)
    cancellation?.whenCancelled { handle.cancel() }
    do throws(ServiceError) {
      return LibraryAnswer(results: try awaited.take().answer)
    } catch {
      guard cancellation?.isCancelled == true else { throw error }
      return LibraryAnswer(results: AskAnswer(isPartial: true, hits: []))
    }
  }

  /// The request as far as the daemon answers it.
  private func bounded(_ request: RankedRequest) -> RankedRequest {
    var request = request.bounded(by: searchBudget)
    request.limit = min(request.limit, UInt64(Self.mostHits))
    return request
  }

  /// Finds the best items, and again whenever the list is another one, until that is called off.
  ///
  /// - Parameters:
  ///   - request: What to look for.
  ///   - cancellation: Calls the search off.
  ///   - revise: Called with each list, on a queue of the search's own.
  ///   - finish: Called once on that queue, at the end.
  func follow(
    _ request: RankedRequest, _ cancellation: SearchCancellation,
    revise: @escaping @Sendable (AskAnswer) -> Void,
    finish: @escaping @Sendable (ServiceError?) -> Void
  ) {
    let search = connection.follow(
      bounded(request), awaitsAll: true, revise: { revise($0.answer) }, finish: finish)
    cancellation.whenCancelled { search.cancel() }
  }

  func forEachItem(
    in filter: ScopeFilter, _ body: (IndexScope, EncodedItem) throws -> Bool
  ) throws -> [String] {
    let query = connection.list(Self.list(filter))
    defer { query.cancel() }
    while true {
      switch try Self.next(of: query) {
      case .end(nil): return try omissions(in: filter)
      case .end(let error?):
        // What was missing when it was read counts, also where it can be read again by now.
        let met = error.omissions
        guard !met.isEmpty else { throw error }
        return met + (try omissions(in: filter).filter { !met.contains($0) })
      case .hits(let hits):
        for hit in hits where filter.contains(hit.scope) {
          guard try body(hit.scope, hit.item) else { return try omissions(in: filter) }
        }
      }
    }
  }

  func omissions(in filter: ScopeFilter) throws -> [String] {
    Self.omissions(in: try readableReport(), filter)
  }

  /// What a report says is missing among the items of a filter.
  static func omissions(in report: JSONValue, _ filter: ScopeFilter) -> [String] {
    report.list("unreadable").compactMap { entry in
      if isOfLockableClass(entry), filter.showsCommandsAlone { return nil }
      guard case .string(let app)? = entry["app"] else { return entry.text("message") }
      guard filter.mayShow(app) else { return nil }
      return "\(app): \(entry.text("message"))"
    }
  }

  func missingItemCount(in filter: ScopeFilter) throws -> Int? {
    var sum = 0
    for entry in try readableReport().list("unreadable") {
      if Self.isOfLockableClass(entry), filter.showsCommandsAlone { continue }
      if case .string(let app)? = entry["app"], !filter.mayShow(app) { continue }
      guard entry["items"] != nil else { return nil }
      sum += entry.count("items")
    }
    return sum
  }

  /// Whether an entry is about a lockable class, where no item lies that commands wrote.
  private static func isOfLockableClass(_ entry: JSONValue) -> Bool {
    ProtectionClass(name: entry.text("class"))?.isLockable ?? false
  }

  var hasNotedLoss: Bool { (try? readableReport().flag("lossNoted")) ?? false }

  func otherReasons() -> [String] {
    let report = (try? administer("status")) ?? .null
    let closed = Self.closedClasses(in: report)
    return closed.isEmpty ? [Self.unknownReason] : closed
  }

  /// What a report on the daemon says of classes that are not open, one sentence for each.
  static func closedClasses(in report: JSONValue) -> [String] {
    report.list("stores").compactMap { store in
      // A class that has neither a key nor a reason holds nothing yet.
      guard ["locked", "unavailable"].contains(store.text("state")),
        store["key"] != nil || store["reason"] != nil
      else { return nil }
      let reason = store.text("reason").withoutFullStop
      return "the items of the class \(store.text("class")) cannot be read now and may be missing"
        + (reason.isEmpty ? "" : ": \(reason)")
        + "; see fresnel status, and fresnel unlock where it is locked"
    }
  }

  /// What is said where nobody knows why.
  static let unknownReason =
    "items may be missing: the search was not finished, or something could not be read; see fresnel status and "
    + "fresnel check"

  func item(_ identifier: String, in scope: IndexScope) throws -> EncodedItem? {
    let lookup = ItemLookup(app: scope.app, index: scope.index, identifier: identifier)
    // What the command line writes is in no class that can be locked.
    if !Self.isOwn(scope.app) { return try connection.item(lookup)?.item }
    // An import looks items up while it writes, and goes on where the daemon was started anew.
    let answer = try connection.answer(to: .item(lookup), isRepeatable: true)
    guard case .itemFound(let hit) = answer.message else { return nil }
    return hit?.item
  }

  func clientState(of scope: IndexScope) throws -> [UInt8]? {
    // The states of other apps are nobody else's business.
    guard Self.isOwn(scope.app) else { return nil }
    let awaited = AwaitedResult<[UInt8]?>()
    try index(of: scope).fetchAnyClientState { awaited.settle($0) }
    return try awaited.take()
  }

  func catchUp() {}

  /// Does nothing: other parts of the command use the connection too, which goes with the process.
  func close() {}

  // MARK: - Writing

  func mayWrite(_ scope: IndexScope) -> Bool { Self.isOwn(Self.fullName(scope.app)) }

  func write(_ batch: Batch, whenDone completion: @escaping @Sendable (CommandError?) -> Void) {
    do throws(ServiceError) {
      let operations = try batch.operations.map { (operation) throws(ServiceError) in
        try Self.wireOperation(operation)
      }
      try index(of: batch.scope).apply(operations, clientState: batch.clientState) { error in
        completion(error.map { CommandError($0) })
      }
    } catch {
      completion(CommandError(error))
    }
  }

  /// The index of a scope: what is done with it goes on over the next connection where one is lost.
  private func index(of scope: IndexScope) throws(ServiceError) -> IndexHandle {
    let app = Self.fullName(scope.app)
    guard Self.isOwn(app) else {
      throw ServiceError(.unsupported, Self.foreignSentence(app))
    }
    return connection.index(named: scope.index, protection: ProtectionClass.none, of: app)
  }

  /// Whether the command line writes the items of an app.
  static func isOwn(_ app: String) -> Bool { !AppLauncher.opens(app) }

  /// Why the items of an app are not changed.
  static func foreignSentence(_ app: String) -> String {
    "The items of \(withoutControls(app)) are changed by that app alone; the command line's own have a name "
      + "without a dot, as in --app movies."
  }

  /// The identifier under which the command line writes items; `movies` stands for `org.fresnel.movies`.
  private static func fullName(_ app: String) -> String {
    app.contains(".") ? app : "org.fresnel.\(app)"
  }

  private static func wireOperation(
    _ operation: FresnelEngine.Operation
  ) throws(ServiceError) -> WireOperation {
    switch operation {
    case .put(let items):
      return .put(
        try items.map { (bytes) throws(ServiceError) in
          do throws(ModelError) {
            return try EncodedItem(opening: bytes)
          } catch {
            throw ServiceError(.invalidItem, error.message)
          }
        })
    case .putEncoded(let items): return .put(items)
    case .deleteIdentifiers(let identifiers): return .deleteIdentifiers(identifiers)
    case .deleteDomains(let domains): return .deleteDomains(domains)
    case .deleteAll: return .deleteAll
    }
  }

  // MARK: - Waiting

  private static func next(of query: QueryHandle) throws(ServiceError) -> QueryHandle.Event {
    let awaited = AwaitedResult<QueryHandle.Event>()
    query.next { awaited.settle(.success($0)) }
    return try awaited.take()
  }

  // MARK: - In the words of the protocol

  private static func list(_ filter: ScopeFilter) -> ItemList {
    switch filter {
    case .app(let app): return ItemList(app: app)
    case .apps(let apps, _): return ItemList(app: apps.count == 1 ? apps.first : nil)
    case .scopes(let scopes):
      let apps = Set(scopes.map(\.app))
      let index = scopes.count == 1 ? scopes.first?.index : nil
      return apps.count == 1 ? ItemList(app: apps.first, index: index) : ItemList()
    case .everything, .excluding: return ItemList()
    }
  }
}

extension SearchRevision {
  /// The list, as a service gives it.
  fileprivate var answer: AskAnswer {
    AskAnswer(
      isPartial: isPartial, matchCount: matchCount, hits: hits,
      understandingOfHit: Array(understandings.indices), understandings: understandings,
      snippets: snippets, suggestions: suggestions, offeredTokens: offeredTokens)
  }
}

extension ScopeFilter {
  /// Whether nothing is wanted but what commands wrote.
  fileprivate var showsCommandsAlone: Bool {
    switch self {
    case .everything, .excluding: false
    case .app(let wanted): DaemonLibrary.isOwn(wanted)
    case .apps(let apps, _): apps.allSatisfy(DaemonLibrary.isOwn)
    case .scopes(let scopes): scopes.allSatisfy { DaemonLibrary.isOwn($0.app) }
    }
  }

  /// Whether items of an app may be among what is wanted.
  fileprivate func mayShow(_ app: String) -> Bool {
    switch self {
    case .everything: true
    case .excluding(let apps, _): !apps.contains(app)
    case .app(let wanted): wanted == app
    case .apps(let apps, _): apps.contains(app)
    case .scopes(let scopes): scopes.contains { $0.app == app }
    }
  }
}
