internal import FresnelBus
internal import FresnelPlatform
internal import FresnelProtection
internal import Synchronization

/// Whether the person's session is locked, as logind and screen savers tell.
final class SessionLock: Sendable {
  private let monitor = Mutex<LockMonitor?>(nil)

  /// Whether somebody has locked the session, or the machine is about to sleep.
  var isLocked: Bool { monitor.withLock { $0 }?.isSessionLocked ?? false }

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - system: The machine's bus; `nil` where there is none.
  ///   - session: The session's bus.
  ///   - loop: Where locks are told.
  ///   - forget: Called at each lock, to forget what was shown; the machine goes to sleep only afterwards.
  func begin(
    system: BusConnection?, session: BusConnection, on loop: EventLoop,
    forget: @escaping @Sendable () -> Void
  ) {
    let made = LockMonitor(system: system, session: session, on: loop) { [weak self] isLocked in
      guard isLocked else { return }
      forget()
      self?.monitor.withLock { $0 }?.lockIsDone()
    }
    monitor.withLock { $0 = made }
  }
}
