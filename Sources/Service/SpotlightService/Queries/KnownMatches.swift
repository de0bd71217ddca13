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
  /// So many are looked up at once.
  private static let portion = 64

  private struct OfStore {
    let candidates: [MemoryOrder.Candidate]
    /// The places of candidates, by things.
    let places: [ObjectIdentifier: Int]
    /// Whether each candidate is known to match.
    var isMatch: [Bool]
    var evaluations = KnownMatches.evaluationCount

    init(_ candidates: [MemoryOrder.Candidate]) {
      self.candidates = candidates
      places = Dictionary(
        uniqueKeysWithValues: candidates.enumerated().map { (ObjectIdentifier($1.thing), $0) })
      isMatch = Array(repeating: false, count: candidates.count)
    }

    /// The place behind the last candidate that has a level.
    var end: Int {
      var count = 0
      for index in isMatch.indices where isMatch[index] {
        count += 1
        if count == KnownMatches.matchCount { return index + 1 }
      }
      return isMatch.count
    }
  }

  private let memory: MemoryOrder
  private var stores: [ObjectIdentifier: OfStore] = [:]

  /// Begins without matches.
  ///
  /// - Parameters:
  ///   - memory: What the person knows.
  ///   - stores: What the searcher sees.
  init(_ memory: MemoryOrder, in stores: [VisibleStore]) {
    self.memory = memory
    for store in stores {
      let candidates = memory.candidates(in: store)
      if !candidates.isEmpty { self.stores[ObjectIdentifier(store)] = OfStore(candidates) }
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
  }

  /// Whether the person knows anything of a store by the text, whether it matches or not.
  func hasCandidates(in store: VisibleStore) -> Bool { stores[ObjectIdentifier(store)] != nil }

  /// Notes that some hits match.
  mutating func note(_ hits: [Hit], in store: VisibleStore) {
    let key = ObjectIdentifier(store)
    guard stores[key] != nil else { return }
    for hit in hits {
      if let place = place(of: hit, in: store) { stores[key]?.isMatch[place] = true }
    }
  }

  /// The known things that match a plan, of those that were not found before since they are worse by the text alone.
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
    guard let ofStore = stores[key] else { return [] }
    // What is found meanwhile is before the next one.
    let (candidates, isMatch) = (ofStore.candidates, ofStore.isMatch)
    var hits: [Hit] = []
    var (next, count) = (0, 0)
    while next < candidates.count, count < Self.matchCount {
      var portion: [(scope: IndexScope, identifier: String)] = []
      while next < candidates.count, portion.count < Self.portion {
        if isMatch[next] {
          count += 1
        } else {
          portion.append(candidates[next].place)
        }
        next += 1
      }
      var evaluations = stores[key]?.evaluations ?? 0
      let more = try store.snapshot.hits(
        among: portion, of: lookup.request, inTier: lookup.tier, relation: lookup.relation,
        besides: lookup.excluded, &found, evaluations: &evaluations)
      stores[key]?.evaluations = evaluations
      note(more, in: store)
      hits += more
      count += more.count
    }
    let end = stores[key]?.end ?? 0
    return hits.filter { hit in place(of: hit, in: store).map { $0 < end } ?? false }
  }

  /// How a hit stands by what was chosen; `nil` where nothing is known, or too many others stand before it.
  func level(of hit: Hit, in store: VisibleStore) -> Level? {
    guard let ofStore = stores[ObjectIdentifier(store)], let place = place(of: hit, in: store)
    else { return nil }
    return place < ofStore.end ? ofStore.candidates[place].level : nil
  }

  /// The place of a hit among the candidates of its store.
  private func place(of hit: Hit, in store: VisibleStore) -> Int? {
    guard let ofStore = stores[ObjectIdentifier(store)],
      let thing = memory.thing(of: hit, in: store)
    else { return nil }
    return ofStore.places[ObjectIdentifier(thing)]
  }
}
