internal import FresnelEngine
internal import FresnelModel
internal import FresnelQuery
internal import FresnelText
internal import SpotlightWire

/// Makes rows of the hits of a search: one for each entity, whoever knows it.
///
/// Rows of the stores tell neither URLs nor what activities belong to. So what history has is read whole, and an
/// item only where its title is that of another hit, or where an activity without an item may stand for its page
/// or file. Without either, hits become rows as they are.
struct HitGrouping {
  /// A hit, where it was found, and by which plan of the request.
  typealias Found = (hit: Hit, store: VisibleStore, plan: Int)

  /// A row of a list. It knows its store: two may have an item of one name in an index of one name.
  struct Row {
    /// What is shown.
    var hit: WireHit
    /// Where that was found.
    let store: VisibleStore
    /// What the row is ordered by; `nil` in a list by relevance.
    let orderKey: [UInt8]?
    /// By which plan of the request the best of its hits was found.
    let plan: Int

    /// The row of one hit.
    init(_ found: Found) {
      hit = found.store.wireHit(found.hit)
      store = found.store
      orderKey = found.hit.sortValue?.orderKey
      plan = found.plan
    }

    fileprivate init(_ grouped: GroupedHit, _ origin: Origin) {
      hit = grouped.carrying
      (store, orderKey, plan) = origin
    }
  }

  /// What the searcher may see.
  let stores: [VisibleStore]
  /// Whether hits have whole items.
  let isWhole: Bool
  /// Whether rows stand by how well they answer.
  let isRanked: Bool
  /// What an item has to match that comes in with its activity; `nil` where there are no filters.
  private var conditions: CompiledQuery?

  /// So many items are compared with an activity that has none.
  static let comparedCount = 32

  /// Where a hit was found, what it is ordered by, and by which plan it was found.
  fileprivate typealias Origin = (store: VisibleStore, orderKey: [UInt8]?, plan: Int)

  /// What is needed of hits to join them.
  private struct Work {
    var hits: [GroupedHit] = []
    var origins: [Origin] = []

    mutating func add(_ hit: GroupedHit, in store: VisibleStore, of found: Found) {
      hits.append(hit)
      origins.append((store, found.hit.sortValue?.orderKey, found.plan))
    }
  }

  private struct Place: Hashable {
    let scope: IndexScope
    let identifier: String
  }

  /// Makes groups of what the searcher may see.
  init(stores: [VisibleStore], isWhole: Bool, isRanked: Bool) {
    (self.stores, self.isWhole, self.isRanked) = (stores, isWhole, isRanked)
  }

  /// Heeds filters: an item that is no hit itself comes in with its activity only if it matches them.
  ///
  /// - Parameters:
  ///   - filters: The filters.
  ///   - context: What they are understood in.
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/invalidQuery`` for a filter that is no valid tree.
  mutating func heed(_ filters: [Query], in context: EvaluationContext) throws(ServiceError) {
    if filters.isEmpty { return }
    do throws(QueryError) {
      conditions = try CompiledQuery(.all(of: filters), context: context)
    } catch {
      throw ServiceError(error)
    }
  }

  /// Joins hits.
  ///
  /// - Parameters:
  ///   - found: The best first.
  ///   - limit: The most rows.
  /// - Returns: The rows, the best first.
  func rows(of found: [Found], limit: Int) -> [Row] {
    let isActive = found.contains { $0.hit.scope.index == ScopeName.activities }
    let isLearnt = stores.contains { $0.knowsChoices }
    let twins = twins(among: found)
    guard isActive || isLearnt || isWhole || !twins.isEmpty else {
      return found.prefix(limit).map(Row.init)
    }
    // Made at each keystroke of who chose anything before: mostly no hit is joined with another one.
    if !isActive, !isWhole, twins.isEmpty, areDistinct(found) {
      return found.prefix(limit).map(single)
    }
    var work = Work()
    var comparesAll = isWhole
    var entries: [Int: (entry: StateEntry, related: Related)] = [:]
    for (index, found) in found.enumerated()
    where found.hit.scope.index == ScopeName.activities {
      entries[index] = entry(of: found)
      if let entry = entries[index], entry.related == .nothing { comparesAll = true }
    }
    let items = Set(
      found.filter { $0.hit.scope.index != ScopeName.activities }.map {
        Place(scope: $0.store.scope($0.hit.scope), identifier: $0.hit.item.uniqueIdentifier)
      })
    for (index, found) in found.enumerated() {
      if found.hit.scope.index != ScopeName.activities {
        let isRead = twins.contains(index) || comparesAll && (isWhole || index < Self.comparedCount)
        work.add(item(found, readsKeys: isRead), in: found.store, of: found)
      } else if let entry = entries[index] {
        if let (item, store) = item(of: entry.related, found, besides: items) {
          work.add(item, in: store, of: found)
        }
        work.add(activity(found, entry.entry, entry.related), in: found.store, of: found)
      }
    }
    let rows = ResultGrouping.rows(
      of: work.hits, limit: limit, placing: isRanked ? .best : .shown)
    return rows.map { row, shown, best in
      var origin = work.origins[shown]
      origin.plan = work.origins[best].plan
      return Row(row, origin)
    }
  }

