internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import FresnelQuery
internal import SpotlightWire
internal import Synchronization

// What a search finds each time that it runs.

extension SearchRun {
  /// Looks for what is asked for.
  func results() throws(ServiceError) -> AskAnswer {
    // Reading the query string is part of what the search may take.
    let start = session.core.options.monotonicClock()
    // Each run of a live search may be held up anew.
    let courtesy = Courtesy(in: session.core.pool, isPerson: session.isUrgent)
    return try courtesy.during { () throws(ServiceError) in try results(since: start, courtesy) }
  }

  private func results(
    since start: UInt64, _ courtesy: Courtesy
  ) throws(ServiceError) -> AskAnswer {
    courtesy.giveWay()
    guard let sought = try sought() else { return try answerToNothing() }
    // A person who types sees what is indexed a moment later at the next letter; a command asks once.
    let isTyped = session.isUrgent && (isLive || search.form == .typed) && !search.isSettled
    var missing = MissingStores()
    let clock = session.core.options.monotonicClock
    let openingStart = clock()
    let visible = try session.core.visibleStores(
      visibility, in: searchedStores, isTyped ? .published : .acknowledged,
      missing: &missing
    ).filter { store in ask?.request.classes.map(store.mayHold) ?? true }
    var stores = ask?.narrowed(visible) ?? visible
    // An app finds its own items whatever the person decided about them.
    let tables = visibility.ownApp == nil ? visible.compactMap(\.marks) : []
    // A query says exactly what it looks for; with it the person finds what they hid.
    let hidden =
      ask != nil || search.form == .typed
      ? tables.reduce(into: Set<MarkedThing>()) { $0.formUnion($1.hidden) } : []
    if !hidden.isEmpty { stores = stores.map { $0.hiding(hidden) } }
    let isPaged = ask?.request.after != nil
    let joins = visibility.includesHistory
    let isLearnt = isLearnt
    if joins || isLearnt {
      // The rows of a page are behind those of the first one, which are ordered by what was chosen.
      session.core.readChoices(
        of: stores, !isTyped || isPaged ? .unlimited : isLive ? .none : .moments)
    }
    // Others find what apps keep themselves in the class of no protection.
    if let classes = ask?.request.classes, !classes.contains(.none) {
      missing.embeddedStores = []
    }
    // After a start the stores read their journals and choices, which is no part of what the search may take.
    let start = start &+ MonotonicClock.elapsed(from: openingStart, to: clock())
    let limit = Int(search.limit)
    var grouping = HitGrouping(
      stores: stores, isWhole: search.detail == .items, isRanked: search.order == .relevance)
    let conditions =
      if let ask { try ask.conditions().compactMap(\.self) } else { try text.conditions() }
    try grouping.heed(
      conditions, in: search.queryContext.context(at: session.core.options.clock()))
    let memory = memory(of: stores, isUsed: isLearnt)
    let marks =
      isOrderedByText
      ? SearchMarks(for: search.text, conditions, in: tables, usesPins: memory != nil) : nil
    // Where there is history, some of the hits are likely to be of one entity.
    let isShared = joins && stores.contains(where: \.showsHistory)
    var asked = isShared ? limit + Self.spareCount : limit
    if isShared, countsMatches, limit == 0 { asked = Self.comparedCount }
    if isPaged { asked *= Self.pageGrowth }
    let longestList = isPaged ? AskRun.deepestList : Self.longestList
    while true {
      let found = try find(
        sought, in: stores, limit: asked, grouping: joins ? grouping : nil, memory, marks,
        since: start &+ courtesy.heldUp, courtesy)
      var rows = found.rows
      if let ask, isPaged {
        rows.removeFirst(
          try ask.leadingCount(of: rows.map(\.hit), isWhole: !found.isFull))
      }
      if rows.count > limit { rows.removeLast(rows.count - limit) }
      let mayHaveMore = rows.count < limit && found.isFull && (joins || isPaged)
      if mayHaveMore, asked < longestList {
        asked = min(longestList, Self.pageGrowth * asked)
        continue
      }
      let snippets = try snippets(
        of: &rows, found, since: start &+ courtesy.heldUp, courtesy)
      var answer = AskAnswer(
        isPartial: found.isPartial || missing.isAny || isPaged && mayHaveMore
          || memory?.isComplete == false,
        matchCount: countsMatches ? UInt64(found.matchCount) : nil,
        hits: try detailed(rows),
        orderKeys: search.order == .relevance ? [] : rows.map { OrderKey(bytes: $0.orderKey) },
        snippets: snippets)
      if ask != nil {
        answer.note(
          rows.map(\.plan), rows.map(\.hit.item), of: found.plans, isLimited: found.isLimited)
      }
      if let ask {
        let end = end(since: start &+ courtesy.heldUp, courtesy)
        try answer.suggest(
          for: ask, besides: found, in: stores, at: session.core.options.clock(),
          by: SuggestionRules(of: session.core.host, for: visibility),
          // Looking again for each list of a live ask would slow them all.
          offeredBefore: state.withLock { $0.sent?.offeredTokens },
          within: session.core.options.offerBudget
        ) { [self] in isOver(end, courtesy) }
      }
      return answer
    }
  }

