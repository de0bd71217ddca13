internal import FresnelBus
internal import FresnelPlatform
internal import FresnelProtection
internal import Synchronization

/// Whether the person's session is locked, as logind and screen savers tell. It counts as locked until these were heard.
final class SessionLock: Sendable {
  private struct State {
    var monitor: LockMonitor?
    /// Those that were not heard yet.
    var missing: Set<String> = []
    var isKnown = false
    var whenKnown: (@Sendable () -> Void)?
    var watches: [BusSubscription] = []
  }

  private let state = Mutex(State())

  private static let logind = "org.freedesktop.login1"
  private static let savers = ["org.gnome.ScreenSaver", "org.freedesktop.ScreenSaver"]
  /// How long one of them may take for an answer.
  private static let patience = Duration.seconds(5)

  /// Whether somebody has locked the session, the machine is about to sleep, or neither is known yet.
  var isLocked: Bool {
    state.withLock { state in
      guard state.isKnown, let monitor = state.monitor else { return true }
      // What is not known counts as locked: logind may be slow, and the session that is shown may have changed.
      return monitor.mayBeLocked
    }
  }

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - system: The machine's bus; `nil` where there is none.
  ///   - session: The session's bus.
  ///   - loop: Where locks are told.
  ///   - forget: Called at each lock, to forget what was shown; the machine goes to sleep only afterwards.
  ///   - known: Called once, when it is known whether the session is locked, or nobody has told in time.
  func begin(
    system: BusConnection?, session: BusConnection, on loop: EventLoop,
    forget: @escaping @Sendable () -> Void, known: @escaping @Sendable () -> Void
  ) {
    let made = LockMonitor(system: system, session: session, on: loop) { [weak self] isLocked in
      guard isLocked else { return }
      forget()
      self?.state.withLock(\.monitor)?.lockIsDone()
    }
    state.withLock { state in
      state.monitor = made
      state.missing = Set(Self.savers + [Self.logind])
      state.whenKnown = known
    }
    // The same is asked that the monitor asks, after it and over the same connections. Answers come in the order of the
    // questions, so the monitor has its own when the last of these is there.
    for name in Self.savers { hear(name, session) { [weak self] in self?.askSaver(name, session) } }
    guard let system else { return note(Self.logind) }
    hear(Self.logind, system) { [weak self] in self?.askLogind(system) }
    // A bus that ends answers nothing.
    system.whenClosed { [weak self] in self?.note(Self.logind) }
  }

  /// Asks somebody who is there; who is not there was heard.
  private func hear(
    _ name: String, _ bus: BusConnection, _ ask: @escaping @Sendable () -> Void
  ) {
    let watch = try? bus.watchOwner(of: name) { [weak self] owner in
      if owner == nil { self?.note(name) } else { ask() }
    }
    guard let watch else { return note(name) }
    state.withLock { $0.watches.append(watch) }
  }

  private func askSaver(_ name: String, _ bus: BusConnection) {
    let path = "/" + name.split(separator: ".").joined(separator: "/")
    bus.call(BusCall(to: name, path, name, "GetActive"), timeout: Self.patience) {
      [weak self] _ in self?.note(name)
    }
  }

  private func askLogind(_ bus: BusConnection) {
    bus.call(
      .property(
        of: Self.logind, "/org/freedesktop/login1/user/self", "org.freedesktop.login1.User",
        "Display"),
      timeout: Self.patience
    ) { [weak self] reply in
      let path = (try? reply.get())?.first?.elements?.last?.text ?? "/"
      guard path.utf8.count > 1 else {
        self?.note(Self.logind)
        return
      }
      bus.call(
        .property(of: Self.logind, path, "org.freedesktop.login1.Session", "LockedHint"),
        timeout: Self.patience
      ) { [weak self] _ in self?.note(Self.logind) }
    }
  }

  private func note(_ name: String) {
    let (known, watches) = state.withLock { state -> ((@Sendable () -> Void)?, [BusSubscription]) in
      guard state.missing.remove(name) != nil, state.missing.isEmpty else { return (nil, []) }
      state.isKnown = true
      defer { (state.whenKnown, state.watches) = (nil, []) }
      return (state.whenKnown, state.watches)
    }
    // Released when the lock is open.
    withExtendedLifetime(watches) {}
    known?()
  }
}
