import FresnelPlatform
import LocalAnswers
import SearchSurface
import SpotlightClient
import SpotlightWire
import Synchronization
import Testing
import WireTestSupport

@Suite("Sessions of typed searches", .serialized, .timeLimit(.minutes(30)))
struct SearchSessionTests {
  /// A session, and all lists that it told.
  private final class Stage: Sendable {
    let lists = Mutex<[SurfaceList]>([])
    let connection: ServiceConnection

    init(_ daemon: DaemonProcess) {
      connection = ServiceConnection(
        daemonAt: daemon.socketPath, claiming: AppIdentity(identifier: "org.fresnel.window"),
        role: .surface)
    }

    func session() -> SearchSession {
      SearchSession(connection) { [weak self] list in self?.lists.withLock { $0.append(list) } }
    }

    /// The latest list.
    var last: SurfaceList? { lists.withLock { $0.last } }

    /// Waits for a list of a search with these titles.
    func wait(for titles: Set<String>, of number: UInt64) -> Bool {
      TestProgram.wait {
        lists.withLock { lists in
          lists.contains { $0.number == number && Set($0.rows.map(\.title)) == titles }
        }
      }
    }
  }

  private func with(_ body: (DaemonProcess, Stage) throws -> Void) throws {
    try withDaemon(["--trust-claims"]) { daemon in
      let stage = Stage(daemon)
      defer { stage.connection.close() }
      try body(daemon, stage)
    }
  }

  private func put(_ titles: [String], _ daemon: DaemonProcess) throws {
    let app = try RawClient(path: daemon.socketPath)
    try app.shakeHands(claiming: "com.example.notes")
    try app.put(titles, into: try app.open())
  }

  @Test("Each text has its own list, with what of the titles was typed; blank text has none")
  func texts() throws {
    try with { daemon, stage in
      try put(["Tomato soup", "Pumpkin soup"], daemon)
      let session = stage.session()
      let first = session.type("soup")
      #expect(stage.wait(for: ["Tomato soup", "Pumpkin soup"], of: first))
      let second = session.type("tom")
      #expect(second > first && stage.wait(for: ["Tomato soup"], of: second))
      #expect(stage.last?.rows.first?.matches == [0..<3])
      let blank = session.type("  ")
      #expect(stage.last == SurfaceList(number: blank))
      let endless = session.type(String(repeating: "x", count: 1 << 20))
      #expect(stage.last == SurfaceList(number: endless))
    }
  }

  @Test("The list follows what is indexed, and goes on with a daemon that began anew")
  func live() throws {
    try with { daemon, stage in
      try put(["Tomato soup"], daemon)
      let session = stage.session()
      let number = session.type("soup")
      #expect(stage.wait(for: ["Tomato soup"], of: number))
      try put(["Pumpkin soup"], daemon)
      #expect(stage.wait(for: ["Tomato soup", "Pumpkin soup"], of: number))
      daemon.kill()
      try daemon.start()
      try put(["Onion soup"], daemon)
      #expect(stage.wait(for: ["Tomato soup", "Pumpkin soup", "Onion soup"], of: number))
      // The one after it is told alone.
      let last = session.type("onion")
      #expect(stage.wait(for: ["Onion soup"], of: last))
    }
  }

  @Test("A sum is answered above what is found, also where no daemon answers; other texts are not")
  func answers() throws {
    try with { daemon, stage in
      try put(["12 apples for 3 cakes"], daemon)
      let session = SearchSession(stage.connection, answeringIn: { Self.context }) { list in
        stage.lists.withLock { $0.append(list) }
      }
      let sum = session.type("12 * 3")
      #expect(stage.wait(for: ["36", "12 apples for 3 cakes"], of: sum))
      let rows = stage.last?.rows ?? []
      #expect(rows.first?.isAnswer == true && rows.last?.isAnswer == false)
      #expect(rows.first?.source == "Calculation" && rows.first?.detail == "12 × 3")
      let plain = session.type("12")
      #expect(stage.wait(for: ["12 apples for 3 cakes"], of: plain))
      // A command of the session leaves the first result where Enter finds it.
      try put(["Lock screen of my phone", "Lock screen pictures"], daemon)
      let command = session.type("lock screen")
      let titles: Set = ["Lock the Session", "Lock screen of my phone", "Lock screen pictures"]
      #expect(stage.wait(for: titles, of: command))
      let places = stage.last?.rows.map { $0.command == .lock }
      #expect(places == [false, true, false] && stage.last?.rows[1].isAnswer == false)
      let day = session.type("days until 24 dec")
      #expect(stage.wait(for: ["23 days"], of: day))
    }
    let absent = ServiceConnection(
      daemonAt: "/nonexistent/fresnel", claiming: AppIdentity(identifier: "org.fresnel.window"),
      role: .surface)
    defer { absent.close() }
    let told = Mutex<SurfaceList?>(nil)
    let session = SearchSession(absent, answeringIn: { Self.context }) { list in
      told.withLock { $0 = list }
    }
    _ = session.type("12*3")
    #expect(TestProgram.wait { told.withLock { $0 } != nil })
    let list = told.withLock { $0 }
    #expect(list?.rows.map(\.title) == ["36"] && list?.problem != nil)
  }

