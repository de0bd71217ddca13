internal import FresnelPlatform
internal import SpotlightWire
internal import Synchronization

/// A connection that was just made, and who made it.
struct PostponedConnection: Sendable {
  let socket: UnixSocket
  let glance: PeerGlance
  let isOwn: Bool
}

// Who connects while threads hang that look at its process, or many at others. Mostly they only lack a processor,
// and come back in a moment: until then the connection is kept aside. All on the loop's thread.

extension ConnectionServer {
  /// Whether too many threads hang that look at programs; those of others keep none of the person's own waiting.
  func hangs(_ newcomer: PostponedConnection) -> Bool {
    state.withLock { state in
      let hanging = state.examinations
      return (!newcomer.isOwn && hanging.givenUpCount >= limits.hangingExaminations)
        || hanging.givenUpCount(of: newcomer.glance.processIdentifier)
          >= limits.newConnectionsPerProcess
    }
  }

  /// Keeps a connection aside until threads have come back, as long as a greeting may take; with too many of them,
  /// it is refused at once.
  func postpone(_ newcomer: PostponedConnection) {
    let number = state.withLock { state -> UInt64? in
      guard state.postponed.count < limits.newConnections, !state.isEnding else { return nil }
      state.lastNumber += 1
      state.postponed[state.lastNumber] = newcomer
      return state.lastNumber
    }
    let refusal = Refusal(
      .tooManyConnections, "The program, or those of others, cannot be looked at for now.")
    guard let number else { return turnAway(newcomer.socket, refusal) }
    loop.after(limits.handshakeTime, tolerance: .milliseconds(500)) { [weak self] in
      guard let self, let late = state.withLock({ $0.postponed.removeValue(forKey: number) })
      else { return }
      turnAway(late.socket, refusal)
    }
  }

  /// A thread has come back: those who waited for that have their turn, in the order in which they came.
  func beginPostponed() {
    for number in state.withLock({ $0.postponed.keys.sorted() }) {
      guard let newcomer = state.withLock({ $0.postponed[number] }), !hangs(newcomer) else {
        continue
      }
      _ = state.withLock { $0.postponed.removeValue(forKey: number) }
      begin(with: newcomer)
    }
  }
}
