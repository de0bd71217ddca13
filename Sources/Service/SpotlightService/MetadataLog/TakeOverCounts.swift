internal import FresnelModel

/// How many notes the table of take-overs has of each index, and how long those of updates are, so that no change of an
/// index has to look at the notes of all others.
struct TakeOverCounts: Equatable, Sendable {
  /// The notes of one index.
  struct OfIndex: Equatable, Sendable {
    /// The deleted items and domains.
    var deletionCount = 0
    /// The deleted domains among them.
    var domainCount = 0
    /// The updated items.
    var updateCount = 0
    /// The bytes of the notes of these, with their keys.
    var updateByteCount = 0
  }

  private var indexes: [String: OfIndex] = [:]
  /// The bytes of the notes of updates of all indexes.
  private(set) var updateByteCount = 0

  /// The notes of an index.
  subscript(scope: IndexScope) -> OfIndex { indexes[scope.metadataKey] ?? OfIndex() }

  /// Counts a note that takes the place of another one; `nil` stands for none.
  mutating func replace(_ former: [UInt8]?, with note: [UInt8]?, at key: String) {
    guard let (index, kind) = Self.parts(of: key) else { return }
    var counts = indexes[index] ?? OfIndex()
    let change = (note == nil ? 0 : 1) - (former == nil ? 0 : 1)
    switch kind {
    case .update:
      func size(_ note: [UInt8]?) -> Int { note.map { key.utf8.count + $0.count } ?? 0 }
      let growth = size(note) - size(former)
      counts.updateCount += change
      counts.updateByteCount += growth
      updateByteCount += growth
    case .domain:
      counts.deletionCount += change
      counts.domainCount += change
    case .item: counts.deletionCount += change
    }
    indexes[index] = counts == OfIndex() ? nil : counts
  }

  private enum Kind { case update, domain, item }

  /// The index that a key is about, and what it is a note of; `nil` for what is no note of an item or a domain.
  private static func parts(of key: String) -> (index: String, kind: Kind)? {
    let bytes = key.utf8
    guard let first = bytes.firstIndex(of: 0),
      let second = bytes[bytes.index(after: first)...].firstIndex(of: 0)
    else { return nil }
    let name = bytes[bytes.index(after: second)...]
    if name.isEmpty { return nil }
    let index = String(key[..<second])
    if name.starts(with: PendingUpdates.prefix.utf8) {
      // Without an identifier it says that there are more.
      return name.count == PendingUpdates.prefix.utf8.count ? nil : (index, .update)
    }
    return (index, name.starts(with: PendingTakeOver.domainPrefix.utf8) ? .domain : .item)
  }
}