  private static let context = AnswerContext(["TZ": "UTC", "LANG": "en_GB.UTF-8"]) {
    // 1 December 2026, noon.
    1_796_126_400
  }

  @Test("Numbers and days are those of the locale and the time zone")
  func contexts() {
    let german = AnswerContext(["LANG": "de_DE.UTF-8", "LC_ALL": ""]) { 0 }
    #expect(german.numbers == .comma)
    #expect(AnswerContext(["LANG": "de_DE", "LC_NUMERIC": "C"], now: { 0 }).numbers == .point)
    // An hour before midnight in London it is the next day in Berlin; the last hours of a year, and summer time.
    for (time, zone, year, month, day) in [
      (1_796_126_400, "UTC", 2026, 12, 1), (1_796_165_999, "Europe/Berlin", 2026, 12, 1),
      (1_796_166_000, "Europe/Berlin", 2026, 12, 2), (1_798_761_599, "UTC", 2026, 12, 31),
      (1_798_757_999, "Europe/Berlin", 2026, 12, 31), (1_798_758_000, "Europe/Berlin", 2027, 1, 1),
      (1_782_856_800, "Europe/Berlin", 2026, 7, 1), (1_782_856_799, "Europe/Berlin", 2026, 6, 30),
    ] {
      let today = AnswerContext(["TZ": zone], now: { Double(time) }).today()
      #expect(today == CivilDay(year: year, month: month, day: day), "\(time) in \(zone)")
    }
  }

  @Test("What only a correction finds is told with what it is, and not found when it is not wanted")
  func corrections() throws {
    try with { daemon, stage in
      try put(["Pumpkin soup"], daemon)
      let session = stage.session()
      let first = session.type("pumkin soup")
      #expect(stage.wait(for: ["Pumpkin soup"], of: first))
      #expect(stage.last?.correctedText == "pumpkin soup")
      let second = session.type("pumkin soup", exactly: true)
      #expect(stage.wait(for: [], of: second) && stage.last?.correctedText == nil)
      let third = session.type("pumpkin so")
      #expect(stage.wait(for: ["Pumpkin soup"], of: third) && stage.last?.correctedText == nil)
    }
  }

  @Test("A row names its app where a manifest does")
  func sources() throws {
    try with { daemon, stage in
      let manifests = daemon.directory + "/data/fresnel/apps"
      try FileSystem.createDirectory(manifests)
      let manifest = """
        {"CFBundleIdentifier": "com.example.notes", "CFBundleDisplayName": "My  Notes"}
        """
      try FileSystem.write(Array(manifest.utf8), to: manifests + "/com.example.notes.plist")
      let home = daemon.directory + "/home"
      let titles = AppTitles(
        BaseDirectories(environment: daemon.environment, home: home))
      #expect(titles["com.example.notes"].isEmpty && titles["org.fresnel.manuals"] == "Manual page")
      titles.refresh()
      #expect(TestProgram.wait { titles["com.example.notes"] == "My Notes" })
      #expect(titles["com.example.other"].isEmpty)
      try put(["Tomato soup"], daemon)
      let session = SearchSession(stage.connection, titles: titles) { list in
        stage.lists.withLock { $0.append(list) }
      }
      let number = session.type("soup")
      #expect(stage.wait(for: ["Tomato soup"], of: number))
      #expect(stage.last?.rows.first?.source == "My Notes")
    }
  }

  @Test("Items of lockable classes are never in a list, open as their class may be")
  func lockable() throws {
    try with { daemon, stage in
      try daemon.unlock()
      try put(["Soup for all"], daemon)
      let session = stage.session()
      let first = session.type("soup")
      #expect(stage.wait(for: ["Soup for all"], of: first))
      for protection in [ProtectionClass.complete, .completeUnlessOpen] {
        let app = try RawClient(path: daemon.socketPath)
        try app.shakeHands(claiming: "com.example.notes")
        guard case .open(let channel, let index) = try app.openLockable(protection.name, protection)
        else { throw RawClient.Failure.nothingCame }
        try channel.put(["Secret soup"], into: index)
      }
      try put(["Soup at last"], daemon)
      #expect(stage.wait(for: ["Soup for all", "Soup at last"], of: first))
      let second = session.type("sou")
      #expect(stage.wait(for: ["Soup for all", "Soup at last"], of: second))
      let titles = stage.lists.withLock { $0.flatMap(\.rows).map(\.title) }
      #expect(!titles.contains("Secret soup"))
    }
  }
}
