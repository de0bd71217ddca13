import FresnelModel
import FresnelText

/// Items applied but not yet in a segment: those of the batches of some commits, or of a whole journal
/// while it is replayed.
///
/// An item's position is the number of items that came before it, replaced ones included. Commits that
/// fail go back to a ``Savepoint``.
struct PendingDocuments {
  /// The items in order of arrival; `nil` where a later change replaced or deleted one.
  private(set) var items: [EncodedItem?] = []
  private(set) var scopes: [UInt32] = []
  private(set) var liveCount = 0
  /// The encoded bytes of all items that came, replaced ones included.
  private(set) var arrivedByteCount = 0
  /// The upper half of the hash of each item's key, which tells most different keys apart.
  private var tags: [UInt32] = []
  /// An open-addressing table of positions plus one; 0 is a free slot. A slot whose item is gone
  /// stays taken until the table grows.
  private var slots: [UInt32] = []
  private var takenSlotCount = 0
  /// Positions by index and domain, made when a domain is first deleted: most journals never do that.
  private var positionsByDomain: [UInt32: DomainTree]?
  /// How many items there were when all of an index were removed last: none of it is left among these.
  private var clearedCounts: [UInt32: Int] = [:]
  /// What was removed or replaced since the first savepoint, and where it was.
  private var removed: [(position: Int, item: EncodedItem)] = []
  /// Items that came before the latest savepoint: what becomes of one of them is recorded.
  private var notedCount = 0

  struct DocumentKey {
    let scope: UInt32
    let identifier: ArraySlice<UInt8>
    fileprivate let hash: UInt64

    init(scope: UInt32, identifier: ArraySlice<UInt8>) {
      self.scope = scope
      self.identifier = identifier
      hash = identifier.withUnsafeBytes { SeededHash.hash($0, salt: UInt64(scope)) }
    }
  }

  /// An item that is left.
  struct Survivor: Sendable {
    let position: Int
    let scope: UInt32
    let item: EncodedItem
  }

  func item(_ key: DocumentKey) -> EncodedItem? {
    probe(key).found.flatMap { items[Int(slots[$0]) - 1] }
  }

  mutating func put(_ item: EncodedItem, key: DocumentKey) {
    if (takenSlotCount + 1) * 2 > slots.count { growTable() }
    let (found, free) = probe(key)
    if let found { remove(at: Int(slots[found]) - 1) }
    if slots[free] == 0 { takenSlotCount += 1 }
    slots[free] = UInt32(items.count + 1)
    if positionsByDomain != nil, let domain = item.domainIdentifierBytes {
      positionsByDomain?[key.scope, default: DomainTree()].insert(items.count, in: domain)
    }
    tags.append(Self.tag(key.hash))
    items.append(item)
    scopes.append(key.scope)
    liveCount += 1
    arrivedByteCount += item.byteCount
  }

  /// Puts an item in the place of the one with the same key and domain; returns whether there is one.
  mutating func replace(_ item: EncodedItem, key: DocumentKey) -> Bool {
    guard let slot = probe(key).found else { return false }
    let position = Int(slots[slot]) - 1
    if position < notedCount, let before = items[position] { removed.append((position, before)) }
    items[position] = item
    arrivedByteCount += item.byteCount
    return true
  }

  mutating func remove(_ key: DocumentKey) {
    if let slot = probe(key).found { remove(at: Int(slots[slot]) - 1) }
  }

  mutating func removeAll(in scope: UInt32) {
    for position in (clearedCounts[scope] ?? 0)..<items.count where scopes[position] == scope {
      remove(at: position)
    }
    clearedCounts[scope] = items.count
  }

  /// Removes the items of an index whose domain is one of these or below one.
  ///
  /// - Complexity: O(*b* + *n*) in the bytes of the domains and the items that go; the first time, O(*n*) in all items.
  mutating func removeDomains(_ domains: [String], in scope: UInt32) {
    indexDomains()
    for domain in domains {
      let positions = positionsByDomain?[scope]?.removeAll(atOrBelow: Array(domain.utf8)[...])
      for position in positions ?? [] { remove(at: position) }
    }
  }

  private mutating func indexDomains() {
    guard positionsByDomain == nil else { return }
    var index: [UInt32: DomainTree] = [:]
    for (position, item) in items.enumerated() {
      guard let domain = item?.domainIdentifierBytes else { continue }
      index[scopes[position], default: DomainTree()].insert(position, in: domain)
    }
    positionsByDomain = index
  }

