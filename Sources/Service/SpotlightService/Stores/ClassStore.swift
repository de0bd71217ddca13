internal import Dispatch
internal import FresnelEngine
internal import FresnelModel
internal import FresnelStorage
internal import SpotlightWire
internal import Synchronization

/// The store of one or more protection classes, with its metadata log.
///
/// It is opened when first needed, and again at the next need when that failed. While another process
/// writes to it, items can still be read. Opening blocks: it is done on the intake queue and on threads that
/// read.
final class ClassStore: Sendable {
  let classes: Set<ProtectionClass>
  /// The class that hits of the store have when nothing else is known.
  let protection: ProtectionClass
  let directory: String
  let key: StoreKey
  let keptKey: KeptKey
  let metadataLog: MetadataLog
  let history: History
  let engagement = Engagement()
  /// Where what the person chose is read.
  let filling = DispatchQueue(label: "fresnel.choices")
  /// The indexes of what is gathered aside now, see ``Replacement``.
  struct Staging {
    /// Those that there are.
    var names: Set<IndexScope> = []
    /// Those of them that are being dropped.
    var dropped: Set<IndexScope> = []

    /// An index is there no more.
    mutating func remove(_ scope: IndexScope) {
      names.remove(scope)
      dropped.remove(scope)
    }
  }
  let staging = Mutex(Staging())
  /// How many damaged places of the open store a person was told of.
  private let toldDamageCount = Mutex(0)
  /// Where changes are handed to the store, in the order in which they were made.
  private let intake = DispatchQueue(label: "fresnel.intake")
  private let options: StoreOptions
  private let storage: any Storage
  private let writer = Mutex<Store?>(nil)
  private let reader = Mutex<Store?>(nil)
  private let opening: StoreOpening
  private let room: DiskRoom
  /// Whether it is noted that this process writes to the open store.
  private let isWritingNoted = Atomic(false)
  /// How many batches that put items are under way.
  private let puttingCount = Atomic(0)

  /// Whether items are being stored, so that the store does not count as empty.
  var isFilling: Bool { puttingCount.load(ordering: .sequentiallyConsistent) > 0 }

  /// Makes the store of a directory.
  ///
  /// - Parameters:
  ///   - directory: Where it is.
  ///   - core: What the core works with.
  ///   - opening: What is done with a store that was opened, before anybody uses it.
  ///   - didPublish: Called when snapshots show something new; returns at once.
  init(
    _ directory: CoreOptions.ClassDirectory, _ core: CoreOptions, opening: StoreOpening,
    didPublish: @escaping @Sendable () -> Void
  ) {
    classes = directory.classes
    protection =
      directory.classes.contains(core.defaultClass)
      ? core.defaultClass : directory.classes.min { $0.rawValue < $1.rawValue } ?? .none
    self.directory = directory.store
    key = StoreKey(directory.key)
    keptKey = KeptKey(directory.keepKey, core, protection, log: opening.log)
    metadataLog = MetadataLog(directory: directory.metadataLog, storage: core.storage)
    history = History(clock: core.monotonicClock)
    storage = core.storage
    self.opening = opening
    room = DiskRoom(clock: core.monotonicClock)
    var options = StoreOptions(clock: core.clock)
    options.didPublish = didPublish
    self.options = options
  }

  /// Runs something on the intake queue, after what was handed over before, once the store's key is known.
  func perform(_ body: @escaping @Sendable () -> Void) {
    key.whenKnown { self.intake.async(execute: body) }
  }

  /// Runs something on the intake queue, after what was handed over before, and waits for it. Not to be
  /// called on that queue.
  func performAndWait(_ body: () -> Void) {
    intake.sync(execute: body)
  }

