internal import FresnelPlatform
internal import Synchronization

/// Starts the daemon when nobody listens.
///
/// Several processes may do so at once: one daemon stays, the others see that it is there and end.
final class DaemonStarter: Sendable {
  private let start: ConnectionRule.DaemonStart
  /// Variables of this process's environment that are not for the daemon, nor for what that starts.
  private let hiddenVariables: Set<String>
  private let state = Mutex(State())

  private struct State {
    var lastStart: UInt64?
    /// Why the program that was started last does not run, if it failed.
    var failure: String?
  }

  /// A daemon that was started has so long to listen before it is started again, in nanoseconds.
  private static let patience: UInt64 = 5_000_000_000

  init(_ start: ConnectionRule.DaemonStart, hiding hiddenVariables: Set<String> = []) {
    self.start = start
    self.hiddenVariables = hiddenVariables
  }

  /// Starts the daemon, unless it was started a moment ago. Does not wait until it listens.
  func startIfDue() {
    guard let command, isDue(at: MonotonicClock.nanoseconds) else { return }
    // Whether it listens afterwards is seen when connecting.
    do throws(SystemError) {
      _ = try command.startDetached { [weak self] ending in
        // One that finds another daemon at work ends in good order.
        if !ending.isSuccess { self?.note(failure: Self.sentence(command, ending)) }
      }
    } catch {
      note(failure: "The index daemon cannot be started: \(error.message)")
    }
  }

  private func note(failure: String) {
    state.withLock { $0.failure = failure }
  }

  /// Why the daemon that was started last will not listen; `nil` as long as it may.
  var failure: String? { state.withLock { $0.failure } }

  private static func sentence(_ command: Command, _ ending: Command.Ending) -> String {
    let name = ([command.program] + command.arguments).joined(separator: " ")
    let end =
      switch ending {
      case .exited(let status): "ended with status \(status)"
      case .killed(let signal): "was ended by signal \(signal.rawValue)"
      }
    return "The index daemon cannot be started: \(name) \(end). Run it in a terminal to see why."
  }

  private var command: Command? {
    switch start {
    case .never: nil
    // The service, too: where somebody removed the socket's file, systemd goes on to listen on what nobody finds, and
    // the daemon opens a socket of its own when it begins.
    case .systemd: Command("systemctl", ["--user", "start", "fresneld.socket", "fresneld.service"])
    case .program(let path): daemon(path)
    }
  }

  private func daemon(_ path: String) -> Command {
    var command = Command(path)
    command.environment = Environment.all.filter { !hiddenVariables.contains($0.key) }
    return command
  }

  private func isDue(at now: UInt64) -> Bool {
    state.withLock { state in
      if let last = state.lastStart, MonotonicClock.elapsed(from: last, to: now) < Self.patience {
        return false
      }
      state = State(lastStart: now)
      return true
    }
  }
}
