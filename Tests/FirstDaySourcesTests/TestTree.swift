import FirstDaySources
import FresnelPlatform
import Testing

/// A home directory for a test, with a tree in it.
struct TestTree {
  let home: String
  var root: String { home + "/root" }

  /// All steps of a walk.
  func steps(
    of top: String? = nil, after path: RawPath? = nil, namesAtOnce: Int = 16_384,
    chosen: [String] = [], own: [String] = []
  ) -> [FileWalk.Step] {
    let leftOut = LeftOut(
      home: RawPath(home), own: own.map { RawPath($0) }, chosen: chosen.map { RawPath($0) })
    var walk = FileWalk(
      of: RawPath(top ?? root), leavingOut: leftOut, after: path, namesAtOnce: namesAtOnce)
    var steps: [FileWalk.Step] = []
    while let step = walk.next() { steps.append(step) }
    return steps
  }

  /// What is found in the tree, by paths below it.
  func found(after path: String? = nil, namesAtOnce: Int = 16_384) -> [String] {
    steps(after: path.map { RawPath("\(root)/\($0)") }, namesAtOnce: namesAtOnce)
      .compactMap(\.foundPath).map(relative)
  }

  /// What is left out, and why.
  func reasons(chosen: [String] = [], own: [String] = []) -> [(String, LeftOut.Reason)] {
    steps(chosen: chosen, own: own).compactMap { step in
      if case .leftOut(let path, let reason) = step { (relative(path), reason) } else { nil }
    }
  }

  func relative(_ path: RawPath) -> String { String(path.text.dropFirst(root.count + 1)) }
}

extension FileWalk.Step {
  /// The path of what was found.
  var foundPath: RawPath? {
    if case .found(let found) = self { found.path } else { nil }
  }
}

extension TestTree {
  /// Writes a file below the home directory, and the directories that lead to it.
  func write(_ path: String, _ text: String = "") throws {
    try FileSystem.createDirectory(FileSystem.parent(of: "\(home)/\(path)"))
    try FileSystem.write(Array(text.utf8), to: "\(home)/\(path)")
  }
}

/// Runs a body with a tree of empty files, and of directories where a path ends with a slash.
func withTree(_ paths: [String], _ body: (TestTree) throws -> Void) throws {
  try FileSystem.withTemporaryDirectory { (home: String) throws in
    let tree = TestTree(home: try #require(FileSystem.resolved(home)))
    try FileSystem.createDirectory(tree.root)
    for path in paths {
      if path.hasSuffix("/") {
        try FileSystem.createDirectory("\(tree.root)/\(path)")
      } else {
        try tree.write("root/\(path)")
      }
    }
    try body(tree)
  }
}
