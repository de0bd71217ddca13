import FresnelModel
import FresnelSegments
import FresnelStorage

/// A state with changes applied to it, and the items among them that no segment holds yet.
///
/// Committing, replaying and refreshing all apply records here, so that memory always equals what
/// the journal says.
struct BatchApplication {
  var state: IndexState
  var backlog = Backlog()
  /// The earliest time at which an item expires that the journal has something of, in seconds since 2001; it
  /// may be earlier, and is infinite when none does.
  var earliestExpiration: Double
  /// What the batch that is being applied has deleted already.
  var cleared = ClearedDomains()

  init(_ state: IndexState, earliestExpiration: Double = .infinity) {
    self.state = state
    self.earliestExpiration = earliestExpiration
  }

  /// Records that the journal has something of an item.
  mutating func recordExpiration(of item: EncodedItem) {
    guard let expiration = item.expiration else { return }
    earliestExpiration = min(earliestExpiration, expiration.secondsSinceReferenceDate)
  }

  // MARK: - Going back

  /// What there was before some changes.
  struct Savepoint {
    let state: IndexState
    fileprivate let backlog: Backlog.Savepoint
  }

  /// Records what there is now; ``rollback(to:)`` goes back to it until ``release()``.
  mutating func savepoint() -> Savepoint {
    Savepoint(state: state, backlog: backlog.savepoint())
  }

  /// Undoes what was done since a savepoint.
  mutating func rollback(to savepoint: Savepoint) {
    state = savepoint.state
    backlog.rollback(to: savepoint.backlog)
  }

  /// Makes what was done since the savepoints final.
  mutating func release() {
    backlog.release()
  }

  // MARK: - Records of the journal

  /// Applies a record that the journal holds, whole or, when it throws, not at all.
  ///
  /// - Throws: ``ModelError`` when an item is damaged, or a partial update, as older journals have
  ///   them, makes one too large; ``StorageError`` when a segment can't be read, and then part of the
  ///   record may be applied.
  mutating func apply(_ record: JournalRecord) throws {
    switch record {
    case .batch(let batch): try apply(batch)
    case .lossFound(let count): state.lossCount = count
    case .lossAcknowledged(let scope, let count):
      let number = state.scopes.addedNumber(of: scope)
      // The index may have been filled anew since its owner was asked; and that may have been for losses of a store
      // which was in this one's place.
      if count <= state.lossCount {
        state.scopes[number].acknowledgedLosses = max(
          state.scopes[number].acknowledgedLosses, count)
      }
    case .scopeDropped(let scope): try drop(scope)
    }
  }

  private mutating func drop(_ scope: IndexScope) throws(StorageError) {
    guard let number = state.scopes.number(of: scope) else { return }
    backlog.removeAll(in: number)
    try state.removeAll(in: number)
    state.scopes.drop(number)
  }

  private mutating func apply(_ batch: BatchRecord) throws {
    cleared = ClearedDomains()
    // Only partial updates and damage can fail.
    let savepoint = batch.containsUpdates ? savepoint() : nil
    defer { release() }
    do {
      let scope = state.scopes.addedNumber(of: batch.scope)
      for operation in batch.operations {
        switch operation {
        case .put(let items):
          let candidates = try state.candidates(for: items, scope: scope)
          for (item, segments) in zip(items, candidates) {
            try put(item, in: segments, scope: scope, now: batch.time)
          }
        case .renew(let renewals):
          for renewal in renewals { try renew(renewal, scope: scope) }
        case .patch(let patches):
          for patch in patches { try apply(patch: patch, scope: scope) }
        default: try apply(deletion: operation, scope: scope)
        }
      }
      if let clientState = batch.clientState { state.scopes[scope].clientState = clientState }
    } catch {
      if let savepoint { rollback(to: savepoint) }
      throw error
    }
  }

  mutating func apply(
    deletion operation: BatchRecord.Operation, scope: UInt32
  ) throws(StorageError) {
    switch operation {
    case .deleteIdentifiers(let identifiers):
      for identifier in identifiers {
        try delete(.init(scope: scope, identifier: Array(identifier.utf8)[...]))
      }
    case .deleteDomains(let domains):
      backlog.removeDomains(domains, in: scope)
      let left = cleared.record(domains)
      if !left.isEmpty { try state.removeDomains(left, in: scope) }
    case .deleteAll:
      backlog.removeAll(in: scope)
      if cleared.recordAll() { try state.removeAll(in: scope) }
    case .put, .renew, .patch: break
    }
  }

