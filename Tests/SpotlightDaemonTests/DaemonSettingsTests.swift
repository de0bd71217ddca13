import FresnelApps
import FresnelPlatform
import SpotlightDaemon
import Synchronization
import Testing

@Suite("DaemonSettings")
struct DaemonSettingsTests {
  /// A clock that stands where the test says.
  private final class Ticks: Sendable {
    private let count = Mutex<UInt64>(1_000_000_000)

    var nanoseconds: UInt64 { count.withLock { $0 } }

    /// What a thread sees that read the clock before the last pass.
    func goBack(seconds: UInt64) {
      count.withLock { $0 -= seconds * 1_000_000_000 }
    }

    func pass(seconds: UInt64) {
      count.withLock { $0 += seconds * 1_000_000_000 }
    }
  }

  /// Settings in a directory, with clocks that the test sets.
  private struct Stage {
    let directory: String
    let ticks = Ticks()
    let settings: DaemonSettings

    init(in directory: String) {
      self.directory = directory
      var clock = DaemonClock()
      clock.offsetPath = directory + "/offset"
      settings = DaemonSettings(
        file: SettingsFile(path: directory + "/settings.json"), pausePath: directory + "/paused",
        clock: clock, nanoseconds: { [ticks] in ticks.nanoseconds })
    }

    func setClock(ahead seconds: Int) throws {
      try FileSystem.write(Array("\(seconds)\n".utf8), to: directory + "/offset")
    }
  }

  private var inAMinute: DaemonSettings.Pause {
    .until(Int64(WallClock.secondsSince1970) + 60)
  }

  @Test("a pause of a minute ends after a minute, also when the clock is set back meanwhile")
  func clockSetBack() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let stage = Stage(in: directory)
      try stage.settings.setPause(inAMinute)
      #expect(stage.settings.pause != .no)
      try stage.setClock(ahead: -86_400)
      stage.ticks.pass(seconds: 30)
      #expect(stage.settings.pause != .no)
      stage.ticks.pass(seconds: 31)
      #expect(stage.settings.pause == .no)
    }
  }

  @Test("a thread that was overtaken while it looked at the clock is answered")
  func overtaken() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let stage = Stage(in: directory)
      stage.ticks.pass(seconds: 10)
      #expect(stage.settings.pause == .no)
      stage.ticks.goBack(seconds: 1)
      #expect(stage.settings.pause == .no)
    }
  }

  @Test("a pause ends when its time has come, also when the machine slept")
  func clockSetForward() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let stage = Stage(in: directory)
      try stage.settings.setPause(inAMinute)
      try stage.setClock(ahead: 61)
      #expect(stage.settings.pause == .no)
    }
  }

  @Test("a process that serves one class notices within a second that indexing was paused")
  func otherProcess() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let (main, worker) = (Stage(in: directory), Stage(in: directory))
      #expect(worker.settings.pause == .no)
      try main.settings.setPause(.indefinite)
      worker.ticks.pass(seconds: 2)
      #expect(worker.settings.pause == .indefinite)
      try main.settings.setPause(.no)
      worker.ticks.pass(seconds: 2)
      #expect(worker.settings.pause == .no)
    }
  }

  @Test("a search goes by what was decided before it, however little time has passed")
  func searchAtOnce() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let stage = Stage(in: directory)
      let file = SettingsFile(path: directory + "/settings.json")
      #expect(stage.settings.appsHiddenFromSearch.isEmpty)
      for isSearchable in [false, true, false] {
        try file.update("a.b") { $0.isSearchable = isSearchable }
        #expect(stage.settings.appsHiddenFromSearch == (isSearchable ? [] : ["a.b"]))
      }
    }
  }

  @Test("a batch goes by the limits that were set or taken away before it")
  func limitsAtOnce() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let stage = Stage(in: directory)
      let file = SettingsFile(path: directory + "/settings.json")
      for limit in [10, nil, 7] {
        #expect(stage.settings.pause == .no)
        try file.update("a.b") { ($0.itemLimit, $0.byteLimit) = (limit, limit) }
        let found = stage.settings.settings(of: "a.b")
        #expect(found.itemLimit == limit && found.byteLimit == limit)
      }
    }
  }

  @Test(
    "settings that cannot be read let nothing be removed, also after they are mended",
    arguments: ["{", #"{"version":99,"purgeAfterDays":false}"#, nil])
  func unreadable(content: String?) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let path = directory + "/settings.json"
      // Permissions would not keep root out; a circle of links does.
      if let content {
        try FileSystem.write(Array(content.utf8), to: path)
      } else {
        _ = try Command("/bin/ln", ["-s", "settings.json", path]).run()
      }
      let stage = Stage(in: directory)
      #expect(stage.settings.failure != nil && stage.settings.graceDays == nil)
      if content == "{" {
        try stage.settings.restore()
        #expect(stage.settings.failure == nil && stage.settings.graceDays == nil)
        #expect(Stage(in: directory).settings.graceDays == nil)
      }
      try FileSystem.removeFile(path)
      try SettingsFile(path: path).setGraceDays(3)
      stage.ticks.pass(seconds: 2)
      #expect(stage.settings.graceDays == 3)
      // Those that were read once hold, but for this: what is removed does not come back.
      try FileSystem.write(Array("{".utf8), to: path)
      stage.ticks.pass(seconds: 2)
      #expect(stage.settings.graceDays == nil && stage.settings.failure != nil)
      try stage.settings.restore()
      #expect(stage.settings.graceDays == 3)
    }
  }

  @Test("a pause that cannot be read is one, until it can be read or the person goes on")
  func unreadablePause() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let path = directory + "/paused"
      for arrange in [
        { try FileSystem.write([UInt8](repeating: 32, count: 65), to: path) },
        { try FileSystem.createDirectory(path) },
        { _ = try Command("/bin/ln", ["-s", "paused", path]).run() },
      ] {
        try FileSystem.removeTree(path)
        let stage = Stage(in: directory)
        #expect(stage.settings.pause == .no)
        try arrange()
        stage.ticks.pass(seconds: 2)
        #expect(stage.settings.pause == .indefinite)
        #expect(Stage(in: directory).settings.pause == .indefinite)
      }
      let stage = Stage(in: directory)
      // It cannot be told what is there, so nobody is told that indexing goes on.
      #expect(throws: SettingsError.self) { try stage.settings.setPause(.no) }
      #expect(stage.settings.pause == .indefinite)
      try FileSystem.removeFile(path)
      stage.ticks.pass(seconds: 2)
      #expect(stage.settings.pause == .no)
    }
  }
}
