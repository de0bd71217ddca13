internal import FresnelPlatform
internal import Synchronization

/// Starts the daemon when nobody listens.
///
/// Several processes may do so at once: one daemon stays, the others see that it is there and end.
final class DaemonStarter: Sendable {
  private let start: ConnectionRule.DaemonStart
  private let lastStart = Mutex<UInt64?>(nil)

  /// A daemon that was started has so long to listen before it is started again, in nanoseconds.
  private static let patience: UInt64 = 5_000_000_000

  init(_ start: ConnectionRule.DaemonStart) {
    self.start = start
  }

  /// Starts the daemon, unless it was started a moment ago. Does not wait until it listens.
  func startIfDue() {
    guard let command, isDue(at: MonotonicClock.nanoseconds) else { return }
    // Whether it listens afterwards is seen when connecting.
    _ = try? command.startDetached()
  }

  private var command: Command? {
    switch start {
    case .never: nil
    case .systemd: Command("systemctl", ["--user", "start", "fresneld.socket"])
    case .program(let path): Command(path)
    }
  }

  private func isDue(at now: UInt64) -> Bool {
    lastStart.withLock { last in
      if let last, MonotonicClock.elapsed(from: last, to: now) < Self.patience { return false }
      last = now
      return true
    }
  }
}
