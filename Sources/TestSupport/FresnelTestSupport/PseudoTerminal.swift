import FresnelPlatform
import Glibc

/// A terminal without a window: the test holds one end, a program runs at the other.
public struct PseudoTerminal: ~Copyable {
  private let controller: FileDescriptor
  private let path: String
  private var received: [UInt8] = []
  /// The program that was started and whose end nobody has waited for.
  private var process: pid_t?

  // TIOCSPTLCK and TIOCGPTN of ioctl_tty(2), which are macros that Swift does not see.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430
  /// A wait of this many nanoseconds, ten minutes, is one for what never happens.
  private static let patience: UInt64 = 600_000_000_000

  /// Something that should have happened did not.
  public struct Failure: Error, CustomStringConvertible {
    /// What was waited for, and what came instead.
    public let description: String
  }

  /// Makes a terminal with a window of this size.
  public init(columns: Int, rows: Int) throws {
    let number = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var place: Int32 = 0
    var isLocked: Int32 = 0
    guard number >= 0, ioctl(number, Self.setLock, &isLocked) == 0,
      ioctl(number, Self.getNumber, &place) == 0
    else { throw Failure(description: "no pseudo-terminal can be made") }
    controller = FileDescriptor(adopting: number, path: "a pseudo-terminal")
    path = "/dev/pts/\(place)"
    resize(columns: columns, rows: rows)
  }

  deinit {
    // A program left behind, even a dead one, would keep the test runner from seeing the end of the
    // processes that it waits for itself.
    guard let process else { return }
    kill(process, SIGKILL)
    _ = Self.waitForEnd(of: process)
  }

  /// Changes the window's size, of which the kernel tells the program by a signal.
  public func resize(columns: Int, rows: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(controller.rawValue, UInt(TIOCSWINSZ), &size)
  }

  /// The terminal's mode, for comparison.
  public var mode: [UInt32] {
    var settings = termios()
    tcgetattr(controller.rawValue, &settings)
    return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
  }

  /// Starts a program whose terminal this is; once only.
  public mutating func start(
    _ program: String, _ arguments: [String] = [], environment: [String: String]
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The leader of a new session that opens a terminal gets it as its controlling one.
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Tests run on threads of a pool, which block signals.
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    let newSession: Int16 = 0x80  // POSIX_SPAWN_SETSID, which the module map leaves out
    posix_spawnattr_setflags(&attributes, newSession | Int16(POSIX_SPAWN_SETSIGMASK))
    let argv = ([program] + arguments).map { strdup($0) } + [nil]
    let envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (argv + envp).forEach { free($0) } }
    var identifier: pid_t = 0
    let status = posix_spawn(&identifier, program, &actions, &attributes, argv, envp)
    guard status == 0 else { throw Failure(description: "\(program) cannot be started") }
    process = identifier
  }

  /// Sends the program a signal.
  public func send(_ signal: Int32) {
    if let process { kill(process, signal) }
  }

  /// Types keys.
  public func type(_ keys: String) throws {
    try controller.write(keys)
  }

  /// Reads until the program has written a text since the last call; colours do not count.
  ///
  /// - Throws: ``Failure`` when it has not come after ten minutes.
  /// - Returns: Everything that was written up to the text.
  @discardableResult
  public mutating func read(until expected: String) throws -> String {
    let deadline = MonotonicClock.nanoseconds + Self.patience
    while true {
      let shown = Self.withoutColors(String(decoding: received, as: UTF8.self))
      if let end = Self.end(of: expected, in: shown) {
        received = Array(shown[end...].utf8)
        return String(shown[..<end])
      }
      guard MonotonicClock.nanoseconds < deadline else {
        throw Failure(
          description: "\(expected.debugDescription) is not in \(shown.debugDescription)")
      }
      guard
        try !waitForInput(on: [controller.rawValue], timeout: .seconds(1)).isEmpty
      else { continue }
      do {
        received += try controller.read(count: 1 << 16)
      } catch {
        // The kernel's way to say that no program has the terminal open any more.
        throw Failure(
          description:
            "the program ended before \(expected.debugDescription): \(shown.debugDescription)")
      }
    }
  }

  /// Reads what the program writes until it ends.
  ///
  /// - Throws: ``Failure`` when it has not ended after ten minutes.
  /// - Returns: Everything that was written since the last call.
  public mutating func readToEnd() throws -> String {
    let deadline = MonotonicClock.nanoseconds + Self.patience
    while true {
      guard MonotonicClock.nanoseconds < deadline else {
        throw Failure(
          description: "the program goes on: \(String(decoding: received, as: UTF8.self))")
      }
      guard
        try !waitForInput(on: [controller.rawValue], timeout: .seconds(1)).isEmpty
      else { continue }
      // The kernel's way to say that no program has the terminal open any more is an error.
      guard let bytes = try? controller.read(count: 1 << 16), !bytes.isEmpty else {
        defer { received = [] }
        return Self.withoutColors(String(decoding: received, as: UTF8.self))
      }
      received += bytes
    }
  }

  private static func end(of text: String, in whole: String) -> String.Index? {
    let (text, whole8) = (Array(text.utf8), Array(whole.utf8))
    guard whole8.count >= text.count else { return nil }
    for start in 0...(whole8.count - text.count) where whole8[start...].starts(with: text) {
      return whole.utf8.index(whole.startIndex, offsetBy: start + text.count)
    }
    return nil
  }

  /// The text without sequences that set colours and weights.
  private static func withoutColors(_ text: String) -> String {
    text.replacing(/\u{1B}\[[0-9;]*m/, with: "")
  }

  /// Waits for the end of the program that was started; returns its exit status, or nil when a
  /// signal ended it.
  public mutating func waitForEnd() -> Int32? {
    guard let process else { return nil }
    self.process = nil
    return Self.waitForEnd(of: process)
  }

  private static func waitForEnd(of process: pid_t) -> Int32? {
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
  }
}
