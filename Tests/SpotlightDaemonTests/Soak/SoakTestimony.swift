import FresnelPlatform
import Synchronization

/// What the clients of a soaked daemon told on their output.
final class SoakTestimony: Sendable {
  private struct State {
    /// The highest batch that was acknowledged to each app.
    var acknowledged: [String: Int] = [:]
    var acknowledgedCount = 0
    var violations: [String] = []
  }
  private let state = Mutex(State())

  /// Takes what a client told, and how it ended.
  func note(
    _ result: Result<(ending: Command.Ending, output: [UInt8]), any Error>, role: String,
    app: String
  ) {
    state.withLock { state in
      guard case .success(let (ending, output)) = result else {
        return state.violations.append("\(role) was not started: \(result)")
      }
      if ending != .exited(0), ending != .killed(.kill), ending != .exited(1) {
        state.violations.append("\(role) of \(app) ended by itself: \(ending)")
      }
      var last: Int?
      for line in output.split(separator: UInt8(ascii: "\n")) {
        let line = String(decoding: line, as: UTF8.self)
        guard let number = Int(line) else {
          state.violations.append(line)
          continue
        }
        if let last, number <= last { state.violations.append("\(number) came after \(last)") }
        last = number
        state.acknowledgedCount += 1
      }
      if let last { state.acknowledged[app] = max(last, state.acknowledged[app] ?? -1) }
    }
  }

  /// What clients saw that must not be, since this was last asked.
  func takeViolations() -> [String] {
    state.withLock { state in
      defer { state.violations = [] }
      return state.violations
    }
  }

  /// How many batches were acknowledged.
  var acknowledgedCount: Int { state.withLock { $0.acknowledgedCount } }

  /// The last batch that was acknowledged to an app, or seen; -1 for none.
  func lastAcknowledged(to app: String) -> Int { state.withLock { $0.acknowledged[app] ?? -1 } }

  /// This batch of an app was seen after a restart, and must stay.
  func found(_ number: Int, of app: String) { state.withLock { $0.acknowledged[app] = number } }
}
