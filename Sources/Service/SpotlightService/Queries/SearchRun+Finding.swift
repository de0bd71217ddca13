internal import FresnelEngine
internal import FresnelPlatform
internal import FresnelQuery
internal import SpotlightWire
internal import Synchronization

// How the stores are looked through, within the time that a search may take.

extension SearchRun {
  /// What is looked for.
  enum Sought {
    case query(Query)
    case userQuery(Ladder.Request)
  }

  /// Looks in all stores.
  ///
  /// - Parameters:
  ///   - sought: What is looked for.
  ///   - stores: What the searcher sees.
  ///   - limit: The most hits.
  ///   - grouping: Joins hits of one entity; `nil` where each hit is a row.
  ///   - memory: What else orders hits; `nil` where the text alone does.
  ///   - marks: What the person pinned for the text, or gave it as a name; `nil` for nothing.
  ///   - start: When the search began.
  ///   - courtesy: Gives way to what is more urgent.
  /// - Returns: What was found.
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/invalidQuery`` for a query that is no valid tree.
  func find(
    _ sought: Sought, in stores: [VisibleStore], limit: Int, grouping: HitGrouping?,
    _ memory: MemoryOrder?, _ marks: SearchMarks?, since start: UInt64, _ courtesy: Courtesy
  ) throws(ServiceError) -> FoundRows {
    let end = end(since: start, courtesy)
    do throws(QueryError) {
      switch sought {
      case .query(let query):
        var request = FresnelEngine.SearchRequest(
          query: query, limit: limit, order: search.order.engineOrder,
          context: search.queryContext.context(at: session.core.options.clock()),
          countsMatches: countsMatches, detail: search.detail == .rows ? .rows : .items)
        request.isCancelled = { [self] in isOver(end, courtesy) }
        return try FoundRows(of: request, in: stores, grouping, memory, marks)
      case .userQuery(var request):
        request.memory = memory
        request.marks = marks
        request.isOfSystem = search.reach == .system
        let ladder = Ladder(request, in: stores) { [self] in
          isOver(end, courtesy)
        } group: { hits in
          grouping?.rows(of: hits, limit: hits.count) ?? hits.map(HitGrouping.Row.init)
        }
        // One run at a time has it.
        var tried = state.withLock { $0.tried }
        var climb = try ladder.climb(limit: limit, &tried)
        state.withLock { $0.tried = tried }
        return FoundRows(&climb, tellsLimits: search.reach == .system)
      }
    } catch {
      throw ServiceError(error)
    }
  }

  /// When the search has to end, but for the time in which it is held up, of which nothing counts; `nil` for never.
  func end(since start: UInt64, _ courtesy: Courtesy) -> UInt64? {
    remainingBudget(since: start).map { budget in
      MonotonicClock.nanoseconds &+ UInt64(budget * 1e9) &- courtesy.heldUp
    }
  }

  /// Whether the search was called off or its time is over; first gives way to what is more urgent.
  func isOver(_ end: UInt64?, _ courtesy: Courtesy) -> Bool {
    courtesy.giveWay()
    if let end, MonotonicClock.nanoseconds >= end &+ courtesy.heldUp { return true }
    return state.withLock { $0.isCancelled }
  }

  /// The seconds that the search may still take, of those that its client gives it or any query may
  /// take; `nil` where neither is bounded.
  private func remainingBudget(since start: UInt64) -> Double? {
    let options = session.core.options
    let wanted =
      search.budgetMilliseconds == 0 ? nil : Double(search.budgetMilliseconds) / 1000
    guard let budget = [wanted, options.queryBudget].compactMap(\.self).min() else { return nil }
    let elapsed = MonotonicClock.elapsed(from: start, to: options.monotonicClock())
    return max(0, budget - Double(elapsed) / 1e9)
  }
}

extension ResultOrder {
  /// The order as the engine takes it.
  var engineOrder: SearchOrder {
    switch self {
    case .relevance: .relevance
    case .ascending(let name): .ascending(name)
    case .descending(let name): .descending(name)
    }
  }
}