  /// Hands over a batch; called on the intake queue.
  func submit(_ batch: Batch, completion: @escaping @Sendable (ServiceError?) -> Void) {
    do throws(ServiceError) {
      let writer = try openWriter()
      if !isWritingNoted.load(ordering: .relaxed) {
        try opening.noteWriting(to: writer, self)
        isWritingNoted.store(true, ordering: .relaxed)
      }
      let isPutting = batch.putsItems
      if isPutting {
        puttingCount.add(1, ordering: .sequentiallyConsistent)
        do throws(ServiceError) {
          try opening.noteFilling(of: writer, self)
        } catch {
          puttingCount.subtract(1, ordering: .sequentiallyConsistent)
          throw error
        }
      }
      var batch = batch
      // What does not last could not tell that the app is still to be asked.
      if metadataLog.isDurable {
        batch.lossAcknowledgement = metadataLog.state.lossAcknowledgement(by: batch)
      }
      writer.submit(batch) { [self, batch] error in
        if isPutting { puttingCount.subtract(1, ordering: .sequentiallyConsistent) }
        room.note(error)
        if error == nil, let failure = keptKey.failureNow() { return completion(failure) }
        if let error, error.code == .writeFailed {
          opening.log(
            LogEvent(
              .writeFailed, app: AppIdentity(identifier: batch.scope.app), protection: protection,
              message: "A change could not be stored. \(error.message)"))
        }
        if let error, error.code == .directoryReplaced {
          keptKey.distrust()
          opening.log(
            LogEvent(
              .storeDamaged, protection: protection,
              message: "\(error.message) The owners of all indexes are asked to index again."))
        }
        completion(error.map { ServiceError($0, of: batch) })
      }
    } catch {
      completion(error)
    }
  }

  /// Waits until all is durable, and seen, that was submitted; called on the intake queue, so that nothing is submitted
  /// meanwhile.
  ///
  /// - Parameter scope: Any index.
  /// - Throws: ``ServiceError`` where the store cannot be written.
  func waitForSubmitted(to scope: IndexScope) throws(ServiceError) {
    let isDurable = DispatchSemaphore(value: 0)
    let failure = Mutex<ServiceError?>(nil)
    submit(Batch(scope: scope, operations: [])) { error in
      failure.withLock { $0 = error }
      isDurable.signal()
    }
    isDurable.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }

  /// The present state. Where another process writes to the store, it is the state of that process's last
  /// change seen. A store that cannot be opened for writing because the disk is full can still be read.
  func snapshot(_ freshness: Freshness = .acknowledged) throws(ServiceError) -> Snapshot {
    do throws(ServiceError) {
      if openedWriter == nil, let error = room.recentFailure, mayBeRead {
        return try openReader(insteadOf: error).snapshot()
      }
      return try openWriter().snapshot(freshness)
    } catch {
      guard error.code == .unavailable, mayBeRead else { throw error }
      return try openReader(insteadOf: error).snapshot()
    }
  }

  /// That the disk of the store is full, and what to do, in one sentence; `nil` when it is not.
  var fullDiskSentence: String? { room.fullSentence(of: directory) }

  /// Whether the store may be read that cannot be opened for writing: nothing that a crash left half done may
  /// show.
  private var mayBeRead: Bool {
    guard metadataLog.isDurable else { return true }
    return room.isFull && metadataLog.state[.appRemovals].isEmpty
  }

  /// Records something in the metadata log; durable when it returns.
  func record(_ entries: [MetadataEntry]) throws(ServiceError) {
    try metadataLog.open(key: try key.get())
    try metadataLog.record(entries)
    try keptKey.check()
  }

  /// The store, open for writing.
  func openWriter() throws(ServiceError) -> Store {
    try writer.withLock { (store) throws(ServiceError) in
      if let store { return store }
      let key = try key.get()
      try keptKey.check()
      // What it holds decides who sees what of the store.
      try metadataLog.open(key: key)
      let opened = try open(mode: .readWrite, key)
      do throws(ServiceError) {
        try opening.prepare(opened, self)
      } catch {
        opened.close()
        throw error
      }
      store = opened
      isWritingNoted.store(false, ordering: .relaxed)
      // In small steps between commits, and nothing where all is done.
      opened.completeForms()
      toldDamageCount.withLock { $0 = 0 }
      room.note(nil)
      reader.withLock { $0.take() }?.close()
      return opened
    }
  }

