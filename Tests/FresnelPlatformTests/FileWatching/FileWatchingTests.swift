import FresnelPlatform
import Glibc
import Testing

@Suite("Watching a tree")
struct FileWatchingTests {
  private func withTrees(
    options: FileWatching.Options = FileWatching.Options(),
    isExcluded: @escaping (RawPath) -> Bool = { _ in false },
    prepare: (_ root: String) throws -> Void = { _ in },
    _ body: (_ trees: inout WatchedTrees) throws -> Void
  ) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try FileSystem.createDirectory(directory + "/root")
      try prepare(directory + "/root")
      var trees = try WatchedTrees(in: directory, options: options, isExcluded: isExcluded)
      let first = try trees.readAll()
      #expect(first.contains(.rescan(trees.root)))
      try body(&trees)
      let (known, there) = trees.comparison()
      #expect(known == there)
    }
  }

  @Test("tells what is made, changed, renamed and removed")
  func life() throws {
    try withTrees { trees in
      let (one, two) = (trees.path("one"), trees.path("two"))
      try FileSystem.create(one)
      #expect(try trees.readAll() == [.created(one, isDirectory: false)])
      try FileSystem.create(one)
      #expect(try trees.readAll() == [.changed(one)])
      #expect(FileSystem.move(one, two))
      #expect(try trees.readAll() == [.moved(from: one, to: two, isDirectory: false)])
      try FileSystem.removeFile(two.text)
      #expect(try trees.readAll() == [.deleted(two, isDirectory: false)])
    }
  }

  @Test("tells a file that an editor saves beside and renames as renamed")
  func safeSave() throws {
    try withTrees { trees in
      let (document, aside) = (trees.path("letter.txt"), trees.path("letter.txt.tmp"))
      try FileSystem.create(document)
      try trees.readAll()
      try FileSystem.create(aside, [1, 2, 3])
      #expect(FileSystem.move(aside, document))
      #expect(
        try trees.readAll() == [
          .created(aside, isDirectory: false),
          .moved(from: aside, to: document, isDirectory: false),
        ])
    }
  }

  @Test("tells what comes in as created and what goes out as deleted")
  func borders() throws {
    try withTrees { trees in
      let outside = RawPath(trees.directory.text + "/outside")
      let inside = trees.path("folder")
      try FileSystem.createDirectory(outside.text + "/inner")
      #expect(FileSystem.move(outside, inside))
      #expect(try trees.readAll() == [.created(inside, isDirectory: true)])
      let file = trees.path("folder/inner/file")
      try FileSystem.create(file)
      #expect(try trees.readAll() == [.created(file, isDirectory: false)])
      #expect(FileSystem.move(inside, outside))
      #expect(try trees.readAll() == [.deleted(inside, isDirectory: true)])
      #expect(trees.watching.use.used == 2)
      // It has no watch any more.
      try FileSystem.create(RawPath(outside.text + "/inner/other"))
      #expect(try trees.readAll().isEmpty)
    }
  }

  @Test("tells what left a folder by the path that it has once the folder has another name")
  func leavingBeforeRename() throws {
    try withTrees(prepare: { root in
      try FileSystem.createDirectory(root + "/old/inner/deep")
      try FileSystem.create(RawPath(root + "/old/file"))
    }) { trees in
      let outside = RawPath(trees.directory.bytes + Array("/outside".utf8))
      #expect(FileSystem.makeDirectory(outside))
      for name in ["inner", "file"] {
        let place = outside.appending(Array(name.utf8))
        #expect(FileSystem.move(trees.path("old/\(name)"), place))
      }
      #expect(FileSystem.move(trees.path("old"), trees.path("new")))
      let changes = try trees.readAll()
      #expect(
        changes == [
          .moved(from: trees.path("old"), to: trees.path("new"), isDirectory: true),
          .deleted(trees.path("new/inner"), isDirectory: true),
          .deleted(trees.path("new/file"), isDirectory: false),
        ])
      let (known, there) = trees.comparison()
      #expect(known == there)
    }
  }

  @Test("tells a folder with 10,000 files that moves in one change, and goes on in it")
  func folder() throws {
    try withTrees(prepare: { root in
      for folder in 0..<200 {
        #expect(FileSystem.makeDirectory(RawPath("\(root)/old")) || folder > 0)
        #expect(FileSystem.makeDirectory(RawPath("\(root)/old/\(folder)")))
        for file in 0..<50 { try FileSystem.create(RawPath("\(root)/old/\(folder)/\(file)")) }
      }
    }) { trees in
      let used = trees.watching.use.used
      let (old, new) = (trees.path("old"), trees.path("new"))
      #expect(FileSystem.move(old, new))
      #expect(try trees.readAll() == [.moved(from: old, to: new, isDirectory: true)])
      #expect(trees.watching.use.used == used)
      let file = trees.path("new/150/later")
      try FileSystem.create(file)
      #expect(try trees.readAll() == [.created(file, isDirectory: false)])
    }
  }

  @Test("follows a folder through many names between two looks, and keeps its watches")
  func renameStorm() throws {
    try withTrees(prepare: { root in
      try FileSystem.createDirectory(root + "/0/inner/deep")
    }) { trees in
      let used = trees.watching.use.used
      for number in 0..<500 {
        #expect(FileSystem.move(trees.path("\(number)"), trees.path("\(number + 1)")))
      }
      let changes = try trees.readAll()
      #expect(
        changes
          == (0..<500).map {
            .moved(from: trees.path("\($0)"), to: trees.path("\($0 + 1)"), isDirectory: true)
          })
      #expect(trees.watching.use.used == used)
      let file = trees.path("500/inner/deep/file")
      try FileSystem.create(file)
      #expect(try trees.readAll() == [.created(file, isDirectory: false)])
    }
  }

  @Test("goes on in two folders that change their names with one another")
  func swap() throws {
    try withTrees(prepare: { root in
      try FileSystem.createDirectory(root + "/one/inner")
      try FileSystem.createDirectory(root + "/two/inner")
    }) { trees in
      for _ in 0..<3 {
        #expect(FileSystem.move(trees.path("one"), trees.path("aside")))
        #expect(FileSystem.move(trees.path("two"), trees.path("one")))
        #expect(FileSystem.move(trees.path("aside"), trees.path("two")))
      }
      try trees.readAll()
      for name in ["one", "two"] {
        let file = trees.path("\(name)/inner/file")
        try FileSystem.create(file)
        #expect(try trees.readAll() == [.created(file, isDirectory: false)])
      }
    }
  }

  @Test(
    "watches a folder that is made in one that moves on at once, whatever takes that one's place",
    arguments: ["nothing", "a folder", "a link"])
  func madeWhileMoving(successor: String) throws {
    try withTrees(prepare: { root in
      try FileSystem.createDirectory(root + "/old")
      try FileSystem.createDirectory(root + "/other/inner")
    }) { trees in
      try FileSystem.createDirectory(trees.path("old/inner").text)
      #expect(FileSystem.move(trees.path("old"), trees.path("new")))
      switch successor {
      case "a folder": try FileSystem.createDirectory(trees.path("old/inner").text)
      case "a link": #expect(symlink("other", trees.path("old").text) == 0)
      default: break
      }
      try trees.readAll()
      var paths = [trees.path("new/inner/file"), trees.path("other/inner/file")]
      if successor == "a folder" { paths.append(trees.path("old/inner/file")) }
      for path in paths {
        try FileSystem.create(path)
        #expect(try trees.readAll() == [.created(path, isDirectory: false)])
      }
    }
  }

  @Test("keeps the bytes of names that are no UTF-8")
  func rawNames() throws {
    try withTrees { trees in
      let directory = trees.root.appending([0xFF, 0x20, 0xC3])
      #expect(FileSystem.makeDirectory(directory))
      try trees.readAll()
      let file = directory.appending([0x80])
      try FileSystem.create(file)
      #expect(try trees.readAll() == [.created(file, isDirectory: false)])
    }
  }

  @Test("follows no link")
  func links() throws {
    try withTrees { trees in
      let outside = RawPath(trees.directory.text + "/outside")
      #expect(FileSystem.makeDirectory(outside))
      let link = trees.path("link")
      #expect(link.withCString { link in outside.withCString { symlink($0, link) } } == 0)
      #expect(try trees.readAll() == [.created(link, isDirectory: false)])
      try FileSystem.create(RawPath(outside.text + "/file"))
      #expect(try trees.readAll().isEmpty)
      #expect(trees.watching.use.used == 2)
    }
  }

  @Test("is silent of what is left out, and asks anew when it is told to")
  func leftOut() throws {
    let names = Names(["cache"])
    try withTrees(isExcluded: { names.values.contains(String(decoding: $0.name, as: UTF8.self)) }) {
      trees in
      try FileSystem.createDirectory(trees.path("cache/inner").text)
      try FileSystem.create(trees.path("cache/inner/file"))
      #expect(try trees.readAll().isEmpty)
      #expect(FileSystem.move(trees.path("cache"), trees.path("kept")))
      #expect(try trees.readAll() == [.created(trees.path("kept"), isDirectory: true)])
      #expect(FileSystem.move(trees.path("kept"), trees.path("cache")))
      #expect(try trees.readAll() == [.deleted(trees.path("kept"), isDirectory: true)])
      names.values = []
      trees.watching.reconsider(trees.path("cache"))
      #expect(try trees.readAll() == [.rescan(trees.path("cache"))])
      let file = trees.path("cache/inner/other")
      try FileSystem.create(file)
      #expect(try trees.readAll() == [.created(file, isDirectory: false)])
    }
  }

  /// Names that change while they are asked for, on one thread.
  private final class Names {
    var values: [String]
    init(_ values: [String]) { self.values = values }
  }

  @Test("goes on with the folder that takes the place of a tree's top, also after a while")
  func replacedTop() throws {
    try withTrees { trees in
      let (root, aside) = (trees.root, RawPath(trees.directory.text + "/aside"))
      // At once.
      #expect(FileSystem.move(root, aside))
      try FileSystem.createDirectory(root.text + "/inner")
      #expect(try trees.readAll() == [.rescan(root)])
      try FileSystem.create(trees.path("inner/file"))
      #expect(try trees.readAll() == [.created(trees.path("inner/file"), isDirectory: false)])
      // The one that was there is watched no more.
      try FileSystem.create(aside.appending([0x61]))
      #expect(try trees.readAll().isEmpty)
      // Later.
      try FileSystem.removeTree(root.text)
      #expect(try trees.readAll().contains(.deleted(root, isDirectory: true)))
      #expect(FileSystem.move(aside, root))
      #expect(try trees.readAll() == [.created(root, isDirectory: true)])
      try FileSystem.create(trees.path("file"))
      #expect(try trees.readAll() == [.created(trees.path("file"), isDirectory: false)])
    }
  }

  @Test("waits for a tree that isn't there, and for the folders that lead to it")
  func missingTop() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let tree = RawPath(directory + "/a/b/c")
      let stop = try WakePipe()
      let watching = try FileWatching([tree], stoppedBy: stop)
      try FileSystem.createDirectory(directory + "/a/b")
      try FileSystem.createDirectory(tree.text)
      let first = try watching.nextBatch()
      #expect(first == [.created(tree, isDirectory: true)])
      try FileSystem.create(tree.appending([0x61]))
      let second = try watching.nextBatch()
      #expect(second == [.created(tree.appending([0x61]), isDirectory: false)])
    }
  }

  @Test("ends when it is told to, from another thread")
  func stopping() throws {
    try withTrees { trees in
      let stop = trees.stop
      #expect(DetachedThread.start { stop.signal() })
      let batch = try trees.watching.nextBatch()
      #expect(batch == nil)
      stop.drain()
    }
  }
}
