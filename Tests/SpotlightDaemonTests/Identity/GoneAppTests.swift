import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing
import WireTestSupport

@Suite("Apps that are not installed any more", .serialized, .timeLimit(.minutes(30)))
struct GoneAppTests {
  private static let app = "com.example.notes"
  private static let day = 86_400

  private struct Stage {
    let daemon: DaemonProcess
    let tool: RawClient
    let directory: String

    func setClock(ahead seconds: Int) throws {
      try FileSystem.write(Array("\(seconds)\n".utf8), to: directory + "/clock")
    }

    func found(_ reach: SearchReach = .system) throws -> [String] {
      try tool.identifiers(matching: "title == \"*\"", reach: reach)
    }

    func put(_ names: [String], as app: String = app, _ protection: ProtectionClass = .none) throws
    {
      let client = try RawClient(path: daemon.socketPath)
      try client.shakeHands(claiming: app)
      guard protection.isLockable else {
        return try client.put(names, into: try client.open("things", protection))
      }
      guard case .open(let channel, let index) = try client.openLockable("things", protection)
      else {
        throw RawClient.Failure.unexpected(.indexOpened)
      }
      try channel.put(names, into: index)
    }

    /// Reads manifests again, as `fresnel app remove` has it done, and removes what is overdue.
    func purged() throws -> [String] {
      guard case .array(let names)? = try tool.order("apps.reload", "{}")["purged"] else {
        return []
      }
      return names.compactMap { if case .string(let name) = $0 { name } else { nil } }
    }
  }

  private func withStage(
    fill: (_ directory: String) throws -> Void, _ body: (Stage) throws -> Void
  ) throws {
    try FileSystem.withTemporaryDirectory { (temporary: String) throws in
      let directory = try #require(FileSystem.resolved(temporary))
      try fill(directory)
      let daemon = try DaemonProcess(
        in: directory, options: ["--trust-claims", "--clock-offset", directory + "/clock"])
      try daemon.start()
      defer { daemon.kill() }
      let tool = try RawClient(path: daemon.socketPath)
      try tool.shakeHands(role: .tool, claiming: "org.fresnel.tool")
      try body(Stage(daemon: daemon, tool: tool, directory: directory))
    }
  }

  private func manifest(_ directory: String) -> String {
    "\(directory)/data/fresnel/apps/\(Self.app).plist"
  }

