import FresnelPlatform
import Glibc
import Testing

@Suite("Watching more than can be watched")
struct FileWatchingLimitTests {
  /// Has the kernel's queue overflow, by files that come and go in the tree.
  private func overflow(_ trees: WatchedTrees) throws {
    let path = "/proc/sys/fs/inotify/max_queued_events"
    let text = String(decoding: try FileSystem.contents(of: path), as: UTF8.self)
    let length = try #require(Int(text.filter(\.isNumber)))
    // A queue of a server's size takes too long to fill.
    if length > 200_000 { try Test.cancel("The kernel's queue holds \(length) events.") }
    // Two events each, which the kernel can't join.
    for number in 0...(length / 2) {
      try FileSystem.create(trees.path("\(number)"))
      try FileSystem.removeFile(trees.path("\(number)").text)
    }
  }

  @Test("A queue that overflows gives a rescan of each tree, and watching goes on")
  func overflow() throws {
    try FileSystem.withTemporaryDirectory { directory in
      var trees = try WatchedTrees(in: directory)
      try trees.readAll()
      try overflow(trees)
      try FileSystem.createDirectory(trees.path("new").text)
      #expect(try trees.readAll().contains(.rescan(trees.root)))
      let file = trees.path("new/file")
      try FileSystem.create(file)
      #expect(try trees.readAll() == [.created(file, isDirectory: false)])
      let (known, there) = trees.comparison()
      #expect(known == there)
    }
  }

  @Test("A tree that is gone when the queue has overflowed is told")
  func overflowOfTreeThatIsGone() throws {
    try FileSystem.withTemporaryDirectory { directory in
      try FileSystem.createDirectory(directory + "/root/folder")
      var trees = try WatchedTrees(in: directory)
      try trees.readAll()
      try overflow(trees)
      try FileSystem.removeTree(trees.root.text)
      #expect(try trees.readAll().contains(.rescan(trees.root)))
      #expect(trees.comparison().known.isEmpty)
    }
  }

  @Test("With few watches the folders near the top have them, and the others are named")
  func fewWatches() throws {
    try FileSystem.withTemporaryDirectory { directory in
      try FileSystem.createDirectory(directory + "/root/one/deep")
      try FileSystem.createDirectory(directory + "/root/two")
      var options = FileWatching.Options()
      options.maximumWatchCount = 4
      var trees = try WatchedTrees(in: directory, options: options)
      try trees.readAll()
      #expect(trees.watching.use == WatchUse(used: 4, allowed: 4, unwatched: [.budget: 1]))
      #expect(trees.watching.unwatched.map(\.path) == [trees.path("one/deep")])
      // Nothing is heard of it.
      try FileSystem.create(trees.path("one/deep/file"))
      #expect(try trees.readAll().isEmpty)
      trees.watching.rescanUnwatched()
      #expect(try trees.readAll() == [.rescan(trees.path("one/deep"))])
      // A new one is told, and that it will not be heard of.
      try FileSystem.createDirectory(trees.path("two/new").text)
      #expect(
        try trees.readAll() == [
          .created(trees.path("two/new"), isDirectory: true), .rescan(trees.path("two/new")),
        ])
      // What one gives back the next one takes.
      try FileSystem.removeTree(trees.path("two").text)
      #expect(try trees.readAll().contains(.rescan(trees.path("one/deep"))))
      #expect(trees.watching.use == WatchUse(used: 4, allowed: 4, unwatched: [:]))
      try FileSystem.create(trees.path("one/deep/file"))
      #expect(try trees.readAll() == [.changed(trees.path("one/deep/file"))])
    }
  }

  @Test("Three watches of three directories are enough") func exact() throws {
    try FileSystem.withTemporaryDirectory { directory in
      try FileSystem.createDirectory("\(directory)/root/one")
      var options = FileWatching.Options()
      options.maximumWatchCount = 3
      let trees = try WatchedTrees(in: directory, options: options)
      #expect(trees.watching.use == WatchUse(used: 3, allowed: 3, unwatched: [:]))
    }
  }

  @Test("Usually a third of the system's watches are used at most")
  func allowance() throws {
    let path = "/proc/sys/fs/inotify/max_user_watches"
    let text = String(decoding: try FileSystem.contents(of: path), as: UTF8.self)
    let limit = try #require(Int(text.filter(\.isNumber)))
    #expect(FileWatching.Options().maximumWatchCount == limit / 3)
  }

  @Test(
    "A folder that may not be read is named, and watched once it may",
    .enabled(if: getuid() != 0, "The administrator may read everything."))
  func unreadable() throws {
    try FileSystem.withTemporaryDirectory { directory in
      var trees = try WatchedTrees(in: directory)
      try trees.readAll()
      let folder = trees.path("folder")
      #expect(folder.withCString { mkdir($0, 0) } == 0)
      #expect(
        try trees.readAll() == [.created(folder, isDirectory: true), .rescan(folder)])
      #expect(trees.watching.use.unwatched == [.unreadable: 1])
      #expect(folder.withCString { chmod($0, 0o700) } == 0)
      #expect(try trees.readAll() == [.rescan(folder)])
      #expect(trees.watching.use.unwatched == [:])
    }
  }

  @Test("A batch ends after so many changes, and the rest follows")
  func longBatches() throws {
    try FileSystem.withTemporaryDirectory { directory in
      var options = FileWatching.Options()
      options.maximumChangeCount = 10
      var trees = try WatchedTrees(in: directory, options: options)
      try trees.readAll()
      for number in 0..<4000 { try FileSystem.create(trees.path("\(number)")) }
      let first = try trees.readBatch()
      // What was read together is told together.
      #expect(first.count >= 10 && first.count < 3000)
      try trees.readAll()
      let (known, there) = trees.comparison()
      #expect(known == there)
    }
  }
}
