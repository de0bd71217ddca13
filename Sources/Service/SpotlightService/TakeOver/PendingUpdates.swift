internal import Dispatch
internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire
internal import Synchronization

// An app may update an item that is still in its own store, which is to be taken over: to the core it is a new item with
// no more than the update says. The rest comes with the store, and what was updated is newer.

/// The items that an app has updated while its own store was still to be taken over, and that the core did not know.
struct PendingUpdates {
  /// So many are noted of an index; when there are more, every item that the core has is taken for one.
  fileprivate static let noteLimit = 1000
  /// What precedes the identifier where that of a deleted item is.
  static let prefix = "\0update\0"

  fileprivate var identifiers: Set<String> = []
  /// Whether there were more than are noted.
  fileprivate var isAll = false

  var isEmpty: Bool { identifiers.isEmpty && !isAll }

  /// Whether the core's item may lack what the app's own store has of it.
  func contains(_ identifier: String) -> Bool { isAll || identifiers.contains(identifier) }

  /// Notes that an item was updated, or that more were than are noted, or forgets that.
  fileprivate static func entry(
    _ scope: IndexScope, _ identifier: String = "", isNoted: Bool = true
  ) -> MetadataEntry {
    MetadataEntry(
      table: .takeOvers, key: OwedCallback.key(scope, item: prefix + identifier),
      value: isNoted ? [] : nil)
  }
}

extension MetadataState {
  /// The items of an index that an app has updated meanwhile.
  func pendingUpdates(of scope: IndexScope) -> PendingUpdates {
    let prefix = OwedCallback.key(scope, item: PendingUpdates.prefix)
    var updates = PendingUpdates()
    for key in self[.takeOvers].keys where key.hasPrefix(prefix) {
      let identifier = String(key.dropFirst(prefix.count))
      if identifier.isEmpty { updates.isAll = true } else { updates.identifiers.insert(identifier) }
    }
    return updates
  }
}

extension ServiceCore {
  /// Records which items a change updates that the core does not have, if the app has a store that is still to be taken
  /// over; called on an intake queue before the change is handed to the store.
  ///
  /// - Parameters:
  ///   - batch: The change.
  ///   - store: Where it goes.
  /// - Returns: The identifiers of noted items that the change replaces as a whole; to be forgotten once it is durable.
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/unavailable``; the change must not be made then.
  func noteUpdates(
    of batch: Batch, in store: ClassStore
  ) throws(ServiceError) -> Set<String> {
    var (updated, whole): (Set<String>, Set<String>) = ([], [])
    for case .putEncoded(let items) in batch.operations {
      for item in items where item.isUpdate { updated.insert(item.uniqueIdentifier) }
    }
    let scope = batch.scope
    guard home.metadataLog.isDurable, !ScopeName.isInternal(scope) else { return [] }
    let isNoting = updated.isEmpty ? false : try notesDeletions(of: scope.app)
    guard isNoting || home.metadataLog.state.awaitsTakeOver(of: scope.app) else { return [] }
    let known = home.metadataLog.state.pendingUpdates(of: scope)
    for case .putEncoded(let items) in batch.operations {
      for item in items where !item.isUpdate { whole.insert(item.uniqueIdentifier) }
    }
    let replaced = known.identifiers.intersection(whole)
    guard isNoting, !known.isAll else { return replaced }
    let present = try store.snapshot()
    let news = updated.subtracting(whole).subtracting(known.identifiers).filter {
      present.item(scope: scope, identifier: $0) == nil
    }
    if news.isEmpty { return replaced }
    let isTooMuch = known.identifiers.count + news.count > PendingUpdates.noteLimit
    try home.record(
      isTooMuch
        ? [PendingUpdates.entry(scope)] : news.sorted().map { PendingUpdates.entry(scope, $0) })
    return replaced
  }

