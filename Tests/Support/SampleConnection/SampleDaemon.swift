internal import Foundation
internal import WireTestSupport

/// The daemon `fresneld`, built next to the tests, with all its files in one folder. Its protection
/// classes are open, as in a session that is unlocked.
public enum SampleDaemon {
  private static let lock = NSLock()
  // The lock guards it, and each daemon in it.
  private nonisolated(unsafe) static var running: [String: DaemonProcess] = [:]

  /// Where the daemon of a folder listens.
  public static func socket(in folder: String) -> String { folder + "/run/fresnel/daemon" }

  /// Starts a daemon.
  public static func start(in folder: String) {
    lock.withLock {
      do {
        let daemon = try DaemonProcess(in: folder, options: ["--trust-claims"])
        try daemon.start()
        try daemon.unlock()
        running[folder] = daemon
      } catch {
        preconditionFailure("The daemon does not start: \(error)")
      }
    }
  }

  /// Ends the daemon of a folder, if there is one.
  public static func stop(in folder: String) {
    lock.withLock { running.removeValue(forKey: folder)?.kill() }
  }

  /// Ends all daemons that this process started.
  static func stopAll() {
    lock.withLock {
      for daemon in running.values { daemon.kill() }
      running = [:]
    }
  }
}
