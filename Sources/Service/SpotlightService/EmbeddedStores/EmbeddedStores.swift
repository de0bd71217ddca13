internal import Dispatch
internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import FresnelStorage
internal import SpotlightWire
internal import Synchronization

/// The stores of apps that have not run since the daemon came, open as long as somebody searches.
///
/// They are opened for reading at the first search of the system, looked for and looked at anew at most once a second,
/// and closed a minute after the last search. Each look is made by a thread of its own, and a search waits for it
/// a moment only: the directories are the apps', and may lie where reading never ends. A look that does not
/// end is given up with its thread, and what it hung at is left alone as long as it hangs.
final class EmbeddedStores: Sendable {
  /// What depends on the machine, and tests arrange.
  struct Dependencies: Sendable {
    /// Nanoseconds of a clock that only goes forward.
    var clock: @Sendable () -> UInt64
    /// Opens a store for reading; it may block.
    var open: @Sendable (EmbeddedStoreDirectory) throws -> Store = { try $0.open() }
    /// How long a search waits for a look.
    var patience: DispatchTimeInterval = .seconds(2)
    /// Called when searches find something else than before that nobody tells them of otherwise: a
    /// look for which one did not wait has opened or closed stores, or a take-over is at its end.
    var contentsChanged: @Sendable () -> Void = {}
    /// Does something after a number of seconds.
    var schedule: @Sendable (Int, @escaping @Sendable () -> Void) -> Void = { seconds, body in
      DispatchQueue(label: "fresnel.embedded-stores", qos: .utility).asyncAfter(
        deadline: .now() + .seconds(seconds), execute: body)
    }
  }

  /// What searches find in the stores of apps at one moment.
  struct Contents: Sendable {
    /// What the stores hold.
    var snapshots: [(app: AppIdentity, snapshot: Snapshot)]
    /// What is left out: one problem of each app, however many of its stores cannot be read.
    var problems: [EmbeddedStoreProblem]
    /// The apps whose stores could be read, and lost items.
    var appsWithLosses: Set<AppIdentity>
    /// How often a take-over had begun, was complete or had ended.
    var takeOverCount: UInt64
  }

  let state = Mutex(State())
  let directories: @Sendable () -> EmbeddedStoreListing
  let dependencies: Dependencies
  let log: @Sendable (LogEvent) -> Void

  static let second: UInt64 = 1_000_000_000
  static let idleSeconds: UInt64 = 60
  /// A look that takes longer is given up.
  private static let lookSeconds: UInt64 = 30

  init(
    directories: @escaping @Sendable () -> EmbeddedStoreListing, _ dependencies: Dependencies,
    log: @escaping @Sendable (LogEvent) -> Void = { _ in }
  ) {
    self.directories = directories
    self.dependencies = dependencies
    self.log = log
  }

  /// What the embedded stores hold now. One that cannot be read is left out, and in ``problems``.
  func snapshots() -> [(app: AppIdentity, snapshot: Snapshot)] { contents().snapshots }

  /// What the embedded stores hold now, and what is left out of it. They are read at once: a store that is
  /// opened in between would be in neither.
  func contents() -> Contents {
    let now = dependencies.clock()
    let (look, isNew) = state.withLock { state -> (Look?, Bool) in
      state.usedAt = now
      if let look = state.look {
        guard
          MonotonicClock.elapsed(from: look.beginning, to: now) >= Self.lookSeconds * Self.second
        else {
          return (state.isLate ? nil : look, false)
        }
        state.giveUpLook()
      }
      return (state.beginLook(at: now), true)
    }
    if let look {
      if isNew, !DetachedThread.start({ self.make(look) }) { end(look) }
      if look.end.wait(timeout: .now() + dependencies.patience) == .timedOut {
        state.withLock { state in
          guard state.look === look, !state.isLate else { return }
          state.isLate = true
          state.problemsWhenLate = state.leftOut()
        }
      }
    }
    closeLater()
    return state.withLock { state in
      Contents(
        snapshots: state.stores.map { ($0.key.app, $0.value.snapshot()) },
        problems: state.leftOut(),
        appsWithLosses: Set(state.stores.lazy.filter { $0.value.lacksItems }.map(\.key.app)),
        takeOverCount: state.takeOverCount)
    }
  }

