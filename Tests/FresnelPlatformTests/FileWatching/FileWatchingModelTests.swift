import FresnelPlatform
import FresnelTestSupport
import Glibc
import Testing

@Suite("Watching a tree, beside walking it")
struct FileWatchingModelTests {
  /// Random operations on a tree with few names, so that they meet.
  private struct Operations {
    var generator: SeededGenerator
    let root: RawPath
    let outside: RawPath
    private static let names = ["a", "b", "c", "skip"].map { Array($0.utf8) } + [[0x66, 0xFF]]

    init(seed: UInt64, root: RawPath, outside: RawPath) {
      generator = SeededGenerator(seed: seed)
      (self.root, self.outside) = (root, outside)
    }

    private mutating func randomPath(_ deepest: Int = 3) -> RawPath {
      var path = generator.once(in: 8) ? outside : root
      for _ in 0..<(1 + generator.below(deepest)) {
        path = path.appending(Self.names[generator.below(Self.names.count)])
      }
      return path
    }

    /// Does something; what can't be done is left.
    mutating func step() {
      let path = randomPath()
      switch generator.below(12) {
      case 0, 1, 2: _ = FileSystem.makeDirectory(path)
      case 3:
        // Directories in one another, with a file, all before anybody looks.
        var inner = path
        for _ in 0..<3 {
          _ = FileSystem.makeDirectory(inner)
          inner = inner.appending(Self.names[generator.below(Self.names.count)])
        }
        try? FileSystem.create(inner)
      case 4, 5: try? FileSystem.create(path, Array(repeating: 7, count: 1 + generator.below(9)))
      case 6: _ = path.withCString { unlink($0) }
      case 7: _ = path.withCString { rmdir($0) }
      // Not to the directory above: paths through it would lead out of the test's directory.
      case 8: _ = path.withCString { symlink(".", $0) }
      case 9: _ = path.withCString { truncate($0, 0) }
      default: _ = FileSystem.move(path, randomPath())
      }
    }
  }

  /// Whether all that is there is known, and nothing else; records what isn't.
  private func isRight(_ trees: WatchedTrees, _ moment: String, _ changes: [FileChange]) -> Bool {
    let (known, there) = trees.comparison()
    let wrong = Set(known.keys).union(there.keys).filter { known[$0] != there[$0] }
    for path in wrong {
      let told = changes.map { "\($0)" }.joined(separator: "; ")
      Issue.record(
        """
        \(moment): \(path) is known as \(String(describing: known[path])) and there is \
        \(String(describing: there[path])). Told was: \(told)
        """)
    }
    return wrong.isEmpty
  }

  private static func isExcluded(_ path: RawPath) -> Bool { path.name == Array("skip".utf8) }

  @Test("What batches tell is what a walk finds", arguments: 0..<40)
  func model(run: Int) throws {
    let seed = UInt64.random(in: 0...1_000_000)
    try FileSystem.withTemporaryDirectory { directory in
      var trees = try WatchedTrees(in: directory, isExcluded: Self.isExcluded)
      let outside = RawPath(directory + "/outside")
      #expect(FileSystem.makeDirectory(outside))
      var operations = Operations(seed: seed, root: trees.root, outside: outside)
      for round in 0..<40 {
        for _ in 0..<(1 + operations.generator.below(30)) { operations.step() }
        let changes = try trees.readAll()
        guard isRight(trees, "seed \(seed), round \(round)", changes) else { return }
      }
    }
  }

  @Test("With few watches all is known once what has none was looked at", arguments: 0..<10)
  func budget(run: Int) throws {
    let seed = UInt64.random(in: 0...1_000_000)
    try FileSystem.withTemporaryDirectory { directory in
      var options = FileWatching.Options()
      options.maximumWatchCount = 3 + run
      var trees = try WatchedTrees(in: directory, options: options, isExcluded: Self.isExcluded)
      let outside = RawPath(directory + "/outside")
      #expect(FileSystem.makeDirectory(outside))
      var operations = Operations(seed: seed, root: trees.root, outside: outside)
      for round in 0..<30 {
        for _ in 0..<(1 + operations.generator.below(20)) { operations.step() }
        try trees.readAll()
        #expect(trees.watching.use.used <= options.maximumWatchCount, "seed \(seed)")
        trees.watching.rescanUnwatched()
        let changes = try trees.readAll()
        guard isRight(trees, "seed \(seed), round \(round)", changes) else { return }
      }
    }
  }
}
