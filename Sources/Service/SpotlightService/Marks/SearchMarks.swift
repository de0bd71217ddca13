internal import FresnelEngine
internal import FresnelModel
internal import FresnelQuery
internal import FresnelRanking
internal import SpotlightWire

/// The things that the person pinned for a typed text, or gave it as a name, for one search of a surface.
///
/// They are candidates whatever they are worth by the text. The filters and what the searcher may see hold for them as
/// for all others.
struct SearchMarks: Sendable {
  /// Why a thing is a candidate.
  private enum Reason {
    case pinned(Timestamp)
    /// The text is its alias, or only begins it.
    case named(isWhole: Bool)
  }

  /// What each of them has to match: the filters.
  private let query: Query
  private let nameTest: NameTest
  private let things: [(thing: MarkedThing, reason: Reason)]

  /// Looks the text up; `nil` where nothing is pinned for it or named so.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - conditions: The filters.
  ///   - tables: What is decided about the things of each store.
  ///   - usesPins: Whether something else than the text may order results.
  init?(for text: String, _ conditions: [Query], in tables: [MarkTable], usesPins: Bool) {
    guard !tables.isEmpty, let folded = MarkText.folded(text) else { return nil }
    var reasons: [MarkedThing: Reason] = [:]
    // A thing that moved has marks in two tables.
    func note(_ reason: Reason, _ thing: MarkedThing) {
      if let other = reasons[thing], Self.rank(other) >= Self.rank(reason) { return }
      reasons[thing] = reason
    }
    for table in tables {
      for (thing, isWhole) in table.named(folded) { note(.named(isWhole: isWhole), thing) }
      if !usesPins { continue }
      for (thing, date) in table.pinned(for: folded) { note(.pinned(date), thing) }
    }
    if reasons.isEmpty { return nil }
    // All of them: which are there, match the filters and stand first is known only when they are looked up.
    things = reasons.map { ($0.key, $0.value) }
    query = conditions.isEmpty ? AskRun.everything : .all(of: conditions)
    nameTest = NameTest(text)
  }

  /// Which of two reasons counts, the greater.
  private static func rank(_ reason: Reason) -> UInt64 {
    switch reason {
    case .pinned(let date): 2 + date.ticks
    case .named(let isWhole): isWhole ? 1 : 0
    }
  }

  /// Finds those of a store that match the filters and may be seen.
  ///
  /// - Parameters:
  ///   - request: How they are read; its query and its limit count for nothing.
  ///   - tier: The tier of what is found as it was typed.
  ///   - store: Where they are looked for.
  ///   - found: Grows by them, so that nothing finds them again; what is in it is left out.
  ///   - known: Told of them, and tells how they stand by what was chosen; `nil` where the text alone orders.
  /// - Returns: Their hits with the scores that the list is ordered by.
  /// - Throws: `QueryError` for a filter that is no valid tree.
  func hits(
    for request: FresnelEngine.SearchRequest, inTier tier: Int, of store: VisibleStore,
    _ found: inout FoundItems, _ known: inout KnownMatches?
  ) throws(QueryError) -> [Hit] {
    let own = things.compactMap { thing, reason in
      store.ownScope(thing.scope).map { scope in
        (RememberedItem(scope: scope, identifier: thing.identifier), reason)
      }
    }
    if own.isEmpty { return [] }
    var request = request
    request.query = query
    var evaluations = own.count
    let matches = try store.snapshot.matches(
      among: own.map(\.0), of: request, inTier: tier, besides: found, &found,
      evaluations: &evaluations
    ) { $0.count }
    known?.note(matches.hits, in: store)
    return zip(matches.places, matches.hits).compactMap { place, hit in
      // The app has deleted it, or has a newer one elsewhere; its mark stays all the same.
      if store.isOutdated(hit.scope, hit.item) { return nil }
      let level = known?.level(of: hit, in: store)
      return hit.scored(score(hit, own[place].1, level, isRanked: known != nil))
    }
  }

  private func score(_ hit: Hit, _ reason: Reason, _ level: Level?, isRanked: Bool) -> Double {
    switch reason {
    case .pinned(let date):
      let name = RankScore.named(hit.score, isWhole: true)
      return RankScore.score(name, Level(.pinned, date: date.ticks))
    case .named(let isWhole):
      // Who types the title has typed the name of it, whatever alias only begins so.
      let isTitle = [AttributeID.title, .displayName].contains { id in
        hit.item.text(of: id).map { nameTest.isName($0) } ?? false
      }
      let name = RankScore.named(hit.score, isWhole: isWhole || isTitle)
      return isRanked ? RankScore.score(name, level) : name
    }
  }
}
