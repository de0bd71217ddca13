internal import Synchronization

/// Waits for a number of answers, or for somebody who has waited long enough.
final class PendingAnswers: Sendable {
  private struct State: Sendable {
    var count: Int
    /// Called at the end.
    var bodies: [@Sendable () -> Void]
    var isOver = false
  }

  private let state: Mutex<State>

  /// Calls the body after so many answers.
  init(_ count: Int, _ body: @escaping @Sendable () -> Void) {
    state = Mutex(State(count: count, bodies: [body]))
  }

  /// Calls another body at the end, or now when that is over.
  func whenEnded(_ body: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if !state.isOver { state.bodies.append(body) }
      return state.isOver
    }
    if isOver { body() }
  }

  /// One answer has come.
  func note() {
    let isLast = state.withLock { state in
      state.count -= 1
      return state.count <= 0
    }
    if isLast { end() }
  }

  /// No more answers are waited for.
  func end() {
    let bodies = state.withLock { state in
      defer {
        state.isOver = true
        state.bodies = []
      }
      return state.bodies
    }
    for body in bodies { body() }
  }
}
