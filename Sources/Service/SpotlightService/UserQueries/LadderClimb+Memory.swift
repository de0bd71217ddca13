internal import FresnelEngine
internal import FresnelModel
internal import FresnelQuery
internal import FresnelRanking
internal import SpotlightWire

// What the person chose before orders the hits of each reading. Three names that the person does not know stand first
// of one app, so that an app with ten items for each short text does not fill every list above what is known.

extension LadderClimb {
  /// So many unknown items of an app stand first since what was typed is their name.
  private static let namesOfApp = 3
  /// So often names of other apps are looked for: each time some app has more than the list.
  private static let mostRounds = 16

  /// Gives the hits of the reading that ended the scores that they are ordered by.
  mutating func rank() {
    guard let known else { return }
    let surplus = request.isOfSystem ? surplusNames(known) : []
    for index in rankedCount..<hits.count {
      let (hit, store, _) = hits[index]
      let score = surplus.contains(index) ? RankScore.beginning(hit.score) : hit.score
      hits[index].hit = hit.scored(RankScore.score(score, known.level(of: hit, in: store)))
    }
  }

  /// The places of the hits that do not stand first though what was typed is their name.
  private func surplusNames(_ known: KnownMatches) -> Set<Int> {
    let names = (rankedCount..<hits.count).filter { index in
      RankScore.isName(hits[index].hit.score)
        && known.level(of: hits[index].hit, in: hits[index].store) == nil
    }
    var counts: [String: Int] = [:]
    var surplus: Set<Int> = []
    for index in names.sorted(by: { Self.precedes(hits[$0].hit, hits[$1].hit) }) {
      let app = hits[index].store.scope(hits[index].hit.scope).app
      counts[app, default: 0] += 1
      if counts[app, default: 0] > Self.namesOfApp { surplus.insert(index) }
    }
    return surplus
  }

  private static func precedes(_ left: Hit, _ right: Hit) -> Bool {
    if left.score != right.score { return left.score > right.score }
    return left.item.uniqueIdentifierBytes.lexicographicallyPrecedes(
      right.item.uniqueIdentifierBytes)
  }

  /// Looks for names of other apps where those of some fill the list, of which most do not stand first.
  ///
  /// - Parameters:
  ///   - plan: The plan of names.
  ///   - search: The plan as the engine takes it.
  ///   - known: What the person knows of what was found, which grows by other names.
  ///   - merged: What was found, which grows by other names.
  ///   - seen: By store, what is left out of later plans, which grows by them.
  ///   - share: What the plan may do.
  /// - Throws: `QueryError` for a filter that is no valid tree.
  mutating func addOtherNames(
    of plan: ReadingPlan, _ search: FresnelEngine.SearchRequest, besides known: inout KnownMatches,
    to merged: inout MergedHits, _ seen: inout [FoundItems], _ share: inout ReadingAllowance
  ) throws(QueryError) {
    var names = NamesOfApps()
    for (hit, store, _) in merged.best {
      _ = names.add(hit, of: store, isKnown: known.level(of: hit, in: store) != nil)
    }
    for (hit, store, _) in merged.all { names.note(hit, of: store) }
    var isFull = merged.isFull
    var rounds = 0
    while isFull, names.firstCount(Self.namesOfApp) < roomAsTyped, rounds < Self.mostRounds {
      rounds += 1
      let crowded = names.apps(with: Self.namesOfApp)
      if crowded.isEmpty { return }
      var search = search
      search.countsMatches = false
      // What was found of the others is found again.
      search.limit = roomAsTyped + names.count(besides: crowded)
      isFull = false
      // What a round found counts when all stores were asked: else nothing of it, so that later plans may find it.
      var found: [HitGrouping.Found] = []
      var seenByRound = seen
      for (place, store) in stores.enumerated() {
        guard let filter = store.filter(besides: crowded), share.takeLookup() else { continue }
        search.filter = filter
        let results = try store.snapshot.read(
          search, inTier: Int(plan.understanding.reading.tier), relation: plan.relation.rawValue,
          besides: self.found[place], &share)
        work.add(results.work)
        if results.isPartial { isPartial = true }
        if results.hasMetCeiling {
          isLimited = true
          return
        }
        seenByRound[place].formUnion(results.found)
        let current = results.hits.filter { !store.isOutdated($0.scope, $0.item) }
        found += current.map { ($0, store, plans.count) }
        if results.hits.count >= search.limit { isFull = true }
      }
      seen = seenByRound
      for (hit, store, place) in MergedHits.sorted(found, by: .relevance).prefix(search.limit) {
        let isKnown = known.level(of: hit, in: store) != nil
        if names.add(hit, of: store, isKnown: isKnown) {
          merged.addExtra([hit], of: store, plan: place)
          known.note([hit], in: store)
        }
      }
    }
  }
}

/// The items found whose name is what was typed, by app: the best of all stores, in the order of the text.
private struct NamesOfApps {
  private struct Place: Hashable {
    let store: ObjectIdentifier
    let scope: IndexScope
    let identifier: String
  }
  /// Those that are among the best, and all that are at hand.
  private var counted: Set<Place> = []
  private var places: Set<Place> = []
  /// How many the person does not know.
  private var unknown: [String: Int] = [:]
  private var knownCount = 0

  /// Adds one of the best items; returns whether it was not at hand.
  mutating func add(_ hit: Hit, of store: VisibleStore, isKnown: Bool) -> Bool {
    let place = Place(
      store: ObjectIdentifier(store), scope: hit.scope,
      identifier: hit.item.uniqueIdentifier)
    if counted.insert(place).inserted {
      if isKnown { knownCount += 1 } else { unknown[store.scope(hit.scope).app, default: 0] += 1 }
    }
    return places.insert(place).inserted
  }

  /// Notes that an item is at hand.
  mutating func note(_ hit: Hit, of store: VisibleStore) {
    places.insert(
      Place(
        store: ObjectIdentifier(store), scope: hit.scope,
        identifier: hit.item.uniqueIdentifier))
  }

  /// How many stand first, where only some do that are unknown of an app.
  func firstCount(_ most: Int) -> Int {
    unknown.values.reduce(knownCount) { $0 + min($1, most) }
  }

  /// The apps of which so many are unknown, or more.
  func apps(with count: Int) -> Set<String> { Set(unknown.filter { $0.value >= count }.keys) }

  /// How many there are of other apps than some, or may be.
  func count(besides apps: Set<String>) -> Int {
    unknown.filter { !apps.contains($0.key) }.values.reduce(knownCount, +)
  }
}

extension KnownMatches {
  /// Adds the known things that match a plan and were not found, since they are worse by the text alone.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - search: The plan as the engine takes it.
  ///   - limit: The length of the list.
  ///   - store: Where they are looked for.
  ///   - excluded: What is left out.
  ///   - merged: What was found, which grows by them.
  ///   - seen: What is left out of later plans, which grows by them.
  ///   - place: The place of the plan.
  /// - Throws: `QueryError` for a filter that is no valid tree.
  mutating func addMissing(
    of plan: ReadingPlan, _ search: FresnelEngine.SearchRequest, limit: Int,
    in store: VisibleStore, besides excluded: FoundItems, to merged: inout MergedHits,
    _ seen: inout FoundItems, _ place: Int
  ) throws(QueryError) {
    // Of names, how many are known decides which others stand first.
    let lookup = Lookup(
      request: search, tier: Int(plan.understanding.reading.tier),
      relation: plan.relation.rawValue, excluded: excluded,
      limit: plan.relation == .isName ? nil : limit)
    merged.addExtra(try missingHits(of: lookup, in: store, &seen), of: store, plan: place)
  }
}
