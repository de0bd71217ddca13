internal import FresnelEngine
internal import FresnelModel
internal import FresnelQuery
internal import SpotlightWire

/// What is asked about typed text, as the service runs it: the plans, the page that is wanted of their hits,
/// and the answer.
///
/// ``SearchRun`` and ``SnapshotSearch`` have a ``Ladder`` run the plans.
struct AskRun: Sendable {
  /// The request.
  let request: AskRequest
  /// The text and all filters, those of tokens behind the others.
  let text: QueryText

  /// The most hits that are gone through to find a page.
  static let deepestList = 1 << 16

  /// Takes a request.
  ///
  /// - Parameter request: The request.
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/invalidQuery`` when something in it is longer
  ///   than may be.
  init(_ request: AskRequest) throws(ServiceError) {
    let tokens = request.tokens
    guard tokens.count <= WireLimits.tokens, request.weights.count <= WireLimits.tokens else {
      throw ServiceError(
        .invalidQuery,
        "There are \(tokens.count) tokens and \(request.weights.count) weights; the limit is "
          + "\(WireLimits.tokens).")
    }
    guard request.attributes.count <= WireLimits.queryAttributes else {
      throw ServiceError(
        .invalidQuery,
        "\(request.attributes.count) attributes are wanted; the limit is "
          + "\(WireLimits.queryAttributes).")
    }
    text = try QueryText(
      .typed, request.text,
      filters: request.filters + tokens.filter { $0.kind != .dismissed }.map(\.query),
      request.queryContext)
    self.request = request
  }

  /// What the request has in common with a search. Items are found as rows, and those that are answered are
  /// read whole afterwards: so each page joins rows in the same way.
  var search: SpotlightWire.SearchRequest {
    var flags: SpotlightWire.SearchRequest.Flags = []
    if request.flags.contains(.isLive) { flags.insert(.isLive) }
    if request.flags.contains(.countsMatches) { flags.insert(.countsMatches) }
    var search = SpotlightWire.SearchRequest(
      form: .typed, text: request.text, filters: request.filters, reach: request.reach, limit: 0,
      detail: .rows, flags: flags, budgetMilliseconds: request.budgetMilliseconds,
      queryContext: request.queryContext, order: request.order,
      snippetLength: request.snippetLength, isSettled: request.flags.contains(.isSettled))
    // A library in the process that asks gives as many as are wanted.
    search.limit = request.limit
    return search
  }

  /// What the ladder looks for; `nil` where nothing is asked for.
  ///
  /// - Parameter now: When the ask was made.
  /// - Returns: The request.
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/invalidQuery`` for a filter that is no query.
  func ladderRequest(at now: Timestamp) throws(ServiceError) -> Ladder.Request? {
    var ladder = Ladder.Request(
      query: try userQuery(), context: request.queryContext.context(at: now))
    guard ladder.asksForSomething else { return nil }
    ladder.order = request.order.engineOrder
    ladder.countsMatches = request.flags.contains(.countsMatches)
    ladder.isFinished = request.isFinished
    ladder.isExact = !request.flags.isDisjoint(with: [.isExact, .isUnranked])
    // Counts would tell an app of the items of others.
    ladder.countsWords = request.reach == .system && !request.flags.contains(.weighsByList)
    return ladder
  }

  /// What was typed.
  private func userQuery() throws(ServiceError) -> UserQuery {
    let conditions = try conditions()
    var ofTokens = conditions[request.filters.count...]
    let tokens = request.tokens.map { token in
      UserQuery.Token(
        token.kind.ofQuery, range: token.range,
        filter: token.kind == .dismissed ? nil : ofTokens.popFirst() ?? nil)
    }
    return UserQuery(
      request.text, caret: request.caret, tokens: tokens,
      filters: conditions.prefix(request.filters.count).compactMap(\.self))
  }

  // MARK: - Pages

  /// How many of some hits, from the first one on, come before the page that the request wants.
  ///
  /// - Parameters:
  ///   - hits: The hits, the best first.
  ///   - isWhole: Whether there are no more.
  /// - Returns: The number; all where the hit that the page is behind is not among them and may come.
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/invalidQuery`` where it cannot be known what is
  ///   behind that hit, since it is none any more.
  func leadingCount(of hits: [WireHit], isWhole: Bool) throws(ServiceError) -> Int {
    guard let after = request.after else { return 0 }
    let place = hits.firstIndex {
      $0.scope == after.scope && $0.item.uniqueIdentifier == after.identifier
    }
    if let place { return place + 1 }
    guard request.order == .relevance else {
      if !isWhole { return hits.count }
      throw ServiceError(
        .invalidQuery, "The item behind which others are wanted is not found any more.")
    }
    let identifier = Array(after.identifier.utf8)
    return hits.prefix { hit in
      hit.score > after.score
        || hit.score == after.score
          && !identifier.lexicographicallyPrecedes(hit.item.uniqueIdentifierBytes)
    }.count
  }

  /// A hit with what the request wants of its item.
  ///
  /// - Parameters:
  ///   - hit: The hit, as a row.
  ///   - item: Reads its whole item.
  /// - Returns: The hit.
  func detailed(_ hit: WireHit, reading item: () -> EncodedItem?) -> WireHit {
    guard request.detail == .items, var whole = item() else { return hit }
    if !request.attributes.isEmpty {
      let keys = request.attributes.map { AttributeKey(queryName: $0) }
      whole = (try? whole.projection(of: keys)) ?? hit.item
    }
    // What the row tells of its entity goes on with the item.
    var grouped = GroupedHit(carriedBy: hit)
    grouped.hit.item = whole
    return grouped.carrying
  }
}

extension QueryToken.Kind {
  /// The kind in the words of the query.
  fileprivate var ofQuery: UserQuery.Token.Kind {
    switch self {
    case .kind: .kind
    case .app: .app
    case .person: .person
    case .time: .time
    case .size: .size
    case .dismissed: .dismissed
    }
  }
}
