import FirstDaySources
import FresnelPlatform
import Glibc
import Testing

@Suite("What of a tree is left out")
struct LeftOutTests {
  private func expect(
    _ tree: TestTree, found: [String], _ reasons: [String: LeftOut.Reason],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(tree.found() == found, sourceLocation: sourceLocation)
    #expect(
      Dictionary(tree.reasons()) { first, _ in first } == reasons, sourceLocation: sourceLocation)
  }

  @Test("Names that begin with a dot or end with a tilde, and what programs make")
  func names() throws {
    let paths = [
      ".hidden", ".git/config", "a~", "node_modules/x", "x/__pycache__/y", "x/y", "target/z",
      "rust/Cargo.toml", "rust/target/debug/a", "rust/src/target/b",
    ]
    try withTree(paths) { tree in
      expect(
        tree,
        found: [
          "rust", "rust/Cargo.toml", "rust/src", "rust/src/target", "rust/src/target/b", "target",
          "target/z", "x", "x/y",
        ],
        [
          ".hidden": .hidden, ".git": .hidden, "a~": .backup, "node_modules": .generated,
          "x/__pycache__": .generated, "rust/target": .generated,
        ])
    }
  }

  @Test("A directory that says it is a cache, and none that only seems to")
  func caches() throws {
    try withTree(["real/file", "false/CACHEDIR.TAG"]) { tree in
      try tree.write("root/real/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n# x\n")
      expect(tree, found: ["false", "false/CACHEDIR.TAG"], ["real": .cache])
    }
  }

  @Test("Keys and passwords, wherever they are")
  func secrets() throws {
    try withTree(["file", "Passwords.KDBX", "keys/id", "store/pass"]) { tree in
      // The directories lie in the tree, and links lead to them from where they usually are.
      #expect(symlink(tree.root + "/keys", tree.home + "/.ssh") == 0)
      #expect(symlink(tree.root + "/store", tree.home + "/.password-store") == 0)
      try tree.write("netrc")
      #expect(link(tree.home + "/netrc", tree.root + "/other") == 0)
      #expect(symlink(tree.home + "/netrc", tree.home + "/.netrc") == 0)
      expect(
        tree, found: ["file"],
        ["Passwords.KDBX": .secret, "keys": .secret, "store": .secret, "other": .secret])
    }
  }

  @Test("No tree begins in what is left out always")
  func trees() throws {
    try withTree([]) { tree in
      try tree.write(".gnupg/private/key")
      // Links that lead there, and through there.
      #expect(symlink(".gnupg", tree.home + "/keys") == 0)
      #expect(symlink(tree.home + "/.gnupg/private", tree.home + "/more") == 0)
      try tree.write(".gnupg/private/inner/key")
      for top in ["/.gnupg", "/.gnupg/private", "/keys/private", "/more/inner"] {
        let steps = tree.steps(of: tree.home + top)
        guard steps.count == 1, case .leftOut(_, .secret) = steps[0] else {
          Issue.record("\(top) is walked: \(steps)")
          continue
        }
      }
      // Whoever names a hidden directory that holds no keys has it read.
      try tree.write(".notes/a")
      #expect(
        tree.steps(of: tree.home + "/.notes").compactMap(\.foundPath)
          == [RawPath(tree.home + "/.notes/a")])
    }
  }

  @Test("What the person chose, and what is Fresnel's")
  func chosen() throws {
    try withTree(["Tax/2024/a", "index/a", "b"]) { tree in
      let reasons = tree.reasons(chosen: [tree.root + "/Tax"], own: [tree.root + "/index"])
      #expect(reasons.map(\.0) == ["Tax", "index"])
      #expect(reasons.map(\.1) == [.chosen, .own])
    }
  }

  @Test("What a repository ignores, with the files of its directories")
  func repositories() throws {
    let paths = [
      "code/.git/config", "code/a.o", "code/keep.o", "code/build/x", "code/sub/b.o", "code/sub/c",
      "code/inner/.git/config", "code/inner/a.o", "plain/a.o",
    ]
    try withTree(paths) { tree in
      try tree.write("root/code/.gitignore", "*.o\n!keep.o\n/build/\n")
      try tree.write("root/code/sub/.gitignore", "c\n!b.o\n")
      // Outside of a repository it says nothing.
      try tree.write("root/plain/.gitignore", "*\n")
      #expect(
        tree.found() == [
          "code", "code/inner", "code/inner/a.o", "code/keep.o", "code/sub", "code/sub/b.o",
          "plain", "plain/a.o",
        ])
      let ignored = tree.reasons().filter { $0.1 == .ignored }.map(\.0)
      #expect(ignored == ["code/a.o", "code/build", "code/sub/c"])
    }
  }

  @Test(
    "A home that is kept in Git and ignores everything is read; repositories in it are as usual")
  func homeInGit() throws {
    try withTree([".git/config", "Documents/a", "code/.git/config", "code/a", "code/b"]) { tree in
      try tree.write("root/.gitignore", "*\n")
      try tree.write("root/code/.gitignore", "b\n")
      #expect(tree.found() == ["Documents", "Documents/a", "code", "code/a"])
    }
  }

  @Test("Below .nomedia everything is marked, and nothing beside it")
  func noMedia() throws {
    try withTree(["a/.nomedia", "a/b/c", "d"]) { tree in
      let marks = tree.steps().compactMap { step -> String? in
        guard case .found(let found) = step, found.isWithoutMedia else { return nil }
        return tree.relative(found.path)
      }
      #expect(marks == ["a/b", "a/b/c"])
    }
  }

  @Test("What is mounted in a tree")
  func mounts() throws {
    try withTree(["disk/a", "b"]) { tree in
      let line = "36 35 98:0 /sub \(tree.root)/disk rw,noatime - ext4 /dev/root rw"
      let leftOut = LeftOut(
        home: RawPath(tree.home), mounts: MountTable(parsing: Array(line.utf8)))
      var walk = FileWalk(of: RawPath(tree.root), leavingOut: leftOut)
      var found: [String] = []
      while let step = walk.next() {
        if let path = step.foundPath { found.append(tree.relative(path)) }
        if case .leftOut(_, let reason) = step { #expect(reason == .mount) }
      }
      #expect(found == ["b"])
    }
  }
}
