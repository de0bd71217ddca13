package import FresnelPlatform
internal import Synchronization

/// The thread on which this process reads what comes from the service, and waits before it connects
/// again; streams between devices are watched there, too. It is started when first needed, and sleeps when nothing comes.
package enum TransportLoop {
  private struct Running: Sendable {
    let process: Int32
    let loop: EventLoop
  }

  private static let running = Mutex<Running?>(nil)

  /// The loop of this process; `nil` when no more files may be open, or there are too many threads.
  package static var shared: EventLoop? {
    running.withLock { running in
      let process = CurrentProcess.identifier
      // A fork takes the loop along and leaves its thread behind.
      if let running, running.process == process { return running.loop }
      guard let loop = try? EventLoop() else { return nil }
      let isStarted = DetachedThread.start { try? loop.run() }
      guard isStarted else { return nil }
      if let left = running {
        // Its descriptors are those of the parent's loop: taking it apart would disturb that one.
        _ = Unmanaged.passRetained(left.loop)
      }
      running = Running(process: process, loop: loop)
      return loop
    }
  }
}
