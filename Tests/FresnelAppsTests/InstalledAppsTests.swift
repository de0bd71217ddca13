import FresnelPlatform
import FresnelTestSupport
import Synchronization
import Testing

@testable import FresnelApps

@Suite("Which apps are still installed")
struct InstalledAppsTests {
  private static let app = "com.example.notes"
  private static let day: Int64 = 86_400

  /// A clock that a test sets.
  private final class Clock: Sendable {
    private let time = Mutex<(ofDay: Int64, elapsed: Int64)>((1_700_000_000, 1000))
    /// Time passes.
    func advance(_ count: Int64) {
      time.withLock { $0 = ($0.ofDay + count, $0.elapsed + count) }
    }
    /// Somebody sets the clock.
    func set(ahead count: Int64) { time.withLock { $0.ofDay += count } }
    var clock: InstalledApps.Clock {
      InstalledApps.Clock(
        now: { self.time.withLock { $0.ofDay } }, elapsed: { self.time.withLock { $0.elapsed } })
    }
  }

  /// Directories as a machine has them, and what is known of the apps in them.
  private struct Stage {
    let root: String
    let clock = Clock()
    var manifest: String { "\(root)/usr/share/fresnel/apps/\(app).plist" }
    var program: String { "\(root)/usr/bin/notes" }
    var path: String { root + "/apps.json" }
    let registry: AppRegistry

    init(in root: String) {
      self.root = root
      registry = AppRegistry(
        directories: [
          AppRegistry.Directory(path: root + "/usr/share/fresnel/apps", isPersonal: false)
        ])
    }

    func installed() -> InstalledApps {
      InstalledApps(
        path: path, dataDirectories: [root + "/flatpak/exports/share"], clock: clock.clock)
    }

    func install(identifier: String = app) throws {
      try write("\u{7F}ELF", to: program)
      try write(
        #"{"CFBundleIdentifier":"\#(identifier)","FresnelExecutable":"\#(program)"}"#, to: manifest)
    }

    func write(_ text: String, to path: String) throws {
      try FileSystem.createDirectory(FileSystem.parent(of: path))
      try FileSystem.write(Array(text.utf8), to: path, permissions: 0o755)
    }

    /// Looks at everything as it is now.
    func look(_ installed: InstalledApps) {
      _ = registry.reload()
      installed.look(registry.catalog)
    }

    func overdue(_ installed: InstalledApps, days: Int64 = 7) -> [String] {
      installed.overdue(after: days * day, registry.catalog)
    }
  }

