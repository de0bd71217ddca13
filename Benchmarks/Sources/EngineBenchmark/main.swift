// Measures this engine and its peers on the same items; `--help` says how.

import FresnelModel
import FresnelPlatform

/// Does what the command line asks for; returns the exit status.
func run(_ arguments: ArraySlice<String>) throws -> Int32 {
  switch arguments.first {
  case "--help":
    print(RunOptions.usage)
  case "relevance":
    if arguments.contains("--help") {
      print(RelevanceOptions.usage)
    } else {
      try RelevanceRun(options: try RelevanceOptions(arguments.dropFirst())).run()
    }
  case "phase":
    guard let name = arguments.dropFirst().first, let phase = Phase(rawValue: name) else {
      throw BenchmarkFailure("phase takes the name of a phase; --help lists them.")
    }
    let options = try OptionReader(
      arguments.dropFirst(2), valued: PhaseOptions.names,
      bare: PhaseOptions.flags)
    print("RESULT " + (try phase.run(PhaseOptions(options))).text())
  case "keystroke-path":
    let options = try OptionReader(
      arguments.dropFirst(), valued: PhaseOptions.names.union(["--count", "--letters"]),
      bare: PhaseOptions.flags)
    let rounds = try KeystrokePath(
      options: try PhaseOptions(options), count: try options.number("--count") ?? 1000,
      letterCount: try options.number("--letters")
    ).run()
    for round in rounds {
      print(
        "\(round.letterCount) typed: \(round.keystrokeCount) keystrokes,",
        "\(round.postingCount) postings visited")
    }
  case "known-path":
    print("\(try KnownPath(arguments.dropFirst()).run()) hits")
  case "slowest-queries":
    let options = try OptionReader(
      arguments.dropFirst(), valued: PhaseOptions.names.union(["--count"]),
      bare: PhaseOptions.flags)
    let slowest = SlowestQueries(
      options: try PhaseOptions(options), count: try options.number("--count") ?? 10)
    for line in try slowest.run() { print(line) }
  case "pages":
    try PageComparison(arguments.dropFirst()).run()
  default:
    return try BenchmarkRun(options: try RunOptions(arguments)).run() ? 0 : 1
  }
  return 0
}

// As fresneld does.
HeapMemory.share(heapCount: 2)
do {
  CurrentProcess.exit(try run(CommandLine.arguments.dropFirst()))
} catch {
  print("\(error)")
  CurrentProcess.exit(1)
}
