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
    /// What it is in a store.
    let item: RememberedItem
    /// How it stands.
    let level: Level
  }

  /// The things that may be looked up, those that stand first before the others: one chosen twice is not left out for
  /// one chosen later but once. Only what the searcher may see is among them.
  ///
  /// - Parameter store: Where they are.
  /// - Returns: The things.
  /// - Complexity: A step for each of the things, and for each that was chosen twice after the first letter of the text.
  func candidates(in store: VisibleStore) -> [Candidate] {
    guard let question, let engagement = store.engagement,
      let things = known[ObjectIdentifier(engagement)]?.things(after: question.firstLetter)
    else { return [] }
    var scopes = ShownScopes(store.filter)
    var candidates: [Candidate] = []
    candidates.reserveCapacity(min(things.count, Self.candidateCount))
    things.forEach(for: question, at: now) { thing, level in
      if let item = thing.item, scopes.contains(item.scope) {
        candidates.append(Candidate(thing: thing, item: item, level: level))
      }
      return candidates.count < Self.candidateCount
    }
    return candidates
  }

  /// Whether the text is the title or display name of an item, where the engine does not look for names.
  func isNamed(_ item: EncodedItem) -> Bool {
    [AttributeID.title, .displayName].contains { id in
      item.text(of: id).map { nameTest.isName($0) } ?? false
    }
  }
}

/// Which indexes the searcher sees, each looked up once: most things are of a few.
private struct ShownScopes {
  private static let mostKept = 16

  private let filter: ScopeFilter
  private var known: [(scope: IndexScope, isShown: Bool)] = []

  init(_ filter: ScopeFilter) { self.filter = filter }

  mutating func contains(_ scope: IndexScope) -> Bool {
    if case .everything = filter { return true }
    for (other, isShown) in known where other == scope { return isShown }
    let isShown = filter.contains(scope)
    if known.count < Self.mostKept { known.append((scope, isShown)) }
    return isShown
  }
}
