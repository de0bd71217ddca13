internal import Dispatch
package import FresnelBus
package import FresnelModel
package import FresnelPlatform
package import FresnelProtection
package import SpotlightWire
internal import Synchronization

/// Runs the processes of lockable classes, ends them when the session is locked, and keeps what is to
/// happen to a class meanwhile.
package final class WorkerHost: WorkerHosting {
  /// Who is told that a class was locked or opened, before anything else happens because of it.
  package typealias Announcement = @Sendable ([ClassCondition]) -> Void
  /// Who gives an app's extension a channel to a class, and tells why there is none.
  package typealias ExtensionLeader =
    @Sendable (
      _ app: AppIdentity, _ protection: ProtectionClass, _ reason: String,
      _ done: @escaping @Sendable (ServiceError?) -> Void
    ) -> Void

  private struct State {
    var isLocked = true
    var isEnding = false
    var workers: [ProtectionClass: WorkerSlot] = [:]
    /// Called when none of the workers that were told to end lives any more.
    var whenNoneIsEnding: [@Sendable () -> Void] = []
    var announce: Announcement = { _ in }
    var leadExtension: ExtensionLeader?
    var locked: @Sendable () -> Bool = { false }
  }

  private static let classes = ProtectionClass.allCases.filter(\.isLockable)
  /// How often a worker that ends by itself is started again in a minute.
  private static let restartsPerMinute = 2
  /// How long workers may take to end in good order.
  private static let stoppingTime: Duration = .milliseconds(1500)

  private let options: DaemonOptions
  private let loop: EventLoop
  private let log: DaemonLog
  private let extensions: any ExtensionHosting
  private let intakes: [ProtectionClass: ClassIntake]
  private let state = Mutex(State())
  /// Set once, when all that it tells can be taken.
  private let monitor = Mutex<LockMonitor?>(nil)

  /// Makes a host; the classes are locked.
  package init(
    _ options: DaemonOptions, loop: EventLoop, log: DaemonLog, extensions: any ExtensionHosting
  ) {
    self.extensions = extensions
    self.options = options
    self.loop = loop
    self.log = log
    intakes = Dictionary(
      uniqueKeysWithValues: Self.classes.map { protection in
        let path = "\(options.directories.classes)/\(protection.name)/intake"
        return (protection, ClassIntake(SealedIntake(path)))
      })
    state.withLock { state in
      for protection in Self.classes {
        state.workers[protection] = Self.slot(of: protection, options)
      }
    }
  }

  /// Begins to follow whether the session is locked.
  ///
  /// - Parameters:
  ///   - system: The machine's bus.
  ///   - session: The session's bus.
  ///   - memory: What the program knew of locks that this process ran before.
  ///   - leadExtension: Gives extensions channels to the processes.
  ///   - announce: Told of each change of a class first.
  ///   - locked: Called on the loop's thread when the classes were locked, or the machine is about to sleep,
  ///     and none of their processes lives any more. Returns whether sleep is still to wait, until this
  ///     process ends or runs anew.
  package func begin(
    system: BusConnection?, session: BusConnection?, remembering memory: LockEvidence.Memory? = nil,
    leadingExtensions leadExtension: @escaping ExtensionLeader,
    _ announce: @escaping Announcement, locked: @escaping @Sendable () -> Bool = { false }
  ) {
    state.withLock { state in
      state.announce = announce
      state.leadExtension = leadExtension
      state.locked = locked
    }
    let monitor = LockMonitor(
      system: system, session: session, on: loop, remembering: memory
    ) { [weak self] isLocked in
      if isLocked { self?.sessionWasLocked() } else { self?.sessionWasUnlocked() }
    }
    self.monitor.withLock { $0 = monitor }
  }

  /// What is known of locks and nobody tells a second time.
  package var lockMemory: LockEvidence.Memory? { monitor.withLock { $0 }?.memory }

  // MARK: - WorkerHosting

  /// Whether the items of each lockable class can be read now.
  package var conditions: [ClassCondition] {
    state.withLock { state in
      Self.classes.map { protection in
        ClassCondition(
          protection: protection,
          state: state.isLocked ? .locked : state.workers[protection]?.condition ?? .locked,
          publicKey: state.workers[protection]?.publicKey)
      }
    }
  }

  /// What the disk says of a class: looked at once, since those who ask cannot wait for it.
  private static func slot(of protection: ProtectionClass, _ options: DaemonOptions) -> WorkerSlot {
    var slot = WorkerSlot()
    slot.publicKey = (try? KeyDirectory(options.directories.keys).read(protection))??.publicKey
    let directory = "\(options.directories.classes)/\(protection.name)"
    slot.hasStore =
      FileSystem.exists(directory + "/store") || FileSystem.exists(directory + "/intake")
    return slot
  }

  /// Makes a socket that leads to a class's process, which is started for it if it is not there.
  package func channel(
    to protection: ProtectionClass, for peer: Peer,
    _ done: @escaping @Sendable (Result<SharedDescriptor, ServiceError>) -> Void
  ) {
    enum Way {
      case none, later
      case through(WorkerProcess)
    }
    let way = state.withLock { state -> Way in
      guard !state.isLocked, !state.isEnding else { return .none }
      if state.workers[protection]?.isDying == true {
        // Unlocked again already, or crashed: what is passed to the old process would end with it.
        state.workers[protection]?.whenEnded.append { [weak self] in
          self?.channel(to: protection, for: peer, done)
        }
        return .later
      }
      return worker(of: protection, in: &state).map(Way.through) ?? .none
    }
    switch way {
    case .later: break
    case .none:
      done(.failure(ServiceError(.classLocked, "The protection class is locked.")))
    case .through(let process):
      do throws(ServiceError) {
        done(.success(try process.channel(for: peer)))
      } catch {
        done(.failure(error))
      }
    }
  }

  /// Keeps a sealed change until its class is unlocked; carried out at once if it is by now.
  package func keep(
    _ changes: [UInt8], for protection: ProtectionClass, from peer: Peer,
    _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    keep(IntakeRecord(app: peer.app.identifier, .sealed(changes)), for: protection, done)
  }

  /// Keeps the news that an index is private; passed on at once if its class is unlocked.
  package func keepPrivate(
    _ index: IndexScope, for protection: ProtectionClass,
    _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    keep(IntakeRecord(app: index.app, .privateIndex(index.index)), for: protection, done)
  }

  /// Asks the process of a class whether an index has items there.
  package func holdsItems(
    _ index: IndexScope, in protection: ProtectionClass,
    _ done: @escaping @Sendable (Result<Bool, ServiceError>) -> Void
  ) {
    let (hasStore, isLocked, process) = state.withLock { state in
      let slot = state.workers[protection]
      return (slot?.hasStore ?? false, state.isLocked, slot?.process)
    }
    guard hasStore else { return done(.success(false)) }
    let isClosed = ServiceError(.classLocked, "The class of the index cannot be read now.")
    guard let process, !isLocked else { return done(.failure(isClosed)) }
    process.lookForItems(of: index) { done($0.map { .success($0) } ?? .failure(isClosed)) }
  }

  /// Removes an app's items, now or when the classes are unlocked.
  package func removeApp(
    _ app: AppIdentity, _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    let group = DispatchGroup()
    let failure = Mutex<ServiceError?>(nil)
    let classes = state.withLock { state in
      Self.classes.filter { state.workers[$0]?.hasStore == true }
    }
    for protection in classes {
      group.enter()
      keep(IntakeRecord(app: app.identifier, .removal), for: protection) { error in
        if let error { failure.withLock { $0 = error } }
        group.leave()
      }
    }
    group.notify(queue: DispatchQueue(label: "fresnel.removal")) { done(failure.withLock { $0 }) }
  }

  private func keep(
    _ record: IntakeRecord, for protection: ProtectionClass,
    _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    guard let intake = intakes[protection] else {
      return done(ServiceError(.unsupported, "The protection class cannot be locked."))
    }
    // Also when it fails: something of it may be there.
    state.withLock { $0.workers[protection]?.hasStore = true }
    intake.append(record) { [weak self] error in
      guard error == nil, let self else { return done(error) }
      // It is kept now, whatever becomes of it. Where the class is open already it is carried out before it
      // is answered: what the client sends next goes to the worker, and must not overtake it.
      drain(protection) { done(nil) }
    }
  }

  /// Does what `fresnel lock` asks for.
  ///
  /// - Parameter done: Called when nothing of the classes is in memory any more.
  package func lock(_ done: @escaping @Sendable () -> Void) {
    monitor.withLock { $0 }?.command(isLocked: true)
    // The monitor tells on the loop's thread too, before.
    loop.perform { [self] in whenNoneIsEnding(done) }
  }

  /// Does what `fresnel unlock` asks for, as far as the session allows it.
  ///
  /// - Parameter done: Called when it is done or was found not to be allowed.
  package func unlock(_ done: @escaping @Sendable () -> Void) {
    monitor.withLock { $0 }?.command(isLocked: false)
    loop.perform(done)
  }

  /// Ends the workers in good order.
  package func endAll(_ done: @escaping @Sendable () -> Void) {
    let processes = state.withLock { state in
      state.isEnding = true
      for protection in Self.classes { state.workers[protection]?.wasToldToEnd() }
      return state.workers.values.compactMap(\.process)
    }
    for process in processes { process.order(.stop) }
    if !processes.isEmpty {
      loop.after(Self.stoppingTime) { processes.forEach { $0.kill() } }
    }
    whenNoneIsEnding(done)
  }

  private func whenNoneIsEnding(_ done: @escaping @Sendable () -> Void) {
    let isSo = state.withLock { state in
      guard state.workers.values.contains(where: \.isToldToEnd) else { return true }
      state.whenNoneIsEnding.append(done)
      return false
    }
    if isSo { done() }
  }

  // MARK: - Locking

  private func sessionWasLocked() {
    let (wasLocked, processes, announce) = state.withLock { state in
      let wasLocked = state.isLocked
      state.isLocked = true
      let processes = state.workers.values.compactMap(\.process)
      for protection in Self.classes { state.workers[protection]?.wasLocked() }
      return (wasLocked, processes, state.announce)
    }
    // Of sleep too, which can come while it is locked.
    defer {
      whenNoneIsEnding { [weak self] in
        guard let self else { return }
        let locked = state.withLock { $0.locked }
        if locked() { return }
        monitor.withLock { $0 }?.lockIsDone()
      }
    }
    // As when the daemon starts.
    if wasLocked { return }
    // First of all, so that results vanish whatever a worker does.
    announce(conditions)
    for process in processes { process.kill() }
    log.write(
      DaemonEvent(.classLocked, "The session is locked, and with it the protected classes."))
  }

  private func sessionWasUnlocked() {
    let announce = state.withLock { state in
      state.isLocked = false
      guard !state.isEnding else { return state.announce }
      for protection in Self.classes {
        if state.workers[protection]?.hasStore == true {
          _ = worker(of: protection, in: &state)
        } else {
          state.workers[protection]?.condition = .empty
        }
      }
      return state.announce
    }
    log.write(
      DaemonEvent(.classUnlocked, "The session is unlocked, and the protected classes open."))
    announce(conditions)
  }

  // MARK: - Workers

  /// The process of a class, started if there is none. The lock is held.
  private func worker(
    of protection: ProtectionClass, in state: inout State
  ) -> WorkerProcess? {
    if let process = state.workers[protection]?.process { return process }
    guard
      state.workers[protection]?.mayStart(
        at: MonotonicClock.nanoseconds, perMinute: Self.restartsPerMinute) == true
    else { return nil }
    let process = WorkerProcess(protection, options, on: loop) { [weak self] happening in
      self?.noteHappening(happening, of: protection)
    }
    state.workers[protection]?.process = process
    state.workers[protection]?.hasStore = true
    return process
  }

  private func noteHappening(
    _ happening: WorkerProcess.Happening, of protection: ProtectionClass
  ) {
    switch happening {
    case .news(.keyFound(let publicKey)):
      note(protection) { slot in
        slot.publicKey = publicKey
        slot.condition = .open
        slot.hasKey = true
      }
      drain(protection)
    case .news(.keyMissing(let reason)):
      log.write(
        DaemonEvent(
          .keyUnavailable, "The key of a class cannot be had. \(reason)", protection: protection))
      note(protection) { $0.condition = .unavailable }
    case .news(.carriedOut), .news(.notCarriedOut), .news(.lookedForItems):
      // Answers, which the process gives to who waits for them.
      break
    case .news(.wantExtension(let app, let reason)):
      lead(app, to: protection, because: reason)
    case .news(.extensionTraffic(let app, let traffic)):
      extensions.note(traffic, of: app, over: protection)
    case .ended(let how):
      extensions.note(.ended, of: nil, over: protection)
      ended(protection, how)
    }
  }

  /// Has an app's extension come to the process of a class, and tells the process what came of it.
  private func lead(_ app: AppIdentity, to protection: ProtectionClass, because reason: String) {
    let (process, leadExtension) = state.withLock {
      ($0.workers[protection]?.process, $0.leadExtension)
    }
    leadExtension?(app, protection, reason) { error in
      process?.order(.extensionLed(app, error))
    }
  }

  private func note(_ protection: ProtectionClass, _ change: (inout WorkerSlot) -> Void) {
    let announce = state.withLock { state -> Announcement? in
      guard var slot = state.workers[protection] else { return nil }
      let before = (slot.condition, slot.publicKey)
      change(&slot)
      guard !state.isLocked else {
        // Things are sealed with it then.
        state.workers[protection]?.publicKey = slot.publicKey
        return nil
      }
      state.workers[protection] = slot
      return before == (slot.condition, slot.publicKey) ? nil : state.announce
    }
    announce?(conditions.filter { $0.protection == protection })
  }

  private func ended(_ protection: ProtectionClass, _ how: String) {
    let (wasExpected, done, waiting) = state.withLock { state in
      let waiting = state.workers[protection]?.whenEnded ?? []
      let wasExpected =
        state.isLocked || state.isEnding || state.workers[protection]?.isToldToEnd == true
      state.workers[protection]?.ended()
      let isAnyEnding = state.workers.values.contains(where: \.isToldToEnd)
      defer { if !isAnyEnding { state.whenNoneIsEnding = [] } }
      return (wasExpected, isAnyEnding ? [] : state.whenNoneIsEnding, waiting)
    }
    for body in done { body() }
    if !wasExpected {
      log.write(
        DaemonEvent(
          .workerEnded, "The process of a protection class ended: \(how).", protection: protection))
    }
    // Locked and unlocked again while it was dying, or crashed.
    state.withLock { state in
      guard !state.isLocked, !state.isEnding, state.workers[protection]?.hasStore == true
      else { return }
      _ = worker(of: protection, in: &state)
    }
    for body in waiting { body() }
  }

  // MARK: - The intake

  /// Has a worker that has its key carry out what waits, and serve its clients then. One that has no key yet
  /// does so when it has; where none runs though the class is open, one is started.
  ///
  /// - Parameters:
  ///   - protection: The class.
  ///   - done: Called once, when as much was carried out as can be now.
  private func drain(
    _ protection: ProtectionClass, _ done: @escaping @Sendable () -> Void = {}
  ) {
    let process = state.withLock { state -> WorkerProcess? in
      guard !state.isLocked, !state.isEnding, let slot = state.workers[protection] else {
        return nil
      }
      if slot.process == nil { _ = worker(of: protection, in: &state) }
      return slot.hasKey ? slot.process : nil
    }
    guard let process, let intake = intakes[protection] else { return done() }
    intake.drain(
      { process.carryOut($0, $1) },
      { isEmpty in
        defer { done() }
        // One that cannot take what waits must not serve: a new one tries again, a few times.
        guard isEmpty else { return process.kill() }
        process.order(.serve)
      })
  }
}
