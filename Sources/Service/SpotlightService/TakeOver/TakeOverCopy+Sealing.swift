internal import Dispatch
internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire
internal import Synchronization

// Indexes of classes that are served elsewhere, and may be locked now: their items are sealed as an app's own
// changes are then.

extension TakeOverCopy {
  /// Seals all items of an index that the core does not know, and its client state.
  ///
  /// - Parameters:
  ///   - index: The index, as the store calls it.
  ///   - mark: What the store says of it.
  ///   - key: The key of its class; `nil` is enough for an index that holds nothing.
  ///   - snapshot: What the store holds.
  /// - Returns: The number of items.
  /// - Throws: ``ServiceError``; the index stays unknown then, and all is sealed again at the next try.
  func seal(
    _ index: IndexScope, _ mark: IndexRecord, to key: [UInt8]?, _ snapshot: Snapshot
  ) throws(ServiceError) -> Int {
    let protection = mark.protection
    let scope = IndexScope(app: peer.app.identifier, index: index.index)
    if mark.isPrivate {
      try waiting { (done) throws(ServiceError) in
        try term.doBeforeRemoval { core.host.notePrivate(scope, in: protection, done) }
      }
    }
    var count = 0
    var items: [EncodedItem] = []
    var byteCount = 0
    var failure: ServiceError?
    func flush(_ clientState: [UInt8]? = nil) {
      let batch = SealedBatch(
        index: index.index, clientState: clientState,
        operations: items.isEmpty ? [] : [.put(items)])
      do throws(ServiceError) {
        guard let key else { throw Self.hasNoKey }
        let changes = try Self.sealed(batch, to: key)
        begin()
        try waiting { (done) throws(ServiceError) in
          try term.doBeforeRemoval {
            core.host.keepSealed(changes, for: protection, from: peer, done)
          }
        }
      } catch {
        failure = error
      }
      (items, byteCount) = ([], 0)
    }
    snapshot.forEachItem(in: .scope(index)) { _, item in
      count += 1
      items.append(item)
      byteCount += item.byteCount
      if byteCount >= Self.batchByteCount { flush() }
      return failure == nil
    }
    let clientState = snapshot.clientState(of: index)
    if failure == nil, !items.isEmpty || clientState != nil { flush(clientState) }
    if let failure { throw failure }
    let contents = IndexContents(of: index, in: snapshot)
    // From here on the index is known, and the app goes on with it there.
    let request = OpenIndex(
      name: index.index, protection: protection, flags: mark.isPrivate ? .isPrivate : [])
    _ = try onIntake(core.home) { () throws(ServiceError) in
      try core.home.record([PendingTakeOver.sealed(scope, contents)])
      return try core.place(of: scope, for: request)
    }
    return count
  }

  /// The number of items of an index that is kept elsewhere, if an earlier try sealed just these.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/refused`` where it has others: the store must not be
  ///   emptied of them.
  func countSealed(
    _ index: IndexScope, _ scope: IndexScope, _ snapshot: Snapshot
  ) throws(ServiceError) -> Int {
    let contents = IndexContents(of: index, in: snapshot)
    if contents.itemCount == 0 { return 0 }
    guard core.home.metadataLog.state.sealedContents(of: scope) == contents.bytes else {
      throw ServiceError(
        .refused,
        "The index \"\(index.index)\" is kept in another protection class already, so that the items in the app's own "
          + "store stay there.", isRetryable: false)
    }
    return contents.itemCount
  }

  private static func sealed(
    _ batch: SealedBatch, to key: [UInt8]
  ) throws(ServiceError) -> [UInt8] {
    do throws(WireError) {
      return try batch.sealed(to: key)
    } catch {
      throw ServiceError(.unavailable, error.message)
    }
  }

  /// So long it is waited until the process of a class has made its key, or asked the person for what opens it. The
  /// app's requests wait meanwhile.
  private static let keyPatience: UInt64 = 10_000_000_000

  private static let hasNoKey = ServiceError(
    .unavailable, "The protection class has no key to seal changes to yet.")

  /// The key of a class, which its process may have to make first.
  ///
  /// - Throws: ``ServiceError``, one that may be tried again, with code ``ServiceError/Code/classLocked`` where the
  ///   class was never opened so far.
  func publicKey(of protection: ProtectionClass) throws(ServiceError) -> [UInt8] {
    let offer = Mutex<Result<ChannelOffer, ServiceError>?>(nil)
    try waiting { (done) throws(ServiceError) in
      core.host.channel(to: protection, for: peer) { result in
        offer.withLock { $0 = result }
        done(nil)
      }
    }
    switch offer.withLock({ $0 }) {
    case .success(.open(_, let key?)), .success(.locked(let key?)): return key
    case .failure(let error): throw error
    case .success(.open): return try awaitedKey(of: protection)
    case .success(.locked), nil:
      throw ServiceError(
        .classLocked,
        "The protection class \(protection.name) was never open: it has no key to seal changes to yet."
      )
    }
  }

  private func awaitedKey(of protection: ProtectionClass) throws(ServiceError) -> [UInt8] {
    let isDone = DispatchSemaphore(value: 0)
    let key = Mutex<[UInt8]?>(nil)
    core.host.whenKeyIsKnown(of: protection) { found in
      key.withLock { $0 = found }
      isDone.signal()
    }
    core.options.later(Self.keyPatience) { isDone.signal() }
    isDone.wait()
    guard let key = key.withLock({ $0 }) else { throw Self.hasNoKey }
    return key
  }

  /// Waits for something that the host does.
  private func waiting(
    _ body: (@escaping @Sendable (ServiceError?) -> Void) throws(ServiceError) -> Void
  ) throws(ServiceError) {
    let done = DispatchSemaphore(value: 0)
    let failure = Mutex<ServiceError?>(nil)
    try body { error in
      failure.withLock { $0 = error }
      done.signal()
    }
    done.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }
}
