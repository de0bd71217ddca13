internal import Dispatch
internal import FresnelApps
internal import FresnelModel
internal import FresnelPlatform
internal import FresnelProtection
internal import SpotlightService
internal import SpotlightWire
internal import Synchronization

/// What a worker does: finds the class's key, carries out what waited, serves the class.
///
/// Until the key is there and nothing waits any more, requests of clients wait; see ``WorkerSession``.
final class WorkerService: Sendable {
  private enum Phase {
    /// The key is being looked for.
    case looking
    /// There is no key, and why; a passphrase or a later request may bring it.
    case failed(ServiceError)
    /// The key is there, and what waited is being carried out.
    case carryingOut(ServiceCore, SealingKeyPair)
    /// Clients are served. A change that was sealed in the moment of the unlock may still come.
    case open(ServiceCore, SealingKeyPair)

    /// What has the class's items, once the key is there.
    var core: ServiceCore? {
      switch self {
      case .looking, .failed: nil
      case .carryingOut(let core, _), .open(let core, _): core
      }
    }
  }

  private struct State {
    var phase = Phase.looking
    var waiting: [WorkerSession] = []
    /// Whether it was found last that the secret of the class does not open its keys.
    var isSecretLost = false
    /// When the key was last looked for, in nanoseconds of the monotonic clock.
    var lastLook: UInt64 = 0
    var tell: @Sendable (WorkerNews) -> Void = { _ in }
  }

  /// How long a failure to find the key stands before it is looked for again, in nanoseconds.
  private static let lookInterval: UInt64 = 5_000_000_000

  private let protection: ProtectionClass
  private let options: DaemonOptions
  private let keyring: ClassKeyring
  private let log: DaemonLog
  private let loop: EventLoop
  private let host: WorkerCoreHost
  /// The extensions that main leads here.
  let extensions = WorkerExtensions()
  private let state = Mutex(State())

  init(
    _ protection: ProtectionClass, _ options: DaemonOptions, loop: EventLoop, log: DaemonLog,
    keyring: ClassKeyring
  ) {
    self.loop = loop
    self.protection = protection
    self.options = options
    self.keyring = keyring
    self.log = log
    host = WorkerCoreHost(options, loop: loop, extensions: extensions, log: log)
  }

  /// Begins to look for the key.
  ///
  /// - Parameter tell: Takes news for main.
  func begin(_ tell: @escaping @Sendable (WorkerNews) -> Void) {
    state.withLock { $0.tell = tell }
    extensions.begin(tell)
    look()
  }

  private func look() {
    state.withLock { $0.lastLook = MonotonicClock.nanoseconds }
    keyring.open(protection) { [weak self] result in self?.keyCame(result) }
  }

  private func keyCame(_ result: Result<ClassKeyring.OpenClass, ProtectionError>) {
    switch result {
    case .success(let found):
      guard let sealingKeys = found.sealingKeys else { return }
      var coreOptions = Self.coreOptions(of: protection, options, key: .given(found.key))
      coreOptions.directories[0].keepKey = { [keyring, protection] () throws(ServiceError) in
        try keyring.keep(protection)
      }
      let core = ServiceCore(coreOptions, host: host)
      let tell = state.withLock { state -> @Sendable (WorkerNews) -> Void in
        switch state.phase {
        // A passphrase has changed the file of keys, of which main has to know.
        case .carryingOut, .open: break
        case .looking, .failed: state.phase = .carryingOut(core, sealingKeys)
        }
        return state.tell
      }
      tell(
        .keyFound(
          publicKey: sealingKeys.publicKey,
          keyFile: keyring.knownFile(of: protection)?.encoded() ?? []))
    case .failure(let error):
      let failure = ServiceError(error)
      let (sessions, tell) = state.withLock {
        state -> ([WorkerSession], (@Sendable (WorkerNews) -> Void)?) in
        // A passphrase may have come first.
        guard case .looking = state.phase else { return ([], nil) }
        state.phase = .failed(failure)
        state.isSecretLost = error.code == .secretLost
        defer { state.waiting = [] }
        return (state.waiting, state.tell)
      }
      tell?(.keyMissing(reason: error.message, isSecretLost: error.code == .secretLost))
      for session in sessions { session.fail(failure) }
    }
  }

  /// What the core of a worker serves.
  static func coreOptions(
    of protection: ProtectionClass, _ options: DaemonOptions, key: CoreOptions.ClassDirectory.Key
  ) -> CoreOptions {
    let directory = "\(options.directories.classes)/\(protection.name)"
    var core = CoreOptions(directories: [
      CoreOptions.ClassDirectory(
        classes: [protection], store: directory + "/store", metadataLog: directory + "/ledger",
        key: key)
    ])
    core.defaultClass = protection
    core.clock = options.clock.timestamp
    core.positionsPath = options.directories.positions(of: protection)
    core.noteMachine(MachineReadings(below: options.machineDirectory))
    return core
  }

  // MARK: - Passphrases

  /// Opens the class by a passphrase, or changes that.
  func unlock(_ request: Unlock, _ done: @escaping @Sendable (ServiceError?) -> Void) {
    guard request.protection == protection else {
      return done(
        ServiceError(.refused, "The passphrase of a class goes over the class's own channel."))
    }
    keyring.unlock(request) { [weak self] result in
      switch result {
      case .success:
        // Main hears of the key before the client does, who may ask main next.
        self?.keyCame(result)
        done(nil)
      case .failure(let error): done(ServiceError(error))
      }
    }
  }

