import BusTestSupport
import Dispatch
import FresnelBus
import FresnelPlatform
import Synchronization
import WireTestSupport

/// logind on a bus of a test's own, with one session on the display, whose screen the test locks.
final class TestLogin {
  private static let session = "/org/freedesktop/login1/session/_32"
  private static let sessionInterface = "org.freedesktop.login1.Session"

  /// Where the bus is.
  var address: String { bus.address }
  private let bus: PrivateBus
  private let running: RunningLoop
  private let connection: BusConnection
  /// How often daemons asked whether the screen is locked, which they do when they listen.
  private let askedCount = Counter()
  private var askedCountAtLock: Int?
  private let screen: Screen

  /// A number that the thread of the bus raises.
  private final class Counter: Sendable {
    private let number = Atomic(0)
    var value: Int { number.load(ordering: .sequentiallyConsistent) }
    func raise() { number.add(1, ordering: .sequentiallyConsistent) }
  }

  /// The session's screen.
  private final class Screen: Sendable {
    private struct State {
      var isLocked: Bool
      var isToUnlockUnheard = false
    }
    private let state: Mutex<State>

    init(isLocked: Bool) { state = Mutex(State(isLocked: isLocked)) }

    /// What the hint says.
    var isLocked: Bool { state.withLock { $0.isLocked } }
    func lock() { state.withLock { $0.isLocked = true } }
    func unlockAtNextQuestion() { state.withLock { $0.isToUnlockUnheard = true } }

    /// Unlocks it if this is the question that was waited for; returns whether it was.
    func unlockIfAwaited() -> Bool {
      state.withLock { state in
        guard state.isToUnlockUnheard else { return false }
        (state.isLocked, state.isToUnlockUnheard) = (false, false)
        return true
      }
    }
  }

  /// The daemon that runs anew after a lock does not listen.
  struct Deaf: Error {}

  init(isLocked: Bool = false) throws {
    bus = try PrivateBus()
    running = try RunningLoop()
    connection = try BusConnection.open(.address(bus.address), on: running.loop)
    screen = Screen(isLocked: isLocked)
    let session = BusValue.structure([.string("2"), .objectPath(Self.session)])
    try serve(
      "/org/freedesktop/login1/user/self", "org.freedesktop.DBus.Properties"
    ) { [screen, connection] _ in
      // Who asks which session is shown does not listen to it yet.
      if screen.unlockIfAwaited() {
        try? Self.emitHint(false, on: connection)
        try? connection.emit(BusSignal(Self.session, Self.sessionInterface, "Unlock"), [])
      }
      return [.variant(session)]
    }
    try serve(Self.session, "org.freedesktop.DBus.Properties") { [askedCount, screen] _ in
      askedCount.raise()
      return [.variant(.bool(screen.isLocked))]
    }
    try serve("/org/freedesktop/login1", "org.freedesktop.login1.Manager") { _ in
      guard let pair = try? UnixSocket.pair() else { return [] }
      return [.descriptor(pair.0.descriptor)]
    }
    let isOwner = DispatchSemaphore(value: 0)
    connection.requestName("org.freedesktop.login1") { _ in isOwner.signal() }
    isOwner.wait()
  }

  deinit {
    running.stop()
  }

  private func serve(
    _ path: String, _ interface: String, _ answer: @escaping @Sendable ([BusValue]) -> [BusValue]
  ) throws {
    try connection.serve(
      BusObject(path, interface) { _, arguments in .success(answer(arguments)) })
  }

  /// Asks the session to lock its screen, or to unlock it: that when the daemon, which runs anew after a lock,
  /// listens again. It serves before it does.
  func lock(_ isLocked: Bool) throws {
    if isLocked {
      askedCountAtLock = askedCount.value
    } else if let count = askedCountAtLock {
      guard TestProgram.wait(until: { askedCount.value > count }) else { throw Deaf() }
      askedCountAtLock = nil
    }
    try connection.emit(
      BusSignal(Self.session, Self.sessionInterface, isLocked ? "Lock" : "Unlock"), [])
  }

  /// Asks the session to lock its screen, and says that it did.
  func lockWithHint() throws {
    screen.lock()
    try connection.emit(BusSignal(Self.session, Self.sessionInterface, "Lock"), [])
    try Self.emitHint(true, on: connection)
  }

  /// Has the machine go to sleep, before which the daemon runs anew, and unlocks the session when the old program
  /// is gone and the new one does not listen yet. The machine is awake by then.
  func unlockUnheard() throws {
    screen.unlockAtNextQuestion()
    try connection.emit(
      BusSignal(
        "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "PrepareForSleep"),
      [.bool(true)])
  }

  private static func emitHint(_ isLocked: Bool, on connection: BusConnection) throws {
    try connection.emit(
      BusSignal(session, "org.freedesktop.DBus.Properties", "PropertiesChanged"),
      [
        .string(sessionInterface), .options(["LockedHint": .bool(isLocked)]),
        .array(element: "s", []),
      ])
  }
}
