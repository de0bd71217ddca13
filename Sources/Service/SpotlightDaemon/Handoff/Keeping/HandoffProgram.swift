internal import FresnelPlatform

/// How the process comes to be that stands on the network.
struct HandoffProgram: Sendable {
  /// A process that lives.
  struct Running: Sendable {
    /// Ends it at once.
    var kill: @Sendable () -> Void
    /// The process itself; `nil` where a test plays it.
    var process: RunningProcess?
  }

  /// Starts it, on the loop's thread, with the end of the socket that is its own; told how it ended.
  var start:
    @Sendable (SharedDescriptor, EventLoop, @escaping @Sendable (String) -> Void)
      throws(SystemError) -> Running

  /// The daemon's own program in a process of its own.
  ///
  /// - Parameters:
  ///   - options: Those of main.
  ///   - program: What runs: the file that this process runs, even when another one is installed by now.
  init(_ options: DaemonOptions, program: String = "/proc/self/exe") {
    let command = Self.command(program, options)
    start = { (descriptor, loop, ended) throws(SystemError) in
      let process = try command.start(passing: descriptor)
      try process.onExit(loop) { ended("\($0.ending)") }
      process.openGate()
      return Running(kill: { process.signalGroup(.kill) }, process: process)
    }
  }

  /// A process that is started in another way.
  init(
    start:
      @escaping @Sendable (
        SharedDescriptor, EventLoop, @escaping @Sendable (String) -> Void
      ) throws(SystemError) -> Running
  ) {
    self.start = start
  }

  /// More than it ever takes, and less than the kernel can count in nanoseconds: 136 years.
  private static let processorSeconds: UInt64 = 1 << 32
  /// More than devices, callers and streams can have.
  private static let openFiles: UInt64 = 1024

  private static func command(_ program: String, _ options: DaemonOptions) -> LimitedCommand {
    LimitedCommand(
      program, options.handoffArguments(descriptor: LimitedCommand.passedDescriptor),
      environment: Environment.all,
      limits: ProcessLimits(
        dataByteCount: .max, processorSeconds: processorSeconds, openFiles: openFiles,
        fileByteCount: .max, niceness: 0))
  }
}
