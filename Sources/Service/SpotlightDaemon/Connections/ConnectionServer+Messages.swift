internal import FresnelPlatform
internal import SpotlightWire
internal import Synchronization

// How fast messages are taken. A program that sends them as fast as it can would otherwise have a processor read them,
// and so keep busy both that and its own, while the person's program that is to search is still being started.
// All on the loop's thread.

extension ConnectionServer {
  /// Counts a message that was taken.
  ///
  /// - Parameter peer: Whose it was. Those of the person's own programs are not counted.
  /// - Returns: Whether another one may be taken at once.
  func takesMore(of peer: Peer) -> Bool {
    if peer.seesSystem { return true }
    let now = MonotonicClock.nanoseconds
    return state.withLock { $0.messages.count(of: peer.app, at: now) }
  }

  /// Has a connection wait until messages of its app may be taken again.
  func resumeLater(_ number: UInt64) {
    let schedules = state.withLock { state in
      state.slowed.append(number)
      defer { state.willResume = true }
      return !state.willResume
    }
    if schedules { scheduleResumption() }
  }

  private func scheduleResumption() {
    loop.after(.milliseconds(10), tolerance: .milliseconds(2)) { [weak self] in
      self?.resumeSlowed()
    }
  }

  /// Lets those go on whose apps may send again. One that uses up at once what there is comes last the next time.
  private func resumeSlowed() {
    let now = MonotonicClock.nanoseconds
    let waiting = state.withLock { state in
      defer { state.slowed = [] }
      return state.slowed
    }
    var stillWaiting: [UInt64] = []
    for number in waiting {
      guard let connection = connection(number), case .open(_, let peer) = connection.phase else {
        continue
      }
      if state.withLock({ $0.messages.mayTake(of: peer.app, at: now) }) {
        connection.resume()
      } else {
        stillWaiting.append(number)
      }
    }
    let isAnyWaiting = state.withLock { state in
      state.slowed.insert(contentsOf: stillWaiting, at: 0)
      state.willResume = !state.slowed.isEmpty
      return state.willResume
    }
    if isAnyWaiting { scheduleResumption() }
  }
}
