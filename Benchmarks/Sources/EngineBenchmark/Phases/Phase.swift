import FresnelModel
import FresnelPlatform

/// A part of the measurement that runs in a process of its own.
///
/// The phases come in the order in which they run: the first makes the store that the reading ones
/// open and the writing ones copy.
enum Phase: String, CaseIterable {
  case build, query, patterns, lists, cold, durable, burst, sustained, oneitem, update, contended,
    apps
  case allocations, instructions

  /// Whether the phase measures searches of what the kernel holds in memory.
  var isWarm: Bool {
    switch self {
    case .query, .patterns, .lists, .allocations, .instructions: true
    default: false
    }
  }

  /// Runs the phase and returns its figures, named as the peers' harness names them.
  func run(_ options: PhaseOptions) throws -> JSONValue {
    var result = JSONValue.object([
      JSONMember("phase", .string(rawValue)), JSONMember("load", .double(MachineFacts.load)),
    ])
    for member in try figures(options).members { result.set(member.name, member.value) }
    return result
  }

  private func figures(_ options: PhaseOptions) throws -> JSONValue {
    switch self {
    case .build: try BuildPhase(options: options).run()
    case .durable: try DurablePhase(options: options).run()
    case .burst: try BurstPhase(options: options).run()
    case .sustained: try SustainedPhase(options: options).run()
    case .query: try QueryPhase(options: options).run()
    case .patterns: try PatternsPhase(options: options).run()
    case .lists: try ListsPhase(options: options).run()
    case .cold: try ColdPhase(options: options).run()
    case .oneitem: try OneItemPhase(options: options).run()
    case .update: try UpdatePhase(options: options).run()
    case .contended: try ContendedPhase(options: options).run()
    case .apps: try AppsPhase(options: options).run()
    case .allocations: try AllocationsPhase(options: options).run()
    case .instructions: try InstructionsPhase(options: options).run()
    }
  }
}
