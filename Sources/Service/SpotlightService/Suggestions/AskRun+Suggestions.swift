internal import FresnelEngine
internal import FresnelModel
internal import FresnelQuery
internal import SpotlightWire

extension AskRun {
  /// So many of the best items are looked at for their names.
  private static let sampleCount = 128
  /// So many items are read whole to know that they are no messages.
  private static let mostItemsRead = 32

  /// Whether something may be suggested: it is wanted with the first page.
  var wantsSuggestions: Bool { request.suggestionLimit > 0 && request.after == nil }

  /// What the text may become, by the names of the best items that have it.
  ///
  /// - Parameters:
  ///   - found: What was found for the text.
  ///   - stores: What the searcher sees.
  ///   - now: When the ask was made.
  ///   - rules: What the person decided.
  ///   - isOver: Whether the time is over, or the ask was called off.
  /// - Returns: The suggestions, the best first.
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/invalidQuery`` for a filter that is no query.
  func suggestions(
    besides found: FoundRows, in stores: [VisibleStore], at now: Timestamp,
    by rules: SuggestionRules, isOver: @escaping @Sendable () -> Bool
  ) throws(ServiceError) -> [Suggestion] {
    // With filters alone there are items, and no text that could go on.
    if asksForRecentSearches { return try recentSearches(in: stores, at: now, by: rules) }
    guard var ladder = try ladderRequest(at: now) else { return [] }
    let isWanted = classTest(in: stores)
    var sample = found
    // The order of the list and its length say nothing of what is worth suggesting.
    if ladder.order != .relevance || found.isFull && found.rows.count < Self.sampleCount {
      ladder.order = .relevance
      ladder.countsMatches = false
      do throws(QueryError) {
        var tried = LadderState()
        let climber = Ladder(ladder, in: stores, isOver: isOver) {
          $0.map(HitGrouping.Row.init)
        }
        var climb = try climber.climb(limit: Self.sampleCount, &tried)
        sample = FoundRows(&climb, tellsLimits: false)
      } catch {
        throw ServiceError(error)
      }
    }
    // Nothing has what was typed: the words of the corrected text are those that may go on.
    if let best = sample.rows.first(where: isWanted),
      let text = correctedText(sample.plans[best.plan])
    {
      // What is behind the caret or in a token has no place in it.
      guard request.tokens.isEmpty, request.caret >= request.text.utf8.count else { return [] }
      return suggestions(
        NameSuggestions(for: UserQuery(text), in: ladder.context, isCorrected: true),
        of: sample.rows.filter { $0.plan == best.plan && isWanted($0) }, by: rules)
    }
    return suggestions(
      NameSuggestions(for: ladder.query, in: ladder.context),
      of: sample.rows.filter { row in
        isWanted(row) && sample.plans[row.plan].understanding.reading <= .prefixes
      }, by: rules)
  }

  private func suggestions(
    _ names: NameSuggestions?, of rows: [HitGrouping.Row], by rules: SuggestionRules
  ) -> [Suggestion] {
    guard var names else { return [] }
    let most = Int(request.suggestionLimit)
    guard !rules.isForApp else {
      for row in rows.prefix(Self.sampleCount) { names.add(row.hit.item) }
      return names.best(most)
    }
    let shown = rows.prefix(Self.sampleCount).filter { row in
      row.mayBeSuggestedToOthers && !rules.hiddenApps.contains(row.hit.scope.app)
    }
    for row in shown { names.add(row.hit.item, chosen: rules.heedsChoices ? row.choiceCount : 0) }
    var readCount = 0
    return names.best(most) { place in
      readCount += 1
      return readCount <= Self.mostItemsRead && !shown[place].isOfMessage
    }
  }

  /// The corrected text of a plan; `nil` where it finds what was typed.
  private func correctedText(_ plan: ReadingPlan) -> String? {
    plan.understanding.reading.isCorrection ? plan.understanding.correctedText : nil
  }

  /// Tells whether a row is of a class that is asked for. A store may hold several classes, and say of its indexes
  /// itself which ones they have.
  func classTest(in stores: [VisibleStore]) -> (HitGrouping.Row) -> Bool {
    guard let classes = request.classes else { return { _ in true } }
    let marks = stores.map(\.snapshot.marks).reduce(into: [:]) { known, marks in
      known.merge(marks) { first, _ in first }
    }
    return { row in
      classes.contains(marks[row.hit.scope]?.protection ?? row.hit.protection)
    }
  }
}

extension AskAnswer {
  /// Adds what the text may become, and which parts of it may be meant as filters.
  ///
  /// - Parameters:
  ///   - ask: What was asked.
  ///   - found: What was found.
  ///   - stores: What the searcher sees.
  ///   - now: When it was asked.
  ///   - rules: What the person decided.
  ///   - earlier: What was offered with the first list of a live ask; `nil` with that one.
  ///   - budget: How long the hits may wait for filters.
  ///   - isOver: Whether the time is over, or the ask was called off.
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/invalidQuery`` for a filter that is no query.
  mutating func suggest(
    for ask: AskRun, besides found: FoundRows, in stores: [VisibleStore], at now: Timestamp,
    by rules: SuggestionRules, offeredBefore earlier: [QueryToken]? = nil,
    within budget: OfferBudget = OfferBudget(), isOver: @escaping @Sendable () -> Bool
  ) throws(ServiceError) {
    if rules.offersFilters {
      offeredTokens =
        if let earlier {
          earlier
        } else {
          try ask.offeredTokens(in: stores, at: now, within: budget, isOver: isOver)
        }
    }
    if ask.wantsSuggestions {
      suggestions = try ask.suggestions(
        besides: found, in: stores, at: now, by: rules, isOver: isOver)
    }
    // What completes the text has the places first.
    suggestions += ask.suggestions(of: offeredTokens)
    let most = Int(ask.request.suggestionLimit)
    if suggestions.count > most { suggestions.removeSubrange(most...) }
  }
}
