import FresnelModel
import FresnelPlatform

/// Runs the peers: through their own harness, and through the pattern searches of this package, which
/// the harness does not have.
struct PeerPhases {
  let options: RunOptions
  let data: BenchmarkData
  /// Where this package's own searches of peers are.
  private let programs: String

  init(options: RunOptions, data: BenchmarkData) {
    self.options = options
    self.data = data
    // The directory Benchmarks/Peers, seen from this file.
    programs =
      ["Driver", "EngineBenchmark", "Sources"].reduce(FileSystem.parent(of: #filePath)) {
        path, _ in FileSystem.parent(of: path)
      } + "/Peers"
  }

  private var classes: String { options.work + "/classes" }

  /// Compiles what is needed of Lucene's part.
  func prepareLucene() throws {
    guard let archive = options.luceneArchive else { return }
    try FileSystem.createDirectory(classes)
    let sources = [options.harness + "/LuceneBench.java", programs + "/LucenePatterns.java"]
    let isCompiled = FileSystem.exists(classes + "/LucenePatterns.class")
    if isCompiled { return }
    var compiler = Command("javac", ["-nowarn", "-cp", archive, "-d", classes] + sources)
    compiler.error = .null
    guard try compiler.run().isSuccess else {
      throw BenchmarkFailure("Lucene's programs do not compile with \(archive).")
    }
  }

  /// Runs peers through a phase of their harness, which keeps the figures in the results.
  func run(_ phase: Phase, _ peers: [Peer]) throws {
    var arguments = [
      options.harness + "/bench_peers.py", "--corpus", options.corpus, "--queries", options.queries,
      "--work", options.work, "--out", options.results, "--phases", phase.rawValue,
      "--peers", peers.map(\.name).joined(separator: ","), "--factor", "\(options.factor)",
      "--reps", "\(options.repetitions)", "--w1", "\(options.knownItemCount)",
      "--timeout", "7200", "--py", options.python, "--py-xapian", options.xapianPython,
      "--lucene-classes", classes,
    ]
    if let archive = options.luceneArchive { arguments += ["--lucene-jar", archive] }
    guard try Command(options.python, arguments).run().isSuccess else {
      throw BenchmarkFailure("bench_peers.py of the harness failed in the phase \(phase.rawValue).")
    }
  }

  /// Asks a peer the patterns, as often as asked.
  func patterns(_ peer: Peer) throws -> [JSONValue] {
    let index = "\(options.work)/ix/\(options.tag)-"
    if peer.name.hasPrefix("lucene"), let archive = options.luceneArchive {
      return try (0..<options.repetitions).map { _ in
        try Worker.run(
          "java",
          [
            "-Xmx3g", "-cp", archive + ":" + classes, "LucenePatterns", data.patterns,
            index + "lucene",
          ])
      }
    }
    let base = peer.name.removing(suffix: "-unranked")
    let path = index + base
    func arguments(path: String) -> [String] {
      [programs + "/patterns.py", peer.name, "--harness", options.harness, "--path", path]
    }
    if base == "fts5-trigram", !FileSystem.exists(path) {
      // Made aside, so that an index whose making was broken off is not taken for a whole one.
      let aside = path + ".new"
      try FileSystem.removeTree(aside)
      _ = try Worker.run(options.python, arguments(path: aside) + ["--items", data.items])
      try FileSystem.rename(aside, to: path)
    }
    return try (0..<options.repetitions).map { _ in
      try Worker.run(options.python, arguments(path: path) + ["--patterns", data.patterns])
    }
  }
}

extension String {
  /// The text without an ending, where it has it.
  fileprivate func removing(suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
