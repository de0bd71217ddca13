internal import Dispatch
internal import Synchronization

/// A reply that one thread waits for and another one gets.
final class AwaitedReply: Sendable {
  private let reply = Mutex<BusReply?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  /// Hands over the reply; to be called once.
  func fulfil(_ found: BusReply) {
    reply.withLock { $0 = found }
    isThere.signal()
  }

  /// Waits for the reply; to be called once.
  func wait() -> BusReply {
    isThere.wait()
    return reply.withLock { $0 } ?? .failure(BusError(.closed, "No reply came."))
  }
}
