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

  /// The things that may be looked up, those that stand first before the others: one chosen twice is not left out for
  /// one chosen later but once. Those that were chosen after texts that begin so and those that were chosen after others
  /// are among them, each once, and only what the searcher may see.
  ///
  /// - Parameter store: Where they are.
  /// - Returns: The things.
  /// - Complexity: A step for each of the things, for each that was chosen twice after the first letter of the text, and
  ///   for all that are known by their use.
  func candidates(in store: VisibleStore) -> [KnownThing.Standing] {
    guard let question, let engagement = store.engagement,
      let known = known[ObjectIdentifier(engagement)]
    else { return [] }
    var list = CandidateList(store.filter, limit: Self.candidateCount)
    var promoted: [KnownThing.Standing] = []
    known.used.forEach(of: [.twiceAfterLetter], for: question, at: now) { thing, level in
      // What the searcher does not see takes no place.
      if list.shows(thing) { promoted.append(KnownThing.Standing(thing: thing, level: level)) }
      return promoted.count < Self.candidateCount
    }
    var next = 0
    known.things(after: question.firstLetter)?.forEach(for: question, at: now) { thing, level in
      let candidate = KnownThing.Standing(thing: thing, level: level)
      while next < promoted.count, promoted[next].precedes(candidate) {
        list.add(promoted[next])
        next += 1
      }
      // It is among the others.
      if thing.standsByUse(above: level, for: question, at: now) { return !list.isFull }
      list.add(candidate)
      return !list.isFull
    }
    for candidate in promoted[next...] { list.add(candidate) }
    if !list.isFull {
      known.used.forEach(of: [.twiceOtherwise, .onceOtherwise], for: question, at: now) {
        list.add(KnownThing.Standing(thing: $0, level: $1))
        return !list.isFull
      }
    }
    return list.candidates
  }

  /// Whether the text is the title or display name of an item, where the engine does not look for names.
  func isNamed(_ item: EncodedItem) -> Bool {
    [AttributeID.title, .displayName].contains { id in
      item.text(of: id).map { nameTest.isName($0) } ?? false
    }
  }
}

/// The first of the things that may be looked up, of those that the searcher may see.
private struct CandidateList {
  private static let mostKept = 16

  private let filter: ScopeFilter
  private let limit: Int
  /// Which indexes the searcher sees, by their hashes, each looked up once: most things are of a few. What is proven of
  /// a thing later holds whatever two of them have the same.
  private var indexes: [(hash: Int, isShown: Bool)] = []
  private(set) var candidates: [KnownThing.Standing] = []

  init(_ filter: ScopeFilter, limit: Int) {
    self.filter = filter
    self.limit = limit
    indexes.reserveCapacity(Self.mostKept)
    candidates.reserveCapacity(limit)
  }

  var isFull: Bool { candidates.count >= limit }

  /// Adds a thing behind the others, where there is room for it and the searcher may see it.
  mutating func add(_ candidate: KnownThing.Standing) {
    if !isFull, shows(candidate.thing) { candidates.append(candidate) }
  }

  /// Whether the searcher may see a thing.
  mutating func shows(_ thing: KnownThing) -> Bool {
    for index in indexes where index.hash == thing.scopeHash { return index.isShown }
    guard let item = thing.item else { return false }
    let isShown = filter.contains(item.scope)
    if indexes.count < Self.mostKept { indexes.append((thing.scopeHash, isShown)) }
    return isShown
  }
}
