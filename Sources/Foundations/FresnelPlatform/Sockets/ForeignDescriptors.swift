internal import CPlatform
internal import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// Closes descriptors that other processes sent, so that no thread that serves anybody waits for a file system.
///
/// What closes at once is closed at once. The rest is closed by a few threads, which are there as long as
/// something is to be closed. When all of them wait for file systems, what else is foreign stays open; the
/// limit on open files ends that.
enum ForeignDescriptors {
  /// The most threads that close.
  static let threadLimit = 4

  private struct State {
    var waiting: [Int32] = []
    var threadCount = 0
  }
  private static let state = Mutex(State())

  /// Closes a descriptor, soon. Never waits.
  static func close(_ descriptor: Int32) {
    if fresnel_descriptor_closes_at_once(descriptor) != 0 {
      _ = Glibc.close(descriptor)
      return
    }
    let startsThread = state.withLock { state in
      state.waiting.append(descriptor)
      guard state.threadCount < threadLimit else { return false }
      state.threadCount += 1
      return true
    }
    guard startsThread else { return }
    if !DetachedThread.start({ closeWaiting() }) {
      // The next one may find room for a thread, and closes this one too.
      state.withLock { $0.threadCount -= 1 }
    }
  }

  private static func closeWaiting() {
    while true {
      let next = state.withLock { state -> Int32? in
        if let next = state.waiting.popLast() { return next }
        state.threadCount -= 1
        return nil
      }
      guard let next else { return }
      _ = Glibc.close(next)
    }
  }
}
