internal import FresnelEngine
internal import FresnelModel
internal import FresnelRanking
internal import FresnelText
internal import SpotlightWire

/// A thing that the person chose, as it is held in memory.
final class KnownThing: Sendable {
  /// Whose it is, and how it is known.
  let entity: Engagement.Entity
  /// The index that holds it, and its identifier there; `nil` for what is no item.
  let item: RememberedItem?
  /// A hash of the identifier, by which hits are recognized.
  let identifierHash: UInt64
  /// A hash of the index that holds it.
  let scopeHash: Int
  /// What is kept of it.
  let records: ChoiceRecords
  /// How it stands by its use, where words of its name begin as what was typed; `nil` where that is not known.
  let use: Level?

  init(_ entity: Engagement.Entity, _ records: ChoiceRecords) {
    self.entity = entity
    self.records = records
    item =
      switch Choice(key: entity.key) {
      case .item(let index, let identifier):
        RememberedItem(
          scope: IndexScope(app: entity.app, index: index), identifier: identifier)
      case .state(let key):
        RememberedItem(scope: .activities(of: entity.app), identifier: key)
      case .continuedSearch, nil: nil
      }
    scopeHash = item?.scope.hashValue ?? 0
    identifierHash = item.map { Self.hash($0.identifier[...]) } ?? 0
    use = item == nil ? nil : Level(byUseIn: records.memory)
  }

  /// The first letters after which it was chosen, as hashes.
  var firstLetters: [UInt64] {
    item == nil ? [] : records.memory.entries.filter(\.isFirstLetter).map(\.hash)
  }

  /// The hash of an identifier, in this process.
  static func hash(_ identifier: ArraySlice<UInt8>) -> UInt64 {
    identifier.withUnsafeBytes { SeededHash.hash($0) }
  }
}

extension KnownThing {
  /// A thing, and how it stands for what was typed.
  struct Standing {
    /// The thing.
    let thing: KnownThing
    /// How it stands.
    let level: Level

    /// What it is in a store.
    var item: RememberedItem {
      // What is no item has neither first letters nor a use, and so is in no list that things are looked up from.
      guard let item = thing.item else { preconditionFailure("Only items are looked up.") }
      return item
    }

    /// Whether it stands before another one.
    func precedes(_ other: Standing) -> Bool {
      if level != other.level { return level > other.level }
      return thing.entity.precedes(other.thing.entity)
    }
  }
}

/// Those of many choices that were made last, of which never many more are held than are kept.
struct LatestChoices: Sendable {
  private var choices: [KnownThing] = []

  /// Adds what is kept of an entity.
  mutating func add(_ records: ChoiceRecords, of entity: Engagement.Entity) {
    choices.append(KnownThing(entity, records))
    if choices.count >= 2 * KnownThings.limit { choices = things }
  }

  /// The things that were chosen last: as many as are kept in memory.
  var things: [KnownThing] {
    var entryCount = 0
    let latest = choices.sorted { $0.records.lastUse > $1.records.lastUse }
    return Array(
      latest.prefix(KnownThings.limit).prefix { thing in
        entryCount += thing.records.memory.entries.count
        return entryCount <= KnownThings.entryLimit
      })
  }
}
