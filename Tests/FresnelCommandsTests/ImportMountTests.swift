import FresnelPlatform
import Glibc
import Testing
import WireTestSupport

@testable import FresnelCommands

/// What was imported from a disk stays while the disk is not mounted, whatever path leads to it.
@Suite("Importing from file systems that come and go")
struct ImportMountTests {
  /// The kernel's table with `/` and other file systems.
  private static func table(_ points: String...) -> MountTable {
    let lines = (["/"] + points).map { "1 1 8:1 / \($0) rw - ext4 /dev/sda1 rw" }
    return MountTable(parsing: Array(lines.joined(separator: "\n").utf8))
  }

  private static func withPlace(_ body: (String) throws -> Void) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try body(try #require(FileSystem.resolved(directory)))
    }
  }

  /// What an import records that lists a directory.
  private static func recorded(_ directory: String, _ table: MountTable) -> [SourceMount] {
    let files = SourceFiles(table: table)
    #expect(!files.entries(of: directory).isEmpty)
    let state = ImportState(
      fingerprint: Fingerprint(), files: files, keptCount: 0)
    return ImportState(state.bytes).mounts
  }

  private static func makeFile(in directory: String) throws {
    try FileSystem.createDirectory(directory)
    try FileSystem.write([], to: directory + "/a.desktop")
  }

  @Test("a listed directory on which another one of the same file system was mounted")
  func bindMount() throws {
    try Self.withPlace { place in
      let listed = place + "/applications"
      try Self.makeFile(in: listed)
      let mounted = Self.table(listed)
      let mounts = Self.recorded(listed, mounted)
      #expect(mounts == [SourceMount(place: listed, point: listed)])
      #expect(SourceFiles(mounts: mounts, table: mounted).failures.isEmpty)
      let files = SourceFiles(mounts: mounts, table: Self.table())
      #expect(files.failures.map(\.path) == [listed])
      #expect(files.failures[0].sentence.contains("\(listed) is not mounted"))
      #expect(files.keepsItem(at: listed + "/a.desktop"))
      #expect(!files.keepsItem(at: place + "/other/a.desktop"))
      // What was not there to be listed is not forgotten.
      _ = files.entries(of: listed)
      #expect(files.mounts == mounts)
    }
  }

  @Test("a directory below a link to a disk, of which nothing is there, or the place to mount on")
  func linkToDisk() throws {
    for staysThere in [false, true] {
      for below in ["", "/share"] {
        try Self.withPlace { place in
          let (disk, link) = (place + "/disk", place + "/link")
          let listed = link + "/applications"
          try Self.makeFile(in: disk + below + "/applications")
          #expect(symlink(disk + below, link) == 0)
          let mounts = Self.recorded(listed, Self.table(disk))
          #expect(mounts == [SourceMount(place: link, point: disk)])
          #expect(SourceFiles(mounts: mounts, table: Self.table(disk)).failures.isEmpty)
          try FileSystem.removeTree(disk)
          if staysThere { try FileSystem.createDirectory(disk) }
          let files = SourceFiles(mounts: mounts, table: Self.table())
          #expect(files.failures.count == 1)
          #expect(files.failures[0].sentence.contains(disk))
          #expect(files.keepsItem(at: listed + "/a.desktop"))
        }
      }
    }
  }

  @Test("a link on a disk that leads away from it")
  func linkOnDisk() throws {
    try Self.withPlace { place in
      let disk = place + "/disk"
      let listed = disk + "/link/applications"
      try Self.makeFile(in: place + "/elsewhere/applications")
      try FileSystem.createDirectory(disk)
      #expect(symlink(place + "/elsewhere", disk + "/link") == 0)
      let mounts = Self.recorded(listed, Self.table(disk))
      #expect(mounts.map(\.place) == [disk + "/link"])
      #expect(SourceFiles(mounts: mounts, table: Self.table(disk)).failures.isEmpty)
      try FileSystem.removeTree(disk)
      try FileSystem.createDirectory(disk)
      let files = SourceFiles(mounts: mounts, table: Self.table())
      #expect(files.failures.count == 1)
      #expect(files.keepsItem(at: listed + "/a.desktop"))
    }
  }

  @Test("a link on one disk that leads to another, whose place to mount on stays")
  func linkBetweenDisks() throws {
    try Self.withPlace { place in
      let (first, second) = (place + "/first", place + "/second")
      let listed = first + "/link"
      try Self.makeFile(in: second)
      try FileSystem.createDirectory(first)
      #expect(symlink(second, listed) == 0)
      let mounts = Self.recorded(listed, Self.table(first, second))
      #expect(mounts == [SourceMount(place: listed, point: second)])
      try FileSystem.removeFile(second + "/a.desktop")
      let files = SourceFiles(mounts: mounts, table: Self.table(first))
      #expect(files.failures.count == 1)
      #expect(files.keepsItem(at: listed + "/a.desktop"))
    }
  }

  @Test("a link that leads to another file system by now is not one that is missing")
  func changedLink() throws {
    try Self.withPlace { place in
      let link = place + "/current"
      for number in ["1", "2"] { try Self.makeFile(in: place + "/" + number + "/applications") }
      #expect(symlink("1", link) == 0)
      let listed = link + "/applications"
      let mounts = Self.recorded(listed, Self.table(place + "/1"))
      #expect(mounts == [SourceMount(place: link, point: place + "/1")])
      try FileSystem.removeFile(link)
      #expect(symlink("2", link) == 0)
      let table = Self.table(place + "/2")
      let files = SourceFiles(mounts: mounts, table: table)
      #expect(files.failures.isEmpty)
      #expect(!files.entries(of: listed).isEmpty)
      #expect(files.mounts == [SourceMount(place: link, point: place + "/2")])
    }
  }

  @Test("a link to a disk that leads to the file system of the root by now has been changed")
  func changedToRoot() throws {
    try Self.withPlace { place in
      let link = place + "/current"
      for number in ["1", "2"] { try Self.makeFile(in: place + "/" + number + "/applications") }
      #expect(symlink("1", link) == 0)
      let listed = link + "/applications"
      let mounts = Self.recorded(listed, Self.table(place + "/1"))
      try FileSystem.removeFile(link)
      #expect(symlink("2", link) == 0)
      let files = SourceFiles(mounts: mounts, table: Self.table(place + "/1"))
      #expect(files.failures.isEmpty)
      #expect(!files.entries(of: listed).isEmpty)
    }
  }

  @Test("what lies on the file system of the root is recorded by no link")
  func root() throws {
    try Self.withPlace { place in
      try Self.makeFile(in: place + "/share/applications")
      #expect(symlink(place + "/share", place + "/link") == 0)
      #expect(Self.recorded(place + "/link/applications", Self.table()) == [])
    }
  }

  /// Whether this machine lets the test mount directories where only its children see that.
  private static let canMount: Bool = {
    let flags = TestProgram.isRoot ? "--mount" : "--map-root-user"
    let command = Command(
      "/usr/bin/unshare", ["--mount", flags, "/bin/mount", "--bind", "/proc", "/mnt"])
    return (try? command.run())?.isSuccess == true
  }()

  @Test(
    "the tool keeps the applications of a directory that is not mounted any more, and says so",
    .enabled(if: canMount, "mounting takes root, or namespaces of users"),
    arguments: ["share", "disk"])
  func tool(bound: String) throws {
    try Self.withPlace { place in
      let applications = place + "/origin/applications"
      try FileSystem.createDirectory(applications)
      try FileSystem.write(
        Array("[Desktop Entry]\nType=Application\nName=One\nExec=one\n".utf8),
        to: applications + "/one.desktop")
      try FileSystem.createDirectory(place + "/" + bound)
      if bound != "share" { #expect(symlink(place + "/" + bound, place + "/share") == 0) }
      let fresnel = try TestProgram.path("fresnel")
      let script = """
        set -e
        mount --bind "$1/origin" "$1/\(bound)"
        "$2" import applications
        umount "$1/\(bound)"
        "$2" import applications || echo "status $?"
        mount --bind "$1/origin" "$1/\(bound)"
        "$2" import applications
        umount "$1/\(bound)"
        "$2" import applications --force
        """
      let flags = TestProgram.isRoot ? "--mount" : "--map-root-user"
      var command = Command(
        "/usr/bin/unshare",
        ["--mount", flags, "/bin/sh", "-c", "exec 2>&1; " + script, "sh", place, fresnel])
      command.environment = [
        "PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "HOME": place, "XDG_DATA_HOME": place + "/data",
        "XDG_DATA_DIRS": place + "/share", "FLATPAK_SYSTEM_DIR": place + "/flatpak",
        "FRESNEL_STORE": place + "/store", "XDG_RUNTIME_DIR": place + "/runtime",
      ]
      let (ending, bytes) = try command.capture()
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      #expect(ending.isSuccess, "\(lines)")
      #expect(lines.first?.hasPrefix("applications: 1 item, 1 written") == true, "\(lines)")
      let said = lines.filter { $0.contains("\(place)/\(bound)") && $0.contains("not mounted") }
      #expect(said.count == 1, "\(lines)")
      #expect(lines.count { $0.hasPrefix("status ") } == 1, "\(lines)")
      #expect(lines.last?.contains("1 removed") == true, "\(lines)")
      #expect(lines.count { $0.contains("removed") } == 1, "\(lines)")
    }
  }
}