  /// What the stores of an app that are open hold, as of the last look. Nothing is opened or looked at.
  func openSnapshots(of app: AppIdentity) -> [Snapshot] {
    state.withLock { state in
      state.stores.filter { $0.key.app == app }.map { $0.value.snapshot() }
    }
  }

  /// How often a take-over began, was complete or ended: as long as it is the same, what the core
  /// holds and ``contents()`` fit together.
  var takeOverCount: UInt64 { state.withLock { $0.takeOverCount } }

  /// What is left out of ``snapshots()``: one problem of each app, however many of its stores cannot be read.
  var problems: [EmbeddedStoreProblem] { state.withLock { $0.leftOut() } }

  // MARK: - Taking over

  /// Leaves a store out from now on, as the core begins to take it over. Until it has all of it, that is among
  /// ``problems``.
  func beginTakingOver(_ directory: SharedDescriptor) {
    guard let identity = LeavingStores.Identity(of: directory) else { return }
    let stores = state.withLock { state in
      state.takeOverCount += 1
      return state.leaving.begin(identity).compactMap { state.stores.removeValue(forKey: $0) }
    }
    for store in stores { store.close() }
  }

  /// Records that the core has all of a store.
  func haveTakenOver(_ directory: SharedDescriptor) {
    guard let identity = LeavingStores.Identity(of: directory) else { return }
    state.withLock { state in
      state.takeOverCount += 1
      state.leaving.complete(identity)
    }
    // Searches that go on say that something is missing.
    dependencies.contentsChanged()
  }

  /// Looks at a directory again as at any, as its store could not be taken over, or its app has emptied it.
  func endTakingOver(_ directory: SharedDescriptor) {
    guard let identity = LeavingStores.Identity(of: directory) else { return }
    state.withLock { state in
      state.takeOverCount += 1
      // Until a look comes to it, what it holds is missing.
      state.pending.formUnion(state.leaving.end(identity))
      // The next search looks at all of them.
      state.triedAt = nil
    }
    dependencies.contentsChanged()
  }

  // MARK: - Closing

  /// Closes the stores of an app that was removed; the next search looks whether they are there.
  func forget(_ app: AppIdentity) {
    let stores = state.withLock { state in
      let directories = state.stores.keys.filter { $0.app == app }
      state.removalCount += 1
      state.triedAt = nil
      return directories.compactMap { state.stores.removeValue(forKey: $0) }
    }
    for store in stores { store.close() }
  }

  /// Closes the stores once nobody has searched for a while.
  func closeLater() {
    let isFirst = state.withLock { state in
      guard !state.isTimed, !state.stores.isEmpty else { return false }
      state.isTimed = true
      return true
    }
    guard isFirst else { return }
    dependencies.schedule(Int(Self.idleSeconds)) { [weak self] in self?.closeIfIdle() }
  }

  private func closeIfIdle() {
    let now = dependencies.clock()
    let isIdle = state.withLock { state in
      state.isTimed = false
      return MonotonicClock.elapsed(from: state.usedAt, to: now) >= Self.idleSeconds * Self.second
    }
    if isIdle { close() } else { closeLater() }
  }

  /// Closes all of them; the next search opens them again.
  func close() {
    let stores = state.withLock { state in
      if state.look != nil { state.giveUpLook() }
      defer {
        (state.stores, state.identities) = ([:], [:])
        (state.triedAt, state.pending) = (nil, [])
        // Until they are listed again, nobody knows what is left out.
        state.isListed = false
      }
      return Array(state.stores.values)
    }
    for store in stores { store.close() }
  }
}

extension Store {
  /// Whether items were lost, now or before, that were not indexed again.
  fileprivate var lacksItems: Bool {
    if loss.damages.contains(where: { $0.lostItemCount != 0 }) { return true }
    let snapshot = snapshot()
    guard snapshot.lossCount > 0 else { return false }
    return snapshot.knownScopes.isEmpty || snapshot.scopes().contains(where: \.needsReindex)
  }
}
