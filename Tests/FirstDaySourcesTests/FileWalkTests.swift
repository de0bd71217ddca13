import FirstDaySources
import FresnelPlatform
import FresnelTestSupport
import Glibc
import Testing

@Suite("Walking a tree")
struct FileWalkTests {
  @Test("Everything comes once, a directory before what is in it, names by their bytes")
  func order() throws {
    try withTree(["b/z", "b/a/x", "a.txt", "b.txt", "c/"]) { tree in
      #expect(tree.found() == ["a.txt", "b", "b/a", "b/a/x", "b/z", "b.txt", "c"])
    }
  }

  @Test(
    "A walk goes on after any path, also one that is gone, and finds the rest", arguments: 1...3)
  func resuming(namesAtOnce: Int) throws {
    let paths = ["b/z", "b/a/x", "b/a/y", "a.txt", "b.txt", "c/d/e/f", "node_modules/x"]
    try withTree(paths) { tree in
      let all = tree.found()
      #expect(tree.found(namesAtOnce: namesAtOnce) == all)
      for (index, path) in all.enumerated() {
        #expect(tree.found(after: path, namesAtOnce: namesAtOnce) == Array(all[(index + 1)...]))
      }
      for (missing, next) in [("a", "a.txt"), ("b/a/xx", "b/a/y"), ("b/b/c", "b/z"), ("bb", "c")] {
        let rest = Array(all[(all.firstIndex(of: next) ?? 0)...])
        #expect(tree.found(after: missing, namesAtOnce: namesAtOnce) == rest)
      }
      #expect(tree.found(after: "node_modules/x").isEmpty)
      #expect(tree.found(after: "zz").isEmpty)
    }
  }

  @Test("100,000 names in a folder come in order, few of them at once")
  func manyNames() throws {
    try withTree([]) { tree in
      let made = (0..<100_000).count { number in
        RawPath("\(tree.root)/\(number)").withCString { mknod($0, S_IFREG | 0o600, 0) } == 0
      }
      #expect(made == 100_000)
      let found = tree.found(namesAtOnce: 40_000)
      #expect(found.count == 100_000)
      #expect(found == (0..<100_000).map { "\($0)" }.sorted())
      #expect(tree.found(after: "99998", namesAtOnce: 40_000) == ["99999"])
    }
  }

  @Test("Of a directory in whose place a link is put nothing more is found")
  func exchanged() throws {
    try withTree(["a/1", "a/2", "b"]) { tree in
      try tree.write("elsewhere/2")
      var walk = FileWalk(
        of: RawPath(tree.root), leavingOut: LeftOut(home: RawPath(tree.home)))
      var found: [RawPath] = []
      while let step = walk.next() {
        guard let path = step.foundPath else { continue }
        found.append(path)
        if path.name == Array("1".utf8) {
          try FileSystem.rename(tree.root + "/a", to: tree.home + "/moved")
          #expect(symlink(tree.home + "/elsewhere", tree.root + "/a") == 0)
        }
      }
      #expect(found.map(\.text) == ["a", "a/1", "b"].map { tree.root + "/" + $0 })
    }
  }

  @Test("Names that are no UTF-8 are found as they are")
  func rawNames() throws {
    try withTree([]) { tree in
      let folder = RawPath(tree.root).appending([0xFF])
      #expect(folder.withCString { mkdir($0, 0o700) } == 0)
      let file = folder.appending([0xC3, 0x20])
      #expect(file.withCString { mknod($0, S_IFREG | 0o600, 0) } == 0)
      #expect(tree.steps().compactMap(\.foundPath) == [folder, file])
      #expect(tree.steps(after: folder).compactMap(\.foundPath) == [file])
    }
  }

  @Test("Links are told and not followed, also where they lead round")
  func links() throws {
    try withTree(["a/file"]) { tree in
      #expect(symlink("..", tree.root + "/a/up") == 0)
      #expect(symlink("/", tree.root + "/rest") == 0)
      #expect(tree.found() == ["a", "a/file", "a/up", "rest"])
    }
  }

  @Test("What is too deep is told")
  func depth() throws {
    let deep = Array(repeating: "d", count: FileWalk.maximumDepth + 2).joined(separator: "/")
    try withTree([deep + "/"]) { tree in
      #expect(tree.found().count == FileWalk.maximumDepth - 1)
      #expect(tree.reasons().map(\.1) == [.tooDeep])
    }
  }

  @Test("A tree that isn't there, or is no directory, is told")
  func missing() throws {
    try withTree(["file"]) { tree in
      for name in ["none", "file"] {
        let path = RawPath("\(tree.root)/\(name)")
        var walk = FileWalk(of: path, leavingOut: LeftOut(home: RawPath(tree.home)))
        guard case .failed(path, let error)? = walk.next() else {
          Issue.record("Nothing is told of \(name).")
          return
        }
        #expect(error.code == .notDirectory)
        #expect(walk.next() == nil)
      }
    }
  }

  @Test("Files that go while the tree is walked keep nobody from the rest", arguments: 0..<5)
  func changing(run: Int) throws {
    let seed = UInt64.random(in: 0...1_000_000)
    var generator = SeededGenerator(seed: seed)
    let files = (0..<200).map { "d\($0 % 7)/e\($0 % 3)/f\($0)" }
    try withTree(files) { tree in
      var gone: Set<String> = []
      var seen: Set<String> = []
      var walk = FileWalk(
        of: RawPath(tree.root), leavingOut: LeftOut(home: RawPath(tree.home)), namesAtOnce: 4)
      while let step = walk.next() {
        if let path = step.foundPath { seen.insert(tree.relative(path)) }
        if generator.once(in: 3) {
          let victim = files[generator.below(files.count)]
          if (try? FileSystem.removeFile("\(tree.root)/\(victim)")) != nil { gone.insert(victim) }
        }
      }
      #expect(Set(files).subtracting(gone).isSubset(of: seen), "seed \(seed)")
    }
  }
}
