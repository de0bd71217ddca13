internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import FresnelQuery
internal import SpotlightWire

/// What of typed text may be meant as a filter: offered, and applied once a client sends it back.
extension AskRun {
  /// The most filters that are offered.
  private static let mostOffered = 3
  /// Where some classes are asked for, so many items are looked at for one of these.
  private static let sampleCount = 64
  /// Filters stand below what completes the text, which scores more than 1.
  private static let bestScore = 0.5

  /// The parts of the text that may be meant as filters. Each leads to an item that the searcher sees, with all that
  /// narrows the hits already: what leads to none is not offered, nor is what takes longer to know than hits may wait.
  ///
  /// - Parameters:
  ///   - stores: What the searcher sees.
  ///   - now: When the ask was made.
  ///   - budget: How long the hits may wait.
  ///   - isOver: Whether the time is over, or the ask was called off.
  /// - Returns: The filters as tokens, in the order of the text; none with later pages, nor where the client wants
  ///   none.
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/invalidQuery`` for a filter that is no query.
  func offeredTokens(
    in stores: [VisibleStore], at now: Timestamp, within budget: OfferBudget,
    isOver: @escaping @Sendable () -> Bool
  ) throws(ServiceError) -> [QueryToken] {
    guard request.after == nil, !request.flags.contains(.offersNoTokens),
      request.tokens.count < WireLimits.tokens, let ladder = try ladderRequest(at: now)
    else { return [] }
    var offered: [QueryToken] = []
    let filters = ladder.query.naturalFilters(in: ladder.context) { apps(in: stores) }
    let isSpent = budget.begin()
    let mustStop: @Sendable () -> Bool = { isSpent() || isOver() }
    for filter in filters where offered.count < Self.mostOffered {
      if mustStop() { return [] }
      let token = QueryToken(
        QueryToken.Kind(filter.kind), range: filter.range, shown: filter.shown,
        query: filter.query.description)
      // What narrows already is offered no more.
      if request.tokens.contains(where: { $0.kind == token.kind && $0.query == token.query }) {
        continue
      }
      let condition = UserQuery.Token(
        filter.kind, range: filter.range, filter: filter.kind == .app ? nil : filter.query)
      let isOffered = try leadsToItem(
        ladder, with: condition, in: narrowed(stores, by: token), isOver: mustStop)
      if isOffered { offered.append(token) }
    }
    return offered
  }

  /// Whether an item has all that is asked for with one more token.
  private func leadsToItem(
    _ ladder: Ladder.Request, with token: UserQuery.Token, in stores: [VisibleStore],
    isOver: @escaping @Sendable () -> Bool
  ) throws(ServiceError) -> Bool {
    let typed = ladder.query
    var narrowed = Ladder.Request(
      query: UserQuery(
        typed.text, caret: typed.caret, tokens: typed.tokens + [token], filters: typed.filters),
      context: ladder.context)
    narrowed.isExact = true
    let isWanted = classTest(in: stores)
    do throws(QueryError) {
      var tried = LadderState()
      let found = try Ladder(narrowed, in: stores, isOver: isOver) {
        $0.map(HitGrouping.Row.init)
      }.climb(limit: request.classes == nil ? 1 : Self.sampleCount, &tried)
      return found.hits.map(HitGrouping.Row.init).contains(where: isWanted)
    } catch {
      throw ServiceError(error)
    }
  }

  /// What is suggested of offered filters: the text as it was typed, with a token on the words of the filter. An app
  /// that puts the text into its field changes nothing by that.
  func suggestions(of offered: [QueryToken]) -> [Suggestion] {
    guard request.suggestionLimit > 0, !request.text.isEmpty else { return [] }
    return offered.enumerated().map { place, token in
      Suggestion(
        .filter, text: request.text, typed: [0..<request.text.utf8.count],
        score: Self.bestScore / Double(1 + place),
        key: [0, token.kind.rawValue] + Array(token.shown.utf8), token: token)
    }
  }
}

/// How long the hits may wait for the filters that are offered with them, all filters together.
///
/// Processor time of the thread decides, so that a busy machine changes no answer; the time that passes bounds what is
/// read from the disk.
struct OfferBudget: Sendable {
  /// Processor time, in nanoseconds.
  var processorTime: UInt64 = 5_000_000
  /// The time that passes, in nanoseconds.
  var elapsedTime: UInt64 = 50_000_000

  /// Begins to spend it.
  ///
  /// - Returns: Tells whether it is spent, on the same thread.
  func begin() -> @Sendable () -> Bool {
    let processorEnd = ProcessorClock.threadNanoseconds &+ processorTime
    let end = MonotonicClock.nanoseconds &+ elapsedTime
    return { ProcessorClock.threadNanoseconds >= processorEnd || MonotonicClock.nanoseconds >= end }
  }
}

extension QueryToken.Kind {
  /// The kind in the words of the protocol.
  fileprivate init(_ kind: UserQuery.Token.Kind) {
    self =
      switch kind {
      case .kind: .kind
      case .app: .app
      case .person: .person
      case .time: .time
      case .size: .size
      case .dismissed: .dismissed
      }
  }
}
