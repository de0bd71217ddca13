import FresnelModel
import FresnelPlatform

/// A whole run: this engine and its peers in turn, phase by phase, and the table at the end.
struct BenchmarkRun {
  let options: RunOptions

  /// Runs what was asked for and prints the table.
  ///
  /// - Returns: Whether every phase gave figures and no threshold was exceeded.
  func run() throws -> Bool {
    Progress.say(MachineFacts().description + "\n")
    var isSound = true
    if !options.onlyPrints {
      let load = BusyThreads(count: options.busyCount)
      defer { load.stop() }
      isSound = try measure()
    }
    let results = try ResultsFile(options.results)
    let thresholds = try AllocationThresholds()
    let report = Report(results: results, tag: options.tag, thresholds: thresholds)
    Progress.say(report.description)
    // The thresholds are those of the corpus as it is; a larger one has more segments to visit.
    let exceeded = options.factor == 1 ? thresholds.exceeded(by: report.allocations) : []
    for line in exceeded { Progress.say(line) }
    return isSound && exceeded.isEmpty
  }

  private func measure() throws -> Bool {
    let data = BenchmarkData(options: options)
    if let missing = data.missing { throw BenchmarkFailure(missing) }
    try FileSystem.createDirectory(options.work)
    try data.prepare()
    var results = try ResultsFile(options.results)
    if options.startsAnew { try results.forget(options.tag) }
    let extent = try data.extent(&results)
    Progress.say("\(extent["items"]?.text() ?? "?") items from \(data.items)")
    let peers = installedPeers()
    let plain = OwnPhases(options: options, data: data)
    let encrypted = OwnPhases(options: options, data: data, isEncrypted: true)
    let own = options.measuresEncrypted ? [plain, encrypted] : [plain]
    let others = PeerPhases(options: options, data: data)
    if peers.contains(where: { $0.name == "lucene" }) { try others.prepareLucene() }
    var isSound = true
    for phase in Phase.allCases where options.wants(phase) {
      let wanted = expected(phase, own, peers)
      // Figures are compared only when they were taken one after the other on the same machine: a phase
      // that lacks one is measured again whole, and figures of an earlier run are dropped.
      if options.resumes, wanted.allSatisfy({ results.has(options.tag, $0.engine, $0.task) }) {
        continue
      }
      try results.forget(options.tag, wanted.map(\.task))
      if phase.isWarm { try loadIndexes() }
      for own in own { isSound = try measure(phase, own, &results) && isSound }
      try measure(phase, peers, others, &results)
    }
    return isSound
  }

  /// The engines and the names of their tasks that give figures of a phase.
  private func expected(
    _ phase: Phase, _ own: [OwnPhases], _ peers: [Peer]
  ) -> [(engine: String, task: String)] {
    own.flatMap { own in own.tasks(phase).map { (own.engine, $0.name) } }
      + peers.filter { $0.measures(phase) }.map { ($0.name, phase.rawValue) }
  }

  /// Reads the indexes of all engines once: what is measured of a search is never the disk, however
  /// long ago an index was made.
  private func loadIndexes() throws {
    let directory = options.work + "/ix"
    guard FileSystem.exists(directory) else { return }
    for name in try FileSystem.entries(of: directory) where name.hasPrefix(options.tag + "-") {
      try StoreFiles(directory + "/" + name).load()
    }
  }

  /// The peers that run, and a word on those that do not.
  private func installedPeers() -> [Peer] {
    let wanted =
      switch options.peers {
      case .installed: Peer.all
      case .named(let names): Peer.all.filter { names.contains($0.name) }
      }
    if wanted.isEmpty { return [] }
    guard FileSystem.exists(options.harness + "/bench_peers.py") else {
      Progress.say(
        "No peers are measured: \(options.harness) does not hold their harness (--harness).")
      return []
    }
    let installed = wanted.filter { $0.isInstalled(options) }
    let absent = wanted.filter { peer in !installed.contains { $0.name == peer.name } }
    if !absent.isEmpty {
      Progress.say("Not installed, and so left out: \(absent.map(\.name).joined(separator: ", "))")
    }
    return installed
  }

  private func measure(
    _ phase: Phase, _ own: OwnPhases, _ results: inout ResultsFile
  ) throws -> Bool {
    var isSound = true
    for task in own.tasks(phase) {
      isSound = try keep(own.engine, task.name, &results) { try own.run(task) } && isSound
    }
    return isSound
  }

  private func measure(
    _ phase: Phase, _ peers: [Peer], _ others: PeerPhases, _ results: inout ResultsFile
  ) throws {
    for peer in peers {
      if peer.phases.contains(phase) {
        try others.run(phase, [peer])
        try results.reload()
      } else if phase == .patterns, peer.hasPatterns {
        let watch = Stopwatch()
        _ = try keep(peer.name, phase.rawValue, &results) { try others.patterns(peer) }
        Progress.say("  patterns, \(peer.name): \(Int(watch.seconds.rounded())) s")
      }
    }
  }

  /// Keeps the figures of a phase; a phase that fails is reported and leaves the others running.
  private func keep(
    _ engine: String, _ name: String, _ results: inout ResultsFile, _ run: () throws -> [JSONValue]
  ) throws -> Bool {
    do {
      try results.set(options.tag, engine, name, try run())
      return true
    } catch let failure as BenchmarkFailure {
      Progress.say(failure.description)
      return false
    }
  }
}
