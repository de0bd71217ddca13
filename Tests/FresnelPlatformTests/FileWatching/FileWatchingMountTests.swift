import FresnelPlatform
import Glibc
import Synchronization
import Testing

@Suite("Watching trees with mounts in them")
struct FileWatchingMountTests {
  /// Mounts for a test, which nobody else sees and which are gone with the thread that made them.
  private enum OwnMounts {
    /// The kind of file system that tests mount, as statfs(2) numbers it.
    static let kind: UInt64 = 0x8584_58F6

    /// Runs a body on a thread that sees mounts of its own.
    ///
    /// - Returns: What the body returns; `nil` where nothing may be mounted.
    static func run<Value: Sendable>(
      _ body: @escaping @Sendable () throws -> Value
    ) throws -> Value? {
      let result = Outcome<Value>()
      let ended = try WakePipe()
      let isStarted = DetachedThread.start {
        if enter() {
          let value = Result { try body() }
          result.value.withLock { $0 = value }
        }
        ended.signal()
      }
      guard isStarted else { return nil }
      while try waitForInput(on: [ended.descriptor], timeout: nil).isEmpty {}
      return try result.value.withLock { try $0?.get() }
    }

    private final class Outcome<Value: Sendable>: Sendable {
      let value = Mutex<Result<Value, any Error>?>(nil)
    }

    private static func enter() -> Bool {
      guard let address = LoadedSymbol.address(of: "unshare") else { return false }
      typealias Unshare = @convention(c) (Int32) -> Int32
      let newNamespaceOfMounts: Int32 = 0x20000
      guard unsafeBitCast(address, to: Unshare.self)(newNamespaceOfMounts) == 0 else {
        return false
      }
      return mount(nil, "/", nil, UInt(MS_REC | MS_PRIVATE), nil) == 0
        && mount("none", "/mnt", "ramfs", 0, nil) == 0 && umount2("/mnt", 0) == 0
    }
  }

  /// Expectations would not be told on a thread of its own.
  private static func check(_ result: Int32) throws {
    if result != 0 { throw SystemError(errno: errno, call: "mount") }
  }

  @Test("A tree's mount of a kind that can't be watched is left out and named")
  func remote() throws {
    let use = try OwnMounts.run { () throws -> WatchUse in
      try FileSystem.withTemporaryDirectory { directory in
        let disk = directory + "/root/disk"
        try FileSystem.createDirectory(disk)
        try Self.check(mount("none", disk, "ramfs", 0, nil))
        defer { umount2(disk, Int32(MNT_DETACH)) }
        try FileSystem.createDirectory(disk + "/inner")
        var options = FileWatching.Options()
        options.remoteKinds = [OwnMounts.kind]
        return try WatchedTrees(in: directory, options: options).watching.use
      }
    }
    guard let use else { try Test.cancel("Nothing may be mounted here.") }
    #expect(use.used == 2 && use.unwatched == [.remote: 1])
  }

  @Test("A folder that is mounted at two places of a tree has one watch, and is told once")
  func twin() throws {
    let told = try OwnMounts.run { () throws -> (use: WatchUse, changes: Int) in
      try FileSystem.withTemporaryDirectory { directory in
        let (one, two) = (directory + "/root/one", directory + "/root/two")
        try FileSystem.createDirectory(one)
        try FileSystem.createDirectory(two)
        try Self.check(mount(one, two, nil, UInt(MS_BIND), nil))
        defer { umount2(two, Int32(MNT_DETACH)) }
        var trees = try WatchedTrees(in: directory)
        try trees.readAll()
        try FileSystem.create(trees.path("one/file"))
        return (trees.watching.use, try trees.readAll().count)
      }
    }
    guard let told else { try Test.cancel("Nothing may be mounted here.") }
    #expect(told.use.used == 3 && told.use.unwatched == [.twin: 1])
    #expect(told.changes == 1)
  }

  @Test("A folder from which a file system is unmounted is looked at and watched")
  func unmounting() throws {
    typealias Told = (first: [FileChange], then: [FileChange], disk: RawPath)
    let told = try OwnMounts.run { () throws -> Told in
      try FileSystem.withTemporaryDirectory { directory in
        let disk = directory + "/root/disk"
        try FileSystem.createDirectory(disk)
        try Self.check(mount("none", disk, "ramfs", 0, nil))
        try FileSystem.createDirectory(disk + "/inner/deep")
        var trees = try WatchedTrees(in: directory)
        try trees.readAll()
        try Self.check(umount2(disk, 0))
        let first = try trees.readAll()
        try FileSystem.create(trees.path("disk/file"))
        return (first, try trees.readAll(), trees.path("disk"))
      }
    }
    guard let told else { try Test.cancel("Nothing may be mounted here.") }
    #expect(told.first == [.rescan(told.disk)])
    #expect(told.then == [.created(told.disk.appending(Array("file".utf8)), isDirectory: false)])
  }
}