  /// Forgets that items of an index were updated, as they were replaced as a whole and lack nothing any more.
  func forgetUpdates(of identifiers: Set<String>, in scope: IndexScope) {
    guard !identifiers.isEmpty else { return }
    home.perform { [self] in
      // If it fails, they get what they lack from the app's own store, as if they were only updated.
      try? home.record(
        identifiers.sorted().map { PendingUpdates.entry(scope, $0, isNoted: false) })
    }
  }

  /// Forgets which items of an index were updated, as they have what the app's own store had of them.
  func forgetUpdates(of scope: IndexScope) throws(ServiceError) {
    let updates = home.metadataLog.state.pendingUpdates(of: scope)
    guard !updates.isEmpty else { return }
    let identifiers = updates.identifiers.sorted() + (updates.isAll ? [""] : [])
    try home.record(identifiers.map { PendingUpdates.entry(scope, $0, isNoted: false) })
  }
}

extension TakeOverCopy {
  /// Adds to the items that the app has updated what its own store has of them.
  ///
  /// - Parameters:
  ///   - index: The index, as that store calls it.
  ///   - scope: What it is called in the core.
  ///   - store: Where it is.
  ///   - snapshot: What the app's own store holds, of which all that the core did not have was copied.
  /// - Returns: What went wrong.
  func completeUpdates(
    of index: IndexScope, _ scope: IndexScope, in store: ClassStore, _ snapshot: Snapshot
  ) -> ServiceError? {
    let updates = core.home.metadataLog.state.pendingUpdates(of: scope)
    guard !updates.isEmpty else { return nil }
    var items: [EncodedItem] = []
    var byteCount = 0
    var failure: ServiceError?
    snapshot.forEachItem(in: .scope(index)) { _, item in
      guard updates.contains(item.uniqueIdentifier) else { return true }
      items.append(item)
      byteCount += item.byteCount
      guard byteCount >= Self.batchByteCount else { return true }
      failure = complete(items, scope, in: store)
      (items, byteCount) = ([], 0)
      return failure == nil
    }
    return failure ?? complete(items, scope, in: store)
  }

  private func complete(
    _ items: [EncodedItem], _ scope: IndexScope, in store: ClassStore
  ) -> ServiceError? {
    if items.isEmpty { return nil }
    return put(into: store) { [self] done throws(ServiceError) in
      try waitForSubmitted(scope, in: store)
      let present = try store.snapshot()
      let deletions = core.home.metadataLog.state.pendingDeletions(from: scope)
      // What is left out was noted when the items were copied.
      let completed = items.filter { !deletions.contains($0) }.compactMap { item in
        // It may have been deleted before deletions were noted.
        present.item(scope: scope, identifier: item.uniqueIdentifier).flatMap { newer in
          item.updated(with: newer)
        }
      }
      let batch = Batch(scope: scope, operations: completed.isEmpty ? [] : [.putEncoded(completed)])
      try core.quota.check(batch, core)
      begin()
      core.submit(batch, to: store) { error in
        core.quota.finish(batch)
        done(error)
      }
    }
  }

  /// Waits until all is durable, and seen, that was submitted to a store; called on its intake queue, so that nothing is
  /// submitted meanwhile.
  private func waitForSubmitted(_ scope: IndexScope, in store: ClassStore) throws(ServiceError) {
    let isDurable = DispatchSemaphore(value: 0)
    let failure = Mutex<ServiceError?>(nil)
    store.submit(Batch(scope: scope, operations: [])) { error in
      failure.withLock { $0 = error }
      isDurable.signal()
    }
    isDurable.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }
}

extension EncodedItem {
  /// The item with all attributes of another one over its own; `nil` where both together would be too large, or the
  /// item is damaged, so that the other one stays as it is.
  fileprivate func updated(with newer: EncodedItem) -> EncodedItem? {
    do throws(ModelError) {
      var update = try newer.item()
      update.isUpdate = true
      let encoded = try EncodedItem(opening: try ItemCodec.encode(update))
      return try EncodedItem(opening: try merged(with: encoded))
    } catch {
      return nil
    }
  }
}
