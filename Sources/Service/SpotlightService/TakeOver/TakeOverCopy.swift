internal import Dispatch
internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire
internal import Synchronization

/// Copies the items that an app kept itself, or that were stored under another name, with their client states, into
/// the core's stores.
///
/// It may be done any number of times: what the core's index holds already stays as it is, since it is newer.
/// It ends when the app is removed, also where the session has ended before, and nothing of it comes behind the
/// removal. The methods block, on a thread of their own.
struct TakeOverCopy {
  let core: ServiceCore
  /// Whose the items are to be.
  let peer: Peer
  /// Ends when that app is removed.
  let term: AppTerm
  /// Whether the items are another app's, in the core's own stores.
  let isAdoption: Bool
  let beginning = Beginning()
  /// Items go into batches of about so many bytes.
  static let batchByteCount = 1 << 20

  /// Whether anything was handed to a store, and to which.
  final class Beginning: Sendable {
    let hasCome = Atomic(false)
    let stores = Mutex<[ClassStore]>([])
    /// The items that were left out, as the app has deleted or stored some that were called so.
    let leftOut = Mutex<[IndexScope: LeftOut]>([:])
  }

  init(core: ServiceCore, peer: Peer, term: AppTerm, isAdoption: Bool) {
    self.core = core
    self.peer = peer
    self.term = term
    self.isAdoption = isAdoption
  }

  /// Whether anything may have been copied.
  var hasBegun: Bool { beginning.hasCome.load(ordering: .sequentiallyConsistent) }

  /// The stores of this core that something was copied into.
  var filledStores: [ClassStore] { beginning.stores.withLock { $0 } }

  /// Something is going to be copied.
  func begin() { beginning.hasCome.store(true, ordering: .sequentiallyConsistent) }

  /// Copies indexes of a store.
  ///
  /// - Parameters:
  ///   - snapshot: What the store holds.
  ///   - owner: The app whose indexes are copied; `nil` for all, whatever app the store says they are of.
  ///   - record: What is known of an index; by default what the store itself says.
  ///   - losses: The indexes that have lost items, as far as opening the store found that.
  /// - Returns: What was there, copied or not.
  /// - Throws: ``ServiceError``; part of it may be copied then, but nothing of an app's own store with code
  ///   ``ServiceError/Code/refused``.
  func run(
    _ snapshot: Snapshot, of owner: String? = nil, record: ((IndexScope) -> IndexRecord?)? = nil,
    losses: LossScopes = .named([])
  ) throws(ServiceError) -> TakenOver {
    let indexes = snapshot.knownScopes.filter {
      !ScopeName.isInternal($0) && (owner == nil || $0.app == owner)
    }.sorted()
    let marks = record == nil ? snapshot.marks : [:]
    let losses = OwnStoreLosses(found: losses, snapshot: snapshot)
    let keys = isAdoption ? [:] : try examine(indexes, marks, losses, snapshot)
    var itemCount = 0
    for index in indexes {
      let mark = record.map { $0(index) } ?? marks[index]
      itemCount += try copy(index, mark, keys, snapshot)
    }
    try copyHistory(snapshot, of: owner)
    if snapshot.isPartial {
      throw ServiceError(
        .unavailable, "Part of the app's own store cannot be read.", isRetryable: false)
    }
    if !isAdoption {
      try settleWhatIsOwed(indexes, losses)
      try publish()
    }
    return TakenOver(itemCount: UInt64(itemCount), indexCount: UInt64(indexes.count))
  }

  /// Checks that what an app has in a store of this core can become the heir's without leaving the class that it is in.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/refused``.
  func checkPlaces(of snapshot: Snapshot, _ owner: String) throws(ServiceError) {
    let metadataLog = core.home.metadataLog.state
    for index in snapshot.knownScopes.sorted()
    where index.app == owner && !ScopeName.isInternal(index) {
      let scope = IndexScope(app: peer.app.identifier, index: index.index)
      if let record = metadataLog.index(scope), core.isElsewhere(record.protection) {
        throw classesDiffer(index)
      }
    }
    try checkHistoryPlace(snapshot, of: owner)
  }

  private func classesDiffer(_ index: IndexScope) -> ServiceError {
    ServiceError(
      .refused,
      "The index \"\(index.index)\" of \(peer.app.identifier) has another protection class than that of "
        + "\(index.app).")
  }

