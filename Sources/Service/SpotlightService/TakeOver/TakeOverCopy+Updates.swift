internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

// What the app's own store has of items that the app has updated since.

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
      try store.waitForSubmitted(to: scope)
      let present = try store.snapshot()
      let metadataLog = core.home.metadataLog.state
      let deletions = metadataLog.pendingDeletions(from: scope)
      // The app may have stored some as a whole since the copy began.
      let updates = metadataLog.pendingUpdates(of: scope)
      let whole = core.wholeItems(of: scope)
      var (completed, deleted, anew): ([EncodedItem], [String], [EncodedItem]) = ([], [], [])
      for item in items {
        let identifier = item.uniqueIdentifier
        let note = updates[identifier]
        guard updates.contains(identifier), !whole.contains(identifier),
          // It may have been deleted before deletions were noted.
          let newer = present.item(scope: scope, identifier: identifier)
        else { continue }
        switch deletions.fate(of: item, note) {
        // What is left out was noted when the items were copied.
        case .asInCore: break
        case .completed:
          if let item = item.updated(with: newer, removing: note?.removals ?? []) {
            completed.append(item)
          }
        // Some of its updates may not be noted. The app is asked for all.
        case .madeAnew where updates.isAll: break
        case .madeAnew(let updates):
          deleted.append(identifier)
          anew += updates.compactMap { try? EncodedItem(opening: $0) }
        }
      }
      let operations: [Operation] = [
        .putEncoded(completed), .deleteIdentifiers(deleted), .putEncoded(anew),
      ]
      let batch = Batch(
        scope: scope,
        operations: operations.filter { operation in
          switch operation {
          case .putEncoded(let items): !items.isEmpty
          case .deleteIdentifiers(let identifiers): !identifiers.isEmpty
          default: true
          }
        })
      try core.quota.check(batch, core)
      begin()
      core.submit(batch, to: store) { error in
        core.quota.finish(batch)
        done(error)
      }
    }
  }
}

extension EncodedItem {
  /// The item without attributes that updates removed, and with all attributes of another one over its own.
  ///
  /// - Parameters:
  ///   - newer: The other one.
  ///   - removals: The encoding of an update that removes attributes; empty where there are none.
  /// - Returns: The item; `nil` where both together would be too large, or the item is damaged, so that the other one
  ///   stays as it is.
  fileprivate func updated(with newer: EncodedItem, removing removals: [UInt8]) -> EncodedItem? {
    do throws(ModelError) {
      let left =
        removals.isEmpty
        ? self
        : try EncodedItem(opening: try merged(with: try EncodedItem(opening: removals)))
      var update = try newer.item()
      update.isUpdate = true
      let encoded = try EncodedItem(opening: try ItemCodec.encode(update))
      return try EncodedItem(opening: try left.merged(with: encoded))
    } catch {
      return nil
    }
  }
}
