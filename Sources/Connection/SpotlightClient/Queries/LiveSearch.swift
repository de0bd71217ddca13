internal import Dispatch
internal import FresnelModel
package import SpotlightWire
internal import Synchronization

/// The best items that a search has found, all of them.
package struct SearchRevision: Sendable {
  /// Counts the revisions of one search, from 1.
  package var number: Int
  /// Whether the time ran out before everything was looked at.
  package var isPartial: Bool
  /// How many items match; `nil` unless it was asked for.
  package var matchCount: UInt64?
  /// The best, the best first.
  package var hits: [WireHit]
}

/// A search under way: its best items, once or until it is cancelled.
///
/// A live search goes on through lost connections and locked sessions: every revision is the whole
/// list.
package final class LiveSearch: Sendable {
  /// Where a part of the results comes from.
  private enum Source: Hashable, Sendable {
    case main
    case channel(ProtectionClass)
  }

  /// The results over one connection.
  private struct Part: Sendable {
    var link: Link?
    var request: UInt64 = 0
    var latest: SearchResults?
  }

  private struct State: Sendable {
    var parts: [Source: Part] = [:]
    var revision = 0
    var isHandingOver = false
    var isRepeated = false
    var isOver = false
  }

  private let connection: ServiceConnection
  private let request: SearchRequest
  private let revise: @Sendable (SearchRevision) -> Void
  private let finish: @Sendable (ServiceError?) -> Void
  private let queue = DispatchQueue(label: "fresnel.search", target: .global(qos: .userInitiated))
  private let state = Mutex(State())

  init(
    _ connection: ServiceConnection, _ request: SearchRequest,
    revise: @escaping @Sendable (SearchRevision) -> Void,
    finish: @escaping @Sendable (ServiceError?) -> Void
  ) {
    self.connection = connection
    self.request = request
    self.revise = revise
    self.finish = finish
  }

  private var isLive: Bool { request.flags.contains(.isLive) }

  /// Gives the search up: no revision is handed over after those that are on their way.
  package func cancel() {
    end(with: ServiceError(.cancelled, "The search was cancelled."))
  }

  // MARK: - Running

  func start() {
    connection.withLink { link in
      switch link {
      case .failure(let error): self.end(with: error)
      case .success(let link):
        let classes = self.connection.searchedClasses
        self.state.withLock { state in
          for source in [.main] + classes.map(Source.channel) { state.parts[source] = Part() }
        }
        self.run(.main, over: link)
        for protection in classes { self.search(protection) }
      }
    }
  }

  private func search(_ protection: ProtectionClass) {
    connection.withChannel(to: protection) { channel in
      switch channel {
      case .success(let channel): self.run(.channel(protection), over: channel)
      case .failure: self.drop(.channel(protection))
      }
    }
  }

  private func run(_ source: Source, over link: Link) {
    guard let number = link.reserve({ self.received($0, from: source, over: link) }) else { return }
    let isWanted = state.withLock { state in
      guard !state.isOver, state.parts[source] != nil else { return false }
      state.parts[source]?.link = link
      state.parts[source]?.request = number
      return true
    }
    link.send(.search(request), as: number)
    if !isWanted { link.send(.cancel(number)) }
  }

  private func received(_ reply: Reply, from source: Source, over link: Link) {
    switch reply {
    case .message(.found(let results), _, _):
      state.withLock { state in
        guard state.parts[source]?.link == link else { return }
        state.parts[source]?.latest = results
      }
      handOver()
    case .message(.failed(let error), _, _): failed(source, error)
    case .message(let message, _, _): failed(source, .unexpected(message))
    case .lost(let error):
      guard source == .main else { return drop(source) }
      repeatOrEnd(with: error)
    }
  }

  private func failed(_ source: Source, _ error: ServiceError) {
    if source == .main { end(with: error) } else { drop(source) }
  }

  private func repeatOrEnd(with error: ServiceError) {
    let mayRepeat = state.withLock { state in
      guard !state.isOver, isLive || !state.isRepeated else { return false }
      state.isRepeated = true
      state.parts[.main]?.link = nil
      return true
    }
    guard mayRepeat else { return end(with: error) }
    connection.withLink { link in
      switch link {
      case .success(let link): self.run(.main, over: link)
      case .failure(let error): self.end(with: error)
      }
    }
  }

  /// Forgets what came from a source.
  private func drop(_ source: Source) {
    state.withLock { _ = $0.parts.removeValue(forKey: source) }
    handOver()
  }

  /// A class was locked or unlocked.
  func classChanged(_ condition: ClassCondition) {
    let source = Source.channel(condition.protection)
    drop(source)
    guard condition.state == .open, isLive else { return }
    state.withLock { $0.parts[source] = Part() }
    search(condition.protection)
  }

  // MARK: - Handing over

  /// Hands the newest list over, unless somebody is about to.
  private func handOver() {
    let isMine = state.withLock { state in
      guard !state.isOver, !state.isHandingOver, isComplete(state) else { return false }
      state.isHandingOver = true
      return true
    }
    guard isMine else { return }
    queue.async { [self] in
      let revision = state.withLock { state -> SearchRevision? in
        state.isHandingOver = false
        guard !state.isOver, isComplete(state) else { return nil }
        state.revision += 1
        return SearchRevision(
          number: state.revision, merging: state.parts.values.compactMap(\.latest),
          limit: Int(request.limit), order: request.order)
      }
      guard let revision else { return }
      revise(revision)
      if !isLive { end(with: nil) }
    }
  }

  /// Whether there is enough to show: for a live search the main part, else all.
  private func isComplete(_ state: borrowing State) -> Bool {
    guard state.parts[.main]?.latest != nil else { return false }
    return isLive || state.parts.values.allSatisfy { $0.latest != nil }
  }

  private func end(with error: ServiceError?) {
    let parts = state.withLock { state -> [Part]? in
      guard !state.isOver else { return nil }
      state.isOver = true
      return Array(state.parts.values)
    }
    guard let parts else { return }
    connection.forget(self)
    if isLive || error != nil {
      for part in parts { part.link?.send(.cancel(part.request)) }
    }
    queue.async { [finish] in finish(error) }
  }
}
