import FresnelModel

/// Items applied but not yet in a segment: those of the batches of one commit, or of a whole journal
/// while it is replayed.
struct PendingDocuments {
  /// The items in order of arrival; `nil` where a later change replaced or deleted one.
  private(set) var items: [EncodedItem?] = []
  private(set) var scopes: [UInt32] = []
  private(set) var liveCount = 0
  private var positions: [DocumentKey: Int] = [:]
  private var positionsByDomain: [DomainKey: [Int]] = [:]

  struct DocumentKey: Hashable {
    let scope: UInt32
    let identifier: ArraySlice<UInt8>
  }

  private struct DomainKey: Hashable {
    let scope: UInt32
    let domain: String
  }

  func item(_ key: DocumentKey) -> EncodedItem? {
    positions[key].flatMap { items[$0] }
  }

  mutating func put(_ item: EncodedItem, key: DocumentKey) {
    if let old = positions.updateValue(items.count, forKey: key) {
      if items[old] != nil { liveCount -= 1 }
      items[old] = nil
    }
    if let domain = item.domainIdentifier {
      positionsByDomain[DomainKey(scope: key.scope, domain: domain), default: []].append(
        items.count)
    }
    items.append(item)
    scopes.append(key.scope)
    liveCount += 1
  }

  mutating func remove(_ key: DocumentKey) {
    guard let position = positions.removeValue(forKey: key) else { return }
    remove(at: position)
  }

  mutating func removeAll(in scope: UInt32) {
    for position in items.indices where scopes[position] == scope { removeKeyed(at: position) }
    positionsByDomain = positionsByDomain.filter { $0.key.scope != scope }
  }

  mutating func removeDomains(_ domains: [String], in scope: UInt32) {
    for (key, positions) in positionsByDomain
    where key.scope == scope && domains.contains(where: { Domain.isEqualOrBelow(key.domain, $0) }) {
      for position in positions { removeKeyed(at: position) }
      positionsByDomain[key] = nil
    }
  }

  private mutating func removeKeyed(at position: Int) {
    guard let item = items[position] else { return }
    positions[DocumentKey(scope: scopes[position], identifier: item.uniqueIdentifierBytes)] = nil
    remove(at: position)
  }

  private mutating func remove(at position: Int) {
    if items[position] != nil { liveCount -= 1 }
    items[position] = nil
  }

  /// The items that are left, in order.
  func survivors() -> [(scope: UInt32, item: EncodedItem)] {
    var survivors: [(scope: UInt32, item: EncodedItem)] = []
    survivors.reserveCapacity(liveCount)
    for (position, item) in items.enumerated() {
      if let item { survivors.append((scopes[position], item)) }
    }
    return survivors
  }
}

/// The hierarchy of domain identifiers.
enum Domain {
  /// Whether a domain is another one or lies below it: `a.b` is below `a`, `ab` is not.
  static func isEqualOrBelow(_ domain: some StringProtocol, _ ancestor: String) -> Bool {
    isEqualOrBelow(Array(domain.utf8), Array(ancestor.utf8))
  }

  /// The same, of UTF-8.
  static func isEqualOrBelow(_ domain: [UInt8], _ ancestor: [UInt8]) -> Bool {
    domain.starts(with: ancestor)
      && (domain.count == ancestor.count || domain[ancestor.count] == UInt8(ascii: "."))
  }
}
