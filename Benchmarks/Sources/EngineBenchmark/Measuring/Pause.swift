import Dispatch

/// Waiting for time to pass.
enum Pause {
  /// Lets other threads work for so long.
  static func milliseconds(_ count: Int) {
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(count))
  }
}
