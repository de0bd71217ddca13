import FresnelPlatform

/// Counts the instructions of this program in a process of its own, with valgrind's callgrind.
///
/// Instructions do not depend on what else the machine does, so they show what a change is worth.
struct Callgrind {
  /// This program without what it has for debuggers: the compiler's debugging information is newer than what valgrind
  /// reads.
  private let program: String
  private let dump: String

  /// Calls a closure that counts.
  ///
  /// - Parameter body: Counts.
  /// - Returns: What it returned; `nil` where there is no valgrind.
  /// - Throws: ``BenchmarkFailure`` where the program cannot be stripped, or what the closure throws.
  static func counting<Result>(_ body: (Callgrind) throws -> Result) throws -> Result? {
    guard Command.path(of: "valgrind") != nil, Command.path(of: "strip") != nil else { return nil }
    return try FileSystem.withTemporaryDirectory { directory in
      let program = directory + "/fresnel-bench"
      let original = CurrentProcess.executablePath ?? CommandLine.arguments[0]
      guard try Command("strip", ["--strip-debug", "-o", program, original]).run().isSuccess else {
        throw BenchmarkFailure("\(original) cannot be stripped of its debugging information.")
      }
      return try body(Callgrind(program: program, dump: directory + "/dump"))
    }
  }

  /// The instructions of a run of this program.
  ///
  /// - Parameters:
  ///   - arguments: What it is called with.
  ///   - function: A pattern of the only function that counts, with all that it calls; `nil` where all do.
  /// - Returns: The number.
  /// - Throws: ``BenchmarkFailure`` where the run fails.
  func count(_ arguments: [String], in function: String? = nil) throws -> Double {
    let toggle = function.map { ["--toggle-collect=\($0)"] } ?? []
    var command = Command(
      "valgrind",
      ["--quiet", "--tool=callgrind", "--callgrind-out-file=\(dump)"] + toggle + [program]
        + arguments)
    (command.output, command.error) = (.null, .null)
    guard try command.run().isSuccess,
      let total = SystemFile.value(of: "totals", in: dump).flatMap({ Double($0) })
    else { throw BenchmarkFailure("valgrind could not count the keystrokes' instructions.") }
    return total
  }
}
