import FresnelEngine
import FresnelModel

/// What a store does, done naively: items in a dictionary, to be asked one by one.
struct NaiveStore {
  struct Key: Hashable {
    let scope: IndexScope
    let identifier: String
  }
  private(set) var items: [Key: Item] = [:]
  private(set) var clientStates: [IndexScope: [UInt8]] = [:]

  /// Applies a batch, of whose puts the items are given decoded; returns whether its condition held.
  mutating func apply(_ batch: Batch, items encoded: [[Item]], now: Timestamp) -> Bool {
    if case .exactly(let expected) = batch.expectedClientState,
      clientStates[batch.scope] != expected
    {
      return false
    }
    var puts = encoded.makeIterator()
    for operation in batch.operations {
      switch operation {
      case .put, .putEncoded:
        for item in puts.next() ?? [] {
          let key = Key(scope: batch.scope, identifier: item.uniqueIdentifier)
          if batch.keepsStoredItems, let stored = items[key], isVisible(stored, now) { continue }
          put(item, batch.scope, now)
        }
      case .deleteIdentifiers(let identifiers):
        for identifier in identifiers {
          items[Key(scope: batch.scope, identifier: identifier)] = nil
        }
      case .deleteDomains(let domains):
        items = items.filter { key, item in
          guard key.scope == batch.scope, let domain = item.domainIdentifier else { return true }
          return !domains.contains { domain == $0 || domain.hasPrefix($0 + ".") }
        }
      case .deleteAll: items = items.filter { $0.key.scope != batch.scope }
      }
    }
    if let state = batch.clientState { clientStates[batch.scope] = state }
    return true
  }

  private mutating func put(_ item: Item, _ scope: IndexScope, _ now: Timestamp) {
    let key = Key(scope: scope, identifier: item.uniqueIdentifier)
    var result = item
    if item.isUpdate {
      let stored = items[key].flatMap { isVisible($0, now) ? $0 : nil }
      result = (stored ?? Item(uniqueIdentifier: item.uniqueIdentifier)).merged(with: item)
    }
    result.isUpdate = false
    items[key] = result
  }

  private func isVisible(_ item: Item, _ now: Timestamp) -> Bool {
    item.expiration.map { $0 > now } ?? true
  }

  func visible(_ now: Timestamp) -> [Key: Item] {
    items.filter { isVisible($0.value, now) }
  }
}
