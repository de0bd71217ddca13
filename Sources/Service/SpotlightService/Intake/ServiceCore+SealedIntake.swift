internal import FresnelEngine
internal import FresnelModel
package import SpotlightWire

// What a process that serves a lockable class does with changes that were sealed while it was locked.

extension ServiceCore {
  /// Carries out changes that were sealed while the class was locked.
  ///
  /// Items that cannot be stored, or that the app may not store, are asked for once more: nobody waits for
  /// the answer any longer. A pause does not keep them: they were accepted before it, and the class is not
  /// served before they are carried out.
  ///
  /// - Parameters:
  ///   - batch: The changes.
  ///   - app: Whose they are.
  ///   - completion: Called once, on any thread: without an error when the changes are durable, or their
  ///     items are owed; with one when the store cannot be used now.
  package func carryOut(
    _ batch: SealedBatch, of app: AppIdentity,
    completion: @escaping @Sendable (ServiceError?) -> Void
  ) {
    let store = home
    let scope = IndexScope(app: app.identifier, index: batch.index)
    store.perform { [self] in
      do throws(ServiceError) {
        if let error = ScopeName.fault(of: batch.index) { throw error }
        try ClientStateLimits.check(batch.clientState, .any, for: scope)
        let changes = Batch(
          scope: scope, operations: try Operation.operations(batch.operations),
          clientState: batch.clientState)
        try quota.check(changes, self, evenIfPaused: true)
        do throws(ServiceError) {
          try noteDeletions(of: changes, in: store)
          try noteEmptying(by: changes, in: store)
          let news = entriesOfNewIndex(scope, in: store)
          if !news.isEmpty { try store.record(news) }
        } catch {
          quota.finish(changes)
          throw error
        }
        submit(changes, to: store) { [self] error in
          quota.finish(changes)
          guard let error else {
            return endLacking(after: changes, in: store) { completion(nil) }
          }
          store.perform { [self] in owe(batch, scope, in: store, error, completion) }
        }
      } catch {
        owe(batch, scope, in: store, error, completion)
      }
    }
  }

  /// Writes down that the items of changes that failed have to be asked for.
  private func owe(
    _ batch: SealedBatch, _ scope: IndexScope, in store: ClassStore, _ error: ServiceError,
    _ completion: @escaping @Sendable (ServiceError?) -> Void
  ) {
    // What may succeed later stays in the intake.
    if error.isRetryable { return completion(error) }
    var entries: [MetadataEntry] = []
    for case .put(let items) in batch.operations {
      entries += items.map { OwedCallback.item(scope, $0.uniqueIdentifier) }
    }
    do throws(ServiceError) {
      try store.record(entries)
      completion(nil)
    } catch {
      completion(error)
    }
  }

  /// Writes down that an index is private to its app: who first opened it did so while the class was locked, or
  /// as one of another class.
  package func notePrivate(
    _ index: String, of app: AppIdentity, completion: @escaping @Sendable (ServiceError?) -> Void
  ) {
    let store = home
    store.perform { [self] in
      do throws(ServiceError) {
        let scope = IndexScope(app: app.identifier, index: index)
        try note(
          scope, store.protection, isPrivate: true, in: store,
          with: entriesOfNewIndex(scope, in: store))
        completion(nil)
      } catch {
        completion(error)
      }
    }
  }

  /// Writes down that an app has to be asked for all of an index again: sealed changes to it were lost.
  package func oweAll(
    of index: String, app: AppIdentity, reason: String,
    completion: @escaping @Sendable (ServiceError?) -> Void
  ) {
    let store = home
    store.perform {
      do throws(ServiceError) {
        try store.oweAll(IndexScope(app: app.identifier, index: index), reason)
        completion(nil)
      } catch {
        completion(error)
      }
    }
  }

  /// How far sealed changes were carried out; 0 when none were.
  ///
  /// - Throws: ``ServiceError`` when the metadata log cannot be opened.
  package func intakePosition() throws(ServiceError) -> UInt64 {
    try home.metadataLog.open(key: try home.key.get())
    let bytes = home.metadataLog.state[.intakePosition, ""] ?? []
    return bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Writes down how far sealed changes were carried out, durably; it blocks.
  package func noteIntakePosition(_ position: UInt64) throws(ServiceError) {
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: position >> (8 * UInt64($0))) }
    try home.record([MetadataEntry(table: .intakePosition, key: "", value: bytes)])
  }
}
