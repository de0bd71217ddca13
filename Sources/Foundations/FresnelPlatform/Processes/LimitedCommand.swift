private import CPlatform

#if canImport(Glibc)
  import Glibc
#endif

/// A program to run on a short leash: with limits, in a process group of its own, with an environment
/// and a descriptor that it is given, and with nothing else of this process.
///
/// It reads nothing, and its output goes where this process's goes or to a file. It leaves no core dump. Reads and
/// writes on disks come after everybody else's.
package struct LimitedCommand: Sendable {
  /// The program's absolute path.
  package var program: String
  /// The arguments after the program's own name.
  package var arguments: [String]
  /// The whole environment.
  package var environment: [String: String]
  /// The directory that it starts in.
  package var directory: String
  /// What it may use.
  package var limits: ProcessLimits

  /// Describes a program to run.
  package init(
    _ program: String, _ arguments: [String] = [], environment: [String: String],
    directory: String = "/", limits: ProcessLimits = ProcessLimits()
  ) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
    self.directory = directory
    self.limits = limits
  }

  /// The number under which the program finds the descriptor that it is given.
  package static let passedDescriptor: Int32 = 3

  /// Makes the process. It waits at its gate; until ``RunningProcess/openGate()`` nothing of the program
  /// has run, so that the process can be put where it belongs.
  ///
  /// The kernel kills the process when the *thread* that calls this ends, and so also when this process
  /// ends in whatever way. Call it on a thread that stays.
  ///
  /// - Parameters:
  ///   - descriptor: What the program gets as descriptor 3.
  ///   - output: What its two standard streams for output are; `nil` for this process's own.
  /// - Returns: The process.
  /// - Throws: ``SystemError`` when there are too many processes or open files. That the program is
  ///   missing or can't be run is told by ``RunningProcess/Ending/notStarted(_:)``.
  package func start(
    passing descriptor: SharedDescriptor, writingTo output: SharedDescriptor? = nil
  ) throws(SystemError) -> RunningProcess {
    let variables = environment.map { "\($0.key)=\($0.value)" }.sorted()
    var own = fresnel_limits(
      data_bytes: limits.dataByteCount, processor_seconds: limits.processorSeconds,
      open_files: limits.openFiles, file_bytes: limits.fileByteCount, niceness: limits.niceness)
    var launched = fresnel_launched()
    let number = withExtendedLifetime((descriptor, output)) {
      Command.withCStrings([program] + arguments) { argv in
        Command.withCStrings(variables) { envp in
          let status = fresnel_process_launch(
            program, argv, envp, directory, &own, descriptor.rawValue,
            output?.rawValue ?? -1, &launched)
          return status == 0 ? 0 : errno
        }
      }
    }
    guard number == 0 else { throw SystemError(errno: number, call: "fork", path: program) }
    return RunningProcess(
      program: program, identifier: launched.identifier,
      process: SharedDescriptor(adopting: launched.process),
      gate: SharedDescriptor(adopting: launched.gate),
      report: SharedDescriptor(adopting: launched.report))
  }
}