  private func writeManifest(_ directory: String) throws {
    let path = manifest(directory)
    try FileSystem.createDirectory(FileSystem.parent(of: path))
    try FileSystem.write(Array(#"{"CFBundleIdentifier":"\#(Self.app)"}"#.utf8), to: path)
  }

  @Test(
    "searches leave them out at once, the doctor names them, and their items go after the grace time"
  )
  func life() throws {
    try withStage(fill: writeManifest) { stage in
      try stage.put(["a", "b"])
      try stage.put(["c"], as: "com.example.other")
      #expect(try stage.found() == ["a", "b", "c"])
      try FileSystem.removeFile(manifest(stage.directory))
      // The very next search.
      #expect(try stage.found() == ["c"])
      #expect(try stage.found(.apps([Self.app])) == [])
      #expect(try stage.daemon.findings(stage.tool) == ["appGone \(Self.app)"])
      try stage.setClock(ahead: 7 * Self.day - 60)
      #expect(try stage.purged() == [])
      #expect(try stage.daemon.itemCounts(stage.tool)[Self.app] == 2)
      // It is installed again in time.
      try writeManifest(stage.directory)
      #expect(try stage.purged() == [])
      #expect(try stage.found() == ["a", "b", "c"])
      #expect(try stage.daemon.findings(stage.tool) == [])
      try FileSystem.removeFile(manifest(stage.directory))
      #expect(try stage.found() == ["c"])
      try stage.setClock(ahead: 14 * Self.day)
      #expect(try stage.purged() == [Self.app])
      #expect(try stage.daemon.itemCounts(stage.tool) == ["com.example.other": 1])
      #expect(try stage.daemon.findings(stage.tool) == [])
    }
  }

  @Test("what cannot be removed is tried again, and the app is not forgotten before")
  func tryingAgain() throws {
    try withStage(fill: writeManifest) { stage in
      try stage.put(["a"])
      let own = "\(stage.directory)/data/fresnel/embedded/\(Self.app)"
      try FileSystem.createDirectory(own)
      try FileSystem.removeFile(manifest(stage.directory))
      #expect(try stage.found() == [])
      try stage.setClock(ahead: 8 * Self.day)
      do {
        // The app still runs, and writes to it.
        let lock = try LockFile(locking: own + "/lock")
        defer { withExtendedLifetime(lock) {} }
        #expect(try stage.purged() == [])
        #expect(FileSystem.isDirectory(own))
      }
      #expect(try stage.purged() == [Self.app])
      #expect(!FileSystem.isDirectory(own))
    }
  }

  @Test("the person decides how long their items stay, also across a restart")
  func grace() throws {
    try withStage(fill: writeManifest) { stage in
      try stage.put(["a"])
      let never = try stage.daemon.fresnel(["settings", "--purge-after", "never"])
      #expect(never.status == 0 && never.output.contains("removed never"), "\(never.output)")
      try FileSystem.removeFile(manifest(stage.directory))
      #expect(try stage.found() == [])
      try stage.setClock(ahead: 1000 * Self.day)
      #expect(try stage.purged() == [])
      #expect(try stage.daemon.fresnel(["settings", "--purge-after", "1001"]).status == 0)
      #expect(try stage.purged() == [])
      try stage.daemon.stop()
      try stage.daemon.start()
      let tool = try RawClient(path: stage.daemon.socketPath)
      try tool.shakeHands(role: .tool, claiming: "org.fresnel.tool")
      let again = Stage(daemon: stage.daemon, tool: tool, directory: stage.directory)
      #expect(try again.found() == [])
      #expect(try stage.daemon.fresnel(["settings", "--purge-after", "1000"]).status == 0)
      #expect(try again.purged() == [Self.app])
      #expect(try stage.daemon.fresnel(["settings", "--purge-after", "soon"]).status == 2)
      #expect(
        try stage.daemon.fresnel(["settings", Self.app, "--purge-after", "3"]).status == 2)
    }
  }

  @Test("nothing is removed while it cannot be read how long the items are to stay")
  func unreadableSettings() throws {
    try withStage { directory in
      try writeManifest(directory)
      try FileSystem.createDirectory(directory + "/config/fresnel")
      try FileSystem.write(
        Array(#"{"version":99,"purgeAfterDays":false}"#.utf8),
        to: directory + "/config/fresnel/settings.json")
    } _: { stage in
      try stage.put(["a"])
      try FileSystem.removeFile(manifest(stage.directory))
      #expect(try stage.found() == [])
      try stage.setClock(ahead: 1000 * Self.day)
      #expect(try stage.purged() == [])
      #expect(try stage.daemon.itemCounts(stage.tool)[Self.app] == 1)
      let doctor = try stage.daemon.fresnel(["doctor"]).output
      #expect(doctor.contains("settings.json") && doctor.contains("they stay"), "\(doctor)")
    }
  }

  @Test("items of classes that can be locked are left out and removed too")
  func lockable() throws {
    try withStage(fill: writeManifest) { stage in
      try stage.daemon.unlock()
      try stage.put(["secret"], .complete)
      let search = { try stage.daemon.fresnel(["search", "--json", "secret"]).output }
      #expect(try search().contains("secret"))
      try FileSystem.removeFile(manifest(stage.directory))
      _ = try stage.purged()
      let isHidden = try TestProgram.wait { try !search().contains("\"secret\"") }
      #expect(isHidden)
      try stage.setClock(ahead: 8 * Self.day)
      #expect(try stage.purged() == [Self.app])
      try writeManifest(stage.directory)
      _ = try stage.purged()
      #expect(try !search().contains("\"secret\""))
    }
  }

  @Test("an app that was removed on condition that its items stay keeps them")
  func keepingItems() throws {
    try withStage(fill: writeManifest) { stage in
      try stage.put(["a"])
      #expect(try stage.daemon.fresnel(["app", "remove", "--keep-items", Self.app]).status == 0)
      #expect(try stage.found() == ["a"])
      try stage.setClock(ahead: 100 * Self.day)
      #expect(try stage.purged() == [])
      #expect(try stage.found() == ["a"])
    }
  }

  @Test(
    "removal by dpkg is noticed by the next search",
    .enabled(
      if: Command.path(of: "dpkg") != nil && Command.path(of: "dpkg-deb") != nil,
      "This needs dpkg and dpkg-deb."))
  func dpkg() throws {
    var built: DebianPackage?
    try withStage { directory in
      let root = directory + "/root"
      let package = try DebianPackage(in: directory + "/deb", root: root) { tree in
        let path = "\(tree)/usr/share/fresnel/apps/\(Self.app).plist"
        try FileSystem.createDirectory(FileSystem.parent(of: path))
        try FileSystem.write(Array(#"{"CFBundleIdentifier":"\#(Self.app)"}"#.utf8), to: path)
      }
      try package.install()
      _ = try Command("/bin/ln", ["-s", root + "/usr/share", directory + "/system"]).run()
      built = package
    } _: { stage in
      let package = try #require(built)
      try stage.put(["a"])
      #expect(try stage.found() == ["a"])
      try package.remove()
      #expect(try stage.found() == [])
      try package.install()
      _ = try stage.purged()
      #expect(try stage.found() == ["a"])
      try package.remove()
      #expect(try stage.found() == [])
      try stage.setClock(ahead: 8 * Self.day)
      #expect(try stage.purged() == [Self.app])
    }
  }
}
