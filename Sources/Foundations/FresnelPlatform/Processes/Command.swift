private import CPlatform

#if canImport(Glibc)
  import Glibc
#endif

/// A program to run, with its arguments and what its standard streams are.
public struct Command: Sendable {
  /// The program: a path, or a name that is looked up in `PATH`.
  public var program: String
  /// The arguments after the program's own name.
  public var arguments: [String]
  /// The environment; `nil` hands on this process's own.
  public var environment: [String: String]?
  /// The directory that the program starts in; `nil` for this process's own.
  public var directory: String?
  /// What the program reads.
  public var input: Stream = .inherited
  /// Where its output goes.
  public var output: Stream = .inherited
  /// Where its error messages go.
  public var error: Stream = .inherited

  /// Describes a program to run.
  public init(_ program: String, _ arguments: [String] = []) {
    self.program = program
    self.arguments = arguments
  }

  /// What a standard stream of the program is connected to.
  public enum Stream: Sendable {
    /// The same as this process's.
    case inherited
    /// Nothing: reads end at once, writes vanish.
    case null
  }

  /// How a program ended.
  public enum Ending: Equatable, Sendable {
    /// It ended by itself with a status; zero is success.
    case exited(Int32)
    /// A signal ended it.
    case killed(Signal)

    /// Whether the program ended by itself with status zero.
    public var isSuccess: Bool { self == .exited(0) }
  }

  /// Runs the program and waits for its end.
  public func run() throws(SystemError) -> Ending {
    try Self.wait(for: spawn(capturing: nil, detached: false))
  }

  /// Runs the program and waits for its end, collecting its standard output.
  ///
  /// Output beyond the maximum is read and dropped.
  public func capture(
    maximumByteCount: Int = 1 << 28
  ) throws(SystemError) -> (ending: Ending, output: [UInt8]) {
    var (readingEnd, writingEnd): (Int32, Int32) = (-1, -1)
    _ = try retrying("pipe2") { fresnel_pipe(&readingEnd, &writingEnd) }
    let reader = FileDescriptor(adopting: readingEnd, path: "the output of \(program)")
    let identifier = try start(writingTo: writingEnd)
    var output: [UInt8] = []
    while true {
      let chunk = try reader.read(count: 1 << 16)
      if chunk.isEmpty { break }
      output += chunk.prefix(max(0, maximumByteCount - output.count))
    }
    return (try Self.wait(for: identifier), output)
  }

  /// Starts the program with its output going to a pipe, and closes the pipe's end here: the reader
  /// meets the output's end only when no writing end is open.
  private func start(writingTo pipe: Int32) throws(SystemError) -> pid_t {
    defer { close(pipe) }
    return try spawn(capturing: pipe, detached: false)
  }

  /// Starts the program in a session of its own, with no standard streams, and does not wait.
  ///
  /// It lives on when this process or its terminal ends, so it gets no descriptor of this process either.
  ///
  /// - Parameter ended: Told how it ended, once, on a thread of its own that may wait.
  /// - Returns: The number of the new process.
  /// - Throws: ``SystemError`` when it cannot be started.
  @discardableResult
  public func startDetached(
    ended: (@Sendable (Ending) -> Void)? = nil
  ) throws(SystemError) -> Int32 {
    var command = self
    (command.input, command.output, command.error) = (.null, .null, .null)
    let identifier = try command.spawn(capturing: nil, detached: true)
    // Somebody must take the child's exit status, or its entry stays in the process table.
    Self.collectInBackground(identifier, ended)
    return identifier
  }

  /// Finds a program in `PATH`, or `nil` when there is none of that name.
  public static func path(of program: String) -> String? {
    path(of: program, in: Environment["PATH"])
  }

  /// Finds a program, or `nil` when there is none of that name.
  ///
  /// - Parameters:
  ///   - program: Its name, or its path.
  ///   - directories: Where to look, as `PATH` lists it; `nil` for the usual directories.
  /// - Returns: Its path.
  package static func path(of program: String, in directories: String?) -> String? {
    if program.contains("/") { return FileSystem.isExecutable(program) ? program : nil }
    let directories = directories ?? "/usr/local/bin:/usr/bin:/bin"
    for directory in directories.split(separator: ":") {
      let path = "\(directory)/\(program)"
      if FileSystem.isExecutable(path) { return path }
    }
    return nil
  }
}
