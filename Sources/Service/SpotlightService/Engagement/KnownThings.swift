internal import SpotlightWire

/// Things that the person chose: by what they are, by the first letters after which they were chosen, and by their use.
///
/// A copy stays as it is while others change.
struct KnownThings: Sendable {
  private(set) var things: [Engagement.Entity: KnownThing] = [:]
  private var lists: [UInt64: KnownList] = [:]
  /// All of them, whatever they were chosen after.
  private(set) var used = UsedThings()
  private var entryCount = 0

  /// Nothing.
  init() {}

  /// Begins with some things, each another one.
  init(_ things: [KnownThing]) {
    for thing in things { add(thing) }
    used = UsedThings(things)
  }

  /// The most things that are kept in memory, and the most texts of all of them.
  static let limit = 5000
  static let entryLimit = 60_000

  /// The things that were chosen after texts with a first letter; `nil` where there are none.
  func things(after firstLetter: UInt64) -> KnownList? { lists[firstLetter] }

  /// Puts a thing in the place of what was known of it.
  mutating func put(_ thing: KnownThing) {
    remove(thing.entity)
    add(thing)
    used.insert(thing)
  }

  private mutating func add(_ thing: KnownThing) {
    things[thing.entity] = thing
    entryCount += thing.records.memory.entries.count
    for letter in thing.firstLetters {
      lists[letter, default: KnownList(after: letter)].insert(thing)
    }
  }

  /// Takes out what is known of an entity.
  mutating func remove(_ entity: Engagement.Entity) {
    guard let thing = things.removeValue(forKey: entity) else { return }
    entryCount -= thing.records.memory.entries.count
    used.remove(thing)
    for letter in thing.firstLetters {
      lists[letter]?.remove(thing)
      if lists[letter]?.isEmpty == true { lists[letter] = nil }
    }
  }

  /// Takes out all of an app.
  mutating func remove(app: String) {
    for entity in things.keys.filter({ $0.app == app }) { remove(entity) }
  }

  /// Leaves out what was chosen longest ago, where there is more than is kept in memory.
  mutating func trim() {
    while things.count > Self.limit || entryCount > Self.entryLimit,
      let oldest = things.values.min(by: { $0.records.lastUse < $1.records.lastUse })
    {
      remove(oldest.entity)
    }
  }
}
