internal import Dispatch
internal import FresnelModel
internal import FresnelPlatform
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
  /// A second line for each of the hits, if the search asked for snippets; else empty.
  package var snippets: [String]
  /// How the text was understood where each of the hits was found; empty where no part of the answer says so.
  package var understandings: [Understanding]
  /// What the text may become, the best first; empty unless it was asked for.
  package var suggestions: [Suggestion]
  /// The parts of the text that may be meant as filters.
  package var offeredTokens: [QueryToken]
}

/// A search that goes on until it is cancelled: its best items, again and again.
///
/// It goes on through lost connections and locked sessions: every revision is the whole
/// list. The connection to a class that ends while the class is open is asked for again, as the process behind
/// it may have crashed.
package final class LiveSearch: Sendable {
  /// Where a part of the results comes from.
  private enum Source: Hashable, Sendable {
    case main
    case channel(ProtectionClass)
  }

  /// The results over one connection.
  private struct Part: Sendable {
    /// Tells it from those of the same source before and after it.
    let number: Int
    var link: Link?
    /// The request; 0 before it has its number.
    var request: UInt64 = 0
    var latest: AskAnswer?
    /// When to ask again for a connection that was lost.
    var schedule: RetrySchedule
  }

  private struct State: Sendable {
    var parts: [Source: Part] = [:]
    /// Whose first lists nothing is handed over before.
    var awaited: Set<Source> = []
    /// The classes that could not be had although they are open: what they have is missing, and the
    /// service, which tells of classes that are locked, does not know of it.
    var failed: Set<Source> = []
    var lastPart = 0
    var revision = 0
    /// The readings of which rows have been handed over: an item that arrives makes none of them vanish.
    var shown: Set<Reading> = []
    var isHandingOver = false
    var isOver = false
  }

  private let connection: ServiceConnection
  private let request: RankedRequest
  private let awaitsAll: Bool
  /// How long the first lists of all sources are waited for.
  private static let patience = DispatchTimeInterval.seconds(2)
  private let revise: @Sendable (SearchRevision) -> Void
  private let finish: @Sendable (ServiceError?) -> Void
  private let queue = DispatchQueue(label: "fresnel.search", target: .global(qos: .userInitiated))
  private let state = Mutex(State())

  init(
    _ connection: ServiceConnection, _ request: RankedRequest, awaitsAll: Bool = false,
    revise: @escaping @Sendable (SearchRevision) -> Void,
    finish: @escaping @Sendable (ServiceError?) -> Void
  ) {
    self.connection = connection
    self.request = request.live
    self.awaitsAll = awaitsAll
    self.revise = revise
    self.finish = finish
  }

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
        let classes = self.searchedClasses
        // All before the first is asked: the answer is complete when all have theirs.
        let numbers = self.state.withLock { state in
          if self.awaitsAll { state.awaited = Set([.main] + classes.map(Source.channel)) }
          return ([.main] + classes.map(Source.channel)).map { self.renew($0, in: &state) }
        }
        self.run(.main, numbers[0], over: link)
        for (protection, number) in zip(classes, numbers.dropFirst()) {
          self.search(protection, number)
        }
        if self.awaitsAll {
          self.queue.asyncAfter(deadline: .now() + Self.patience) { [weak self] in
            self?.stopAwaiting()
          }
        }
      }
    }
  }

  /// The classes that are asked on connections of their own: those that are asked for alone.
  private var searchedClasses: [ProtectionClass] {
    connection.places(of: request.classes).channels
  }

  /// Hands over what there is: a class whose process is connected and does not answer holds the others back no longer,
  /// and is missing until it answers.
  private func stopAwaiting() {
    let areSomeAwaited = state.withLock { state in
      defer { state.awaited = [] }
      state.failed.formUnion(state.awaited.subtracting([.main]))
      return !state.awaited.isEmpty
    }
    if areSomeAwaited { handOver() }
  }

  /// Puts a new part in the place of that of a source; the list that came stays until there is another.
  private func renew(_ source: Source, in state: inout State) -> Int {
    state.lastPart += 1
    let before = state.parts[source]
    state.parts[source] = Part(
      number: state.lastPart, latest: before?.latest,
      schedule: before?.schedule ?? RetrySchedule(patience: connection.connecting.patience))
    return state.lastPart
  }

  private func search(_ protection: ProtectionClass, _ number: Int) {
    let source = Source.channel(protection)
    guard state.withLock({ !$0.isOver && $0.parts[source]?.number == number }) else { return }
    connection.withChannel(to: protection) { channel in
      switch channel {
      case .success(let channel): self.run(source, number, over: channel)
      case .failure(let error): self.failed(source, number, error)
      }
    }
  }

  private func run(_ source: Source, _ number: Int, over link: Link) {
    guard state.withLock({ !$0.isOver && $0.parts[source]?.number == number }) else { return }
    // A class may be opened at any time, and joins the list as it stands.
    let mayBeSeveral = connection.hasLockableClasses
    let message = (mayBeSeveral ? self.request.weighedAlike : self.request).message(over: link)
    let request = link.reserve {
      self.received($0, to: message, from: source, number, over: link)
    }
    guard let request else { return }
    let isWanted = state.withLock { state in
      guard !state.isOver, state.parts[source]?.number == number else { return false }
      state.parts[source]?.link = link
      state.parts[source]?.request = request
      return true
    }
    link.send(message, as: request)
    if !isWanted { link.send(.cancel(request)) }
  }

  private func received(
    _ reply: Reply, to message: ClientMessage, from source: Source, _ number: Int, over link: Link
  ) {
    switch reply {
    case .message(.found(let results), _, _): take(AskAnswer(results), from: source, number)
    case .message(.answered(let answer), _, _): take(answer, from: source, number)
    case .message(.failed(let error), _, _)
    where request.mayBeSearched(after: error, to: message, over: link):
      run(source, number, over: link)
    case .message(.failed(let error), _, _): failed(source, number, error)
    case .message(let message, _, _): failed(source, number, .unexpected(message))
    case .lost(let error):
      if source == .main { runAgain() } else { failed(source, number, error) }
    }
  }

  private func take(_ answer: AskAnswer, from source: Source, _ number: Int) {
    state.withLock { state in
      guard state.parts[source]?.number == number else { return }
      if state.parts[source]?.latest == nil {
        state.parts[source]?.schedule.connected(at: MonotonicClock.nanoseconds)
      }
      state.parts[source]?.latest = answer
      state.awaited.remove(source)
      state.failed.remove(source)
    }
    handOver()
  }

  /// A source cannot be had: the list lacks what came from a class, and without the main part there is none.
  private func failed(_ source: Source, _ number: Int, _ error: ServiceError) {
    guard case .channel(let protection) = source else { return end(with: error) }
    let (isNews, next) = state.withLock { state -> (Bool, (number: Int, delay: Duration)?) in
      guard !state.isOver, state.parts[source]?.number == number else { return (false, nil) }
      state.parts[source]?.latest = nil
      state.awaited.remove(source)
      if error.code == .classLocked {
        state.failed.remove(source)
      } else {
        state.failed.insert(source)
      }
      // A class that was locked is told of when it is unlocked.
      guard error.isRetryable, error.code != .classLocked,
        state.parts[source]?.schedule.failed(at: MonotonicClock.nanoseconds) == true
      else {
        state.parts[source] = nil
        return (true, nil)
      }
      let number = renew(source, in: &state)
      return (true, (number, state.parts[source]?.schedule.delay ?? .zero))
    }
    guard isNews else { return }
    handOver()
    guard let next else { return }
    // The process that is gone may not be known to be gone yet.
    TransportLoop.shared?.after(max(next.delay, Self.shortestPause)) { [weak self] in
      self?.search(protection, next.number)
    }
  }

  private static let shortestPause = Duration.milliseconds(50)

  private func runAgain() {
    guard state.withLock({ !$0.isOver }) else { return }
    connection.withLink { link in
      switch link {
      case .success(let link): self.runAgain(over: link)
      case .failure(let error): self.end(with: error)
      }
    }
  }

  /// Goes on over another connection, and asks the classes that could not be had before.
  private func runAgain(over link: Link) {
    let classes = searchedClasses
    let (number, missing) = state.withLock { state in
      let number = renew(.main, in: &state)
      state.failed.formIntersection(classes.map(Source.channel))
      let missing = classes.filter { state.parts[.channel($0)] == nil }
      return (number, missing.map { ($0, renew(.channel($0), in: &state)) })
    }
    run(.main, number, over: link)
    for (protection, number) in missing { search(protection, number) }
  }

  /// A class was locked or unlocked.
  func classChanged(_ condition: ClassCondition) {
    guard request.classes?.contains(condition.protection) ?? true else { return }
    let source = Source.channel(condition.protection)
    let number = state.withLock { state -> Int? in
      state.parts[source] = nil
      state.awaited.remove(source)
      state.failed.remove(source)
      guard condition.state == .open, !state.isOver else { return nil }
      return renew(source, in: &state)
    }
    handOver()
    if let number { search(condition.protection, number) }
  }

  // MARK: - Handing over

  /// Hands the newest list over, unless somebody is about to.
  private func handOver() {
    let isMine = state.withLock { state in
      guard !state.isOver, !state.isHandingOver, state.awaited.isEmpty,
        state.parts[.main]?.latest != nil
      else { return false }
      state.isHandingOver = true
      return true
    }
    guard isMine else { return }
    queue.async { [self] in
      let revision = state.withLock { state -> SearchRevision? in
        state.isHandingOver = false
        guard !state.isOver, state.parts[.main]?.latest != nil else { return nil }
        state.revision += 1
        var revision = SearchRevision(
          number: state.revision, merging: state.parts.values.compactMap(\.latest),
          limit: Int(clamping: request.limit), order: request.order,
          isFinished: request.isFinished, shown: state.shown)
        state.shown.formUnion(revision.understandings.map(\.reading))
        if !state.failed.isEmpty || connection.lacksItems { revision.isPartial = true }
        return revision
      }
      if let revision { revise(revision) }
    }
  }

  private func end(with error: ServiceError) {
    let parts = state.withLock { state -> [Part]? in
      guard !state.isOver else { return nil }
      state.isOver = true
      return Array(state.parts.values)
    }
    guard let parts else { return }
    connection.forget(self)
    for part in parts { part.link?.send(.cancel(part.request)) }
    queue.async { [finish] in finish(error) }
  }
}
