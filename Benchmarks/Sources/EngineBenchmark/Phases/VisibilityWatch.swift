import Dispatch
import FresnelPlatform
import Synchronization

/// Notes how long after its acknowledgement each batch shows in searches, to a millisecond.
final class VisibilityWatch: Sendable {
  private struct State {
    var waiting: [(lastIdentifier: String, time: UInt64)] = []
    var delays = Latencies()
    var isOver = false
  }

  private let measured: MeasuredStore
  private let state = Mutex(State())
  private let end = DispatchSemaphore(value: 0)

  /// Begins to watch a store on a thread of its own.
  init(_ measured: MeasuredStore) {
    self.measured = measured
    DispatchQueue.global().async { self.watch() }
  }

  /// Notes that a batch was acknowledged just now.
  ///
  /// - Parameter lastIdentifier: The last item of the batch; batches show whole or not at all.
  func acknowledged(_ lastIdentifier: String) {
    let time = MonotonicClock.nanoseconds
    state.withLock { $0.waiting.append((lastIdentifier, time)) }
  }

  /// Waits until every batch shows, and returns the delays.
  func finish() -> Latencies {
    state.withLock { $0.isOver = true }
    end.wait()
    return state.withLock { $0.delays }
  }

  private func watch() {
    defer { end.signal() }
    while true {
      let (waiting, isOver) = state.withLock { state in
        defer { state.waiting = [] }
        return (state.waiting, state.isOver)
      }
      if isOver && waiting.isEmpty { return }
      for batch in waiting {
        while !measured.shows(batch.lastIdentifier) { Pause.milliseconds(1) }
        let now = MonotonicClock.nanoseconds
        state.withLock { $0.delays.add(now - batch.time) }
      }
      if waiting.isEmpty { Pause.milliseconds(1) }
    }
  }
}
