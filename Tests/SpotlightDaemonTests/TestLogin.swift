import BusTestSupport
import Dispatch
import FresnelBus
import FresnelPlatform

/// logind on a bus of a test's own, with one session on the display, whose screen the test locks.
final class TestLogin {
  private static let session = "/org/freedesktop/login1/session/_32"
  private static let sessionInterface = "org.freedesktop.login1.Session"

  /// Where the bus is.
  var address: String { bus.address }
  private let bus: PrivateBus
  private let running: RunningLoop
  private let connection: BusConnection

  init(isLocked: Bool = false) throws {
    bus = try PrivateBus()
    running = try RunningLoop()
    connection = try BusConnection.open(.address(bus.address), on: running.loop)
    let session = BusValue.structure([.string("2"), .objectPath(Self.session)])
    try serve("/org/freedesktop/login1/user/self", "org.freedesktop.DBus.Properties") { _ in
      [.variant(session)]
    }
    try serve(Self.session, "org.freedesktop.DBus.Properties") { _ in [.variant(.bool(isLocked))] }
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

  /// Asks the session to lock its screen, or to unlock it.
  func lock(_ isLocked: Bool) throws {
    try connection.emit(
      BusSignal(Self.session, Self.sessionInterface, isLocked ? "Lock" : "Unlock"), [])
  }
}
