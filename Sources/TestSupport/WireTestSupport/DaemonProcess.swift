package import FresnelPlatform
internal import SpotlightWire

/// A real daemon in a directory of its own, for tests.
///
/// For one thread.
package final class DaemonProcess {
  /// Why there is no daemon.
  package enum Failure: Error {
    /// It did not open its socket in time; with what it wrote to standard error.
    case notReady(String)
    /// It did not end in time.
    case notEnding
  }

  /// Where all files are.
  package let directory: String
  /// The program that runs; a copy when somebody else runs it, who may not read where it was built.
  package let program: String
  /// The daemon's process; `nil` when it does not run.
  package private(set) var processIdentifier: Int32?
  private let options: [String]
  private let isUnprivileged: Bool
  private let entrance: [String]

  /// Describes a daemon; ``start()`` starts it.
  ///
  /// - Parameters:
  ///   - directory: Where its files are to be.
  ///   - options: Further options, such as `--trust-claims`.
  ///   - isUnprivileged: Whether it runs as nobody when this is root.
  ///   - entrance: The start of its command line, that of a program which becomes the daemon.
  /// - Throws: ``TestProgram/Missing`` or an error of the system.
  package init(
    in directory: String, options: [String] = [], isUnprivileged: Bool = false,
    entrance: [String] = []
  ) throws {
    self.directory = directory
    self.entrance = entrance
    // How busy the machine is that runs the tests is not to slow them down further.
    self.options =
      options.contains("--machine-directory")
      ? options : options + ["--machine-directory", directory + "/machine"]
    self.isUnprivileged = isUnprivileged && TestProgram.isRoot
    let built = try TestProgram.path("fresneld")
    program = self.isUnprivileged ? directory + "/fresneld" : built
    for name in ["run", "data", "state", "config", "home"] {
      try FileSystem.createDirectory("\(directory)/\(name)")
    }
    guard self.isUnprivileged else { return }
    _ = try Command("/bin/cp", [built, program]).run()
    _ = try Command("/bin/chown", ["-R", "\(TestProgram.unprivilegedUser)", directory]).run()
  }

  deinit {
    kill()
  }

  /// The socket.
  package var socketPath: String { directory + "/run/fresnel/daemon" }
  /// What the daemon wrote to standard error.
  package var log: String {
    String(
      decoding: (try? FileSystem.contents(of: directory + "/log", maximumByteCount: 1 << 20)) ?? [],
      as: UTF8.self)
  }

  /// The environment of the daemon, and of those who are to find it.
  package var environment: [String: String] {
    [
      "PATH": "/usr/bin:/bin", "HOME": directory + "/home", "XDG_RUNTIME_DIR": directory + "/run",
      "XDG_DATA_HOME": directory + "/data", "XDG_STATE_HOME": directory + "/state",
      "XDG_CONFIG_HOME": directory + "/config", "XDG_DATA_DIRS": directory + "/system",
      // Nor does anything depend on the Flatpaks of the machine.
      "FLATPAK_USER_DIR": directory + "/flatpak/own",
      "FLATPAK_SYSTEM_DIR": directory + "/flatpak/system",
      // No bus but one that a test says: nothing is to depend on whether the machine has one.
      "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=" + directory + "/run/no-bus",
    ]
  }

  /// Starts the daemon and waits until it serves.
  ///
  /// - Parameter clearingLog: Whether what earlier ones wrote to standard error is dropped.
  /// - Throws: ``Failure/notReady(_:)``.
  package func start(clearingLog: Bool = false) throws {
    if clearingLog { try FileSystem.write([], to: directory + "/log") }
    let words =
      entrance
      + (isUnprivileged ? TestProgram.becoming(TestProgram.unprivilegedUser) : [])
      + [program, "--foreground"] + options
    // The shell becomes the program, with its output in a file.
    var command = Command(
      "/bin/sh", ["-c", "exec \"$@\" 2>>\"$FRESNEL_TEST_LOG\"", "sh"] + words)
    command.environment = environment.merging(["FRESNEL_TEST_LOG": directory + "/log"]) { $1 }
    let process = try command.startDetached()
    processIdentifier = process
    let isReady = try TestProgram.wait {
      // Another person's process may see the socket and not connect to it.
      if isUnprivileged ? FileSystem.exists(socketPath) : isListening { return true }
      guard Signal.none.send(to: process) else { throw Failure.notReady(log) }
      return false
    }
    if !isReady { throw Failure.notReady(log) }
  }

  /// Opens the lockable classes: there is no session here that a person could unlock. The daemon must
  /// trust claims.
  ///
  /// - Throws: What the daemon answers, when it does not open them.
  package func unlock() throws {
    let tool = try RawClient(path: socketPath)
    try tool.shakeHands(role: .tool)
    try tool.order("unlock", "{}")
  }

  private var isListening: Bool { (try? UnixSocket.connect(to: socketPath)) != nil }

  /// Sends the daemon a signal.
  package func send(_ signal: Signal) {
    if let processIdentifier { signal.send(to: processIdentifier) }
  }

  /// Waits until the daemon has ended.
  ///
  /// - Throws: ``Failure/notEnding``.
  package func waitForEnd() throws {
    guard let process = processIdentifier else { return }
    guard TestProgram.wait(until: { !Signal.none.send(to: process) }) else {
      throw Failure.notEnding
    }
    processIdentifier = nil
  }

  /// Ends the daemon in good order.
  package func stop() throws {
    send(.terminate)
    try waitForEnd()
  }

  /// Ends the daemon with no chance to tidy up.
  package func kill() {
    send(.kill)
    try? waitForEnd()
  }
}

/// Runs a body with a daemon in a directory of its own.
package func withDaemon(
  _ options: [String] = [], isUnprivileged: Bool = false, _ body: (DaemonProcess) throws -> Void
) throws {
  try FileSystem.withTemporaryDirectory { (directory: String) throws in
    let daemon = try DaemonProcess(in: directory, options: options, isUnprivileged: isUnprivileged)
    try daemon.start()
    defer { daemon.kill() }
    try body(daemon)
  }
}
