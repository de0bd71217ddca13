#if canImport(Glibc)
  import Glibc
#endif

/// A signal that the kernel or another process sends.
public struct Signal: RawRepresentable, Hashable, Sendable {
  /// The signal's number.
  public let rawValue: Int32

  /// Makes a signal from its number.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The terminal's window changed its size.
  public static let windowChange = Signal(rawValue: SIGWINCH)
  /// Control-C was typed.
  public static let interrupt = Signal(rawValue: SIGINT)
  /// The process is asked to end.
  public static let terminate = Signal(rawValue: SIGTERM)
  /// The terminal is gone.
  public static let hangUp = Signal(rawValue: SIGHUP)
  /// The process goes on after it was stopped.
  public static let resume = Signal(rawValue: SIGCONT)
  /// The process stops until it is resumed; it cannot be caught.
  package static let stop = Signal(rawValue: SIGSTOP)
  /// The terminal asks the process to stop.
  public static let terminalStop = Signal(rawValue: SIGTSTP)
  /// The process ends at once; it cannot be caught.
  public static let kill = Signal(rawValue: SIGKILL)
  /// The reader of a pipe is gone.
  public static let brokenPipe = Signal(rawValue: SIGPIPE)

  /// Ignores a signal from now on; a write to a broken pipe then fails with an error instead.
  public static func ignore(_ signal: Signal) {
    _ = Glibc.signal(signal.rawValue, SIG_IGN)
  }

  /// Whether the process ignores the signal, as those do that `nohup` or a script's `&` starts.
  package var isIgnored: Bool {
    var action = sigaction()
    guard sigaction(rawValue, nil, &action) == 0 else { return false }
    // Functions are not compared in Swift; the constants stand for addresses.
    let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    return handler == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Sends the signal to a process.
  ///
  /// - Returns: Whether there is such a process, and it belongs to this person.
  @discardableResult
  package func send(to process: Int32) -> Bool {
    Glibc.kill(process, rawValue) == 0
  }

  /// No signal: sending it says whether a process is there.
  package static let none = Signal(rawValue: 0)
}