  private func copy(
    _ index: IndexScope, _ mark: IndexRecord?, _ keys: Keys, _ snapshot: Snapshot
  ) throws(ServiceError) -> Int {
    if let error = ScopeName.fault(of: index.index) { throw error }
    let scope = IndexScope(app: peer.app.identifier, index: index.index)
    let isKnown = core.home.metadataLog.state.index(scope) != nil
    if let mark, !isKnown, core.isElsewhere(mark.protection) {
      let count = try seal(index, mark, to: keys[mark.protection], snapshot)
      core.takeOvers.endWaiting(scope)
      return count
    }
    let request = OpenIndex(
      name: index.index, protection: isKnown ? nil : mark?.protection,
      flags: mark?.isPrivate == true ? .isPrivate : [])
    guard
      case .here(let store, _) = try onIntake(
        core.home,
        { () throws(ServiceError) in
          try core.place(of: scope, for: request, mayBeNew: !isAdoption)
        })
    else {
      if isAdoption { throw classesDiffer(index) }
      // It was sealed by an earlier try, whose client ended before it emptied its store; or the app has gone on with
      // an index of that name elsewhere, where nobody sees here which items are newer.
      return try countSealed(index, scope, snapshot)
    }
    // It saves most of what need not be put; what has come since is seen where batches are ordered.
    let present = try store.snapshot()
    let updates = core.home.metadataLog.state.pendingUpdates(of: scope)
    var itemCount = 0
    var items: [EncodedItem] = []
    var byteCount = 0
    var failure: ServiceError?
    snapshot.forEachItem(in: .scope(index)) { _, item in
      itemCount += 1
      if let known = present.item(scope: scope, identifier: item.uniqueIdentifier) {
        if !isAdoption { compare(item, with: known, updates, in: scope) }
        return true
      }
      items.append(item)
      byteCount += item.byteCount
      guard byteCount >= Self.batchByteCount else { return true }
      failure = put(items, scope, into: store)
      items = []
      byteCount = 0
      return failure == nil
    }
    if let failure { throw failure }
    // Last comes the client state: it stands for all items.
    let state = snapshot.clientState(of: index)
    if let error = put(items, scope, clientState: state, into: store) {
      guard state != nil, error.code == .mismatchedClientState else { throw error }
      // The app has gone on with the core since; only items can be missing.
      if let error = put(items, scope, into: store) { throw error }
    }
    if isAdoption { return itemCount }
    if let error = completeUpdates(of: index, scope, in: store, snapshot) { throw error }
    return itemCount
  }

  /// Puts items into a store, apart from those that the app itself has stored or deleted when their turn comes, and
  /// waits until they are durable.
  ///
  /// What was deleted is looked up on the intake queue, where each deletion comes before or after; what is stored
  /// the store's writer knows, also of batches that are not durable yet.
  private func put(
    _ items: [EncodedItem], _ scope: IndexScope, clientState: [UInt8]? = nil,
    into store: ClassStore
  ) -> ServiceError? {
    put(into: store) { [self] done throws(ServiceError) in
      let metadataLog = core.home.metadataLog.state
      let left: [EncodedItem]
      if isAdoption {
        let deletions = try metadataLog.adoptionDeletions(from: scope)
        left = items.filter { !deletions.contains($0) }
      } else {
        left = leaveOut(metadataLog.pendingDeletions(from: scope), of: items, in: scope)
      }
      let batch = Batch(
        scope: scope, operations: left.isEmpty ? [] : [.putEncoded(left)],
        clientState: clientState, expectedClientState: clientState == nil ? .any : .exactly(nil),
        keepsStoredItems: true)
      // What an app has of another is stored already; a pause only ends what would be new.
      try core.quota.check(batch, core, evenIfPaused: isAdoption)
      begin()
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
    beginning.stores.withLock { stores in
      if !stores.contains(where: { $0 === store }) { stores.append(store) }
    }
    let isDone = DispatchSemaphore(value: 0)
    let failure = Mutex<ServiceError?>(nil)
    let finish: @Sendable (ServiceError?) -> Void = { error in
      failure.withLock { $0 = error }
      isDone.signal()
    }
    store.perform {
      do throws(ServiceError) {
        try term.check()
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
        try term.check()
        result = .success(try body())
      } catch {
        result = .failure(error)
      }
    }
    guard let result else { throw ServiceError(.unavailable, "The store is closed.") }
    return try result.get()
  }
}