  // MARK: - Items

  /// The row of an item that is joined with nothing.
  private func single(_ found: Found) -> Row {
    var row = Row(found)
    let choice = Choice.item(
      index: row.hit.scope.index, identifier: row.hit.item.uniqueIdentifier)
    row.hit.item = row.hit.item.replacingServiceAttributes(
      by: signals(choice, in: row.hit.scope, found.store).added)
    return row
  }

  private func item(_ found: Found, readsKeys: Bool) -> GroupedHit {
    let hit = found.store.wireHit(found.hit)
    let identifier = hit.item.uniqueIdentifier
    var grouped = GroupedHit(
      hit: hit, sources: [ResultSource(ofItem: identifier, in: hit.scope)],
      keys: [.item(in: hit.scope, identifier: identifier)])
    if readsKeys,
      let whole = isWhole
        ? hit.item : found.store.snapshot.item(scope: found.hit.scope, identifier: identifier)
    {
      grouped.keys = EntityKey.keys(ofItem: whole, in: hit.scope)
    }
    grouped.signals = signals(
      .item(index: hit.scope.index, identifier: identifier), in: hit.scope, found.store)
    return grouped
  }

  private func signals(
    _ choice: Choice, in scope: IndexScope, _ store: VisibleStore
  ) -> EntitySignals {
    guard store.knowsChoices, let key = choice.key,
      let record = store.engagement?[Engagement.Entity(app: scope.app, key: key)]
    else { return EntitySignals() }
    return record.signals
  }

  // MARK: - Activities

  /// The item of an activity.
  private enum Related: Equatable {
    /// There is none.
    case nothing
    /// This one, whose index may not be known; it may not be there.
    case item(String, index: String?)
  }

  /// Reads what is kept of a state; `nil` when it may not show.
  private func entry(of found: Found) -> (entry: StateEntry, related: Related)? {
    let scope = found.hit.scope
    let identifier = found.hit.item.uniqueIdentifier
    guard
      let item = isWhole
        ? found.hit.item : found.store.snapshot.item(scope: scope, identifier: identifier),
      let entry = StateEntry(item)
    else { return nil }
    let isTied = item.relatedIdentifier != nil
    guard
      let related = item.relatedIdentifier ?? item.text(of: .weakRelatedUniqueIdentifier)
    else { return (entry, .nothing) }
    let items = RelatedItems(
      of: scope.app,
      in: stores.filter { $0.mayRelate(toHistoryIn: found.store) }.map(\.snapshot))
    let index = items.index(holding: related, preferring: entry.record.relatedIndex)
    // What was done with a thing that is hidden is hidden with it.
    let app = found.store.scope(scope).app
    if let index, found.store.hides(IndexScope(app: app, index: index), related) { return nil }
    return isTied && index == nil ? nil : (entry, .item(related, index: index))
  }

  /// The hit of an activity.
  private func activity(
    _ found: Found, _ entry: StateEntry, _ related: Related
  ) -> GroupedHit {
    let record = entry.record
    var hit = found.store.wireHit(found.hit)
    hit.item = hit.item.replacingServiceAttributes()
    var scope = hit.scope
    if case .item(_, let index) = related { scope.index = index ?? "" }
    var grouped = GroupedHit(
      hit: hit,
      sources: [
        ResultSource(
          app: hit.scope.app, index: hit.scope.index, identifier: entry.key, kind: .activity)
      ],
      keys: EntityKey.keys(
        ofActivity: record.activity, attributes: entry.item, relatedIn: scope))
    grouped.signals = signals(.state(key: entry.key), in: hit.scope, found.store)
      .union(
        EntitySignals(
          visits: EntitySignals.Tally(count: record.visitCount, last: record.lastVisit)))
    return grouped
  }

  /// The hit of an activity's item that is no hit itself, in the place of the activity, and where it is.
  private func item(
    of related: Related, _ found: Found, besides items: Set<Place>
  ) -> (GroupedHit, VisibleStore)? {
    guard isRanked, case .item(let identifier, let index?) = related else { return nil }
    let scope = IndexScope(app: found.store.scope(found.hit.scope).app, index: index)
    guard !items.contains(Place(scope: scope, identifier: identifier)) else { return nil }
    for store in stores where store.mayRelate(toHistoryIn: found.store) {
      let own = IndexScope(app: found.hit.scope.app, index: index)
      guard store.filter.contains(own), !store.hides(scope, identifier),
        let item = store.snapshot.item(scope: own, identifier: identifier),
        conditions?.matches(item) != false,
        let shown = isWhole ? item : try? item.projection(of: RowSnippets.rowKeys)
      else { continue }
      let hit = Hit(scope: own, item: shown, score: found.hit.score)
      return (self.item((hit, store, found.plan), readsKeys: isWhole), store)
    }
    return nil
  }
}
