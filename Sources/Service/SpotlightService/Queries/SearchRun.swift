internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import FresnelQuery
internal import FresnelText
internal import SpotlightWire
internal import Synchronization

/// A ranked search: once, or again whenever the stores show something else, or an item of the list expires.
///
/// A live one sends the whole list each time that it is another one. Its client reads when it can: what came
/// up meanwhile is left out, and only the latest list is sent.
final class SearchRun: SessionRead {
  let isLive: Bool
  private let session: Session
  private let request: UInt64
  private let search: SpotlightWire.SearchRequest
  /// What is asked about typed text, of which ``search`` is a part; `nil` in a search.
  private let ask: AskRun?
  private let visibility: Visibility
  let text: QueryText
  private let charge: (any PayloadCharge)?

  private struct State {
    var isRunning = true
    /// Whether it waits for keys, and nothing of it runs yet.
    var awaitsKeys = false
    /// Whether something changed since it last began to run.
    var isStale = false
    var isSinkReady = true
    var isCancelled = false
    var isFinished = false
    var revision: UInt32 = 0
    var sent: AskAnswer?
    /// What was tried of what was typed, for all lists of a live search.
    var tried = LadderState()
    /// What the person chose before, as it was when the search began, or when something was forgotten last.
    var memory: MemoryOrder?
    /// When the first item of the list expires that was found last.
    var nextExpiration: Timestamp?
    /// Whether it will be looked at again after a while.
    var isTimed = false
    /// When it last ended, and how long it took, in nanoseconds.
    var lastEnd: UInt64 = 0
    var lastDuration: UInt64 = 0
  }
  private let state = Mutex(State())

  /// Reads the request.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/invalidQuery`` when it is too long.
  convenience init(
    _ session: Session, _ request: UInt64, _ search: SpotlightWire.SearchRequest,
    _ visibility: Visibility, _ charge: (any PayloadCharge)?
  ) throws(ServiceError) {
    let text = try QueryText(
      search.form, search.text, filters: search.filters, search.queryContext)
    self.init(session, request, search, text, nil, visibility, charge)
  }

  /// Takes what is asked about typed text.
  convenience init(
    _ session: Session, _ request: UInt64, _ ask: AskRun, _ visibility: Visibility,
    _ charge: (any PayloadCharge)?
  ) {
    self.init(session, request, ask.search, ask.text, ask, visibility, charge)
  }

  private init(
    _ session: Session, _ request: UInt64, _ search: SpotlightWire.SearchRequest,
    _ text: QueryText, _ ask: AskRun?, _ visibility: Visibility, _ charge: (any PayloadCharge)?
  ) {
    self.session = session
    self.request = request
    self.search = search
    self.text = text
    self.ask = ask
    self.visibility = visibility
    self.charge = charge
    isLive = search.flags.contains(.isLive)
  }

  /// The app, where it looks for its own items alone.
  var ownApp: String? { visibility.ownApp }

  func start() {
    // A live one runs again when a key comes.
    if isLive { return runSoon() }
    state.withLock { $0.awaitsKeys = true }
    // The session keeps it meanwhile, unless it is called off or its client is gone.
    session.core.whenFirstKeysAreKnown(of: searchedStores) { [weak self] in
      guard let self else { return }
      let isCancelled = state.withLock { state in
        state.awaitsKeys = false
        return state.isCancelled
      }
      if !isCancelled { runSoon() }
    }
  }

  private func runSoon() {
    session.core.pool.run(for: session.peer.app, isUrgent: session.isUrgent) { self.run() }
  }

  // MARK: - What happens meanwhile

  /// The stores show something new.
  func storesChanged() {
    begin { $0.isStale = true }
  }

  /// When the list has to be looked at again though nothing is stored; `nil` when it never has.
  var nextExpiration: Timestamp? { state.withLock { $0.nextExpiration } }

  /// An item of the list may have expired.
  func timePassed(_ now: Timestamp) {
    begin { state in
      guard let next = state.nextExpiration, next <= now else { return }
      // Known again when it has run.
      state.nextExpiration = nil
      state.isStale = true
    }
  }

  func sinkIsReady() {
    begin { $0.isSinkReady = true }
  }

  /// One message answers it, however many are allowed.
  func allow(frames count: Int) {}

  func cancel() {
    let isIdle = state.withLock { state in
      state.isCancelled = true
      return !state.isRunning || state.awaitsKeys
    }
    if isIdle { finish(.failed(Self.cancelled)) }
  }

  private static let cancelled = ServiceError(.cancelled, "The search was cancelled.")
  /// A search that takes longer than this, in nanoseconds, runs again at most every second.
  private static let longDuration: UInt64 = 5_000_000
  private static let longInterval: UInt64 = 1_000_000_000

  private func begin(_ change: (inout State) -> Void) {
    let now = session.core.options.monotonicClock()
    enum Next {
      case wait, start
      case later(UInt64)
    }
    let next = state.withLock { state -> Next in
      change(&state)
      guard state.isStale, state.isSinkReady, !state.isRunning, !state.isFinished else {
        return .wait
      }
      let pause = MonotonicClock.elapsed(from: state.lastEnd, to: now)
      if state.lastDuration > Self.longDuration, pause < Self.longInterval {
        if state.isTimed { return .wait }
        state.isTimed = true
        return .later(Self.longInterval - pause)
      }
      state.isRunning = true
      return .start
    }
    switch next {
    case .wait: break
    case .start: start()
    case .later(let delay):
      session.core.options.later(delay) { [weak self] in self?.begin { $0.isTimed = false } }
    }
  }

