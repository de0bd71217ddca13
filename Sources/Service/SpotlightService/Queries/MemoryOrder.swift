internal import FresnelEngine
internal import FresnelModel
internal import FresnelRanking
internal import SpotlightWire

/// What orders the hits of typed text for the person: what was chosen after it before.
///
/// It is read when a search begins. A live one keeps it, so that a choice elsewhere moves no row on the screen, until
/// the person has something forgotten. What decides about a hit is the hit, the text and what is kept of that hit, so
/// that scores of processes compare.
struct MemoryOrder: Sendable {
  /// The things that are looked up by the text, at most.
  private static let candidateCount = 256

  /// Whether what was typed is a name.
  private let nameTest: NameTest
  /// What records are asked for; `nil` while the key of hashes cannot be read.
  private let question: TextQuestion?
  /// What is known of the things of each store.
  private let known: [ObjectIdentifier: KnownThings]
  private let forgettings: [ObjectIdentifier: Int]
  private let now: Timestamp
  /// Whether what was chosen had been read of all stores.
  let isComplete: Bool

  /// Reads what is known; `nil` for a text that has nothing but white space.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - stores: What the searcher sees.
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
    var isComplete = true
    for case let engagement? in stores.map(\.engagement) {
      known[ObjectIdentifier(engagement)] = engagement.known
      if known[ObjectIdentifier(engagement)] == nil { isComplete = false }
    }
    self.known = known
    self.isComplete = isComplete
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

  /// A thing that the person knows by the text.
  struct Candidate {
    /// The thing.
    let thing: KnownThing
    /// How it stands.
    let level: Level
    /// The index that holds it, and its identifier there.
    let place: (scope: IndexScope, identifier: String)
  }

  /// The things that may be looked up, those that stand first before the others: one chosen twice is not left out for
  /// one chosen later but once. Only what the searcher may see is among them.
  ///
  /// - Parameter store: Where they are.
  /// - Returns: The things.
  /// - Complexity: O(*n* log *n*) for *n* things that were chosen after the first letter of the text.
  func candidates(in store: VisibleStore) -> [Candidate] {
    guard let question, let known = known(in: store) else { return [] }
    let things = known.things(after: question.firstLetter)
    // Numbers are sorted and not candidates: moving those counts references, which takes longer than all else.
    var ranks: [(level: Level, number: Int)] = []
    ranks.reserveCapacity(things.count)
    for (number, thing) in things.enumerated() {
      if let level = thing.records.memory.level(for: question, at: now) {
        ranks.append((level, number))
      }
    }
    ranks.sort { left, right in
      if left.level != right.level { return left.level > right.level }
      return things[left.number].entity.precedes(things[right.number].entity)
    }
    var candidates: [Candidate] = []
    candidates.reserveCapacity(min(ranks.count, Self.candidateCount))
    for (level, number) in ranks {
      guard let place = things[number].place, store.filter.contains(place.scope) else { continue }
      candidates.append(Candidate(thing: things[number], level: level, place: place))
      if candidates.count == Self.candidateCount { break }
    }
    return candidates
  }

  /// What the person knows of a hit; `nil` where that is nothing.
  func thing(of hit: Hit, in store: VisibleStore) -> KnownThing? {
    guard question != nil, let known = known(in: store), !known.things.isEmpty else { return nil }
    let identifier = hit.item.uniqueIdentifier
    let choice: Choice =
      hit.scope.index == ScopeName.activities
      ? .state(key: identifier) : .item(index: hit.scope.index, identifier: identifier)
    guard let key = choice.key else { return nil }
    return known.things[Engagement.Entity(app: hit.scope.app, key: key)]
  }

  /// Whether the text is the title or display name of an item, where the engine does not look for names.
  func isNamed(_ item: EncodedItem) -> Bool {
    [AttributeID.title, .displayName].contains { id in
      item.text(of: id).map { nameTest.isName($0) } ?? false
    }
  }

  private func known(in store: VisibleStore) -> KnownThings? {
    store.engagement.flatMap { known[ObjectIdentifier($0)] }
  }
}

extension Engagement.Entity {
  /// Whether it stands before another one where nothing else decides.
  fileprivate func precedes(_ other: Engagement.Entity) -> Bool {
    (app, key) < (other.app, other.key)
  }
}

extension MemoryRecord {
  /// A clock is not set back by more seconds than these but for one that was wrong.
  private static let greatestSetback = 24.0 * 60 * 60

  /// How the thing stands for what was typed; `nil` where it was never chosen after a text with its first letter.
  ///
  /// - Parameters:
  ///   - question: What was typed.
  ///   - now: The present time. A date a little ahead of it counts as it, one far ahead as the least: else what was
  ///     chosen by a clock that was wrong would stand above all later choices.
  /// - Returns: The level.
  func level(for question: TextQuestion, at now: Timestamp) -> Level? {
    guard question.keyNumber == keyNumber else { return nil }
    func level(_ kind: Level.Kind, _ date: Timestamp) -> Level {
      let isBelievable = date <= now.advanced(by: Self.greatestSetback)
      return Level(kind, date: isBelievable ? min(date, now).ticks : 0)
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
