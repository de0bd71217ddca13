import FresnelModel
import FresnelSegments
import FresnelStorage

// How what a program asks for becomes what the journal is to hold.

extension BatchApplication {
  /// Applies what a program asks for, whole or, when it throws, not at all.
  ///
  /// - Parameters:
  ///   - record: The change.
  ///   - keepsStoredItems: Whether only items are put that are not stored.
  ///   - largestByteCount: The most that the items of a batch may take once partial updates are merged.
  /// - Returns: The change as the journal is to hold it, see ``ResolvedOperations``; `nil` when there
  ///   is none, because everything is stored like that already.
  /// - Throws: ``ModelError`` when partial updates make an item or the batch too large, or a stored
  ///   item is damaged; ``StorageError`` when a segment can't be read, and then part of the record may
  ///   be applied.
  mutating func resolve(
    _ record: JournalRecord, keepsStoredItems: Bool = false, largestByteCount: Int
  ) throws -> JournalRecord? {
    guard case .batch(let batch) = record else {
      try apply(record)
      return record
    }
    let savepoint = batch.containsUpdates ? savepoint() : nil
    do {
      cleared = ClearedDomains()
      let isKnown = state.scopes.number(of: batch.scope) != nil
      let scope = state.scopes.addedNumber(of: batch.scope)
      var resolved = ResolvedOperations()
      let gathers = keepsStoredItems || batch.containsUpdates
      var runs = ItemRuns(keepsStoredItems: keepsStoredItems, now: batch.time)
      for operation in batch.operations {
        switch operation {
        case .put(let items) where gathers:
          runs.append(items)
          continue
        case .put(let items):
          let candidates = try state.candidates(for: items, scope: scope)
          for (item, segments) in zip(items, candidates) {
            try resolve([item], in: segments, scope: scope, now: batch.time, &resolved)
          }
          continue
        // What waits under other identifiers and in other domains can as well be put later.
        case .deleteIdentifiers(let identifiers): runs.remove(identifiers)
        case .deleteDomains(let domains):
          try forEachStored(of: runs.takeUnsettled(), scope: scope) {
            runs.settle($0, stored: $1)
          }
          let removal = runs.removeDomains(domains)
          try forEachStored(of: removal.leaving, scope: scope) {
            if let stored = $1 { runs.begin($0, with: stored) }
          }
          if !removal.arrived.isEmpty {
            let deletion = BatchRecord.Operation.deleteIdentifiers(removal.arrived)
            try apply(deletion: deletion, scope: scope)
            resolved.append(deletion)
          }
        case .deleteAll: runs.removeAll()
        case .renew, .patch: break
        }
        try apply(deletion: operation, scope: scope)
        resolved.append(operation)
      }
      let left = runs.take()
      let candidates = try state.candidates(for: left.map { $0[0] }, scope: scope)
      for (run, segments) in zip(left, candidates) {
        if keepsStoredItems, try has(run[0], in: segments, scope: scope, now: batch.time) {
          continue
        }
        try resolve(run, in: segments, scope: scope, now: batch.time, &resolved)
      }
      guard resolved.itemByteCount <= largestByteCount else {
        throw ModelError(
          code: .tooLarge,
          message:
            "The partial updates of the batch make items of \(resolved.itemByteCount) bytes; "
            + "the limit is \(largestByteCount). Divide it.")
      }
      var result = batch
      result.operations = resolved.finish()
      if let clientState = batch.clientState {
        if state.scopes[scope].clientState == clientState { result.clientState = nil }
        state.scopes[scope].clientState = clientState
      }
      if isKnown, result.operations.isEmpty, result.clientState == nil { return nil }
      return .batch(result)
    } catch {
      if let savepoint { rollback(to: savepoint) }
      throw error
    }
  }

  /// Whether an item of the same identifier is stored and has not expired.
  private func has(
    _ item: EncodedItem, in segments: SegmentSet, scope: UInt32, now: Timestamp
  ) throws(StorageError) -> Bool {
    let key = PendingDocuments.DocumentKey(scope: scope, identifier: item.uniqueIdentifierBytes)
    let stored = try stored(key, state.find(key, in: segments))
    return stored.map { Self.isVisible($0, now) } ?? false
  }

  /// Calls a closure with what is stored of the items of some runs, one after another.
  private func forEachStored(
    of runs: [ItemRuns.First], scope: UInt32, _ body: (Int, EncodedItem?) -> Void
  ) throws(StorageError) {
    if runs.isEmpty { return }
    let candidates = try state.candidates(for: runs.map(\.item), scope: scope)
    for ((place, item), segments) in zip(runs, candidates) {
      let key = PendingDocuments.DocumentKey(scope: scope, identifier: item.uniqueIdentifierBytes)
      body(place, try stored(key, state.find(key, in: segments)))
    }
  }

  /// Applies what a batch puts under one identifier.
  private mutating func resolve(
    _ run: [EncodedItem], in segments: SegmentSet, scope: UInt32, now: Timestamp,
    _ resolved: inout ResolvedOperations
  ) throws {
    let key = PendingDocuments.DocumentKey(scope: scope, identifier: run[0].uniqueIdentifierBytes)
    let found = try state.find(key, in: segments)
    var stored: EncodedItem?
    var whole = run[0]
    if run[0].isUpdate || run.count > 1 {
      stored = try self.stored(key, found)
      whole = try EncodedItem.whole(of: run, after: stored, now: now)
    } else if try storedByteCount(key, found) == whole.byteCount {
      // Items of another length differ: those need not be read to know it.
      stored = try self.stored(key, found)
    }
    recordExpiration(of: whole)
    // One that has expired may be gone from the disk already.
    if let stored, Self.isVisible(stored, now) {
      if whole.isEqual(toRenewalOf: stored) {
        if whole.expiration == stored.expiration { return }
        if try change(found, from: stored, to: whole, key: key, isReplayed: false) {
          resolved.append(Renewal(identifier: Array(key.identifier), expiration: whole.expiration))
          return
        }
      } else if let patch = DocumentPatch.update(from: stored, to: whole),
        try change(found, from: stored, to: whole, key: key, isReplayed: false)
      {
        resolved.append(patch: patch)
        return
      }
    }
    replace(found, by: whole, key: key)
    resolved.append(put: whole)
  }
}
