internal import FresnelPlatform
internal import SpotlightWire
internal import Synchronization

extension ServiceConnection {
  /// What a connection does for a person who waits before a terminal.
  package struct Waiting: Sendable {
    /// How long nothing is said.
    package var silence: Duration
    /// How long it is tried to connect; what is asked for fails then.
    package var limit: Duration
    /// Tells that there is no connection yet. Called on the thread of the connection, once for each that is begun.
    package var tell: @Sendable () -> Void
    /// Whether the person has waited in vain before: what is asked for fails then without another wait.
    package var isOver: @Sendable () -> Bool = { false }
    /// Told that the person has waited in vain.
    package var giveUp: @Sendable () -> Void = {}

    /// Puts the parts together.
    package init(silence: Duration, limit: Duration, tell: @escaping @Sendable () -> Void) {
      self.silence = silence
      self.limit = limit
      self.tell = tell
    }
  }

  /// Has the person told, and what waits fail, when there is no connection after the times for that. The service may
  /// take a connection and say nothing, as one that was stopped does.
  ///
  /// - Parameter number: Which connection of those that were begun.
  func watchWaiting(sinceBeginning number: Int) {
    guard let waiting = connecting.waiting, let loop = TransportLoop.shared else { return }
    loop.after(waiting.silence) { [weak self] in
      guard let self, state.withLock({ Self.isWaiting($0, sinceBeginning: number) }) else { return }
      waiting.tell()
    }
    loop.after(waiting.isOver() ? .zero : waiting.limit) { [weak self] in
      self?.giveUp(sinceBeginning: number)
    }
  }

  /// Has what waits for an answer over a connection fail, where a person waits, when the service does not even take another
  /// connection any more: it was stopped meanwhile, as nothing else tells. One that takes it is at work, for however long.
  func watchAnswers(over link: Link) {
    guard let waiting = connecting.waiting else { return }
    link.setWatch { [weak self, weak link] in
      if let self, let link { look(at: link, after: waiting.silence) }
    }
  }

  /// What is at work is looked at again after so many times the silence.
  private static let workingFactor = 5

  private func look(at link: Link, after time: Duration) {
    guard let waiting = connecting.waiting, let loop = TransportLoop.shared else { return }
    loop.after(time) { [weak self, weak link] in
      guard let self, let link else { return }
      switch link.look() {
      case .idle: return
      case .heard: return look(at: link, after: waiting.silence)
      case .silent: break
      }
      let other = ServiceConnection(connecting)
      other.withLink { [weak self, weak link] result in
        other.close()
        guard let self, let link else { return }
        switch result {
        case .success: look(at: link, after: waiting.silence * Self.workingFactor)
        case .failure(let error): link.abandon(error)
        }
      }
    }
  }

  private static func isWaiting(_ state: State, sinceBeginning number: Int) -> Bool {
    guard state.beginningCount == number else { return false }
    return switch state.phase {
    case .connecting, .waiting: true
    case .idle, .connected, .closed: false
    }
  }

  private func giveUp(sinceBeginning number: Int) {
    typealias Given = (phase: Phase, bodies: [LinkBody], failure: ServiceError?)
    let given = state.withLock { state -> Given? in
      guard Self.isWaiting(state, sinceBeginning: number) else { return nil }
      defer {
        state.phase = .idle
        state.waiting = []
        state.lastFailure = nil
        state.schedule = RetrySchedule(patience: connecting.patience)
      }
      return (state.phase, state.waiting, state.lastFailure)
    }
    guard let given else { return }
    connecting.waiting?.giveUp()
    switch given.phase {
    case .connecting(let link): link.close()
    case .waiting(let timer): TransportLoop.shared?.cancel(timer)
    case .idle, .connected, .closed: break
    }
    let error = ServiceError(
      .unavailable, given.failure?.message ?? "The index daemon does not answer.",
      isRetryable: false)
    for body in given.bodies { body(.failure(error)) }
  }
}
