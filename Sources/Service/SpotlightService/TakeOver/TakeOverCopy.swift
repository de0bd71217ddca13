internal import Dispatch
internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire
internal import Synchronization

/// Copies the items that an app kept itself, with its client states, into the core's stores.
///
/// It may be done any number of times: what the core's index holds already stays as it is, since it is newer.
/// It ends when the app is removed, also where the session has ended before, and nothing of it comes behind the
/// removal. The methods block, on a thread of their own.
struct TakeOverCopy {
  let session: Session
  var core: ServiceCore { session.core }
  var peer: Peer { session.peer }
  /// Items go into batches of about so many bytes.
  static let batchByteCount = 1 << 20

  /// Copies all indexes of a store, whatever app it says they are of.
  ///
  /// - Returns: What was there, copied or not.
  /// - Throws: ``ServiceError``; part of it may be copied then.
  func run(_ snapshot: Snapshot) throws(ServiceError) -> TakenOver {
    let indexes = snapshot.knownScopes.filter { !ScopeName.isInternal($0) }.sorted()
    var itemCount = 0
    for index in indexes { itemCount += try copy(index, snapshot) }
    try copyHistory(snapshot)
    if snapshot.isPartial {
      throw ServiceError(
        .unavailable, "Part of the app's own store cannot be read.", isRetryable: false)
    }
    return TakenOver(itemCount: UInt64(itemCount), indexCount: UInt64(indexes.count))
  }

  private func copy(_ index: IndexScope, _ snapshot: Snapshot) throws(ServiceError) -> Int {
    if let error = ScopeName.fault(of: index.index) { throw error }
    let scope = IndexScope(app: peer.app.identifier, index: index.index)
    let mark = snapshot.marks[index]
    let isKnown = core.home.ledger.state.index(scope) != nil
    if let mark, !isKnown, core.isElsewhere(mark.protection) {
      return try seal(index, mark, snapshot)
    }
    let request = OpenIndex(
      name: index.index, protection: isKnown ? nil : mark?.protection,
      flags: mark?.isPrivate == true ? .isPrivate : [])
    guard
      case .here(let store, _) = try onIntake(
        core.home,
        { () throws(ServiceError) in
          try core.place(of: scope, for: request)
        })
    else {
      // The app has gone on with it in a class that is served elsewhere, where it was asked for everything.
      return 0
    }
    let present = try store.snapshot()
    var itemCount = 0
    var items: [EncodedItem] = []
    var byteCount = 0
    var failure: ServiceError?
    let deletions = core.home.ledger.state.pendingDeletions(from: scope)
    snapshot.forEachItem(in: .scope(index)) { _, item in
      itemCount += 1
      guard present.item(scope: scope, identifier: item.uniqueIdentifier) == nil,
        !deletions.contains(item.uniqueIdentifier)
      else { return true }
      items.append(item)
      byteCount += item.byteCount
      guard byteCount >= Self.batchByteCount else { return true }
      failure = put(Batch(scope: scope, operations: [.putEncoded(items)]), into: store)
      items = []
      byteCount = 0
      return failure == nil
    }
    if let failure { throw failure }
    // Last comes the client state: it stands for all items.
    let state = snapshot.clientState(of: index)
    let last = Batch(
      scope: scope, operations: items.isEmpty ? [] : [.putEncoded(items)], clientState: state,
      expectedClientState: state == nil ? .any : .exactly(nil))
    if let error = put(last, into: store) {
      guard error.code == .mismatchedClientState else { throw error }
      // The app has gone on with the core since; only items can be missing.
      let rest = Batch(scope: scope, operations: last.operations)
      if let error = put(rest, into: store) { throw error }
    }
    try onIntake(store) { () throws(ServiceError) in
      // The app alone knows what it has not deleted.
      guard case .all = deletions else { return try store.record([OwedCallback.removal(scope)]) }
      try store.record([OwedCallback.all(scope, "Only part of the app's own index was taken over.")]
      )
    }
    return itemCount
  }

  /// Puts a batch into a store and waits until it is durable.
  private func put(_ batch: Batch, into store: ClassStore) -> ServiceError? {
    put(into: store) { [core] done throws(ServiceError) in
      try core.quota.check(batch, core)
      core.submit(batch, to: store) { error in
        core.quota.finish(batch)
        done(error)
      }
    }
  }

  /// Has a store take something on its intake queue, unless the app was removed, and waits until it is durable.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - submit: Checks whether it may still be taken, and submits it. It calls what it is given once, unless it
  ///     throws.
  /// - Returns: What went wrong.
  func put(
    into store: ClassStore,
    _ submit:
      @escaping @Sendable (_ done: @escaping @Sendable (ServiceError?) -> Void)
      throws(ServiceError) -> Void
  ) -> ServiceError? {
    core.searchPause.wait(since: core.searchPause.now)
    let isDone = DispatchSemaphore(value: 0)
    let failure = Mutex<ServiceError?>(nil)
    let finish: @Sendable (ServiceError?) -> Void = { error in
      failure.withLock { $0 = error }
      isDone.signal()
    }
    store.perform {
      do throws(ServiceError) {
        try session.checkIsWanted()
        try submit(finish)
      } catch {
        finish(error)
      }
    }
    isDone.wait()
    return failure.withLock { $0 }
  }

  /// Runs something on a store's intake queue and waits for it, unless the app was removed.
  func onIntake<Value: Sendable>(
    _ store: ClassStore, _ body: () throws(ServiceError) -> Value
  ) throws(ServiceError) -> Value {
    var result: Result<Value, ServiceError>?
    store.performAndWait {
      do throws(ServiceError) {
        try session.checkIsWanted()
        result = .success(try body())
      } catch {
        result = .failure(error)
      }
    }
    guard let result else { throw ServiceError(.unavailable, "The store is closed.") }
    return try result.get()
  }
}