  // MARK: - Running

  private func run() {
    if state.withLock({ $0.isCancelled }) { return finish(.failed(Self.cancelled)) }
    // A live one sends nothing before its last list was read.
    if !isLive, !session.takesMore { return waitForSink() }
    let clock = session.core.options.monotonicClock
    let start = clock()
    state.withLock { $0.isStale = false }
    do throws(ServiceError) {
      let results = try results()
      if state.withLock({ $0.isCancelled }) { return finish(.failed(Self.cancelled)) }
      guard isLive else { return finish(message(results)) }
      noteExpiration(of: results)
      sendIfChanged(results)
    } catch {
      return finish(.failed(error))
    }
    let end = clock()
    let isCancelled = state.withLock { state in
      state.isRunning = false
      state.lastEnd = end
      state.lastDuration = MonotonicClock.elapsed(from: start, to: end)
      return state.isCancelled
    }
    if isCancelled { finish(.failed(Self.cancelled)) } else { begin { _ in } }
  }

  /// Begins anew when the client has read: until then what is found would only take memory.
  private func waitForSink() {
    let isCancelled = state.withLock { state in
      (state.isRunning, state.isStale, state.isSinkReady) = (false, true, false)
      return state.isCancelled
    }
    if isCancelled { return finish(.failed(Self.cancelled)) }
    // It may have done so before that was noted.
    if session.takesMore { sinkIsReady() }
  }

  /// The answer in the words of the request.
  private func message(_ answer: AskAnswer) -> DaemonMessage {
    ask == nil ? .found(SpotlightWire.SearchResults(answer)) : .answered(answer)
  }

  private func noteExpiration(of results: AskAnswer) {
    let next = results.hits.compactMap(\.item.expiration).filter { $0 < .distantFuture }.min()
    state.withLock { $0.nextExpiration = next }
    session.core.live.expirationsChanged()
  }

  private func sendIfChanged(_ results: AskAnswer) {
    let news = state.withLock { state -> AskAnswer? in
      if let sent = state.sent, sent.isPartial == results.isPartial,
        sent.matchCount == results.matchCount, sent.snippets == results.snippets,
        sent.understandingOfHit == results.understandingOfHit,
        sent.understandings == results.understandings,
        sent.suggestions == results.suggestions, sent.offeredTokens == results.offeredTokens,
        sent.hits == results.hits || sent.hits.map(\.lasting) == results.hits.map(\.lasting)
      {
        return nil
      }
      state.revision += 1
      state.sent = results
      state.isSinkReady = false
      var news = results
      news.revision = state.revision
      return news
    }
    guard let news else { return }
    if session.send(message(news), request, isLast: false) {
      state.withLock { $0.isSinkReady = true }
    }
  }

  private func results() throws(ServiceError) -> AskAnswer {
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

  /// What is looked for.
  private enum Sought {
    case query(Query)
    case userQuery(Ladder.Request)
  }

  /// What is looked for; `nil` where the text has no word.
  private func sought() throws(ServiceError) -> Sought? {
    if let ask {
      return try ask.ladderRequest(at: session.core.options.clock()).map(Sought.userQuery)
    }
    return try text.query().map(Sought.query)
  }

  /// The stores that the request is about.
  private var searchedStores: [ClassStore] {
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
  private func find(
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
  private func end(since start: UInt64, _ courtesy: Courtesy) -> UInt64? {
    remainingBudget(since: start).map { budget in
      MonotonicClock.nanoseconds &+ UInt64(budget * 1e9) &- courtesy.heldUp
    }
  }

  /// Whether the search was called off or its time is over; first gives way to what is more urgent.
  private func isOver(_ end: UInt64?, _ courtesy: Courtesy) -> Bool {
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

  private var countsMatches: Bool { search.flags.contains(.countsMatches) }

  private func finish(_ message: DaemonMessage) {
    let isFirst = state.withLock { state in
      defer { state.isFinished = true }
      return !state.isFinished
    }
    guard isFirst else { return }
    session.removeRead(request)
    if isLive { session.core.live.remove(self, of: session) }
    session.send(message, request)
  }
}

extension WireHit {
  /// The hit without what changes whenever the entity is used: for that alone no list is sent again.
  fileprivate var lasting: WireHit {
    let key = AttributeKey.builtIn(.entitySignals)
    guard (try? item.attribute(for: key)) != nil else { return self }
    var changes = Attributes()
    changes[.entitySignals] = .null
    changes[.lastUsedDate] = .null
    var hit = self
    if let update = try? ItemCodec.encode(
      Item(uniqueIdentifier: "", attributes: changes, isUpdate: true)),
      let merged = try? item.merged(with: EncodedItem(opening: update)),
      let lasting = try? EncodedItem(opening: merged)
    {
      hit.item = lasting
    }
    return hit
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
