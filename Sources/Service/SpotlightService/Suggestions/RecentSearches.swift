internal import FresnelEngine
internal import FresnelModel
internal import FresnelQuery
internal import SpotlightWire

extension AskRun {
  /// Whether nothing is typed yet, and what was searched for before may be suggested.
  var asksForRecentSearches: Bool {
    wantsSuggestions && request.tokens.isEmpty && request.text.allSatisfy(\.isWhitespace)
  }

  /// The texts after which the person chose something that the searcher sees now, the latest first.
  ///
  /// An app gets those that were typed in its own search, parts of the desktop those that were typed in such parts.
  /// Each needs an item that is there, is in a class that is asked for, and passes the filters.
  ///
  /// - Parameters:
  ///   - stores: What the searcher sees; what was chosen of them is read.
  ///   - now: When the ask was made.
  ///   - rules: What the person decided.
  /// - Returns: The suggestions. Their scores are dates, so that those of several processes merge in their order.
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/invalidQuery`` for a filter that is no query.
  func recentSearches(
    in stores: [VisibleStore], at now: Timestamp, by rules: SuggestionRules
  ) throws(ServiceError) -> [Suggestion] {
    guard rules.suggestsSearches else { return [] }
    let origin: SearchTexts.Origin = rules.isForApp ? .app : .surface
    var found: [(thing: KnownThing, entry: SearchTexts.Entry)] = []
    for thing in stores.flatMap({ $0.engagement?.known?.things.values.map(\.self) ?? [] }) {
      guard !rules.hiddenApps.contains(thing.entity.app) || rules.isForApp else { continue }
      for entry in thing.records.searches.entries
      where entry.origin == origin && !entry.isOver(at: now) {
        found.append((thing, entry))
      }
    }
    for place in found.indices { found[place].entry.last = found[place].entry.date(at: now) }
    found.sort { left, right in
      left.entry.last == right.entry.last
        ? left.entry.text < right.entry.text : left.entry.last > right.entry.last
    }
    let test = try RecentItemTest(for: self, in: stores, hides: !rules.isForApp, at: now)
    var keys: Set<[UInt8]> = []
    var suggestions: [Suggestion] = []
    for (thing, entry) in found where suggestions.count < Int(request.suggestionLimit) {
      let key = SearchTexts.key(of: entry.text)
      guard !keys.contains(key), test.passes(thing) else { continue }
      keys.insert(key)
      suggestions.append(
        Suggestion(
          .recent, text: entry.text, score: entry.last.secondsSinceReferenceDate, key: key))
    }
    return suggestions
  }
}

/// Tells whether the searcher sees a thing that was chosen: a text that leads to nothing any more is not suggested.
private struct RecentItemTest {
  let stores: [VisibleStore]
  let classes: [ProtectionClass]?
  let filter: CompiledQuery?
  /// What surfaces leave out, as the person decided.
  let hidden: Set<MarkedThing>

  init(
    for ask: AskRun, in stores: [VisibleStore], hides: Bool, at now: Timestamp
  ) throws(ServiceError) {
    self.stores = stores
    hidden = hides ? stores.compactMap(\.marks).reduce(into: []) { $0.formUnion($1.hidden) } : []
    classes = ask.request.classes
    let conditions = try ask.conditions().compactMap(\.self)
    do throws(QueryError) {
      filter =
        conditions.isEmpty
        ? nil
        : try CompiledQuery(
          .all(of: conditions), context: ask.request.queryContext.context(at: now))
    } catch {
      throw ServiceError(error)
    }
  }

  func passes(_ thing: KnownThing) -> Bool {
    guard let choice = Choice(key: thing.entity.key) else { return false }
    let scope: IndexScope
    let identifier: String
    switch choice {
    case .item(let index, let item):
      (scope, identifier) = (IndexScope(app: thing.entity.app, index: index), item)
    case .state(let key):
      (scope, identifier) = (.activities(of: thing.entity.app), key)
    case .continuedSearch: return false
    }
    if hidden.contains(MarkedThing(scope: scope, identifier: identifier)) { return false }
    return stores.contains { store in
      guard let own = store.ownScope(scope), store.filter.contains(own),
        classes.map({ $0.contains(store.protection(of: own)) }) ?? true,
        let item = store.snapshot.item(scope: own, identifier: identifier)
      else { return false }
      return filter.map { $0.matches(item) } ?? true
    }
  }
}
