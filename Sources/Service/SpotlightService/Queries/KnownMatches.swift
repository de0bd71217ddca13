internal import FresnelEngine
internal import FresnelModel
internal import FresnelQuery
internal import FresnelRanking

/// The things that a person knows by a text and that match it, as far as one list has looked for them.
///
/// Those that stand first are looked up first, and no more have a level than may match: so how a thing stands depends
/// neither on how long the list is nor on how items lie in segments.
struct KnownMatches {
  /// The things of a store that match, at most.
  private static let matchCount = 64
  /// The things of a store that are evaluated, at most, where the index proves nothing.
  private static let evaluationCount = 16
  /// So many are looked up at once to begin with: of a short text, most match.
  private static let firstPortion = 64
  /// And so many afterwards.
  private static let laterPortion = 256

  /// By store, what may be looked up.
  private var stores: [ObjectIdentifier: KnownCandidates] = [:]

  /// Begins without matches.
  ///
  /// - Parameters:
  ///   - memory: What the person knows.
  ///   - stores: What the searcher sees.
  init(_ memory: MemoryOrder, in stores: [VisibleStore]) {
    for store in stores {
      let candidates = memory.candidates(in: store)
      if !candidates.isEmpty {
        self.stores[ObjectIdentifier(store)] = KnownCandidates(
          candidates, evaluations: Self.evaluationCount)
      }
    }
  }

  /// What a plan looks for in a store.
  struct Lookup {
    /// The plan, with the filters.
    let request: FresnelEngine.SearchRequest
    /// The tier of its reading.
    var tier = 0
    /// How the text relates to the names of what it finds.
    var relation = 0
    /// What is left out.
    var excluded = FoundItems()
    /// How many of those that stand first are enough; `nil` where all that have a level are wanted, as levels of others
    /// may count besides.
    var limit: Int?
  }

  /// Whether the person knows anything of a store by the text, whether it matches or not.
  func hasCandidates(in store: VisibleStore) -> Bool { stores[ObjectIdentifier(store)] != nil }

  /// Notes that some hits match.
  mutating func note(_ hits: [Hit], in store: VisibleStore) {
    stores[ObjectIdentifier(store)]?.note(hits)
  }

  /// The known things that match a plan, of those that were not found before since they are worse by the text alone.
  ///
  /// With a limit, those behind the last one that may be in a list of its length are not looked for: nothing that is
  /// worse by the text alone stands above them.
  ///
  /// - Parameters:
  ///   - lookup: The plan.
  ///   - store: Where they are looked for.
  ///   - found: Grows by what is found.
  /// - Returns: Their hits, with the scores of the engine.
  /// - Throws: `QueryError` for a query that is no valid tree.
  mutating func missingHits(
    of lookup: Lookup, in store: VisibleStore, _ found: inout FoundItems
  ) throws(QueryError) -> [Hit] {
    let key = ObjectIdentifier(store)
    guard var candidates = stores.removeValue(forKey: key) else { return [] }
    defer { stores[key] = candidates }
    let limit = min(lookup.limit ?? Self.matchCount, Self.matchCount)
    var hits: [(place: Int, hit: Hit)] = []
    var (next, count) = (0, 0)
    while next < candidates.count, count < Self.matchCount,
      count < limit || candidates.mayStandAbove(next)
    {
      var places: [Int] = []
      let portion = next == 0 ? Self.firstPortion : Self.laterPortion
      while next < candidates.count, places.count < portion {
        if candidates.isMatch[next] { count += 1 } else { places.append(next) }
        next += 1
      }
      let most = lookup.limit == nil ? places.count : limit - hits.count
      let last = hits.last?.place
      var evaluations = candidates.evaluations
      let matches = try store.snapshot.matches(
        among: places.map { candidates[$0].item }, of: lookup.request, inTier: lookup.tier,
        relation: lookup.relation, besides: lookup.excluded, &found, evaluations: &evaluations
      ) { candidates.shownCount(of: $0.map { places[$0] }, most, after: last) }
      candidates.evaluations = evaluations
      candidates.note(
        matches.places.map { places[$0] },
        areNames: lookup.relation == ReadingPlan.Relation.isName.rawValue)
      hits += zip(matches.places, matches.hits).map { (places[$0], $1) }
      count += matches.places.count
    }
    let end = candidates.end(Self.matchCount)
    return hits.filter { $0.place < end }.map(\.hit)
  }

  /// How a hit stands by what was chosen; `nil` where nothing is known, or too many others stand before it.
  func level(of hit: Hit, in store: VisibleStore) -> Level? {
    guard let candidates = stores[ObjectIdentifier(store)], let place = candidates.place(of: hit)
    else { return nil }
    return place < candidates.end(Self.matchCount) ? candidates[place].level : nil
  }
}
