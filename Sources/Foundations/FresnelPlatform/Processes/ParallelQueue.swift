package import Dispatch
internal import Synchronization

/// A queue that runs several blocks at a time.
///
/// A concurrent queue of Dispatch does the same. But on Linux a process in which one was ever used is woken
/// once a second from then on, for as long as it lives: Dispatch counts how many threads of such queues run.
/// Its serial queues are not watched so, and this is made of them. The global queues are concurrent ones too.
package final class ParallelQueue: Sendable {
  private struct State {
    /// The lanes that look for no blocks.
    var idle: [Int]
    /// Blocks that have not begun.
    var waiting = FirstInFirstOut<@Sendable () -> Void>()
  }
  private let state: Mutex<State>
  private let lanes: [DispatchQueue]
  private let delays: DispatchQueue

  /// Makes a queue.
  ///
  /// - Parameters:
  ///   - label: Its name, for debuggers.
  ///   - width: The most blocks that run at a time.
  ///   - qos: How much its blocks matter.
  package init(label: String, width: Int, qos: DispatchQoS = .unspecified) {
    lanes = (0..<max(1, width)).map { DispatchQueue(label: "\(label).\($0)", qos: qos) }
    delays = DispatchQueue(label: label, qos: qos)
    state = Mutex(State(idle: Array(lanes.indices)))
  }

  /// Runs a block as soon as fewer than the most run that may; blocks begin in their order.
  package func async(_ block: @escaping @Sendable () -> Void) {
    let lane = state.withLock { state in
      state.waiting.append(block)
      return state.idle.popLast()
    }
    guard let lane else { return }
    lanes[lane].async { self.runWaiting(in: lane) }
  }

  /// Runs a block after a while, like ``async(_:)`` then.
  package func asyncAfter(deadline: DispatchTime, _ block: @escaping @Sendable () -> Void) {
    delays.asyncAfter(deadline: deadline) { self.async(block) }
  }

  /// Runs blocks until none waits.
  private func runWaiting(in lane: Int) {
    while true {
      let block = state.withLock { state in
        let block = state.waiting.popFirst()
        if block == nil { state.idle.append(lane) }
        return block
      }
      guard let block else { return }
      block()
    }
  }
}
