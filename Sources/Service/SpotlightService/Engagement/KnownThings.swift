internal import SpotlightWire

/// Things that the person chose: by what they are, and by the first letters after which they were chosen.
///
/// A copy stays as it is while others change.
struct KnownThings: Sendable {
  private(set) var things: [Engagement.Entity: KnownThing] = [:]
  private var lists: [UInt64: KnownList] = [:]
  private var entryCount = 0

  /// The most things that are kept in memory, and the most texts of all of them.
  static let limit = 5000
  static let entryLimit = 60_000

  /// The things that were chosen after texts with a first letter; `nil` where there are none.
  func things(after firstLetter: UInt64) -> KnownList? { lists[firstLetter] }

  /// Puts a thing in the place of what was known of it.
  mutating func put(_ thing: KnownThing) {
    remove(thing.entity)
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
      let oldest = things.values.min(by: {
        $0.records.counts.lastChoice < $1.records.counts.lastChoice
      })
    {
      remove(oldest.entity)
    }
  }
}
