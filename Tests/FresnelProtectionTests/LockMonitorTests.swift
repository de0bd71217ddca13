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
  /// The other end of what the monitor holds the machine's sleep up with.
  private let inhibitor: UnixSocket
  private let told: AsyncStream<Bool>
  private let telling: AsyncStream<Bool>.Continuation

  init(hint: Bool = false, hasSession: Bool = true) throws {
    running = try RunningLoop()
    system = try TestBusPeer(on: running.loop)
    sessionBus = try TestBusPeer(on: running.loop)
    (told, telling) = AsyncStream.makeStream()
    let (held, inhibitor) = try UnixSocket.pair()
    self.inhibitor = inhibitor
    let lock = Mutex<SharedDescriptor?>(held.descriptor)
    try Self.serveNames(on: system, ["org.freedesktop.login1"])
    try Self.serveNames(on: sessionBus, ["org.gnome.ScreenSaver"])
    try setDisplay(hasSession ? Self.session : "/")
    try system.setProperty(Self.session, Self.interface, "LockedHint", .bool(hint))
    try system.answer(
      "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "Inhibit"
    ) { _ in
      // The first time, so that the test hears when nobody has it any more.
      let first = lock.withLock { $0.take() }
      guard let descriptor = first ?? (try? UnixSocket.pair())?.0.descriptor else {
        return .success([])
      }
      return .success([.descriptor(descriptor)])
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

  func monitor(remembering memory: LockEvidence.Memory? = nil) -> LockMonitor {
    let telling = telling
    return LockMonitor(
      system: system.client, session: sessionBus.client, on: running.loop, remembering: memory
    ) { telling.yield($0) }
  }

  /// Whether the machine's sleep is held up by what was given first.
  func holdsSleepUp() throws -> Bool {
    let came = try withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { buffer in
      try inhibitor.receive(into: buffer)
    }
    if case .end = came { return false }
    return true
  }

  func emitSleep(_ isFallingAsleep: Bool) throws {
    try system.emit(
      "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "PrepareForSleep",
      [.bool(isFallingAsleep)])
  }

  /// Waits until the monitor has asked to hold sleep up so many times.
  func waitForInhibitors(_ count: Int) async {
    while system.calls.filter({ $0.hasSuffix("Inhibit") }).count < count { await running.settle() }
  }

  /// Waits until monitors have asked so many times whether the session is locked.
  func waitForHintQuestions(_ count: Int) async {
    let question = "\(Self.session) org.freedesktop.DBus.Properties.Get"
    while system.calls.count(where: { $0 == question }) < count { await running.settle() }
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
      try login.emitSleep(true)
      #expect(await login.next(1) == [true])
      monitor.lockIsDone()
      try login.emitSleep(false)
      // Taken again for the next time.
      await login.waitForInhibitors(2)
      #expect(monitor.isLocked)
    }
  }

  @Test("Sleep is held up after a lock of the screen too, and let through while it is locked")
  func sleepWhileLocked() async throws {
    try await withLogin { login in
      let monitor = login.monitor()
      #expect(await login.next(2) == [true, false])
      await login.waitForInhibitors(1)
      for _ in 0..<2 {
        try login.emit("Lock")
        #expect(await login.next(1) == [true])
        monitor.lockIsDone()
        #expect(try login.holdsSleepUp())
        try login.emit("Unlock")
        #expect(await login.next(1) == [false])
      }
      try login.emit("Lock")
      #expect(await login.next(1) == [true])
      monitor.lockIsDone()
      // It is locked already, and that is told again, so that somebody lets the machine sleep.
      try login.emitSleep(true)
      #expect(await login.next(1) == [true])
      #expect(try login.holdsSleepUp())
      monitor.lockIsDone()
      while try login.holdsSleepUp() { await login.running.settle() }
      try login.emitSleep(false)
      await login.waitForInhibitors(2)
      try login.emit("Unlock")
      #expect(await login.next(1) == [false])
    }
  }

  @Test("A lock of classes that are locked already is told again, and what follows from it is not")
  func lockedAgain() async throws {
    try await withLogin(hasSession: false) { login in
      let monitor = login.monitor()
      #expect(await login.next(1) == [true])
      // Without a session the classes begin locked.
      monitor.command(isLocked: true)
      #expect(await login.next(1) == [true])
      while monitor.command(isLocked: false) { await login.running.settle() }
      #expect(await login.next(1) == [false])
      for _ in 0..<2 {
        monitor.command(isLocked: true)
        #expect(await login.next(1) == [true])
      }
      // The saver that the lock brings up is no further one.
      for isActive in [true, false] {
        try login.sessionBus.emit(
          "/org/gnome/ScreenSaver", "org.gnome.ScreenSaver", "ActiveChanged", [.bool(isActive)])
      }
      await login.running.settle()
      while monitor.command(isLocked: false) { await login.running.settle() }
      #expect(await login.next(1) == [false])
    }
  }

  @Test("How the session stood when the monitor began is told once")
  func lockedFromTheBeginning() async throws {
    try await withLogin(hint: true) { login in
      let monitor = login.monitor()
      while !monitor.isSessionLocked { await login.running.settle() }
      try login.emitHint(false)
      #expect(await login.next(2) == [true, false])
      withExtendedLifetime(monitor) {}
    }
  }

  @Test("What several threads command is told in the order in which it came to be so")
  func order() async throws {
    try await withLogin(hasSession: false) { login in
      let told = Told()
      let monitor = LockMonitor(system: login.system.client, session: nil, on: login.running.loop) {
        told.append($0)
      }
      while monitor.command(isLocked: false) { await login.running.settle() }
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask {
            for number in 0..<500 { monitor.command(isLocked: number % 2 == 0) }
          }
        }
      }
      await login.running.settle()
      let list = told.list
      #expect(list.last == monitor.isLocked)
      // Each command to lock is told, also of classes that are locked; an unlock only after a lock.
      #expect(list.first == true)
      #expect(zip(list, list.dropFirst()).allSatisfy { $0 || $1 })
    }
  }

  private final class Told: Sendable {
    private let values = Mutex<[Bool]>([])
    var list: [Bool] { values.withLock { $0 } }
    func append(_ value: Bool) { values.withLock { $0.append(value) } }
  }

  @Test(
    "An unlock that nobody heard is found out by the next process, where the locker sets the hint",
    arguments: [true, false])
  func unlockedUnheard(setsHint: Bool) async throws {
    try await withLogin { login in
      var memory: LockEvidence.Memory
      do {
        let monitor = login.monitor()
        #expect(await login.next(2) == [true, false])
        try login.emit("Lock")
        #expect(await login.next(1) == [true])
        if setsHint {
          try login.emitHint(true)
          while monitor.memory.hintedSession == nil { await login.running.settle() }
        }
        memory = monitor.memory
      }
      // The property says all the time that it is not locked, as it does again after an unlock.
      let next = login.monitor(remembering: memory)
      #expect(await login.next(1) == [true])
      if !setsHint {
        await login.waitForHintQuestions(2)
        await login.running.settle()
        #expect(next.isLocked)
        try login.emit("Unlock")
      }
      #expect(await login.next(1) == [false])
      withExtendedLifetime(next) {}
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
    let loop = try EventLoop()
    let monitor = LockMonitor(system: nil, session: nil, on: loop) { _ in }
    #expect(monitor.isLocked)
    #expect(monitor.command(isLocked: false) == false)
  }
}
