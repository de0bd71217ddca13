internal import FresnelEngine
internal import FresnelModel
internal import FresnelQuery
internal import FresnelRanking
internal import SpotlightWire

/// What orders the hits of typed text for the person: what was chosen after it before.
///
/// It is read when a search begins. A live one keeps it, so that a choice elsewhere moves no row on the screen, until
/// the person has something forgotten. What decides about a hit is the hit, the text and what is kept of that hit, so
/// that scores of processes compare.
struct MemoryOrder: Sendable {
  /// Things that are looked up by the text, at most, and those of them that are found.
  private static let lookupCount = 256
  private static let foundCount = 64
  /// The things that are evaluated, at most, where the index proves nothing.
  private static let evaluationCount = 16

  /// Whether what was typed is a name.
  private let nameTest: NameTest
  /// What records are asked for; `nil` while the key of hashes cannot be read.
  private let question: TextQuestion?
  /// What is known of the things of each store.
  private let known: [ObjectIdentifier: KnownThings]
  private let forgettings: [ObjectIdentifier: Int]
  private let now: Timestamp

  /// Reads what is known; `nil` for a text that has nothing but white space.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - stores: What the searcher sees; what was chosen of them has been read.
  ///   - key: The key of hashes of texts; `nil` while it cannot be read.
  ///   - now: The present time.
  init?(of text: String, in stores: [VisibleStore], _ key: ChosenTextKey?, at now: Timestamp) {
    guard let chosenText = ChosenText(text) else { return nil }
    self.now = now
    nameTest = NameTest(text)
    question = key?.question(chosenText)
    // Counted before: what is forgotten in between is read again.
    forgettings = Self.forgettings(in: stores)
    var known: [ObjectIdentifier: KnownThings] = [:]
    for store in stores {
      if let engagement = store.engagement {
        known[ObjectIdentifier(engagement)] = engagement.known
      }
    }
    self.known = known
  }

  /// Whether it may still be used: nothing was forgotten for the person since, and it knows all stores.
  func isCurrent(in stores: [VisibleStore]) -> Bool { forgettings == Self.forgettings(in: stores) }

  private static func forgettings(in stores: [VisibleStore]) -> [ObjectIdentifier: Int] {
    var forgettings: [ObjectIdentifier: Int] = [:]
    for case let engagement? in stores.map(\.engagement) {
      forgettings[ObjectIdentifier(engagement)] = engagement.forgettingCount
    }
    return forgettings
  }

  /// A hit with the score that it is ordered by.
  func ranked(_ hit: Hit, of store: VisibleStore) -> Hit {
    Hit(
      scope: hit.scope, item: hit.item,
      score: RankScore.score(hit.score, level(of: hit, in: store), isName: isNamed(hit.item)))
  }

  /// The things that the person knows by the text and that match, of those that a search has not found since they are
  /// worse by the text alone.
  ///
  /// - Parameters:
  ///   - store: Where they are looked for.
  ///   - hits: What was found.
  ///   - request: The search.
  /// - Returns: Their hits, with the scores of the engine.
  /// - Throws: `QueryError` for a query that is no valid tree.
  func missingHits(
    in store: VisibleStore, besides hits: [Hit], _ request: FresnelEngine.SearchRequest
  ) throws(QueryError) -> [Hit] {
    let things = candidates(in: store, besides: hits)
    var found: [Hit] = []
    var evaluations = Self.evaluationCount
    var start = 0
    while start < things.count, found.count < Self.foundCount {
      // Within a part the engine goes by the places of documents. So those that stand first have the evaluations
      // among themselves, and which are found does not depend on how documents lie in segments.
      let count = start == 0 ? Self.evaluationCount : Self.foundCount
      let end = min(start + count, things.count)
      let more = try store.snapshot.hits(
        among: things[start..<end].compactMap(\.place), of: request, evaluations: &evaluations)
      found += more
      start = end
    }
    return found
  }

  /// The things that may be looked up, those that stand first before the others: one chosen twice is not left out for
  /// one chosen later but once. Only what the searcher may see is among them.
  private func candidates(in store: VisibleStore, besides hits: [Hit]) -> [KnownThing] {
    guard let question, let known = known(in: store) else { return [] }
    let things = known.things(after: question.firstLetter)
    if things.isEmpty { return [] }
    let leveled = things.compactMap { thing in
      thing.records.memory.level(for: question, at: now).map { (thing: thing, level: $0) }
    }
    let found = Set(hits.map { Place(scope: $0.scope, identifier: $0.item.uniqueIdentifier) })
    var candidates: [KnownThing] = []
    for (thing, _) in leveled.sorted(by: { $0.level > $1.level })
    where candidates.count < Self.lookupCount {
      guard let (scope, identifier) = thing.place, store.filter.contains(scope),
        !found.contains(Place(scope: scope, identifier: identifier))
      else { continue }
      candidates.append(thing)
    }
    return candidates
  }

  private struct Place: Hashable {
    let scope: IndexScope
    let identifier: String
  }

  private func known(in store: VisibleStore) -> KnownThings? {
    store.engagement.flatMap { known[ObjectIdentifier($0)] }
  }

  /// How a hit stands by what was chosen; `nil` where nothing is known.
  private func level(of hit: Hit, in store: VisibleStore) -> Level? {
    guard let question, let known = known(in: store), !known.things.isEmpty else { return nil }
    let identifier = hit.item.uniqueIdentifier
    let choice: Choice =
      hit.scope.index == ScopeName.activities
      ? .state(key: identifier) : .item(index: hit.scope.index, identifier: identifier)
    guard let key = choice.key else { return nil }
    let entity = Engagement.Entity(app: hit.scope.app, key: key)
    return known.things[entity]?.records.memory.level(for: question, at: now)
  }

  /// Whether the text is the title or display name of an item.
  private func isNamed(_ item: EncodedItem) -> Bool {
    [AttributeID.title, .displayName].contains { id in
      item.text(of: id).map { nameTest.isName($0) } ?? false
    }
  }
}

extension MemoryRecord {
  /// How the thing stands for what was typed; `nil` where it was never chosen after a text with its first letter.
  ///
  /// - Parameters:
  ///   - question: What was typed.
  ///   - now: The present time: a date ahead of it counts as it.
  /// - Returns: The level.
  func level(for question: TextQuestion, at now: Timestamp) -> Level? {
    guard question.keyNumber == keyNumber else { return nil }
    func level(_ kind: Level.Kind, _ date: Timestamp) -> Level {
      Level(kind, date: min(date, now).ticks)
    }
    let whole = self[question.whole]
    if let pinned = whole?.pinned { return level(.pinned, pinned) }
    // All choices after a text are among those after its first letter.
    guard let letter = self[question.firstLetter] ?? whole, let last = letter.last else {
      return nil
    }
    guard let beforeLast = letter.beforeLast else { return level(.onceAfterLetter, last) }
    return level(whole?.beforeLast == nil ? .twiceAfterLetter : .twice, beforeLast)
  }
}
