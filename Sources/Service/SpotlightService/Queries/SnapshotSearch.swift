package import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import FresnelQuery
package import SpotlightWire

/// Answers requests of the protocol with one snapshot of a store, where no service stands between.
package struct SnapshotSearch: Sendable {
  private let snapshot: Snapshot
  private let hiddenApps: Set<String>
  private let unsuggestedApps: Set<String>

  /// Makes the search of a snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: What is searched.
  ///   - hiddenApps: The apps that a search that names none leaves out.
  ///   - unsuggestedApps: The apps of whose items nothing is suggested.
  package init(
    _ snapshot: Snapshot, hiding hiddenApps: Set<String> = [],
    suggestingNothingOf unsuggestedApps: Set<String> = []
  ) {
    self.snapshot = snapshot
    self.hiddenApps = hiddenApps
    self.unsuggestedApps = unsuggestedApps
  }

  /// Finds the items that answer best, as the service does for who sees everything: what was typed is understood in
  /// the same way, and rows have the same parts. Hits are of no protection class, and one entity may have several.
  ///
  /// - Parameters:
  ///   - request: What to look for; its limit may be any.
  ///   - isCancelled: Asked now and then; when it returns true, the search ends with what it has found.
  /// - Returns: The answer, and what answering took, where anything was looked for.
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/invalidQuery``.
  package func results(
    for request: SpotlightWire.SearchRequest,
    isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(ServiceError) -> (results: SpotlightWire.SearchResults, work: SearchWork?) {
    let moment = Moment(request, isCancelled)
    let text = try QueryText(
      request.form, request.text, filters: request.filters, request.queryContext)
    guard let query = try text.query() else {
      return (SpotlightWire.SearchResults(Self.nothing(request)), nil)
    }
    let search = FresnelEngine.SearchRequest(
      query: query, limit: Int(clamping: request.limit), order: request.order.engineOrder,
      context: moment.context, countsMatches: request.flags.contains(.countsMatches),
      detail: request.detail == .rows ? .rows : .items, isCancelled: { moment.isOver })
    do throws(QueryError) {
      let found = try FoundRows(of: search, in: [visibleStore(request.reach)], nil)
      let answer = try answer(found, found.rows, request, moment)
      return (SpotlightWire.SearchResults(answer), found.work)
    } catch {
      throw ServiceError(error)
    }
  }

  /// Finds the items that answer what a person typed, as ``results(for:isCancelled:)`` does.
  ///
  /// - Parameters:
  ///   - request: What is asked; its limit may be any, and it names no hit that a page is behind.
  ///   - isCancelled: Asked now and then; when it returns true, the search ends with what it has found.
  /// - Returns: The answer, and what answering took and by which readings, where anything was looked for.
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/invalidQuery``.
  package func answer(
    to request: AskRequest, isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(ServiceError) -> (answer: AskAnswer, work: SearchWork?, tried: [Reading]) {
    let ask = try AskRun(request)
    let moment = Moment(ask.search, isCancelled)
    guard let sought = try ask.ladderRequest(at: moment.now) else {
      return (Self.nothing(ask.search), nil, [])
    }
    let stores = ask.narrowed([visibleStore(request.reach)])
    let ladder = Ladder(sought, in: stores) {
      moment.isOver
    } group: {
      $0.map(HitGrouping.Row.init)
    }
    var tried = LadderState()
    let found: FoundRows
    var answer: AskAnswer
    do throws(QueryError) {
      var climb = try ladder.climb(limit: Int(clamping: request.limit), &tried)
      found = FoundRows(&climb, tellsLimits: true)
      answer = try self.answer(found, found.rows, ask.search, moment)
      answer.hits = answer.hits.map { hit in
        ask.detailed(hit) {
          snapshot.item(scope: hit.scope, identifier: hit.item.uniqueIdentifier)
        }
      }
      answer.note(
        found.rows.map(\.plan), found.rows.map(\.hit.item), of: found.plans,
        isLimited: found.isLimited)
    } catch {
      throw ServiceError(error)
    }
    var rules = SuggestionRules(isForApp: request.reach == .own)
    rules.hiddenApps = unsuggestedApps
    try answer.suggest(
      for: ask, besides: found, in: stores, at: moment.now, by: rules
    ) { moment.isOver }
    return (answer, found.work, Reading.allCases.filter(tried.hasTried))
  }

  /// When a request began, and until when it may go on.
  private struct Moment: Sendable {
    let now = Timestamp(secondsSince1970: WallClock.secondsSince1970)
    let context: EvaluationContext
    private let deadline: UInt64?
    private let isCancelled: (@Sendable () -> Bool)?

    init(_ request: SpotlightWire.SearchRequest, _ isCancelled: (@Sendable () -> Bool)?) {
      context = request.queryContext.context(at: now)
      let budget = UInt64(request.budgetMilliseconds)
      deadline = budget == 0 ? nil : MonotonicClock.nanoseconds &+ budget * 1_000_000
      self.isCancelled = isCancelled
    }

    /// Whether the time is over, or the request was called off.
    var isOver: Bool {
      isCancelled?() == true || deadline.map { MonotonicClock.nanoseconds >= $0 } ?? false
    }
  }

  /// The answer where nothing is looked for.
  private static func nothing(_ request: SpotlightWire.SearchRequest) -> AskAnswer {
    AskAnswer(matchCount: request.flags.contains(.countsMatches) ? 0 : nil, hits: [])
  }

  /// The answer with what was found, and with second lines where they are wanted.
  private func answer(
    _ found: FoundRows, _ rows: [HitGrouping.Row], _ request: SpotlightWire.SearchRequest,
    _ moment: Moment
  ) throws(QueryError) -> AskAnswer {
    var rows = rows
    let lines = try found.lines(for: request, moment.context)
    let snippets = lines.map { lines in
      RowSnippets.complete(&rows, of: lines) { !moment.isOver }
    }
    return AskAnswer(
      isPartial: found.isPartial,
      matchCount: request.flags.contains(.countsMatches) ? UInt64(found.matchCount) : nil,
      hits: rows.map(\.hit),
      orderKeys: request.order == .relevance ? [] : rows.map { OrderKey(bytes: $0.orderKey) },
      snippets: snippets ?? [])
  }

  /// What a request reaches of the store.
  private func visibleStore(_ reach: SearchReach) -> VisibleStore {
    VisibleStore(alone: snapshot, filter(reach))
  }

  /// The indexes that a request reaches; the store has no client whose own some of them could be.
  private func filter(_ reach: SearchReach) -> ScopeFilter {
    switch reach {
    case .own, .system: hiddenApps.isEmpty ? .everything : .excludingApps(hiddenApps)
    case .apps(let apps): .apps(Set(apps), except: [])
    }
  }
}
