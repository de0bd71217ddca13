internal import Synchronization

/// What has been asked of a server and is not answered yet.
final class RequestQueue: Sendable {
  /// A request that waits for its answer.
  private struct Waiting {
    let exchange: Exchange
    /// When it is answered that there is too much to do.
    let deadline: ContinuousClock.Instant
    /// What makes the answer; `nil` until that has begun.
    var work: Task<Void, Never>?
  }

  private struct State {
    /// Requests that a handler works on, answered or not.
    var worked = 0
    var inPlace: InPlaceWork
    /// Requests that wait for their answer, by number: as many as are worked on, at most.
    var waiting: [Int: Waiting] = [:]
    var latestNumber = 0
    /// Looks after deadlines while requests wait: one for all, as nearly all are answered long before.
    var watch: Task<Void, Never>?
    var isClosed = false
    var drained: CheckedContinuation<Void, Never>?

    init(_ limits: ServerLimits) { inPlace = InPlaceWork(limits) }
  }

  private let limits: ServerLimits
  private let headers: SecurityHeaders
  private let estimate: HTTPServer.Estimate
  private let handler: HTTPServer.Handler
  private let state: Mutex<State>

  init(
    limits: ServerLimits, headers: SecurityHeaders, estimate: @escaping HTTPServer.Estimate,
    handler: @escaping HTTPServer.Handler
  ) {
    self.limits = limits
    self.headers = headers
    self.estimate = estimate
    self.handler = handler
    state = Mutex(State(limits))
  }

  /// Begins to work on a request, unless there are too many and it takes some time.
  ///
  /// Where ``InPlaceWork`` says so, the calling thread works on it until the handler has answered or waits.
  func receive(_ exchange: Exchange) {
    let effort = estimate(exchange.request)
    let deadline = ContinuousClock.now.advanced(by: limits.answerTime)
    let begun: (number: Int, isInPlace: Bool)? = state.withLock { state in
      guard !state.isClosed, state.worked < limits.requests || effort == .negligible else {
        return nil
      }
      state.worked += 1
      let isInPlace = state.inPlace.begin(effort)
      state.latestNumber += 1
      state.waiting[state.latestNumber] = Waiting(exchange: exchange, deadline: deadline)
      if state.watch == nil { state.watch = Task { await watch(until: deadline) } }
      return (state.latestNumber, isInPlace)
    }
    guard let (number, isInPlace) = begun else {
      exchange.answer(headers.added(to: .unavailable))
      return
    }
    let answer: @Sendable () async -> Void = { [self] in
      let start = ContinuousClock.now
      let response = await handler(exchange.request)
      state.withLock { $0.inPlace.note(ContinuousClock.now - start, effort) }
      finish(number, response)
      state.withLock { $0.worked -= 1 }
    }
    let work = isInPlace ? Task.immediate { await answer() } : Task { await answer() }
    let isWaiting = state.withLock { state in
      if isInPlace { state.inPlace.end(effort) }
      guard state.waiting[number] != nil else { return false }
      state.waiting[number]?.work = work
      return true
    }
    // Its time may be over already.
    if !isWaiting { work.cancel() }
  }

  /// Takes nothing more and waits until everything has its answer, which is no longer than an answer may take. What is
  /// worked on in place gets it when the handler returns.
  func drain() async {
    await withCheckedContinuation { continuation in
      let isDrained = state.withLock { state in
        state.isClosed = true
        if !state.waiting.isEmpty { state.drained = continuation }
        if state.waiting.isEmpty { state.watch?.cancel() }
        return state.waiting.isEmpty
      }
      if isDrained { continuation.resume() }
    }
  }

  /// Answers the requests whose time is over, until none wait.
  private func watch(until first: ContinuousClock.Instant) async {
    var next: ContinuousClock.Instant? = first
    while let deadline = next {
      // It is cancelled when there is nothing to wait for any more.
      guard (try? await Task.sleep(until: deadline, clock: .continuous)) != nil else { return }
      let now = ContinuousClock.now
      for number in late(at: now) { finish(number, .unavailable)?.cancel() }
      next = state.withLock { state in
        let next = state.waiting.values.map(\.deadline).min()
        if next == nil { state.watch = nil }
        return next
      }
    }
  }

  /// The requests whose time is over.
  private func late(at now: ContinuousClock.Instant) -> [Int] {
    state.withLock { state in
      state.waiting.filter { $0.value.deadline <= now }.map(\.key)
    }
  }

  /// Answers, unless that has been done.
  ///
  /// - Returns: What would have made the answer. It is taken in one step with the request: ``receive(_:)`` either notes
  ///   it before, or finds no request and cancels it.
  @discardableResult
  private func finish(_ number: Int, _ response: HTTPResponse) -> Task<Void, Never>? {
    guard let exchange = state.withLock({ $0.waiting[number]?.exchange }),
      exchange.answer(headers.added(to: response))
    else { return nil }
    let (work, drained) = state.withLock { state in
      let work = state.waiting.removeValue(forKey: number)?.work
      guard state.waiting.isEmpty, state.isClosed else {
        return (work, nil as CheckedContinuation<Void, Never>?)
      }
      state.watch?.cancel()
      return (work, state.drained.take())
    }
    drained?.resume()
    return work
  }
}

extension HTTPResponse {
  /// There is more to do than can be done.
  fileprivate static var unavailable: HTTPResponse {
    var response = plain(
      "There is too much to do at the moment. Try again soon.",
      status: HTTPStatus.serviceUnavailable)
    response.headers.append(HTTPHeader("Retry-After", "5"))
    return response
  }
}
