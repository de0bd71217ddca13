internal import FresnelPlatform
internal import SpotlightWire
internal import Synchronization

// How fast messages are taken. A program that sends them as fast as it can would otherwise keep a processor busy with
// reading them and its own with sending, while the program with which the person is to search is being started.
// All on the loop's thread.

extension ConnectionServer {
  /// Counts a message that was taken; those of the person's own programs are not to be.
  ///
  /// - Parameter app: Whose it was.
  /// - Returns: Whether another one may be taken at once.
  func takesMore(of app: AppIdentity) -> Bool {
    let now = MonotonicClock.nanoseconds
    return state.withLock { $0.messages.count(of: app, at: now) }
  }

  /// Has a connection wait until messages of its app may be taken again.
  func resumeLater(_ number: UInt64) {
    let schedules = state.withLock { state in
      state.slowed.append(number)
      defer { state.willResume = true }
      return !state.willResume
    }
    if schedules {
      loop.after(.milliseconds(10), tolerance: .milliseconds(2)) { [weak self] in
        self?.resumeSlowed()
      }
    }
  }

  /// Lets those go on whose apps may send again: first those who have sent least lately, so that an app that sends
  /// little waits for one moment only, however many send much. Those that may not wait for the next time.
  private func resumeSlowed() {
    let now = MonotonicClock.nanoseconds
    let waiting = state.withLock { state in
      defer {
        state.slowed = []
        state.willResume = false
      }
      return state.slowed
    }
    var candidates: [(number: UInt64, use: Int, mayTake: Bool)] = []
    var messageCount = 0
    for number in waiting {
      guard let app = connection(number)?.app else { continue }
      state.withLock { state in
        messageCount = state.messages.messageCount(at: now)
        candidates.append(
          (
            number, state.messages.recentUse(of: app, at: now),
            state.messages.messageCount(of: app, at: now) > 0
          ))
      }
    }
    // Those that have waited longest stay first among equals.
    let order = candidates.indices.sorted {
      (candidates[$0].use, $0) < (candidates[$1].use, $1)
    }
    for index in order {
      let (number, _, mayTake) = candidates[index]
      guard mayTake, messageCount > 0 else {
        resumeLater(number)
        continue
      }
      messageCount -= 1
      // Each in a turn of its own, as what the person waits for comes between turns.
      loop.perform { [weak self] in self?.resume(number) }
    }
  }

  private func resume(_ number: UInt64) {
    guard let connection = connection(number), let app = connection.app else { return }
    let now = MonotonicClock.nanoseconds
    if state.withLock({ $0.messages.mayTake(of: app, at: now) }) {
      connection.resume()
    } else {
      resumeLater(number)
    }
  }
}
