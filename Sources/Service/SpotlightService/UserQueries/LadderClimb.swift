internal import FresnelEngine
internal import FresnelQuery
internal import FresnelText
internal import SpotlightWire

/// One run of the readings, with what they have found so far.
struct LadderClimb {
  /// What was found, best first.
  var hits: [HitGrouping.Found] = []
  /// The plans that hits and rows name by their places.
  var plans: [ReadingPlan] = []
  /// Whether something may be missing.
  var isPartial = false
  /// Whether there is no place for more, or some store may have more of what was found last.
  var isFull = false
  /// Whether plans were left out that would have taken too much; not to be told to who sees only a part.
  var isLimited = false
  /// What the plans took.
  var work = SearchWork()

  let request: Ladder.Request
  let stores: [VisibleStore]
  let limit: Int
  let isOver: @Sendable () -> Bool
  private let group: ([HitGrouping.Found]) -> [HitGrouping.Row]
  /// The hits as rows, once they are asked for.
  var grouped: [HitGrouping.Row]?
  /// How many items match what was typed.
  var asTypedCount = 0
  /// What the keys tell of codes that the plan of the words may find as well.
  var hints = CodeHints()
  /// By store, what was found.
  var found: [FoundItems]
  /// By store, what no plan finds: what is hidden, and what was put in before.
  var setAside: [FoundItems]
  /// What the readings below the first may still do.
  var allowance = ReadingAllowance()
  /// The known things that match; `nil` where the text alone orders.
  var known: KnownMatches?
  /// How many of the hits the person marked, before what was typed is found.
  var markedCount = 0
  /// How many of the hits have the scores that the list is ordered by.
  var rankedCount = 0

  /// Begins at the top.
  ///
  /// - Parameters:
  ///   - request: What is looked for.
  ///   - stores: What the searcher sees.
  ///   - limit: The most hits.
  ///   - isOver: Whether the time is over, or the ask was called off.
  ///   - group: Makes rows of hits.
  init(
    _ request: Ladder.Request, in stores: [VisibleStore], limit: Int,
    isOver: @escaping @Sendable () -> Bool,
    group: @escaping ([HitGrouping.Found]) -> [HitGrouping.Row]
  ) {
    self.request = request
    self.stores = stores
    self.limit = limit
    self.isOver = isOver
    self.group = group
    found = stores.map(\.excluded)
    setAside = found
    if request.order == .relevance {
      known = request.memory.map { KnownMatches($0, in: stores) }
    }
  }

  /// How many more hits there is room for.
  var room: Int { max(0, limit - hits.count) }

  /// How many hits a plan of what was typed may have. What is marked takes no place before all are in order, else it
  /// would keep better names out.
  var roomAsTyped: Int { min(limit, room + markedCount) }

  /// The hits as rows.
  mutating func rows() -> [HitGrouping.Row] {
    if let grouped { return grouped }
    let rows = group(hits)
    grouped = rows
    return rows
  }

  /// The number of matches: all of what was typed, and the rows that other readings added.
  mutating func matchCount() -> Int {
    func split(_ plans: [Int]) -> (asTyped: Int, others: Int) {
      let asTyped = plans.count { self.plans[$0].understanding.reading == .asTyped }
      return (asTyped, plans.count - asTyped)
    }
    let shown = split(rows().map(\.plan))
    // What is one row counts once, as far as that was looked at.
    let joined = max(0, split(hits.map(\.plan)).asTyped - shown.asTyped)
    return max(0, asTypedCount - joined) + shown.others
  }

  /// Whether there are fewer rows than some; `nil` stands for any number.
  mutating func lacksRows(_ count: Int?) -> Bool {
    guard let count else { return true }
    // Joining reads items, and makes no more of them.
    return hits.count < count || count > 1 && rows().count < count
  }

  /// How many documents that have what a reading looks for it may look at. Where words may be missing, the rarest
  /// leads: what is found by a word that very many items have is not worth the wait.
  private static func shownPostings(of reading: Reading) -> Int {
    reading < .leftOutInNames ? 65_536 : 8_192
  }

