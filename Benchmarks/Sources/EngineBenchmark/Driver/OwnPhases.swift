import FresnelModel
import FresnelPlatform

/// Runs the phases of this engine, each in a fresh process of this program.
struct OwnPhases {
  let options: RunOptions
  let data: BenchmarkData
  /// Whether the store is encrypted.
  var isEncrypted = false

  /// The engine's name in the results.
  static let engine = "fresnel"
  /// Its name there with an encrypted store.
  static let encryptedEngine = "fresnel-encrypted"

  /// The name under which the figures are kept.
  var engine: String { isEncrypted ? Self.encryptedEngine : Self.engine }

  private var store: String { "\(options.work)/ix/\(options.tag)-\(engine)" }

  /// A phase under the name that its figures are kept by.
  struct Task {
    let phase: Phase
    let name: String
    var items: String?
    var limit: Int?
  }

  /// What a phase consists of; sustained writing is measured with two kinds of text.
  func tasks(_ phase: Phase) -> [Task] {
    switch phase {
    // What warm blocks are read with does not depend on how they lie on the disk.
    case .allocations where isEncrypted, .instructions where isEncrypted: []
    case .durable:
      [Task(phase: phase, name: phase.rawValue, limit: BenchmarkData.durableItemCount)]
    case .burst: [Task(phase: phase, name: phase.rawValue, limit: BurstPhase.itemCount)]
    case .sustained:
      [
        Task(phase: phase, name: phase.rawValue),
        Task(phase: phase, name: "sustained_languages", items: data.languageItems),
      ]
    default: [Task(phase: phase, name: phase.rawValue)]
    }
  }

  /// Runs a phase as often as asked and returns the figures of each time.
  func run(_ task: Task) throws -> [JSONValue] {
    // Counts are the same each time.
    let isCounting = task.phase == .allocations || task.phase == .instructions
    let repetitions = isCounting ? 1 : options.repetitions
    return try (0..<repetitions).map { _ in try runOnce(task) }
  }

  private func runOnce(_ task: Task) throws -> JSONValue {
    let path: String
    switch task.phase {
    case .build, .query, .patterns, .lists, .cold, .allocations, .instructions: path = store
    case .durable, .burst, .sustained, .apps: path = store + "-new"
    case .oneitem, .update, .contended:
      path = store + "-copy"
      try FileSystem.removeTree(path)
      guard try Command("cp", ["-r", store, path]).run().isSuccess else {
        throw BenchmarkFailure("\(store) cannot be copied.")
      }
    }
    defer { if path != store { try? FileSystem.removeTree(path) } }
    let watch = Stopwatch()
    let result = try Worker.run(
      CurrentProcess.executablePath ?? CommandLine.arguments[0], arguments(task, store: path))
    Progress.say("  \(task.name), \(engine): \(Int(watch.seconds.rounded())) s")
    return result
  }

  private func arguments(_ task: Task, store: String) -> [String] {
    var arguments = [
      "phase", task.phase.rawValue, "--store", store, "--items", task.items ?? data.items,
      "--queries", options.queries, "--patterns", data.patterns,
      "--known-items", "\(options.knownItemCount)",
    ]
    if task.phase == .build { arguments += ["--threads", "\(options.threadCount)"] }
    if let limit = task.limit { arguments += ["--limit", "\(limit)"] }
    if let size = options.cacheSize { arguments += ["--cache", "\(size)"] }
    if isEncrypted { arguments.append("--encrypted") }
    return arguments
  }
}
