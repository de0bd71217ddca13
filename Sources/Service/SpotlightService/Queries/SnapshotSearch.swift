package import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import FresnelQuery
package import SpotlightWire

/// Answers requests of the protocol with one snapshot of a store, where no service stands between.
package struct SnapshotSearch: Sendable {
  private let snapshot: Snapshot
  private let hiddenApps: Set<String>

  /// Makes the search of a snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: What is searched.
  ///   - hiddenApps: The apps that a search that names none leaves out.
  package init(_ snapshot: Snapshot, hiding hiddenApps: Set<String> = []) {
    self.snapshot = snapshot
    self.hiddenApps = hiddenApps
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
    let text = try QueryText(
      request.form, request.text, filters: request.filters, request.queryContext)
    let plans = try text.query().map { [ReadingPlan($0, .asTyped)] } ?? []
    let (found, work) = try run(plans, request, isCancelled)
    return (SpotlightWire.SearchResults(found), work)
  }

  /// Finds the items that answer what a person typed, as ``results(for:isCancelled:)`` does.
  ///
  /// - Parameters:
  ///   - request: What is asked; its limit may be any, and it names no hit that a page is behind.
  ///   - isCancelled: Asked now and then; when it returns true, the search ends with what it has found.
  /// - Returns: The answer, and what answering took, where anything was looked for.
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/invalidQuery``.
  package func answer(
    to request: AskRequest, isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(ServiceError) -> (answer: AskAnswer, work: SearchWork?) {
    let ask = try AskRun(request)
    let plans = try ask.plans()
    var (answer, work) = try run(plans, ask.search, isCancelled)
    answer.hits = answer.hits.map { hit in
      ask.detailed(hit) {
        snapshot.item(scope: hit.scope, identifier: hit.item.uniqueIdentifier)
      }
    }
    answer.note(answer.hits.map { _ in 0 }, of: plans)
    return (answer, work)
  }

  private func run(
    _ plans: [ReadingPlan], _ request: SpotlightWire.SearchRequest,
    _ isCancelled: (@Sendable () -> Bool)?
  ) throws(ServiceError) -> (answer: AskAnswer, work: SearchWork?) {
    let start = MonotonicClock.nanoseconds
    let countsMatches = request.flags.contains(.countsMatches)
    guard let plan = plans.first else {
      return (AskAnswer(matchCount: countsMatches ? 0 : nil, hits: []), nil)
    }
    let now = Timestamp(secondsSince1970: WallClock.secondsSince1970)
    let context = request.queryContext.context(at: now)
    var search = FresnelEngine.SearchRequest(
      query: plan.query, filter: filter(request.reach), limit: Int(clamping: request.limit),
      order: request.order.engineOrder, context: context, countsMatches: countsMatches,
      detail: request.detail == .rows ? .rows : .items, isCancelled: isCancelled)
    if request.budgetMilliseconds > 0 {
      let elapsed =
        Double(MonotonicClock.elapsed(from: start, to: MonotonicClock.nanoseconds)) / 1e9
      search.timeBudget = max(0, Double(request.budgetMilliseconds) / 1000 - elapsed)
    }
    do throws(QueryError) {
      let found = try snapshot.search(search)
      var hits = found.hits.map {
        WireHit(scope: $0.scope, protection: .none, score: $0.score, item: $0.item)
      }
      var snippets: [String] = []
      if let rows = try RowSnippets(for: request, plan.query, context) {
        let end = search.timeBudget.map { MonotonicClock.nanoseconds &+ UInt64($0 * 1e9) }
        snippets = rows.complete(&hits) {
          isCancelled?() != true && end.map { MonotonicClock.nanoseconds < $0 } ?? true
        } reading: {
          snapshot.shownItem(scope: $0.scope, identifier: $0.item.uniqueIdentifier)
        }
      }
      let answer = AskAnswer(
        isPartial: found.isPartial, matchCount: found.matchCount.map { UInt64(max(0, $0)) },
        hits: hits,
        orderKeys: request.order == .relevance
          ? [] : found.hits.map { OrderKey(bytes: $0.sortValue?.orderKey) },
        snippets: snippets)
      return (answer, found.work)
    } catch {
      throw ServiceError(error)
    }
  }

  /// The indexes that a request reaches; the store has no client whose own some of them could be.
  private func filter(_ reach: SearchReach) -> ScopeFilter {
    switch reach {
    case .own, .system: hiddenApps.isEmpty ? .everything : .excludingApps(hiddenApps)
    case .apps(let apps): .apps(Set(apps), except: [])
    }
  }
}
