import Dispatch
import FresnelModel
import Synchronization

/// Builds a segment on another thread from portions of items that come one after the other.
final class ReplayWorker: Sendable {
  /// A segment and where its documents stood in the journal.
  struct Result: Sendable {
    let segment: MemorySegment
    let positions: [Int]
  }

  private struct Portion {
    let items: [PendingDocuments.Survivor]
    let start: Int
  }

  private struct State {
    var portions: [Portion] = []
    var isStarted = false
    var isClosed = false
    var isCancelled = false
    var result: Result?
  }

  private enum Step {
    case portion(Portion)
    case wait
    case finish
    case abandon
  }

  private let state = Mutex(State())
  /// Signalled for each portion and for the end.
  private let news = DispatchSemaphore(value: 0)
  private let finished = DispatchGroup()

  /// Adds items to be analysed; `start` is a position that none of them precedes.
  func add(_ items: [PendingDocuments.Survivor], startingAt start: Int) {
    let isFirst = state.withLock { state in
      defer { state.isStarted = true }
      state.portions.append(Portion(items: items, start: start))
      return !state.isStarted
    }
    if isFirst { DispatchQueue.global().async(group: finished) { self.run() } }
    news.signal()
  }

  /// Takes back the portions not begun.
  ///
  /// - Returns: The start of the first of them; `nil` when there was none.
  func takeBack() -> Int? {
    state.withLock { state in
      defer { state.portions = [] }
      return state.portions.first?.start
    }
  }

  /// Says that no more portions come.
  func close() {
    state.withLock { $0.isClosed = true }
    news.signal()
  }

  /// Says that the result is not wanted.
  func cancel() {
    state.withLock { state in
      state.portions = []
      state.isCancelled = true
    }
    news.signal()
  }

  /// Waits for the segment; `nil` when there were no items. Call it after ``close()``.
  func result() -> Result? {
    finished.wait()
    return state.withLock { $0.result }
  }

  private func run() {
    var builder = SegmentBuilder()
    var positions: [Int] = []
    while true {
      switch next() {
      case .portion(let portion):
        for item in portion.items {
          builder.add(item.item, scope: item.scope)
          positions.append(item.position)
        }
      case .wait:
        news.wait()
      case .abandon:
        return
      case .finish:
        guard !positions.isEmpty else { return }
        let result = Result(segment: builder.finish(), positions: positions)
        state.withLock { $0.result = result }
        return
      }
    }
  }

  private func next() -> Step {
    state.withLock { state in
      if !state.portions.isEmpty { return .portion(state.portions.removeFirst()) }
      if state.isCancelled { return .abandon }
      return state.isClosed ? .finish : .wait
    }
  }
}
