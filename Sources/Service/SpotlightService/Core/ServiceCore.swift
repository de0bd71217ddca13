internal import FresnelEngine
internal import FresnelPlatform
package import FresnelStorage
package import SpotlightWire
internal import Synchronization

/// The service behind every connection: in an app's own process, in the daemon, or in a process that serves
/// one protection class. It keeps the stores, and serves any number of sessions.
///
/// All methods may be called from any thread.
package final class ServiceCore: Sendable {
  let options: CoreOptions
  let host: any ServiceHost
  let stores: [ClassStore]
  let pool = SearchPool()
  let memoryRelease: MemoryRelease
  let searchPause = SearchPause()
  private let expiryAlarms: ExpiryAlarms
  let sessions = SessionTable()
  let removals = AppRemovals()
  let reindexing: Reindexing
  let live: LiveSearches
  let slowReaders: SlowReaders
  let quota = Quota()
  let takeOvers = TakeOverTable()
  let ownStores = OwnStores()
  let storedWhole = WholeItemTable()
  let adoptions = AdoptionTable()
  let historyGate = HistoryGate()
  let governor: IntakeGovernor
  /// The stores that apps keep themselves.
  let embeddedStores: EmbeddedStores?
  private let opening: StoreOpening
  /// When the core began, in nanoseconds of ``CoreOptions/monotonicClock``.
  let beginning: UInt64
  private let positionNotes: Mutex<[UInt64]>
  private let lossCounts: Mutex<[UInt64]>
  /// How many damaged places of each store were told of; `nil` until it was looked at, for opening tells of its own.
  private let damageCounts: Mutex<[Int?]>

  /// Makes a core. Its stores are opened when they are first needed.
  ///
  /// - Precondition: The options name at least one directory.
  package init(_ options: CoreOptions, host: any ServiceHost = EmbeddedHost()) {
    precondition(!options.directories.isEmpty, "A core has a store.")
    self.options = options
    self.host = host
    beginning = options.monotonicClock()
    memoryRelease = MemoryRelease(isIdle: { [pool] in pool.isIdle })
    slowReaders = SlowReaders(options)
    live = LiveSearches(options)
    expiryAlarms = ExpiryAlarms(options)
    let opening = StoreOpening(
      positions: options.positionsPath.map {
        StorePositions(
          path: $0, machine: options.machineIdentifier, storage: options.storage,
          log: { host.log($0) })
      },
      earlierClasses: options.positionsPath == nil ? [] : Self.classesWithMetadataLogs(options),
      log: { host.log($0) },
      keepsHistory: { host.historyRules(of: AppIdentity(identifier: $0)).isKept },
      noteProgram: options.noteProgram)
    self.opening = opening
    // The metadata log of one class must not have the others count as removed. A process of one class writes no file
    // before there is something to note: that there is none says that the class holds nothing.
    if opening.earlierClasses.isEmpty, options.directories.count > 1 { opening.positions?.begin() }
    let watch = PublishWatch()
    stores = options.directories.map { directory in
      ClassStore(directory, options, opening: opening, didPublish: { watch.note() })
    }
    reindexing = Reindexing(stores: stores, sessions: sessions, host: host)
    let live = live
    embeddedStores = options.embeddedStores.map {
      var dependencies = EmbeddedStores.Dependencies(clock: options.monotonicClock)
      dependencies.contentsChanged = { live.runBeyondOwn() }
      return EmbeddedStores(directories: $0, dependencies, log: { host.log($0) })
    }
    let sessions = sessions
    governor = IntakeGovernor(
      readings: options.intakeReadings, clock: options.monotonicClock
    ) { app, throttle in
      host.log(
        LogEvent(
          .throttled, app: AppIdentity(identifier: app),
          message: throttle.isBeginning
            ? "Indexing is slowed down: \(throttle.reason)" : "Indexing goes on as usual."))
      for session in sessions.sessions(of: app) { session.tell(throttle) }
    }
    positionNotes = Mutex([UInt64](repeating: 0, count: stores.count))
    lossCounts = Mutex([UInt64](repeating: 0, count: stores.count))
    damageCounts = Mutex([Int?](repeating: nil, count: stores.count))
    watch.set { [weak self] in self?.storesChanged() }
  }

  /// The classes that have metadata logs.
  private static func classesWithMetadataLogs(_ options: CoreOptions) -> Set<ProtectionClass> {
    options.directories.reduce(into: []) { classes, directory in
      guard let metadataLog = directory.metadataLog,
        (try? options.storage.entries(of: metadataLog))?.isEmpty == false
      else { return }
      classes.formUnion(directory.classes)
    }
  }

  private static let embeddedCores = Mutex<[String: ServiceCore]>([:])

  /// Gives the core of a store directory inside this process; the same object for the same directory.
  package static func embedded(at directory: String) -> ServiceCore {
    embeddedCores.withLock { cores in
      if let core = cores[directory] { return core }
      let core = ServiceCore(.embedded(at: directory))
      cores[directory] = core
      return core
    }
  }

  // MARK: - Sessions

  private let activity = Atomic<UInt64>(0)

  /// When somebody last changed an index or looked for something, in nanoseconds of
  /// ``CoreOptions/monotonicClock``; 0 when nobody has.
  package var lastActivity: UInt64 { activity.load(ordering: .relaxed) }

  private let hasServedAnybody = Atomic(false)

  /// Whether anything was asked for that may have left something private in memory: what was typed, found or
  /// stored, or a passphrase.
  package var hasServed: Bool { hasServedAnybody.load(ordering: .relaxed) }

  /// Something private was asked for.
  func noteService() {
    if !hasServed { hasServedAnybody.store(true, ordering: .relaxed) }
  }

  /// Somebody changes an index or looks for something.
  func noteActivity() {
    activity.store(options.monotonicClock(), ordering: .relaxed)
  }

  /// Begins to serve a client.
  ///
  /// - Parameters:
  ///   - peer: Who it is.
  ///   - sink: The way to it.
  ///   - isRemote: Whether messages are copied on their way: results then have just the attributes that were
  ///     asked for.
  /// - Returns: The session; ``Session/end()`` is to be called when the client is gone.
  package func attach(
    _ peer: Peer, to sink: any SessionSink, isRemote: Bool = false
  ) -> Session {
    // A removal that has begun closes this one, or is over for it.
    sessions.add(for: peer.app) { Session(self, peer, sink, isRemote: isRemote) }
  }

  func detach(_ session: Session) {
    sessions.remove(session)
    reindexing.sessionEnded(session)
  }

  /// Asks apps for what they owe, as far as they or their extensions can be reached; to be called when a
  /// daemon has started, and from time to time: items that soon expire are found so. What history keeps of
  /// items that have expired goes meanwhile.
  package func askForWhatIsOwed() {
    reindexing.findAll()
    sweepHistory()
  }

  /// What apps may be searched, how much they may store, or of which history is kept, is another from now on.
  ///
  /// - Parameter completion: Called once, on any thread: without an error when nothing is left of history that is
  ///   not kept any more.
  package func settingsChanged(completion: @escaping @Sendable (ServiceError?) -> Void = { _ in }) {
    live.runAll()
    dropUnwantedHistory(completion)
    // Of one that is not open they are dropped when its key comes, or with the next sweep.
    for store in stores where store.key.isKnown {
      store.perform { [self] in if store.openedWriter != nil { dropUnwantedSearches(in: store) } }
    }
  }

  // MARK: - Stores

  /// The most bytes of one batch; a larger one fails with ``ServiceError/Code/invalidItem``.
  package static var largestBatchByteCount: Int { StoreOptions().largestBatchByteCount }

  /// Gives the key of a store that awaits it, or the reason why it cannot be had. What waits for it goes on;
  /// a later call replaces the reason by a key.
  package func provideKey(
    _ key: Result<EncryptionKey, ServiceError>, for protection: ProtectionClass
  ) {
    guard let store = store(of: protection) else { return }
    switch key {
    case .success(let key): store.key.set(.success(key))
    case .failure(let error): return store.key.set(.failure(error))
    }
    if store === home { home.perform { [self] in decideOwnStores() } }
    // The person may have decided meanwhile that no texts are kept.
    store.perform { [self] in dropUnwantedSearches(in: store) }
    // Lists that lacked the store's items have them now, and its apps may owe something.
    live.runAll()
    reindexing.findAll()
    // It could not be read when the place was opened.
    if searchPause.openPlaceCount > 0 { readChoicesEarly() }
  }

  /// The key of a class's store, as far as it is known.
  package func key(of protection: ProtectionClass) -> EncryptionKey? {
    do throws(ServiceError) {
      return try store(of: protection)?.key.get()
    } catch {
      return nil
    }
  }

  /// Closes the stores, after the changes made so far. In a core that goes on, the next need opens them
  /// again.
  package func close() {
    for store in stores { store.close() }
    embeddedStores?.close()
  }

  /// The store that has the items of a class; `nil` when there is none here.
  func store(of protection: ProtectionClass) -> ClassStore? {
    stores.first { $0.classes.contains(protection) }
  }

  /// Whether the items of a class are served elsewhere.
  func isElsewhere(_ protection: ProtectionClass) -> Bool {
    store(of: protection) == nil && options.leadsElsewhere
  }

  /// The store of the default class, whose metadata log knows the classes of all indexes.
  var home: ClassStore { store(of: options.defaultClass) ?? stores[0] }

  /// How often positions are noted while batches come, in nanoseconds.
  private static let positionInterval: UInt64 = 30_000_000_000

  /// Records now and then how far a store has come; called after a batch.
  ///
  /// That a store is no longer empty is noted at once: until then nothing would be missed of it.
  func notePosition(of store: ClassStore) {
    guard let positions = opening.positions, let index = stores.firstIndex(where: { $0 === store })
    else {
      return
    }
    let now = options.monotonicClock()
    let isDue = positionNotes.withLock { notes in
      guard
        notes[index] == 0
          || MonotonicClock.elapsed(from: notes[index], to: now) >= Self.positionInterval
      else { return false }
      notes[index] = max(now, 1)
      return true
    }
    // Behind what was noted before, which may be that the store was empty.
    store.perform { [opening] in
      guard isDue || positions.isNotedEmpty(store.protection), let opened = store.openedWriter,
        isDue || !opening.isEmpty(opened, store)
      else { return }
      opening.notePosition(of: opened, store)
    }
  }

  /// Forgets how far the store of a class had come, which was set aside so that the class begins anew.
  package func forgetPosition(of protection: ProtectionClass) {
    opening.positions?.forget(protection)
  }

  /// Looks whether it can be read how far the stores had come; where not, the file is set aside on request and begun
  /// anew with how far they have come now.
  func examinePositions(mends: Bool) -> ServiceFinding? {
    guard let positions = opening.positions, let failure = positions.failure else { return nil }
    var finding = ServiceFinding(.positionsUnreadable, .error, in: home.protection, failure)
    guard mends else { return finding }
    do throws(StorageError) {
      if let place = try positions.setAside() {
        finding.message =
          "How far the stores had come could not be read. The file is kept as \(place), and another is begun."
      }
      for store in stores {
        if let opened = store.openedWriter { opening.notePosition(of: opened, store) }
      }
      finding.isMended = true
    } catch {
      finding.message += " That failed: \(error.message)"
    }
    return finding
  }

  /// Whether the person was told that items of stores here were lost, and nothing was lost since.
  package var hasNotedLoss: Bool {
    stores.contains { store in
      guard store.key.isThere, let snapshot = try? store.snapshot(), snapshot.lossCount > 0 else {
        return false
      }
      let metadataLog = store.metadataLog.state
      return metadataLog.isTold(snapshot.lossCount, of: nil)
        || snapshot.knownScopes.contains { metadataLog.isTold(snapshot.lossCount, of: $0) }
    }
  }

  /// Other classes than before can be read elsewhere: whether a search lacks something has changed.
  package func closedClassesChanged() { live.runAll() }

  /// Some store shows something new.
  private func storesChanged() {
    live.runAll()
    expiryAlarms.storesChanged(stores)
    for (index, store) in stores.enumerated() {
      guard let opened = store.openedWriter else { continue }
      let lossCount = opened.snapshot(.published).lossCount
      let isNews = lossCounts.withLock { counts in
        defer { counts[index] = lossCount }
        return counts[index] != lossCount
      }
      if isNews, lossCount > 0 { reindexing.findAll() }
      logDamage(of: opened, index)
    }
  }

  /// Writes down that a store was found to be damaged since it was looked at last.
  private func logDamage(of opened: Store, _ index: Int) {
    let damages = opened.loss.damages
    let known = damageCounts.withLock { counts in
      defer { counts[index] = damages.count }
      return counts[index]
    }
    guard let known, damages.count > known else { return }
    host.log(.damage(damages[known...], in: stores[index].protection))
  }
}