  private mutating func remove(at position: Int) {
    guard let item = items[position] else { return }
    if position < notedCount { removed.append((position, item)) }
    liveCount -= 1
    items[position] = nil
  }

  // MARK: - Going back

  /// What there was at some time.
  struct Savepoint {
    fileprivate let itemCount: Int
    fileprivate let removedCount: Int
    fileprivate let arrivedByteCount: Int
  }

  /// Records what there is now; ``rollback(to:)`` goes back to it until ``release()``.
  ///
  /// - Complexity: O(1); changes are recorded from here on.
  mutating func savepoint() -> Savepoint {
    notedCount = items.count
    return Savepoint(
      itemCount: items.count, removedCount: removed.count, arrivedByteCount: arrivedByteCount)
  }

  /// Undoes what was done since a savepoint, which may be used again.
  ///
  /// - Complexity: O(*n*) in the number of items, where anything was done.
  mutating func rollback(to savepoint: Savepoint) {
    notedCount = savepoint.itemCount
    guard items.count > savepoint.itemCount || removed.count > savepoint.removedCount else {
      return
    }
    items.removeLast(items.count - savepoint.itemCount)
    scopes.removeLast(scopes.count - savepoint.itemCount)
    tags.removeLast(tags.count - savepoint.itemCount)
    // What was replaced several times is at last what it was at first.
    for (position, item) in removed[savepoint.removedCount...].reversed()
    where position < savepoint.itemCount {
      items[position] = item
    }
    removed.removeLast(removed.count - savepoint.removedCount)
    arrivedByteCount = savepoint.arrivedByteCount
    liveCount = items.count { $0 != nil }
    positionsByDomain = nil
    clearedCounts = [:]
    makeTable(capacity: slots.count)
  }

  /// Makes what was done since the savepoints final.
  mutating func release() {
    removed.removeAll(keepingCapacity: removed.count < 1024)
    notedCount = 0
  }

  // MARK: - The table

  private static func tag(_ hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash >> 32) }

  /// The slot of a key, or else `nil`, and the slot where it belongs.
  private func probe(_ key: DocumentKey) -> (found: Int?, free: Int) {
    if slots.isEmpty { return (nil, 0) }
    let tag = Self.tag(key.hash)
    var slot = Int(truncatingIfNeeded: key.hash) & (slots.count - 1)
    var vacated: Int?
    while slots[slot] != 0 {
      let position = Int(slots[slot]) - 1
      if let item = items[position] {
        if tags[position] == tag, scopes[position] == key.scope,
          item.uniqueIdentifierBytes == key.identifier
        {
          return (slot, slot)
        }
      } else if vacated == nil {
        vacated = slot
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return (nil, vacated ?? slot)
  }

  /// Makes room for as many keys as there are, and for so many arrivals that growing stays cheap.
  private mutating func growTable() {
    var capacity = 16
    while capacity < max((liveCount + 1) * 4, items.count) { capacity *= 2 }
    makeTable(capacity: capacity)
  }

  /// Makes the table anew.
  private mutating func makeTable(capacity: Int) {
    if capacity == 0 { return }
    slots = Array(repeating: 0, count: capacity)
    takenSlotCount = liveCount
    for (position, item) in items.enumerated() {
      guard let item else { continue }
      let key = DocumentKey(scope: scopes[position], identifier: item.uniqueIdentifierBytes)
      var slot = Int(truncatingIfNeeded: key.hash) & (capacity - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (capacity - 1) }
      slots[slot] = UInt32(position + 1)
    }
  }

  /// The items that are left in a range of positions, in order.
  func survivors(in range: Range<Int>) -> [Survivor] {
    var survivors: [Survivor] = []
    survivors.reserveCapacity(min(liveCount, range.count))
    for position in range {
      if let item = items[position] {
        survivors.append(Survivor(position: position, scope: scopes[position], item: item))
      }
    }
    return survivors
  }

  /// All items that are left, in order.
  func survivors() -> [Survivor] { survivors(in: items.indices) }
}

/// The hierarchy of domain identifiers.
package enum Domain {
  /// Whether a domain is another one or lies below it: `a.b` is below `a`, `ab` is not.
  package static func isEqualOrBelow(_ domain: some StringProtocol, _ ancestor: String) -> Bool {
    isEqualOrBelow(Array(domain.utf8), Array(ancestor.utf8))
  }

  /// The same, of UTF-8.
  static func isEqualOrBelow(_ domain: [UInt8], _ ancestor: [UInt8]) -> Bool {
    domain.starts(with: ancestor)
      && (domain.count == ancestor.count || domain[ancestor.count] == UInt8(ascii: "."))
  }
}
