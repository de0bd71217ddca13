internal import Dispatch
internal import FresnelPlatform
internal import Synchronization

/// Gives the memory that long queries needed back to the system, once nothing is read any more.
///
/// The allocator keeps what was freed where something small lies behind it: after a thousand queries of 50,000 clauses
/// that were hundreds of megabytes, for as long as the process lived. Giving it back locks the heaps, so that whoever
/// allocates meanwhile waits. It is therefore done some seconds later, on a thread of its own, never while reads run,
/// and at most once in that time. Where little was asked there is nothing to be given back, and nothing is done.
final class MemoryRelease: Sendable {
  private struct State {
    /// The bytes of queries since memory was last given back.
    var byteCount = 0
    var isScheduled = false
  }
  private let state = Mutex(State())
  private let isIdle: @Sendable () -> Bool
  private let queue = DispatchQueue(label: "fresnel.memory", qos: .utility)
  /// Queries of fewer bytes in all leave little: a query needs a few hundred times its text while it runs.
  private static let largeByteCount = 256 << 10
  /// How much later memory is given back, in seconds.
  private static let delay = 3.0

  /// Prepares to do so.
  ///
  /// - Parameter isIdle: Tells whether nothing is read.
  init(isIdle: @escaping @Sendable () -> Bool) {
    self.isIdle = isIdle
  }

  /// Takes note of a query that begins.
  ///
  /// - Parameter byteCount: The bytes of its texts.
  func note(byteCount: Int) {
    let isDue = state.withLock { state in
      state.byteCount += byteCount
      guard state.byteCount >= Self.largeByteCount, !state.isScheduled else { return false }
      state.isScheduled = true
      return true
    }
    if isDue { schedule() }
  }

  private func schedule() {
    queue.asyncAfter(deadline: .now() + Self.delay) { [weak self] in self?.releaseIfIdle() }
  }

  private func releaseIfIdle() {
    guard isIdle() else { return schedule() }
    state.withLock { $0 = State() }
    HeapMemory.releaseFreed()
  }
}
