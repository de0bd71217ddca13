import BusTestSupport
import FresnelBus
import FresnelPlatform
import FresnelProtection
import Synchronization
import Testing

/// logind and the bus itself, as far as locking needs them, and what a monitor tells.
private final class TestLogin: Sendable {
  static let session = "/org/freedesktop/login1/session/_32"
  static let interface = "org.freedesktop.login1.Session"
  let running: RunningLoop
  let system: TestBusPeer
  let sessionBus: TestBusPeer
  private let told: AsyncStream<Bool>
  private let telling: AsyncStream<Bool>.Continuation

  init(hint: Bool = false, hasSession: Bool = true) throws {
    running = try RunningLoop()
    system = try TestBusPeer(on: running.loop)
    sessionBus = try TestBusPeer(on: running.loop)
    (told, telling) = AsyncStream.makeStream()
    try Self.serveNames(on: system, ["org.freedesktop.login1"])
    try Self.serveNames(on: sessionBus, ["org.gnome.ScreenSaver"])
    try setDisplay(hasSession ? Self.session : "/")
    try system.setProperty(Self.session, Self.interface, "LockedHint", .bool(hint))
    try system.answer(
      "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "Inhibit"
    ) { _ in
      guard let (near, _) = try? UnixSocket.pair() else { return .success([]) }
      return .success([.descriptor(near.descriptor)])
    }
    try sessionBus.answer("/org/gnome/ScreenSaver", "org.gnome.ScreenSaver", "GetActive") { _ in
      .success([.bool(false)])
    }
  }

  private static func serveNames(on peer: TestBusPeer, _ names: [String]) throws {
    try peer.answer(
      "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner"
    ) { arguments in
      names.contains(arguments.first?.text ?? "")
        ? .success([.string(":1.7")])
        : .failure(BusError(named: "org.freedesktop.DBus.Error.NameHasNoOwner", "Nobody."))
    }
  }

  func setDisplay(_ path: String) throws {
    try system.setProperty(
      "/org/freedesktop/login1/user/self", "org.freedesktop.login1.User", "Display",
      .structure([.string(path == "/" ? "" : "2"), .objectPath(path)]))
  }

  func monitor() -> LockMonitor {
    let telling = telling
    return LockMonitor(system: system.client, session: sessionBus.client) { telling.yield($0) }
  }

  /// The next things told.
  func next(_ count: Int) async -> [Bool] {
    var found: [Bool] = []
    for await isLocked in told {
      found.append(isLocked)
      if found.count == count { break }
    }
    return found
  }

  func emit(_ member: String, path: String = TestLogin.session) throws {
    try system.emit(path, Self.interface, member)
  }

  func emitHint(_ isLocked: Bool, path: String = TestLogin.session) throws {
    try system.emit(
      path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
      [
        .string(Self.interface), .options(["LockedHint": .bool(isLocked)]),
        .array(element: "s", []),
      ])
  }
}

@Suite("LockMonitor")
struct LockMonitorTests {
  private func withLogin(
    hint: Bool = false, hasSession: Bool = true,
    _ body: (TestLogin) async throws -> Void
  ) async throws {
    let login = try TestLogin(hint: hint, hasSession: hasSession)
    let result: Result<Void, any Error>
    do { result = .success(try await body(login)) } catch { result = .failure(error) }
    login.running.stop()
    try result.get()
  }

  @Test("It is locked until logind says that the session is not, and again when that locks")
  func session() async throws {
    try await withLogin { login in
      let monitor = login.monitor()
      #expect(await login.next(2) == [true, false])
      try login.emit("Lock")
      #expect(await login.next(1) == [true])
      try login.emit("Unlock")
      #expect(await login.next(1) == [false])
      try login.emitHint(true)
      #expect(await login.next(1) == [true])
      try login.emitHint(false)
      #expect(await login.next(1) == [false])
      withExtendedLifetime(monitor) {}
    }
  }

  @Test("The screen saver locks, and what it locked it unlocks")
  func screenSaver() async throws {
    try await withLogin { login in
      let monitor = login.monitor()
      #expect(await login.next(2) == [true, false])
      for isActive in [true, false] {
        try login.sessionBus.emit(
          "/org/gnome/ScreenSaver", "org.gnome.ScreenSaver", "ActiveChanged", [.bool(isActive)])
        #expect(await login.next(1) == [isActive])
      }
      withExtendedLifetime(monitor) {}
    }
  }

  @Test("Without a session on a display the command decides, and sleep locks again")
  func noSession() async throws {
    try await withLogin(hasSession: false) { login in
      let monitor = login.monitor()
      #expect(await login.next(1) == [true])
      // Until logind has said that there is no session, the command has to wait.
      while monitor.command(isLocked: false) { await login.running.settle() }
      #expect(await login.next(1) == [false])
      try login.system.emit(
        "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "PrepareForSleep",
        [.bool(true)])
      #expect(await login.next(1) == [true])
      monitor.lockIsDone()
      try login.system.emit(
        "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "PrepareForSleep",
        [.bool(false)])
      // Taken again for the next time.
      while login.system.calls.filter({ $0.hasSuffix("Inhibit") }).count < 2 {
        await login.running.settle()
      }
      #expect(monitor.isLocked)
    }
  }

  @Test("When another session is shown, it is the one that is followed")
  func otherSession() async throws {
    try await withLogin { login in
      let monitor = login.monitor()
      #expect(await login.next(2) == [true, false])
      let other = "/org/freedesktop/login1/session/_33"
      try login.setDisplay(other)
      try login.system.setProperty(other, TestLogin.interface, "LockedHint", .bool(false))
      try login.system.emit(
        "/org/freedesktop/login1/user/_1000", "org.freedesktop.DBus.Properties",
        "PropertiesChanged",
        [
          .string("org.freedesktop.login1.User"), .options([:]),
          .array(element: "s", [.string("Display")]),
        ])
      #expect(await login.next(2) == [true, false])
      try login.emit("Lock")
      try login.emit("Lock", path: other)
      #expect(await login.next(1) == [true])
      try login.emit("Unlock", path: other)
      #expect(await login.next(1) == [false])
      withExtendedLifetime(monitor) {}
    }
  }

  @Test("A bus that ends, and a machine without buses, leave it locked")
  func noBus() async throws {
    try await withLogin { login in
      let monitor = login.monitor()
      #expect(await login.next(2) == [true, false])
      login.system.end()
      #expect(await login.next(1) == [true])
      #expect(monitor.command(isLocked: false) == false)
    }
    let monitor = LockMonitor(system: nil, session: nil) { _ in }
    #expect(monitor.isLocked)
    #expect(monitor.command(isLocked: false) == false)
  }
}