  // MARK: - What waited

  /// Carries out what was asked for while the class was locked.
  func carryOut(_ record: IntakeRecord) {
    let (phase, tell) = state.withLock { ($0.phase, $0.tell) }
    let (core, sealingKeys): (ServiceCore, SealingKeyPair)
    switch phase {
    case .carryingOut(let found, let keys), .open(let found, let keys):
      (core, sealingKeys) = (found, keys)
    case .looking, .failed: return
    }
    let app = AppIdentity(identifier: record.app)
    let done: @Sendable (ServiceError?) -> Void = { [log, protection] error in
      // What cannot be had now stays in the intake; what never can be is owed by now.
      if let error {
        log.write(
          DaemonEvent(
            .storeDamaged, "A change that waited is not carried out. \(error.message)",
            app: app, protection: protection))
      }
      tell(error == nil ? .carriedOut : .notCarriedOut)
    }
    switch record.content {
    case .removal: core.removeApp(app, completion: done)
    case .adoption(let former):
      core.carryOutAdoption(of: AppIdentity(identifier: former), by: app, completion: done)
    case .privateIndex(let index): core.notePrivate(index, of: app, completion: done)
    case .sealed(let bytes):
      if let batch = try? SealedBatch(opening: bytes, with: sealingKeys) {
        return core.carryOut(batch, of: app, completion: done)
      }
      log.write(
        DaemonEvent(
          .storeDamaged, "A change was sealed to another key, or is damaged; it is passed over.",
          app: app, protection: protection))
      tell(.carriedOut)
    }
  }

  /// Answers what main asks, once what waited is carried out.
  func answer(_ question: WorkerQuestion, _ number: UInt64) {
    let (phase, tell) = state.withLock { ($0.phase, $0.tell) }
    if case .awaitKey = question {
      lookForSecretAgain()
      return keyring.afterRequests { tell(.answer(number, .keyIsKnown)) }
    }
    guard case .open(let core, _) = phase else { return tell(.answer(number, nil)) }
    // It waits for the disk.
    DispatchQueue(label: "fresnel.answers").async {
      switch question {
      case .lookForItems(let index):
        tell(.answer(number, (try? core.holdsItems(of: index)).map { .holdsItems($0) }))
      case .examine(let app, let mends):
        tell(.answer(number, .found(core.examine(app, mends: mends))))
      case .awaitKey: tell(.answer(number, .keyIsKnown))
      case .listIndexes: tell(.answer(number, (try? core.indexes()).map { .indexes($0) }))
      case .compact(let app): tell(.answer(number, .compacted(core.compact(app))))
      }
    }
  }

  /// Looks for the key again where its secret was lost: somebody may have put it back, and nothing tells of that.
  private func lookForSecretAgain() {
    let looks = state.withLock { state in
      guard case .failed = state.phase, state.isSecretLost else { return false }
      state.phase = .looking
      return true
    }
    if looks { look() }
  }

  /// Reads settings and manifests again, as main has done.
  func reload() {
    let core = state.withLock(\.phase).core
    DispatchQueue(label: "fresnel.settings").async { [host] in
      host.reload()
      core?.settingsChanged()
    }
  }

  /// All that waited is carried out: clients are served.
  func serve() {
    let (core, sessions) = state.withLock { state -> (ServiceCore?, [WorkerSession]) in
      guard case .carryingOut(let core, let keys) = state.phase else { return (nil, []) }
      state.phase = .open(core, keys)
      defer { state.waiting = [] }
      return (core, state.waiting)
    }
    guard let core else { return }
    for session in sessions { session.begin(core) }
    askForWhatIsOwed(by: core, after: Self.firstAskingTime)
  }

  /// When apps are first asked for what they owe: who has just unlocked the session waits for other things.
  private static let firstAskingTime: Duration = .seconds(2)
  /// How often they are asked then, as in main.
  private static let askingInterval: Duration = .seconds(6 * 60 * 60)

  private func askForWhatIsOwed(by core: ServiceCore, after delay: Duration) {
    loop.after(delay, tolerance: delay / 4) { [self] in
      core.askForWhatIsOwed()
      askForWhatIsOwed(by: core, after: Self.askingInterval)
    }
  }

  // MARK: - Sessions

  /// What a session that has a request is to do.
  enum Answer {
    case serve(ServiceCore)
    case fail(ServiceError)
    case wait
  }

  /// Says what a session is to do with its request. One that waits is told later.
  func answer(for session: WorkerSession) -> Answer {
    let (answer, looksAgain) = state.withLock { state -> (Answer, Bool) in
      switch state.phase {
      case .open(let core, _): return (.serve(core), false)
      case .failed(let error):
        guard MonotonicClock.nanoseconds - state.lastLook > Self.lookInterval else {
          return (.fail(error), false)
        }
        state.phase = .looking
        state.waiting.append(session)
        return (.wait, true)
      case .looking, .carryingOut:
        // One that was to begin at once may ask again with its first request.
        if !state.waiting.contains(where: { $0 === session }) { state.waiting.append(session) }
        return (.wait, false)
      }
    }
    if looksAgain { look() }
    return answer
  }

  /// A session has ended.
  func forget(_ session: WorkerSession) {
    state.withLock { state in state.waiting.removeAll { $0 === session } }
  }

  /// Closes the store after the changes made so far.
  func close(_ done: @escaping @Sendable () -> Void) {
    let core = state.withLock(\.phase).core
    DispatchQueue(label: "fresnel.closing").async {
      core?.close()
      done()
    }
  }
}
