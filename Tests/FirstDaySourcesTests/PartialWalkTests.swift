import FirstDaySources
import FresnelPlatform
import FresnelTestSupport
import Glibc
import Testing

@Suite("Walking a part of a tree")
struct PartialWalkTests {
  /// The steps of a walk at a path of a tree.
  private func steps(at path: String, in tree: TestTree) -> [String] {
    var walk = FileWalk(
      at: RawPath("\(tree.root)/\(path)"), below: RawPath(tree.root),
      leavingOut: LeftOut(home: RawPath(tree.home)), namesAtOnce: 3)
    var steps: [String] = []
    while let step = walk.next() { steps.append(description(of: step, in: tree)) }
    return steps
  }

  private func description(of step: FileWalk.Step, in tree: TestTree) -> String {
    switch step {
    case .found(let found): "\(tree.relative(found.path)) \(found.isWithoutMedia)"
    case .leftOut(let path, let reason): "\(tree.relative(path)) \(reason)"
    case .failed(let path, let error): "\(tree.relative(path)) \(error)"
    }
  }

  @Test("A file or directory comes first, then what is in it, by the rules of those above")
  func parts() throws {
    let paths = [
      "code/.git/config", "code/sub/a.o", "code/sub/b", "code/sub/inner/c.o", "code/sub/inner/d",
      "code/z", "media/.nomedia", "media/e/f", "z",
    ]
    try withTree(paths) { tree in
      try tree.write("root/code/.gitignore", "*.o\n")
      #expect(
        steps(at: "code/sub", in: tree) == [
          "code/sub false", "code/sub/a.o ignored", "code/sub/b false", "code/sub/inner false",
          "code/sub/inner/c.o ignored", "code/sub/inner/d false",
        ])
      #expect(steps(at: "code/sub/a.o", in: tree) == ["code/sub/a.o ignored"])
      #expect(steps(at: "code/sub/b", in: tree) == ["code/sub/b false"])
      #expect(steps(at: "media/e/f", in: tree) == ["media/e/f true"])
      #expect(steps(at: "z", in: tree) == ["z false"])
    }
  }

  @Test("Below what is left out nothing is found, and nothing where nothing is")
  func leftOut() throws {
    let paths = ["a/.git/b/c", "a/node_modules/x/y", "b", "cache/d/e"]
    try withTree(paths) { tree in
      try tree.write(
        "root/cache/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n")
      #expect(steps(at: "a/.git/b/c", in: tree) == ["a/.git hidden"])
      #expect(steps(at: "a/node_modules/x", in: tree) == ["a/node_modules generated"])
      #expect(steps(at: "cache", in: tree) == ["cache cache"])
      #expect(steps(at: "cache/d/e", in: tree) == ["cache cache"])
      #expect(symlink("../cache", tree.root + "/a/link") == 0)
      for missing in ["c", "a/c", "b/c", "a/c/d", "a/link/d"] {
        #expect(steps(at: missing, in: tree) == [], "\(missing)")
      }
    }
  }

  @Test(
    "Each part of a random tree is what the walk of the whole tree tells of it", arguments: 0..<8)
  func model(run: Int) throws {
    let seed = UInt64.random(in: 0...1_000_000)
    var generator = SeededGenerator(seed: seed)
    let names = ["a", "b", "c~", ".d", "node_modules", "target", "Cargo.toml", "e.o", ".git/x"]
    var paths: Set<String> = []
    for _ in 0..<60 {
      let depth = 1 + generator.below(5)
      paths.insert(
        (0..<depth).map { _ in names[generator.below(names.count)] }.joined(separator: "/"))
    }
    // What leads to another path is a directory.
    let files = paths.filter { path in !paths.contains { $0.hasPrefix(path + "/") } }
    try withTree(files.sorted()) { tree in
      for folder in ["", "a/", "b/"] where generator.once(in: 2) {
        guard FileSystem.exists(tree.root + "/" + folder) else { continue }
        let rules = generator.once(in: 2) ? "*.o\n!/e.o\n" : "b\n"
        _ = try? tree.write("root/\(folder).gitignore", rules)
      }
      let all = tree.steps(namesAtOnce: 3)
      for case .found(let found) in all {
        let expected = all.filter { $0.path.isAtOrBelow(found.path) }
        #expect(
          steps(at: tree.relative(found.path), in: tree)
            == expected.map { description(of: $0, in: tree) },
          "seed \(seed)")
      }
      for case .leftOut(let path, _) in all {
        let expected = all.filter { $0.path == path }.map { description(of: $0, in: tree) }
        #expect(steps(at: tree.relative(path), in: tree) == expected, "seed \(seed)")
        #expect(steps(at: tree.relative(path) + "/x", in: tree) == expected, "seed \(seed)")
      }
    }
  }

  @Test("A directory below one with very many names keeps few names and is walked whole")
  func manyAbove() throws {
    try withTree(["5/"]) { tree in
      for (folder, count) in [("", FileWalk.mostNames + 10), ("/5", 3 * FileWalk.leastNames)] {
        let made = (0..<count).count { number in
          RawPath("\(tree.root)\(folder)/f\(number)").withCString {
            mknod($0, S_IFREG | 0o600, 0)
          } == 0
        }
        #expect(made == count)
      }
      let inner = (0..<3 * FileWalk.leastNames).map { "5/f\($0)" }.sorted()
      let outer = (0..<FileWalk.mostNames + 10).map { "f\($0)" }.sorted()
      #expect(tree.found() == ["5"] + inner + outer)
    }
  }
}

extension FileWalk.Step {
  /// The path that it tells of.
  fileprivate var path: RawPath {
    switch self {
    case .found(let found): found.path
    case .leftOut(let path, _), .failed(let path, _): path
    }
  }
}