  private func withStage(_ body: (Stage) throws -> Void) throws {
    try FileSystem.withTemporaryDirectory { (root: String) throws in
      try body(Stage(in: try #require(FileSystem.resolved(root))))
    }
  }

  @Test("an app whose manifest is removed is gone at once, and overdue after the grace time")
  func removal() throws {
    try withStage { stage in
      try stage.install()
      let installed = stage.installed()
      stage.look(installed)
      #expect(installed.gone.isEmpty && stage.overdue(installed, days: 0).isEmpty)
      try FileSystem.removeFile(stage.manifest)
      stage.look(installed)
      #expect(Set(installed.gone.keys) == [Self.app])
      #expect(InstalledApps.gone(in: stage.path) == [Self.app])
      stage.clock.advance(7 * Self.day - 1)
      stage.look(installed)
      #expect(stage.overdue(installed).isEmpty)
      stage.clock.advance(1)
      // Also after a restart.
      let again = stage.installed()
      #expect(stage.overdue(again) == [Self.app])
      try again.forget(Self.app)
      #expect(again.gone.isEmpty && stage.overdue(again).isEmpty)
      #expect(InstalledApps.gone(in: stage.path) == [])
    }
  }

  @Test("an app that is to be forgotten and cannot be says so")
  func forgetting() throws {
    try withStage { stage in
      try stage.install()
      let installed = stage.installed()
      stage.look(installed)
      try FileSystem.removeFile(stage.path)
      try FileSystem.createDirectory(stage.path + "/in the way")
      #expect(throws: SystemError.self) { try installed.forget(Self.app) }
    }
  }

  @Test("an app that is installed again before is there as if nothing had been")
  func reinstalling() throws {
    try withStage { stage in
      try stage.install()
      let installed = stage.installed()
      stage.look(installed)
      try FileSystem.removeTree(stage.root + "/usr")
      stage.look(installed)
      #expect(!installed.gone.isEmpty)
      stage.clock.advance(6 * Self.day)
      try stage.install()
      stage.look(installed)
      #expect(installed.gone.isEmpty)
      try FileSystem.removeTree(stage.root + "/usr")
      stage.look(installed)
      stage.clock.advance(6 * Self.day)
      #expect(stage.overdue(installed).isEmpty)
    }
  }

  @Test(
    "a clock that is set back and forward does not shorten the time",
    arguments: [[100, -100], [-100, 100], [100, 0], [-1000, 2000]] as [[Int64]])
  func settingTheClock(steps: [Int64]) throws {
    try withStage { stage in
      try stage.install()
      let installed = stage.installed()
      stage.look(installed)
      stage.clock.set(ahead: steps[0] * Self.day)
      try FileSystem.removeFile(stage.manifest)
      stage.look(installed)
      #expect(stage.overdue(installed).isEmpty)
      stage.clock.set(ahead: steps[1] * Self.day)
      stage.look(installed)
      #expect(stage.overdue(installed).isEmpty)
      stage.clock.advance(7 * Self.day - 1)
      #expect(stage.overdue(installed).isEmpty)
      stage.clock.advance(1)
      #expect(stage.overdue(installed) == [Self.app])
    }
  }

  @Test("of the time between two processes a day counts at most, whatever the clock says")
  func settingTheClockMeanwhile() throws {
    try withStage { stage in
      try stage.install()
      stage.look(stage.installed())
      try FileSystem.removeFile(stage.manifest)
      stage.look(stage.installed())
      stage.clock.set(ahead: -10_000 * Self.day)
      stage.look(stage.installed())
      stage.clock.set(ahead: 20_000 * Self.day)
      let installed = stage.installed()
      #expect(stage.overdue(installed).isEmpty)
      stage.clock.advance(6 * Self.day - 1)
      #expect(stage.overdue(installed).isEmpty)
      stage.clock.advance(1)
      #expect(stage.overdue(installed) == [Self.app])
    }
  }

  @Test("what lay on another medium that was mounted at the same place is not gone")
  func otherMedium() throws {
    try withStage { stage in
      let mount = try #require(MountTable.current.mountPoint(of: stage.root))
      let fileSystem = try #require(MountTable.current.fileSystem(on: mount))
      for (seen, isGone) in [(fileSystem, true), ("uuid:1234-ABCD", false), ("", false)] {
        try stage.write(
          """
          {"version":1,"apps":{"\(Self.app)":{"files":[
          {"path":"\(stage.manifest)","mount":"\(mount)","fileSystem":"\(seen)"}]}}}
          """, to: stage.path)
        let installed = stage.installed()
        stage.look(installed)
        #expect(installed.gone.isEmpty != isGone)
        #expect(stage.overdue(installed, days: 0).isEmpty != isGone)
      }
    }
  }

  @Test("what lies on a file system that is not mounted, or can't be looked at, is not gone")
  func unmounted() throws {
    try withStage { stage in
      let stick = stage.root + "/stick/fresnel/apps/\(Self.app).plist"
      for (mount, isGone) in [("/media/stick", false), ("", false)] {
        try stage.write(
          """
          {"version":1,"apps":{"\(Self.app)":{"files":[{"path":"\(stick)","mount":"\(mount)"}],
          "goneSince":1}}}
          """, to: stage.path)
        let installed = stage.installed()
        stage.look(installed)
        // It was seen to be gone before, so it stays hidden; it is not removed.
        #expect(stage.overdue(installed).isEmpty == !isGone)
      }
      try FileSystem.removeFile(stage.path)
      try stage.install()
      let installed = stage.installed()
      stage.look(installed)
      // A directory that can't be entered; permissions would not keep root out, a circle of links does.
      let apps = FileSystem.parent(of: stage.manifest)
      try FileSystem.rename(apps, to: apps + ".aside")
      _ = try Command("/bin/ln", ["-s", "apps", apps]).run()
      stage.look(installed)
      #expect(installed.gone.isEmpty)
      try FileSystem.removeFile(apps)
      stage.look(installed)
      #expect(!installed.gone.isEmpty)
      try FileSystem.rename(apps + ".aside", to: apps)
      stage.look(installed)
      #expect(installed.gone.isEmpty)
    }
  }

  @Test("mounts are known by the kernel's table, with spaces in their names")
  func mounts() {
    let table = MountTable(
      parsing: Array(
        """
        22 1 8:2 / / rw,relatime shared:1 - ext4 /dev/sda2 rw
        40 22 8:17 / /media/my\\040stick rw - vfat /dev/sdb1 rw
        41 22 8:3 / /home rw - ext4 /dev/sda3 rw
        42 22 8:33 / /mnt rw shared:3 master:1 - vfat /dev/none1 rw
        43 42 8:49 / /mnt rw - vfat /dev/none2 rw
        cut
        """.utf8), identifiers: ["/dev/none1": "AAAA", "/dev/none2": "BBBB"])
    // What was mounted last is what is seen.
    #expect(table.fileSystem(on: "/mnt") == "uuid:BBBB")
    #expect(table.fileSystem(on: "/nowhere") == nil)
    #expect(table.fileSystem(on: "/")?.hasPrefix("id:") == true)
    #expect(table.mountPoint(of: "/usr/share") == "/")
    #expect(table.mountPoint(of: "/home") == "/home")
    #expect(table.mountPoint(of: "/home/p/x") == "/home")
    #expect(table.mountPoint(of: "/homes") == "/")
    #expect(table.mountPoint(of: "/media/my stick/apps") == "/media/my stick")
    #expect(MountTable(parsing: []).mountPoint(of: "/usr") == nil)
    #expect(MountTable.current.mountPoint(of: "/proc/self") == "/proc")
  }

  @Test(
    "a manifest that names another app leaves the first one without; one that is being written does not"
  )
  func renaming() throws {
    try withStage { stage in
      try stage.install()
      let installed = stage.installed()
      stage.look(installed)
      try stage.write("{", to: stage.manifest)
      // Also for a daemon that has never read it whole.
      let fresh = Stage(in: stage.root)
      fresh.look(installed)
      #expect(installed.gone.isEmpty)
      try stage.install(identifier: "com.example.renamed")
      stage.look(installed)
      #expect(Set(installed.gone.keys) == [Self.app])
    }
  }

  @Test("an app is gone with its last program too, and a program without a manifest with its file")
  func programs() throws {
    try withStage { stage in
      try stage.install()
      let name = "unregistered:\(stage.root)/usr/bin/tasks"
      try stage.write("\u{7F}ELF", to: stage.root + "/usr/bin/tasks")
      let installed = stage.installed()
      installed.note(name, .program(stage.root + "/usr/bin/tasks"))
      installed.note("unregistered:/none", .program(stage.root + "/none"))
      stage.look(installed)
      #expect(installed.gone.isEmpty)
      try FileSystem.removeTree(stage.root + "/usr/bin")
      // Programs are not looked for in a search.
      installed.look(stage.registry.catalog, atPrograms: false)
      #expect(installed.gone.isEmpty)
      stage.look(installed)
      #expect(Set(installed.gone.keys) == [Self.app, name])
      try stage.write("\u{7F}ELF", to: stage.root + "/usr/bin/tasks")
      installed.note(name, .program(stage.root + "/usr/bin/tasks"))
      #expect(Set(installed.gone.keys) == [Self.app])
    }
  }

  @Test(
    "a Flatpak is gone with the desktop file that was exported for it, and not while it is updated")
  func flatpak() throws {
    try withStage { stage in
      let app = "org.example.Paint"
      let deployed = stage.root + "/flatpak/app/\(app)"
      let files = deployed + "/x86_64/stable/1/export/share/applications/\(app).desktop"
      let exported = stage.root + "/flatpak/exports/share/applications/\(app).desktop"
      try stage.write("[Desktop Entry]\n", to: files)
      try FileSystem.createDirectory(FileSystem.parent(of: exported))
      for (target, link) in [
        ("x86_64/stable/1", deployed + "/current"),
        ("../../../app/\(app)/current/export/share/applications/\(app).desktop", exported),
      ] {
        #expect(try Command("/bin/ln", ["-s", target, link]).run().isSuccess)
      }
      let installed = stage.installed()
      installed.note(app, .desktopFile(app))
      stage.look(installed)
      _ = installed.isChanged()
      #expect(installed.gone.isEmpty && !installed.isChanged())
      // An update takes the old version away before the new one is current.
      try FileSystem.removeFile(deployed + "/current")
      stage.look(installed)
      #expect(installed.gone.isEmpty)
      try FileSystem.removeFile(exported)
      #expect(installed.isChanged())
      try FileSystem.removeTree(stage.root + "/flatpak/app")
      stage.look(installed)
      #expect(Set(installed.gone.keys) == [app])
      stage.clock.advance(7 * Self.day)
      #expect(stage.overdue(installed) == [app])
    }
  }

  @Test(
    "an app that dpkg removes is gone, and there again when dpkg installs it",
    .enabled(
      if: Command.path(of: "dpkg") != nil && Command.path(of: "dpkg-deb") != nil,
      "This needs dpkg and dpkg-deb."))
  func dpkg() throws {
    try withStage { stage in
      let package = try DebianPackage(in: stage.root + "/deb", root: stage.root) { tree in
        let manifest = #"{"CFBundleIdentifier":"\#(Self.app)","FresnelExecutable":"notes"}"#
        try stage.write(manifest, to: "\(tree)/usr/share/fresnel/apps/\(Self.app).plist")
        try stage.write("\u{7F}ELF", to: tree + "/usr/bin/notes")
      }
      let installed = stage.installed()
      try package.install()
      stage.look(installed)
      #expect(stage.registry.catalog.entry(Self.app) != nil && installed.gone.isEmpty)
      try package.remove()
      // Not even the directories are left.
      #expect(!FileSystem.exists(stage.root + "/usr"))
      stage.look(installed)
      #expect(Set(installed.gone.keys) == [Self.app])
      try package.install()
      stage.look(installed)
      #expect(installed.gone.isEmpty)
      try package.remove()
      stage.look(installed)
      stage.clock.advance(7 * Self.day)
      #expect(stage.overdue(installed) == [Self.app])
    }
  }

  @Test("what cannot be read is not written over, and counts again when it can be read")
  func unreadable() throws {
    try withStage { stage in
      try stage.install()
      stage.look(stage.installed())
      try FileSystem.removeTree(stage.root + "/usr")
      stage.look(stage.installed())
      let aside = stage.path + ".moved"
      try FileSystem.rename(stage.path, to: aside)
      #expect(try Command("/bin/ln", ["-s", "apps.json", stage.path]).run().isSuccess)
      let installed = stage.installed()
      stage.look(installed)
      #expect(installed.failure?.contains(stage.path) == true)
      #expect(installed.gone.isEmpty && stage.overdue(installed, days: 0).isEmpty)
      #expect(InstalledApps.gone(in: stage.path) == nil)
      #expect(throws: SystemError.self) { try installed.forget(Self.app) }
      #expect(FileSystem.isSymbolicLink(stage.path))
      try FileSystem.rename(aside, to: stage.path)
      stage.look(installed)
      #expect(Set(installed.gone.keys) == [Self.app] && installed.failure == nil)
    }
  }

  @Test(
    "what is damaged, too long or of a later version is kept under another name",
    arguments: [0, 1, 2])
  func keptAside(kind: Int) throws {
    try withStage { stage in
      let long = [UInt8](repeating: 32, count: (16 << 20) + 1)
      let bytes = [Array("{".utf8), Array(#"{"version":2,"apps":{}}"#.utf8), long][kind]
      try FileSystem.write(bytes, to: stage.path)
      try stage.install()
      let installed = stage.installed()
      #expect(FileSystem.exists(stage.path) && installed.failure != nil)
      stage.look(installed)
      let kept = stage.path + ".damaged-1"
      #expect(try FileSystem.contents(of: kept) == bytes)
      #expect(installed.failure?.contains(kept) == true)
      #expect(InstalledApps.gone(in: stage.path) == [])
    }
  }

  @Test(
    "a damaged file that the person removes or mends meanwhile is gone on with",
    arguments: [false, true])
  func mendedMeanwhile(isMended: Bool) throws {
    try withStage { stage in
      try stage.install(identifier: "com.example.gone")
      stage.look(stage.installed())
      let good = try FileSystem.contents(of: stage.path)
      try FileSystem.write(Array("{".utf8), to: stage.path)
      let installed = stage.installed()
      #expect(installed.failure != nil)
      if isMended {
        try FileSystem.write(good, to: stage.path)
      } else {
        try FileSystem.removeFile(stage.path)
      }
      try stage.install()
      stage.look(installed)
      #expect(installed.failure == nil)
      #expect(!FileSystem.exists(stage.path + ".damaged-1"))
      let written = String(decoding: try FileSystem.contents(of: stage.path), as: UTF8.self)
      #expect(written.contains(Self.app))
      #expect(written.contains("com.example.gone") == isMended)
    }
  }

  @Test("programs without a manifest take no places of other apps, nor make a file too long")
  func places() throws {
    try withStage { stage in
      let installed = stage.installed()
      let folder = stage.root + "/" + String(repeating: "d", count: 200)
      func note(_ count: Int, in folder: String) throws {
        try FileSystem.createDirectory(folder)
        for number in 0..<count {
          let path = "\(folder)/\(number)"
          _ = try FileDescriptor(opening: path, for: .writing, creation: .ifMissingElseEmpty)
          installed.note("unregistered:script:" + path, .program(path))
        }
      }
      let deep = (0..<16).reduce(folder) { path, _ in
        path + "/" + String(repeating: "e", count: 200)
      }
      try note(200, in: deep)
      let size = try #require(try FileSystem.status(of: stage.path)).byteCount
      #expect(size < 4 << 20)
      try note(5, in: deep + "f")
      #expect(try FileSystem.status(of: stage.path)?.byteCount == size)
      // Others find room.
      try stage.install()
      stage.look(installed)
      try FileSystem.removeTree(stage.root + "/usr")
      stage.look(installed)
      #expect(installed.gone.keys.contains(Self.app))
    }
  }

  @Test(
    "what is damaged counts as nothing known, and says of no app that it is gone",
    arguments: [
      "", "{", "[]", #"{"version":2,"apps":{}}"#, #"{"version":1,"apps":[]}"#,
      #"{"version":1,"apps":{"a":{"files":[{"path":"x","mount":"/"}],"goneSince":1}}}"#,
      #"{"version":1,"apps":{"a":{"goneSince":1}}}"#, #"{"version":1,"apps":{"a":7}}"#,
    ])
  func damage(content: String) throws {
    try withStage { stage in
      try stage.write(content, to: stage.path)
      let installed = stage.installed()
      stage.look(installed)
      #expect(installed.gone.isEmpty && stage.overdue(installed, days: 0).isEmpty)
    }
  }
}