  /// Runs the plans of a reading: those that ran before, then others until there are rows enough.
  ///
  /// - Parameters:
  ///   - plans: The plans, in their order.
  ///   - reading: The reading.
  ///   - isFinished: Whether the person seems to be done.
  ///   - isMore: Whether those that ran before have run in this climb too.
  ///   - state: Grows by the plans that run.
  /// - Throws: `QueryError` for a filter that is no valid tree.
  mutating func run(
    _ plans: [ReadingPlan], of reading: Reading, isFinished: Bool, isMore: Bool = false,
    _ state: inout LadderState
  ) throws(QueryError) {
    let known = state.plans(of: reading)
    if !isMore { allowance.beginReading(shownPostings: Self.shownPostings(of: reading)) }
    // What was typed has the same plans again, each where it belongs.
    let all =
      reading == .asTyped ? plans : (isMore ? [] : known) + plans.filter { !known.contains($0) }
    var interleaved: [(MergedHits, ReadingPlan)] = []
    plans: for (place, plan) in all.enumerated() {
      if reading != .asTyped {
        if isFull { break }
        if isMore || place >= known.count,
          !lacksRows(reading.sufficientRows(isFinished: isFinished))
        {
          break
        }
        if isOver() {
          isPartial = true
          break
        }
      }
      if let words = plan.leavingOut {
        try addHits(of: plan, leavingOut: words, &state)
        state.note(plan)
        continue
      }
      let merged: MergedHits
      switch try results(of: plan, isKnown: known.contains(plan)) {
      case .found(let found): merged = found
      case .lackingCodes:
        guard let withCodes = hints.plan?() else { continue }
        // The plan of the words is always the last.
        hints = CodeHints()
        return try run([withCodes, plan], of: reading, isFinished: isFinished, &state)
      case .tooMuch:
        isLimited = true
        // What was typed is looked for as words, whatever else it may be.
        if reading == .asTyped { continue }
        break plans
      }
      state.note(plan)
      if plan.isInterleaved {
        // The next plan may fill the list by itself.
        interleaved.append((merged, plan))
        if !merged.isEmpty { self.plans.append(plan) }
      } else {
        add(merged, of: plan)
      }
    }
    for (merged, plan) in interleaved { add(merged, of: plan) }
    rank()
    // Plans of a reading may have found better and worse.
    grouped = nil
    hits = MergedHits.sorted(hits, by: request.order)
    if hits.count > limit { hits.removeSubrange(limit...) }
    rankedCount = hits.count
  }

  /// What all stores have for a plan.
  private enum Results {
    case found(MergedHits)
    /// Nothing counts, for the plan of the codes has to run before that of the words.
    case lackingCodes
    /// Nothing counts, so that it does not matter in which store the allowance came to its end.
    case tooMuch
  }

  /// Looks for a plan in all stores.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - isKnown: Whether it ran for an earlier list of the same ask: then an item more makes none of its rows vanish.
  /// - Returns: What they have.
  /// - Throws: `QueryError` for a filter that is no valid tree.
  private mutating func results(
    of plan: ReadingPlan, isKnown: Bool
  ) throws(QueryError) -> Results {
    let isFirst = plan.understanding.reading == .asTyped
    let room = isFirst ? roomAsTyped : room
    var merged = MergedHits(limit: room, order: request.order)
    var (seen, known) = (found, self.known)
    var share = isFirst ? ReadingAllowance.unlimited : allowance
    if isFirst, !isKnown {
      if let most = plan.mostEvaluations { share = .evaluating(most) }
      // All items that have a code are walked through, before those of the words.
      if plan.isInterleaved { share.limit(shownPostings: Self.shownPostings(of: .prefixes)) }
    }
    defer { if !isFirst { allowance = share } }
    var search = FresnelEngine.SearchRequest(
      query: plan.query, limit: room, order: request.order,
      context: request.context, countsMatches: isFirst && request.countsMatches,
      detail: request.detail, isCancelled: isOver)
    // A list that cannot be filled by what may be evaluated ends no evaluation early.
    if plan.comparesAll { search.limit += ReadingAllowance.evaluationsOfReading }
    for (place, store) in stores.enumerated() {
      search.filter = store.filter
      search.excluded = store.excluded
      guard request.order == .relevance else {
        let results = try store.snapshot.search(search)
        work.add(results.work)
        merged.add(results, of: store, plan: plans.count)
        continue
      }
      guard share.takeLookup() else { return .tooMuch }
      let results = try store.snapshot.read(
        search, inTier: Int(plan.understanding.reading.tier), relation: plan.relation.rawValue,
        codes: isFirst && plan.relation == .none ? codes(in: place) : nil,
        takesAll: plan.takesAll, besides: seen[place], &share)
      work.add(results.work)
      if results.needsCodes { return .lackingCodes }
      if results.hasMetCeiling { return .tooMuch }
      seen[place] = results.found
      merged.add(results, of: store, plan: plans.count)
      known?.note(results.hits, in: store)
      // Where there are fewer, all matches are there.
      if results.hits.count >= search.limit, limit > 0 {
        let besides = isFirst ? setAside[place] : found[place]
        try known?.addMissing(
          of: plan, search, limit: limit, in: store, besides: besides, to: &merged, &seen[place],
          plans.count)
      }
    }
    if var names = known, plan.relation == .isName, request.isOfSystem {
      try addOtherNames(of: plan, search, besides: &names, to: &merged, &seen, &share)
      known = names
    }
    (found, self.known) = (seen, known)
    return .found(merged)
  }

  /// What the keys of a store tell of codes; `nil` where no plan has to be left out for them.
  private func codes(in place: Int) -> CodeItems? {
    guard hints.plan != nil else { return nil }
    var codes = hints.codes[place]
    // What the person knows stands first, however little it is worth by the text.
    codes.haveToBeFound = known?.hasCandidates(in: stores[place]) ?? false
    return codes
  }

  private mutating func add(_ merged: MergedHits, of plan: ReadingPlan) {
    if merged.isPartial { isPartial = true }
    asTypedCount += merged.matchCount
    grouped = nil
    // What else orders them may bring up any of those at hand.
    hits += known == nil ? merged.best : merged.all
    if merged.isFull || hits.count >= limit { isFull = true }
    // Each understanding is that of a hit.
    if !merged.isEmpty, !plan.isInterleaved { plans.append(plan) }
  }
}
