import FresnelModel

/// Items that were applied but are in no segment yet, in the order in which they were put: those that
/// segments are being built of, and those that came since.
///
/// An identifier has one item at most, in one of the two parts or in a segment.
struct Backlog {
  /// What segments are being built of, without what was replaced or deleted since; `nil` when none are.
  private(set) var indexing: PendingDocuments?
  /// What came since.
  private(set) var arriving = PendingDocuments()

  /// The items that are left.
  var liveCount: Int { arriving.liveCount + (indexing?.liveCount ?? 0) }
  /// The encoded bytes of all items, replaced ones included.
  var byteCount: Int { arriving.arrivedByteCount + (indexing?.arrivedByteCount ?? 0) }

  func item(_ key: PendingDocuments.DocumentKey) -> EncodedItem? {
    arriving.item(key) ?? indexing?.item(key)
  }

  mutating func put(_ item: EncodedItem, key: PendingDocuments.DocumentKey) {
    indexing?.remove(key)
    arriving.put(item, key: key)
  }

  /// Puts an item that has the key and the domain of one that waits; it keeps its place in the order,
  /// unless that one is being indexed.
  mutating func replace(_ item: EncodedItem, key: PendingDocuments.DocumentKey) {
    if !arriving.replace(item, key: key) { put(item, key: key) }
  }

  mutating func remove(_ key: PendingDocuments.DocumentKey) {
    indexing?.remove(key)
    arriving.remove(key)
  }

  mutating func removeAll(in scope: UInt32) {
    indexing?.removeAll(in: scope)
    arriving.removeAll(in: scope)
  }

  mutating func removeDomains(_ domains: [String], in scope: UInt32) {
    indexing?.removeDomains(domains, in: scope)
    arriving.removeDomains(domains, in: scope)
  }

  /// The items that are left and the numbers of their indexes, in order.
  var items: [(scope: UInt32, item: EncodedItem)] {
    ((indexing?.survivors() ?? []) + arriving.survivors()).map { ($0.scope, $0.item) }
  }

  // MARK: - Indexing

  /// Takes all items to be indexed; none may be at it.
  mutating func beginIndexing() -> [PendingDocuments.Survivor] {
    let items = arriving.survivors()
    indexing = arriving
    arriving = PendingDocuments()
    return items
  }

  /// Whether an item that was taken to be indexed was replaced or deleted since.
  func isGone(_ survivor: PendingDocuments.Survivor) -> Bool {
    indexing?.items[survivor.position] == nil
  }

  /// The items taken are in segments now.
  mutating func endIndexing() {
    indexing = nil
  }

  /// The items taken could not be indexed: they wait again.
  mutating func abandonIndexing() {
    guard let indexing else { return }
    var all = PendingDocuments()
    for survivor in indexing.survivors() + arriving.survivors() {
      all.put(
        survivor.item,
        key: .init(scope: survivor.scope, identifier: survivor.item.uniqueIdentifierBytes))
    }
    self.indexing = nil
    arriving = all
  }

  // MARK: - Going back

  /// What there was at some time. Indexing may not begin or end between it and going back to it.
  struct Savepoint {
    fileprivate let indexing: PendingDocuments.Savepoint?
    fileprivate let arriving: PendingDocuments.Savepoint
  }

  mutating func savepoint() -> Savepoint {
    Savepoint(indexing: indexing?.savepoint(), arriving: arriving.savepoint())
  }

  mutating func rollback(to savepoint: Savepoint) {
    if let before = savepoint.indexing { indexing?.rollback(to: before) }
    arriving.rollback(to: savepoint.arriving)
  }

  mutating func release() {
    indexing?.release()
    arriving.release()
  }
}
