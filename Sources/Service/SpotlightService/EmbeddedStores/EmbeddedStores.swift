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

  /// One look at the directories.
  private final class Look: Sendable {
    /// Whether stores that could not be opened are tried again: some fail only after much was read of them.
    let triesAgain: Bool
    let beginning: UInt64
    let end = DispatchGroup()

    init(triesAgain: Bool, at beginning: UInt64) {
      self.triesAgain = triesAgain
      self.beginning = beginning
      end.enter()
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

  private struct State {
    var stores: [EmbeddedStoreDirectory: Store] = [:]
    /// The directories that are open as ``stores``, by which it is seen that another one has come to a path.
    var identities: [EmbeddedStoreDirectory: LeavingStores.Identity] = [:]
    /// When all directories were last looked at; `nil` when the next search is to look at all.
    var triedAt: UInt64?
    /// Whether it is known where stores may be: not before the first list is made.
    var isListed = false { didSet { problems = nil } }
    /// Directories that were found, and that no look has come to yet.
    var pending: Set<EmbeddedStoreDirectory> = [] { didSet { problems = nil } }
    /// What is left out as the core takes it over.
    var leaving = LeavingStores() { didSet { problems = nil } }
    /// Why not every store was found when they were listed.
    var listFailure: String? { didSet { problems = nil } }
    /// Why stores that are there are not open.
    var failures: [EmbeddedStoreDirectory: String] = [:] { didSet { problems = nil } }
    /// What is left out, as searches are told; `nil` when it has to be put together anew.
    var problems: [EmbeddedStoreProblem]?
    var refreshedAt: UInt64 = 0
    var usedAt: UInt64 = 0
    var isTimed = false
    /// The look that goes on, what it looks at now, and whether a search has stopped waiting for it.
    var look: Look?
    var current: EmbeddedStoreDirectory?
    var isLate = false
    /// What was left out when a search stopped waiting for the look.
    var problemsWhenLate: [EmbeddedStoreProblem] = []
    /// Whether the look has opened or closed a store.
    var hasNews = false
    /// How often a take-over began, was complete or ended.
    var takeOverCount: UInt64 = 0
    /// How often stores were closed as their app was removed.
    var removalCount: UInt64 = 0
    /// The look that lists where stores may be, also after it was given up.
    var lister: Look?
    /// Where stores were when they were last listed.
    var listed: [EmbeddedStoreDirectory] = []
    /// What looks that were given up hang at.
    var stuck: Set<EmbeddedStoreDirectory> = [] { didSet { problems = nil } }
  }
  private let state = Mutex(State())
  private let directories: @Sendable () -> EmbeddedStoreListing
  private let dependencies: Dependencies
  private let log: @Sendable (LogEvent) -> Void

  private static let second: UInt64 = 1_000_000_000
  private static let idleSeconds: UInt64 = 60
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
        Self.giveUp(&state)
      }
      return (Self.begin(&state, now), true)
    }
    if let look {
      if isNew, !DetachedThread.start({ self.make(look) }) { end(look) }
      if look.end.wait(timeout: .now() + dependencies.patience) == .timedOut {
        state.withLock { state in
          guard state.look === look, !state.isLate else { return }
          state.isLate = true
          state.problemsWhenLate = Self.problems(&state)
        }
      }
    }
    closeLater()
    return state.withLock { state in
      Contents(
        snapshots: state.stores.map { ($0.key.app, $0.value.snapshot()) },
        problems: Self.problems(&state),
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
  var problems: [EmbeddedStoreProblem] { state.withLock { Self.problems(&$0) } }

  private static func problems(_ state: inout State) -> [EmbeddedStoreProblem] {
    if let problems = state.problems { return problems }
    var reasons: [AppIdentity: String] = [:]
    func note(_ reason: String, of app: AppIdentity) {
      reasons[app] = reasons[app].map { min($0, reason) } ?? reason
    }
    for directory in state.pending where state.failures[directory] == nil {
      note("It is still being opened.", of: directory.app)
    }
    for directory in state.leaving.incomplete {
      note("It is being taken over.", of: directory.app)
    }
    for directory in state.stuck where state.failures[directory] == nil {
      note("\(directory.path) does not answer.", of: directory.app)
    }
    for (directory, reason) in state.failures { note(reason, of: directory.app) }
    let listFailure = state.isListed ? state.listFailure : "They are still being listed."
    let problems =
      (listFailure.map { [EmbeddedStoreProblem(app: nil, reason: $0)] } ?? [])
      + reasons.sorted { $0.key.identifier < $1.key.identifier }.map {
        EmbeddedStoreProblem(app: $0.key, reason: $0.value)
      }
    state.problems = problems
    return problems
  }

  // MARK: - Looking

  /// Begins a look if one is due, and there is something to look at.
  private static func begin(_ state: inout State, _ now: UInt64) -> Look? {
    let triesAgain =
      state.triedAt.map { MonotonicClock.elapsed(from: $0, to: now) >= idleSeconds * second }
      ?? true
    guard triesAgain || MonotonicClock.elapsed(from: state.refreshedAt, to: now) >= second else {
      return nil
    }
    if triesAgain { state.triedAt = now }
    state.refreshedAt = now
    (state.isLate, state.hasNews) = (false, false)
    let look = Look(triesAgain: triesAgain, at: now)
    state.look = look
    return look
  }

  /// Lets a look hang.
  private static func giveUp(_ state: inout State) {
    if let current = state.current {
      state.stuck.insert(current)
      // Closing it might hang too; it goes with the last search that uses it.
      state.stores[current] = nil
    }
    (state.look, state.current, state.isLate) = (nil, nil, false)
  }

  private func make(_ look: Look) {
    defer { end(look) }
    let listing = list(for: look)
    let found = Set(listing.directories)
    note(listing)
    let open = state.withLock {
      state -> (known: [EmbeddedStoreDirectory], new: Set<EmbeddedStoreDirectory>)? in
      guard state.look === look else { return nil }
      state.isListed = true
      state.pending = found.subtracting(state.stores.keys).subtracting(state.stuck)
      if !look.triesAgain { state.pending.subtract(state.failures.keys) }
      // What could not be looked for may still be there.
      if listing.failure == nil { state.leaving.forget(except: found.union(state.stores.keys)) }
      return (Array(state.stores.keys), state.pending)
    }
    guard let open else { return }
    for directory in open.known {
      // One that was not found may still be where nothing can be found now.
      let isThere = found.contains(directory) || listing.failure != nil
      let goesOn = inspect(directory, look) { store in
        // What was read of a store that was taken over would stay readable.
        guard isThere, !directory.isVacant else { return nil }
        guard let store else { return try self.dependencies.open(directory) }
        try store.refresh()
        return store
      }
      guard goesOn else { return }
    }
    for directory in open.new {
      let goesOn = inspect(directory, look) { _ in
        directory.isVacant ? nil : try self.dependencies.open(directory)
      }
      guard goesOn else { return }
    }
  }

  /// Lists where stores may be. While an earlier look hangs at that, it is what was found before it: each further list
  /// might cost a thread, and the stores that are open are to go on.
  private func list(for look: Look) -> EmbeddedStoreListing {
    let former = state.withLock { state -> [EmbeddedStoreDirectory]? in
      guard state.lister == nil else { return state.listed }
      state.lister = look
      return nil
    }
    if let former {
      var listing = EmbeddedStoreListing(former)
      listing.failure = "A directory in which they may be does not answer."
      return listing
    }
    let listing = directories()
    state.withLock { ($0.lister, $0.listed) = (nil, listing.directories) }
    return listing
  }

  /// Takes note of what was found, and of what was not.
  private func note(_ listing: EmbeddedStoreListing) {
    let isNews = state.withLock { state in
      defer { state.listFailure = listing.failure }
      if listing.failure == nil {
        let found = Set(listing.directories)
        state.failures = state.failures.filter { found.contains($0.key) }
      }
      return state.listFailure != listing.failure
    }
    guard isNews, let reason = listing.failure else { return }
    log(
      LogEvent(
        .stateUnreadable, message: "The stores of apps cannot all be looked for. \(reason)"))
  }

  /// Takes note of why a store is left out, if it is.
  private func note(_ failure: String?, of directory: EmbeddedStoreDirectory) {
    let isNews = state.withLock { state in
      defer { state.failures[directory] = failure }
      return state.failures[directory] != failure
    }
    guard isNews, let failure else { return }
    log(
      LogEvent(
        .stateUnreadable, app: directory.app,
        message: "The store that the app keeps itself cannot be read. \(failure)"))
  }

  /// Whether a directory may be looked at now.
  private enum Turn {
    /// It may; the store is that which is open, if one is. The number is that of removals so far.
    case take(Store?, UInt64)
    /// An earlier look still hangs at it.
    case pass
    /// The look was given up.
    case end
  }

  /// Looks at one directory.
  ///
  /// - Parameters:
  ///   - directory: The directory.
  ///   - look: The look that it is part of.
  ///   - body: Gives the store as it is to be used from now on; `nil` to close it, as when it throws. It is given the
  ///     one that is open, unless another directory is at the path by now. It may hang.
  /// - Returns: Whether the look goes on; not, when it was given up.
  private func inspect(
    _ directory: EmbeddedStoreDirectory, _ look: Look, _ body: (Store?) throws -> Store?
  ) -> Bool {
    let turn = state.withLock { state -> Turn in
      guard state.look === look else { return .end }
      guard !state.stuck.contains(directory) else { return .pass }
      state.current = directory
      return .take(state.stores[directory], state.removalCount)
    }
    guard case .take(let store, let removalCount) = turn else {
      if case .pass = turn { return true } else { return false }
    }
    var opened: Store?
    var failure: String?
    let identity = LeavingStores.Identity(at: directory.path)
    let (isLeaving, isReplaced) = state.withLock { state in
      (
        state.leaving.note(identity, at: directory),
        store != nil && state.identities[directory] != identity
      )
    }
    do {
      opened = isLeaving ? nil : try body(isReplaced ? nil : store)
    } catch {
      // Where there is none, it was not made yet, or was taken over.
      if directory.mayHaveStore { failure = Self.reason(error, directory) }
    }
    let (isGoingOn, isKept) = state.withLock { state in
      guard state.look === look else {
        state.stuck.remove(directory)
        return (false, false)
      }
      let before = state.stores[directory]
      state.current = nil
      state.pending.remove(directory)
      // The core may have begun to take it over meanwhile.
      let isLeaving = state.leaving.note(identity, at: directory)
      // An app was removed meanwhile, perhaps this one: the next look sees what is there.
      let isRemoved = state.removalCount != removalCount
      if isRemoved { state.pending.insert(directory) }
      let isClosed = isLeaving || isRemoved
      if isClosed {
        // That it was closed for that is no reason why it cannot be read.
        failure = nil
      }
      state.stores[directory] = isClosed ? nil : opened
      state.identities[directory] = state.stores[directory] == nil ? nil : identity
      if before !== state.stores[directory] { state.hasNews = true }
      return (true, opened != nil && !isClosed)
    }
    if isGoingOn { note(failure, of: directory) }
    // One that was given up is nobody's but this thread's by now.
    if !isKept { opened?.close() }
    if store !== opened { store?.close() }
    return isGoingOn
  }

  /// Why a directory cannot be read. It is named by its path, where the error has the number of the descriptor that
  /// stood for it in this look.
  private static func reason(_ error: any Error, _ directory: EmbeddedStoreDirectory) -> String {
    "\(error)".replacing(/\/proc\/self\/fd\/[0-9]+/, with: directory.path)
  }

  private func end(_ look: Look) {
    let isNews = state.withLock { state in
      guard state.look === look else { return false }
      defer { (state.look, state.current, state.isLate) = (nil, nil, false) }
      // Where a take-over ended during the look, searches that waited for it lack that store until the next.
      if state.triedAt == nil, !state.pending.isEmpty { return true }
      // A search that is run again makes the next look: if each were news, there would be no end.
      return state.isLate && (state.hasNews || Self.problems(&state) != state.problemsWhenLate)
    }
    look.end.leave()
    closeLater()
    if isNews { dependencies.contentsChanged() }
  }

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

  private func closeLater() {
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
      if state.look != nil { Self.giveUp(&state) }
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
