internal import Synchronization

/// Keeps the answers to the requests of one index in the order of the requests, in whichever order they are
/// found.
final class ReplyOrder: Sendable {
  private struct Turn {
    /// What to do once all turns before are over; it finishes the turn.
    var begin: (@Sendable (Int) -> Void)?
    /// Gives the answer.
    var reply: (@Sendable () -> Void)?
  }

  private struct State {
    var turns: [Turn] = []
    /// The number of the first turn in the list.
    var firstNumber = 0
    /// Whether a thread is giving answers; it also gives those that become ready meanwhile.
    var isDraining = false
  }
  private let state = Mutex(State())

  /// Adds a turn at the end.
  ///
  /// - Parameter begin: Called with the turn's number when its turn has come, for a request that has to wait
  ///   for those before.
  /// - Returns: The turn's number, for ``finish(_:_:)``.
  @discardableResult
  func add(whenFirst begin: (@Sendable (_ turn: Int) -> Void)? = nil) -> Int {
    let number = state.withLock { state in
      let number = state.firstNumber + state.turns.count
      state.turns.append(Turn(begin: begin))
      return number
    }
    drain()
    return number
  }

  /// Ends a turn with an answer, which is given once all before are.
  func finish(_ turn: Int, _ reply: @escaping @Sendable () -> Void) {
    state.withLock { $0.turns[turn - $0.firstNumber].reply = reply }
    drain()
  }

  private func drain() {
    var isOurs = false
    while true {
      let next = state.withLock { state -> (@Sendable () -> Void)? in
        if state.isDraining, !isOurs { return nil }
        guard let first = state.turns.first else {
          state.isDraining = false
          return nil
        }
        if let reply = first.reply {
          state.turns.removeFirst()
          state.firstNumber += 1
          state.isDraining = true
          return reply
        }
        let number = state.firstNumber
        state.turns[0].begin = nil
        state.isDraining = first.begin != nil
        return first.begin.map { begin in { @Sendable in begin(number) } }
      }
      guard let next else { return }
      isOurs = true
      next()
    }
  }
}
