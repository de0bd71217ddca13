internal import FresnelBus
internal import FresnelPlatform
internal import Synchronization

/// Holds the machine's sleep up for the moment that locking takes.
///
/// logind waits for all who hold a delay lock, `InhibitDelayMaxSec` at most, which is five seconds.
final class SleepInhibitor: Sendable {
  private static let path = "/org/freedesktop/login1"
  private static let interface = "org.freedesktop.login1.Manager"

  private struct State {
    /// Closing it lets the machine sleep.
    var lock: SharedDescriptor?
    var isAsking = false
    /// Whether the machine has said that it goes to sleep, and not that it is awake again.
    var isFallingAsleep = false
    var listening: [BusSubscription] = []
  }

  private let bus: BusConnection
  private let state = Mutex(State())

  /// Begins to hold sleep up.
  ///
  /// - Parameters:
  ///   - bus: The machine's bus.
  ///   - wasFallingAsleep: Whether the machine was, for all that is known; logind is asked then.
  ///   - note: Told of sleep and of its end.
  init(
    _ bus: BusConnection, wasFallingAsleep: Bool,
    _ note: @escaping @Sendable (LockEvidence.Event) -> Void
  ) {
    self.bus = bus
    let owner = try? bus.watchOwner(of: LoginSession.name) { [weak self] owner in
      if owner != nil { self?.take() }
    }
    let sleep = try? bus.subscribe(
      to: BusSignal(from: LoginSession.name, Self.path, Self.interface, "PrepareForSleep")
    ) { [weak self] values in
      guard let isFallingAsleep = values.first?.bool else { return }
      self?.state.withLock { $0.isFallingAsleep = isFallingAsleep }
      note(isFallingAsleep ? .fallingAsleep : .awake)
      if !isFallingAsleep { self?.take() }
    }
    state.withLock { $0.listening = [owner, sleep].compactMap { $0 } }
    if wasFallingAsleep { askWhetherAsleep(note) }
  }

  /// The machine may have been asleep and have woken while nobody listened.
  private func askWhetherAsleep(_ note: @escaping @Sendable (LockEvidence.Event) -> Void) {
    bus.call(
      .property(of: LoginSession.name, Self.path, Self.interface, "PreparingForSleep"),
      timeout: .seconds(25)
    ) { reply in
      guard (try? reply.get())?.first?.bool != true else { return }
      // Whoever wakes the machine may be somebody else: a locker's hint or the command has to open.
      note(.awokeUnheard)
    }
  }

  /// Lets the machine sleep, if it is about to; otherwise what it does later is still held up.
  func release() {
    state.withLock { if $0.isFallingAsleep { $0.lock = nil } }
  }

  /// Asks logind to wait the next time, unless it was asked already.
  private func take() {
    let isWanted = state.withLock { state in
      guard state.lock == nil, !state.isAsking else { return false }
      state.isAsking = true
      return true
    }
    guard isWanted else { return }
    bus.call(
      BusCall(
        to: LoginSession.name, Self.path, Self.interface, "Inhibit",
        [
          .string("sleep"), .string("Fresnel"),
          .string("Protected search indexes are locked first"), .string("delay"),
        ]), timeout: .seconds(25)
    ) { [weak self] reply in
      let lock = (try? reply.get())?.first?.descriptor
      self?.state.withLock { state in
        state.lock = lock
        state.isAsking = false
      }
    }
  }
}
