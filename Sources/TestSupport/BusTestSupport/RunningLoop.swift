internal import Dispatch
package import FresnelPlatform

/// An event loop that runs on a thread of its own until it is stopped.
package final class RunningLoop: Sendable {
  /// The loop.
  package let loop: EventLoop
  private let ended = DispatchSemaphore(value: 0)

  /// Starts the thread.
  ///
  /// - Throws: ``SystemError`` when the system has no room for one more.
  package init() throws(SystemError) {
    loop = try EventLoop()
    let (loop, ended) = (loop, ended)
    let isStarted = DetachedThread.start {
      try? loop.run()
      ended.signal()
    }
    guard isStarted else { throw SystemError(.noMemory, call: "pthread_create") }
  }

  /// Waits until all that was handed to the loop before has run.
  package func settle() async {
    await withCheckedContinuation { continuation in
      loop.perform { continuation.resume() }
    }
  }

  /// Ends the thread. Not to be called on it.
  package func stop() {
    loop.stop()
    ended.wait()
  }
}
