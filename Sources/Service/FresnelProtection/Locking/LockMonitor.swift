package import FresnelBus
package import FresnelPlatform
internal import Synchronization

/// Tells when the lockable classes have to be locked and may be opened.
///
/// It listens to logind on the system bus and to screen savers on the session bus, to the owners of their
/// names only, see ``FresnelBus/BusConnection/subscribe(to:_:)``. Without logind, or when no session of
/// the person is shown, the command decides. Methods may be called from any thread.
package final class LockMonitor: Sendable {
  private struct State {
    var evidence = LockEvidence()
    /// What was told last.
    var told: Bool?
    /// Whether logind has said how the session stands.
    var isSessionKnown = false
    var session: LoginSession?
    var inhibitor: SleepInhibitor?
    var screenSavers: [ScreenSaver] = []
  }

  private let loop: EventLoop
  private let state = Mutex(State())
  private let changed: @Sendable (Bool) -> Void

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - system: The machine's bus; `nil` when there is none.
  ///   - session: The session's bus; `nil` when there is none.
  ///   - loop: Where changes are told.
  ///   - memory: What the process knew for which this one goes on.
  ///   - changed: Told whether it is locked, first that it is and then whenever that changes. Told again that
  ///     it is at each lock of classes that are locked already: what was typed since has to go too, and
  ///     before sleep ``lockIsDone()`` is waited for. Called on the loop's thread, in the order in which it
  ///     came to be so.
  package init(
    system: BusConnection?, session: BusConnection?, on loop: EventLoop,
    remembering memory: LockEvidence.Memory? = nil,
    _ changed: @escaping @Sendable (_ isLocked: Bool) -> Void
  ) {
    self.loop = loop
    self.changed = changed
    state.withLock { state in
      if let memory { state.evidence = LockEvidence(remembering: memory) }
      tell(&state)
    }
    let note: @Sendable (LockEvidence.Event) -> Void = { [weak self] in self?.note($0) }
    if let system {
      let followed = LoginSession(system, note)
      let inhibitor = SleepInhibitor(system, wasFallingAsleep: memory?.isAsleep == true, note)
      state.withLock { ($0.session, $0.inhibitor) = (followed, inhibitor) }
    } else {
      note(.session(.none))
      if memory?.isAsleep == true { note(.awake) }
    }
    if let session {
      let savers = ScreenSaver.names.map { ScreenSaver($0, on: session, note) }
      state.withLock { $0.screenSavers = savers }
    }
  }

  /// What a process that goes on for this one has to be told.
  package var memory: LockEvidence.Memory { state.withLock(\.evidence.memory) }

  /// Whether the lockable classes are locked.
  package var isLocked: Bool { state.withLock(\.evidence.isLocked) }
  /// Whether somebody has locked the session, or the machine is about to sleep.
  package var isSessionLocked: Bool { state.withLock(\.evidence.isSessionLocked) }

  /// Whether the session is locked, or nobody has said yet that it is not.
  package var mayBeLocked: Bool { state.withLock(\.evidence.mayBeLocked) }

  /// Does what `fresnel lock` and `fresnel unlock` ask for. While the screen is locked or the machine
  /// about to sleep, unlocking has to wait for that to end.
  ///
  /// - Parameter isLocked: What is asked for.
  /// - Returns: What it is now.
  @discardableResult
  package func command(isLocked: Bool) -> Bool {
    note(isLocked ? .lockCommand : .unlockCommand)
    return self.isLocked
  }

  /// Lets the machine go to sleep if it waits for this, which it does a few seconds at most: nothing of
  /// the lockable classes is in memory any more.
  package func lockIsDone() {
    let inhibitor = state.withLock(\.inhibitor)
    inhibitor?.release()
  }

  private func note(_ event: LockEvidence.Event) {
    state.withLock { state in
      var wasLocked = state.evidence.isSessionLocked
      state.evidence.note(event)
      if case .session = event, !state.isSessionKnown {
        // How things stood when the process began is no lock since.
        state.isSessionKnown = true
        wasLocked = true
      }
      if event.isOrderToLock || (!wasLocked && state.evidence.isSessionLocked) { state.told = nil }
      tell(&state)
    }
  }

  /// Tells what changed. The lock is held, so that what is found out first is handed to the loop first.
  private func tell(_ state: inout State) {
    let isLocked = state.evidence.isLocked
    guard state.told != isLocked else { return }
    state.told = isLocked
    loop.perform { [changed] in changed(isLocked) }
  }
}