  /// The answer where nothing is looked for: what was looked for before.
  private func answerToNothing() throws(ServiceError) -> AskAnswer {
    var answer = AskAnswer(
      SpotlightWire.SearchResults(matchCount: countsMatches ? 0 : nil, hits: []))
    guard let ask, ask.asksForRecentSearches else { return answer }
    var missing = MissingStores()
    let stores = try session.core.visibleStores(
      visibility, in: searchedStores,
      session.isUrgent && !search.isSettled ? .published : .acknowledged, missing: &missing
    ).filter { store in ask.request.classes.map(store.mayHold) ?? true }
    session.core.readChoices(of: stores, isLive ? .none : .moments)
    answer.isPartial = missing.isAny
    answer.suggestions = try ask.recentSearches(
      in: stores, at: session.core.options.clock(),
      by: SuggestionRules(of: session.core.host, for: visibility))
    return answer
  }

  /// Whether what the person chose before orders the hits: of what a part of the desktop has typed, by relevance.
  private var isLearnt: Bool {
    isOrderedByText && session.peer.seesSystem && session.core.host.ordersByChoices
  }

  /// Whether typed text orders the hits, by itself or with what is known of the person.
  private var isOrderedByText: Bool {
    search.form == .typed && search.order == .relevance
      && ask?.request.flags.contains(.isUnranked) != true
  }

  /// What the person chose before, as it was when the search began, or when something was forgotten or decided last;
  /// `nil` where it orders nothing.
  private func memory(of stores: [VisibleStore], isUsed: Bool) -> MemoryOrder? {
    guard isUsed else {
      state.withLock { $0.memory = nil }
      return nil
    }
    // One run at a time has it.
    if let memory = state.withLock({ $0.memory }), memory.isCurrent(in: stores) { return memory }
    let core = session.core
    let memory = MemoryOrder(
      of: search.text, in: stores, core.textKey, at: core.options.clock())
    // What was not read by now orders the next list.
    let isKept = memory?.isComplete == true && core.isTextKeyKnown
    state.withLock { $0.memory = isKept ? memory : nil }
    return memory
  }

  /// What is looked for; `nil` where the text has no word.
  private func sought() throws(ServiceError) -> Sought? {
    if let ask {
      return try ask.ladderRequest(at: session.core.options.clock()).map(Sought.userQuery)
    }
    return try text.query().map(Sought.query)
  }

  /// The stores that the request is about.
  var searchedStores: [ClassStore] {
    guard let classes = ask?.request.classes else { return session.core.stores }
    return session.core.stores.filter { !$0.classes.isDisjoint(with: classes) }
  }

  /// The hits of rows, with what is wanted of their items, as far as a message may be long.
  private func detailed(_ rows: [HitGrouping.Row]) throws(ServiceError) -> [WireHit] {
    var hits: [WireHit] = []
    var byteCount = 0
    for row in rows {
      let hit = detailed(row)
      byteCount += hit.item.byteCount
      // What a message has besides items is shorter.
      guard hits.isEmpty || byteCount <= WireLimits.payloadByteCount / 2 else {
        throw ServiceError(
          .tooLarge, "The items are longer than a message may be. Ask for fewer at a time.")
      }
      hits.append(hit)
    }
    return hits
  }

  /// The hit of a row, with what is wanted of its item.
  private func detailed(_ row: HitGrouping.Row) -> WireHit {
    guard let ask else { return row.hit }
    return ask.detailed(row.hit) {
      row.store.ownScope(row.hit.scope).flatMap {
        row.store.snapshot.item(scope: $0, identifier: row.hit.item.uniqueIdentifier)
      }
    }
  }

  /// The second lines of rows, where they are wanted.
  private func snippets(
    of rows: inout [HitGrouping.Row], _ found: FoundRows, since start: UInt64,
    _ courtesy: Courtesy
  ) throws(ServiceError) -> [String] {
    let context = search.queryContext.context(at: session.core.options.clock())
    let end = end(since: start, courtesy)
    do throws(QueryError) {
      guard let lines = try found.lines(for: search, context) else { return [] }
      return RowSnippets.complete(&rows, of: lines) { !isOver(end, courtesy) }
    } catch {
      throw ServiceError(error)
    }
  }

  /// So many hits more than rows are asked for where some may be joined.
  private static let spareCount = 16
  /// So many are compared where results are only counted.
  private static let comparedCount = 256
  /// So many times as many are asked for where there were too few.
  private static let pageGrowth = 4
  /// No more are asked for, however many are joined.
  private static let longestList = 1000

  /// Whether all matches are counted.
  var countsMatches: Bool { search.flags.contains(.countsMatches) }
}
