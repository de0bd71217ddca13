internal import Dispatch
internal import FresnelPlatform
internal import FresnelProtection
package import SpotlightWire
internal import Synchronization

// The processes: when they are started, what they tell, and what follows from their ends.

extension WorkerHost {
  /// How much later than it may be a process is tried again, as part of the time that it was given up.
  private static let retryTolerance = 4

  /// The process of a class, started if there is none; `nil` while it is given up. The lock is held.
  func worker(
    of protection: ProtectionClass, in state: inout State
  ) -> WorkerProcess? {
    if let process = state.workers[protection]?.process { return process }
    guard state.workers[protection]?.mayStart(at: MonotonicClock.nanoseconds) == true else {
      return nil
    }
    let process = WorkerProcess(protection, program, options, on: loop) { [weak self] happening in
      self?.noteHappening(happening, of: protection)
    }
    state.workers[protection]?.process = process
    state.workers[protection]?.hasStore = true
    state.workers[protection]?.mayHaveChanged()
    return process
  }

  // MARK: - What the processes tell

  private func noteHappening(
    _ happening: WorkerProcess.Happening, of protection: ProtectionClass
  ) {
    switch happening {
    case .news(.keyFound(let publicKey, let keyFile)):
      let file = try? KeyFile(decoding: keyFile)
      note(protection) { slot in
        slot.publicKey = publicKey
        slot.keyFile = file ?? slot.keyFile
        (slot.condition, slot.reason) = (.open, nil)
        slot.hasKey = true
        slot.isSecretLost = false
      }
      drain(protection)
    case .news(.keyMissing(let reason, let isSecretLost)):
      log.write(
        DaemonEvent(
          .keyUnavailable, "The key of a class cannot be had. \(reason)", protection: protection))
      note(protection) { slot in
        (slot.condition, slot.reason) = (.unavailable, reason)
        slot.isSecretLost = isSecretLost
      }
    case .news(.carriedOut), .news(.notCarriedOut), .news(.answer):
      // The process gives them to who waits for them.
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

  /// Calls the body when it is known whether the key of a class can be had.
  package func whenKeyIsKnown(
    of protection: ProtectionClass, _ body: @escaping @Sendable (_ isAnswered: Bool) -> Void
  ) {
    // The class is locked, or its process has ended, where there is no answer.
    ask(.awaitKey, of: protection) { body((try? $0.get()) != nil) }
  }

  /// Changes what is known of a class, and announces it where that is told to clients.
  func note(_ protection: ProtectionClass, _ change: (inout WorkerSlot) -> Void) {
    let announce = state.withLock { state -> Announcement? in
      guard var slot = state.workers[protection] else { return nil }
      let before = (slot.condition, slot.publicKey)
      change(&slot)
      guard !state.isLocked else {
        // Things are sealed with it then: who could seal nothing so far has to know of it.
        state.workers[protection]?.publicKey = slot.publicKey
        state.workers[protection]?.keyFile = slot.keyFile
        return before.1 == slot.publicKey ? nil : state.announce
      }
      state.workers[protection] = slot
      return before == (slot.condition, slot.publicKey) ? nil : state.announce
    }
    _ = announce?(currentConditions.filter { $0.protection == protection })
  }

  // MARK: - Their ends

  private func ended(_ protection: ProtectionClass, _ how: String) {
    let wasExpected = state.withLock { state in
      // Who wants a channel waits for the next process until this one is done with.
      defer { state.workers[protection]?.wasToldToEnd() }
      return state.isLocked || state.isEnding || state.workers[protection]?.isToldToEnd == true
    }
    // What follows may begin another process, or end this one, the last that knows them. The disk is waited for, so it
    // is not done on the loop's thread.
    keyQueue.async { [self] in
      keepKeysOfEnded(protection)
      loop.perform { [self] in isDoneWith(protection, how, wasExpected: wasExpected) }
    }
  }

  /// The process of a class has ended, and its keys are kept.
  private func isDoneWith(_ protection: ProtectionClass, _ how: String, wasExpected: Bool) {
    let (done, waiting) = state.withLock { state in
      let waiting = state.workers[protection]?.whenEnded ?? []
      state.workers[protection]?.ended()
      let isAnyEnding = state.workers.values.contains(where: \.isToldToEnd)
      defer { if !isAnyEnding { state.whenNoneIsEnding = [] } }
      return (isAnyEnding ? [] : state.whenNoneIsEnding, waiting)
    }
    for body in done { body() }
    if !wasExpected {
      log.write(
        DaemonEvent(
          .workerEnded, "The process of a protection class ended: \(how).", protection: protection))
    }
    // Locked and unlocked again while it was dying, or crashed.
    let isGivenUp = state.withLock { state in
      guard !state.isLocked, !state.isEnding, state.workers[protection]?.hasStore == true
      else { return false }
      return worker(of: protection, in: &state) == nil
    }
    if isGivenUp { giveUp(protection) }
    for body in waiting { body() }
  }

  /// Tells that the process of a class is not started for a while.
  private func giveUp(_ protection: ProtectionClass) {
    let seconds = (reason(of: protection)?.retry ?? .zero).wholeSeconds
    log.write(
      DaemonEvent(
        .workerGivenUp,
        "The process of a protection class ends again and again; its items are "
          + "out of reach until it is tried again.", protection: protection,
        facts: ["RETRY_SECONDS": "\(seconds)"]))
    let announce = state.withLock(\.announce)
    let isHeard = announce(currentConditions.filter { $0.protection == protection })
    if isHeard { retryLater(protection) }
  }

  /// Has a process that is given up tried again when it may be, since somebody waits for it; once. Where nobody
  /// does, as on an idle machine, nothing wakes the daemon.
  func retryLater(_ protection: ProtectionClass) {
    let now = MonotonicClock.nanoseconds
    state.withLock { state in
      guard !state.isLocked, !state.isEnding, let slot = state.workers[protection],
        slot.retry == nil, let end = slot.pauseEnd
      else { return }
      let rest = Duration.nanoseconds(Int64(clamping: end > now ? end - now : 0))
      state.workers[protection]?.retry = loop.after(
        rest, tolerance: rest / Self.retryTolerance
      ) { [weak self] in self?.retry(protection) }
    }
  }

  private func retry(_ protection: ProtectionClass) {
    state.withLock { state in
      state.workers[protection]?.retry = nil
      guard !state.isLocked, !state.isEnding else { return }
      _ = worker(of: protection, in: &state)
    }
  }
}

extension Duration {
  /// Whole seconds, rounded up.
  var wholeSeconds: Int64 {
    components.seconds + (components.attoseconds > 0 ? 1 : 0)
  }
}
