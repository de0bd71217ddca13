internal import Dispatch
package import FresnelBus
internal import FresnelPlatform
package import FresnelProtection
internal import SpotlightWire
internal import Synchronization

// The session's lock, and the end of the daemon.

extension WorkerHost {
  /// How long workers may take to end in good order.
  private static let stoppingTime: Duration = .milliseconds(1500)

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

  /// Whether the session is locked.
  package var isSessionLocked: Bool { monitor.withLock { $0 }?.isSessionLocked ?? false }

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
    // Behind what the monitor tells on the loop's thread, and what waits for the disk because of it.
    loop.perform { [keyQueue, loop] in keyQueue.async { loop.perform(done) } }
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

  private func sessionWasLocked() {
    let (wasLocked, processes, retries, announce) = state.withLock { state in
      let wasLocked = state.isLocked
      (state.isLocked, state.isToOpen) = (true, false)
      let processes = state.workers.values.compactMap(\.process)
      let retries = state.workers.values.compactMap(\.retry)
      for protection in Self.classes {
        state.workers[protection]?.wasLocked()
        state.workers[protection]?.retry = nil
      }
      return (wasLocked, processes, retries, state.announce)
    }
    for retry in retries { loop.cancel(retry) }
    // Of sleep too, which can come while it is locked.
    defer {
      whenNoneIsEnding { [weak self] in
        guard let self else { return }
        if !wasLocked { rememberKeys() }
        let locked = state.withLock { $0.locked }
        if locked() { return }
        monitor.withLock { $0 }?.lockIsDone()
      }
    }
    // As when the daemon starts.
    if wasLocked { return }
    // First of all, so that results vanish whatever a worker does.
    _ = announce(currentConditions)
    for process in processes { process.kill() }
    log.write(
      DaemonEvent(.classLocked, "The session is locked, and with it the protected classes."))
  }

  private func sessionWasUnlocked() {
    state.withLock { $0.isToOpen = true }
    // The loop's thread cannot wait for the disk.
    keyQueue.async { [self] in
      for protection in Self.classes
      where state.withLock({ $0.workers[protection]?.keyFile != nil }) {
        // Where that fails, the process of the class says so.
        try? checkKeys(of: protection)
      }
      loop.perform { [self] in openClasses() }
    }
  }

  /// Opens the classes, unless they were locked again meanwhile.
  private func openClasses() {
    let isToOpen = state.withLock { state in
      defer { state.isToOpen = false }
      return state.isToOpen
    }
    guard isToOpen else { return }
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
    _ = announce(currentConditions)
  }
}