  /// The damaged places of an open store that this did not give before: whoever asks tells a person of them.
  func takeUntoldDamages(of opened: Store) -> [LossReport.Damage] {
    let damages = opened.loss.damages
    return toldDamageCount.withLock { told in
      defer { told = damages.count }
      return Array(damages.dropFirst(told))
    }
  }

  /// The store, if it is open for writing.
  var openedWriter: Store? { writer.withLock { $0 } }

  private func openReader(insteadOf failure: ServiceError) throws(ServiceError) -> Store {
    try reader.withLock { (store) throws(ServiceError) in
      do throws(StoreError) {
        if let store {
          try store.refresh()
          return store
        }
      } catch {
        throw failure
      }
      do throws(ServiceError) {
        let opened = try open(mode: .readOnly, try key.get())
        store = opened
        return opened
      } catch {
        // The reason why the store could not be written to explains more.
        throw failure
      }
    }
  }

  private func open(
    mode: Store.Mode, _ key: EncryptionKey?
  ) throws(ServiceError) -> Store {
    var options = options
    options.encryptionKey = key
    // The store that the notes are about may be gone, and this one in its place.
    options.notedLossCount = metadataLog.state.greatestLossCount
    do throws(StoreError) {
      return try Store.open(at: directory, mode: mode, storage: storage, options: options)
    } catch {
      if mode == .readWrite { room.note(error) }
      throw ServiceError(error)
    }
  }

  /// Which of a store and its metadata log are encrypted with another key.
  struct ForeignParts: Equatable {
    var store = false
    var metadataLog = false
  }

  /// Finds out which of the store and its metadata log are encrypted with another key. Both are opened to be asked:
  /// what was found earlier may have been put right since. It waits for the disk.
  ///
  /// - Returns: `nil` when neither is, and where nothing could be stored anew.
  func foreignParts() -> ForeignParts? {
    writer.withLock { store in
      guard store == nil else { return nil }
      do throws(ServiceError) {
        let key = try key.get()
        try keptKey.check()
        let parts = ForeignParts(
          store: isForeign(to: key), metadataLog: metadataLog.isForeign(to: key))
        return parts == ForeignParts() ? nil : parts
      } catch {
        return nil
      }
    }
  }

  private func isForeign(to key: EncryptionKey?) -> Bool {
    var options = options
    options.encryptionKey = key
    do throws(StoreError) {
      try Store.open(at: directory, mode: .readOnly, storage: storage, options: options).close()
      return false
    } catch {
      return error.code == .wrongKey
    }
  }

  /// Gives the directories of the store or its metadata log other names, so that they begin anew. Nothing is deleted.
  /// A store that stays without its metadata log is one whose metadata log was lost, see ``MetadataLoss``.
  ///
  /// - Parameter parts: Which.
  /// - Returns: What they are called from now on.
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/unavailable``.
  func setAside(_ parts: ForeignParts) throws(ServiceError) -> [String] {
    close()
    var places: [String?] = []
    do throws(StorageError) {
      // The store first: with an empty metadata log it would be taken for one from elsewhere.
      if parts.store { places.append(try storage.setAsideIfPresent(directory)) }
      if parts.metadataLog { places.append(try metadataLog.setAside()) }
    } catch {
      throw ServiceError(.unavailable, error.message)
    }
    if parts.store, parts.metadataLog { opening.positions?.forget(protection) }
    if parts.metadataLog, !parts.store {
      try metadataLog.open(key: try key.get())
      try metadataLog.record(metadataLog.state.entriesAfterLoss)
    }
    return places.compactMap(\.self)
  }

  /// Closes the store, after the changes submitted so far. The next need opens it again.
  func close() {
    intake.sync {
      if let store = writer.withLock({ $0.take() }) {
        opening.willClose(store, self)
        store.close()
      }
      reader.withLock { $0.take() }?.close()
      metadataLog.close()
      // Whoever opens it next needs the key; what fails here was told of or will be then.
      if key.isThere { try? keptKey.check() }
    }
  }
}