  private mutating func put(
    _ item: EncodedItem, in segments: SegmentSet, scope: UInt32, now: Timestamp
  ) throws {
    let key = PendingDocuments.DocumentKey(scope: scope, identifier: item.uniqueIdentifierBytes)
    let found = try state.find(key, in: segments)
    let whole =
      try item.isUpdate ? EncodedItem.whole(of: [item], after: stored(key, found), now: now) : item
    recordExpiration(of: whole)
    replace(found, by: whole, key: key)
  }

  /// Patches the document of an item that changes in nothing else, or replaces it in the backlog.
  ///
  /// - Returns: Whether it was done; else the item has to be put, and the journal has to have it whole.
  mutating func change(
    _ found: DocumentPlace?, from stored: EncodedItem, to new: EncodedItem,
    key: PendingDocuments.DocumentKey, isReplayed: Bool
  ) throws(StorageError) -> Bool {
    if let found { return try state.patch(found, from: stored, to: new, isReplayed: isReplayed) }
    backlog.replace(new, key: key)
    return true
  }

  // MARK: - Items

  static func isVisible(_ item: EncodedItem, _ now: Timestamp) -> Bool {
    (item.expiration ?? .distantFuture) > now
  }

  /// Renews a stored item; one that is gone, as damage may have it, stays so.
  private mutating func renew(_ renewal: Renewal, scope: UInt32) throws {
    let key = PendingDocuments.DocumentKey(scope: scope, identifier: renewal.identifier[...])
    let found = try state.find(key)
    guard let stored = try stored(key, found) else { return }
    let renewed = try EncodedItem(opening: stored.renewed(until: renewal.expiration))
    recordExpiration(of: renewed)
    try reapply(found, from: stored, to: renewed, key: key)
  }

  /// Patches a stored item; one that is gone stays so.
  private mutating func apply(patch: EncodedItem, scope: UInt32) throws {
    let key = PendingDocuments.DocumentKey(scope: scope, identifier: patch.uniqueIdentifierBytes)
    let found = try state.find(key)
    guard let stored = try stored(key, found) else { return }
    let patched = try stored.patched(with: patch)
    recordExpiration(of: patched)
    try reapply(found, from: stored, to: patched, key: key)
  }

  /// Changes an item as the journal says. The file that has it keeps it, as it did when that was written:
  /// were it moved to an in-memory segment, the journal would not have it when the file is replaced.
  private mutating func reapply(
    _ found: DocumentPlace?, from stored: EncodedItem, to new: EncodedItem,
    key: PendingDocuments.DocumentKey
  ) throws {
    guard try change(found, from: stored, to: new, key: key, isReplayed: true) else {
      throw ModelError(
        code: .damaged, message: "The patch of \"\(new.uniqueIdentifier)\" does not apply.")
    }
  }

  func stored(
    _ key: PendingDocuments.DocumentKey, _ found: DocumentPlace?
  ) throws(StorageError) -> EncodedItem? {
    if let found { return try state.item(at: found) }
    return backlog.item(key)
  }

  func storedByteCount(
    _ key: PendingDocuments.DocumentKey, _ found: DocumentPlace?
  ) throws(StorageError) -> Int? {
    if let found { return try state.itemByteCount(at: found) }
    return backlog.item(key)?.byteCount
  }

  /// Puts an item in the place of the document that has its identifier in the segments, or of the
  /// pending item that has it.
  mutating func replace(
    _ found: DocumentPlace?, by item: EncodedItem, key: PendingDocuments.DocumentKey
  ) {
    if let found { state.remove(found) }
    backlog.put(item, key: key)
  }

  private mutating func delete(_ key: PendingDocuments.DocumentKey) throws(StorageError) {
    backlog.remove(key)
    if let found = try state.find(key) { state.remove(found) }
  }

  /// What a batch has deleted of the segments. No item comes to these before the batch is applied, so deleting the same
  /// again has nothing to do there; looking at the documents each time would take their number times that of deletions.
  struct ClearedDomains {
    private var domains: Set<[UInt8]> = []
    private var hasAll = false

    /// Records domains that are deleted, and returns those that were not.
    mutating func record(_ removed: [String]) -> [String] {
      hasAll ? [] : removed.filter { domains.insert(Array($0.utf8)).inserted }
    }

    /// Records that everything is deleted, and returns whether it was not.
    mutating func recordAll() -> Bool {
      defer { hasAll = true }
      return !hasAll
    }
  }

  // MARK: - Segments

  /// The state with the items that wait in segments of their own.
  consuming func finish(threadCount: Int) throws(StorageError) -> IndexState {
    // A few for each thread, so that one with more to do than others does not keep all waiting.
    let build = SegmentBuild(
      backlog.beginIndexing(), of: state.scopes, largestSegmentCount: threadCount * 2)
    let segments = try build.segments(threadCount: threadCount)
    var state = state
    state.add(segments)
    return state
  }
}
