import FresnelModel
import FresnelPlatform

/// Counts the instructions of a keystroke by the number of letters typed, with callgrind.
///
/// Instructions do not depend on what else the machine does, so they show what a change to the
/// keystroke's path is worth, and whether a longer prefix costs more than a shorter one.
struct InstructionsPhase {
  let options: PhaseOptions
  private static let wordCount = 50

  init(options: PhaseOptions) {
    self.options = options
  }

  /// Instructions for each keystroke by letters typed; nothing where there is no valgrind.
  func run() throws -> JSONValue {
    guard Command.path(of: "valgrind") != nil, Command.path(of: "strip") != nil else {
      return .object([])
    }
    return try FileSystem.withTemporaryDirectory { directory in
      // The compiler's debugging information is newer than what valgrind reads.
      let program = directory + "/fresnel-bench"
      let original = CurrentProcess.executablePath ?? CommandLine.arguments[0]
      guard try Command("strip", ["--strip-debug", "-o", program, original]).run().isSuccess else {
        throw BenchmarkFailure("\(original) cannot be stripped of its debugging information.")
      }
      return .object(
        try (1...KeystrokePath.longest).map { letterCount in
          let total = try count(program, letterCount: letterCount, dump: directory + "/dump")
          return JSONMember("\(letterCount)", .rounded(total / Double(Self.wordCount), digits: 0))
        })
    }
  }

  /// The instructions of one round.
  private func count(_ program: String, letterCount: Int, dump: String) throws -> Double {
    var command = Command(
      "valgrind",
      [
        "--quiet", "--tool=callgrind", "--callgrind-out-file=\(dump)",
        "--toggle-collect=*answerKeystrokes*", program, "keystroke-path", "--store", options.store,
        "--queries", options.queries, "--count", "\(Self.wordCount)", "--letters", "\(letterCount)",
      ])
    (command.output, command.error) = (.null, .null)
    guard try command.run().isSuccess,
      let total = SystemFile.value(of: "totals", in: dump).flatMap({ Double($0) })
    else { throw BenchmarkFailure("valgrind could not count the keystrokes' instructions.") }
    return total
  }
}
