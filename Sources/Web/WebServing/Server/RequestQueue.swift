internal import Synchronization

/// What has been asked of a server and is not answered yet.
final class RequestQueue: Sendable {
  private struct State {
    /// Requests that a handler works on, answered or not.
    var worked = 0
    /// Requests that wait for their answer.
    var unanswered = 0
    var isClosed = false
    var drained: CheckedContinuation<Void, Never>?
  }

  private let limits: ServerLimits
  private let headers: SecurityHeaders
  private let handler: HTTPServer.Handler
  private let state = Mutex(State())

  init(limits: ServerLimits, headers: SecurityHeaders, handler: @escaping HTTPServer.Handler) {
    self.limits = limits
    self.headers = headers
    self.handler = handler
  }

  /// Begins to work on a request, unless there are too many.
  func receive(_ exchange: Exchange) {
    let isTaken = state.withLock { state in
      guard !state.isClosed, state.worked < limits.requests else { return false }
      state.worked += 1
      state.unanswered += 1
      return true
    }
    guard isTaken else {
      exchange.answer(headers.added(to: .unavailable))
      return
    }
    let work = Task { await handler(exchange.request) }
    Task {
      let timer = Task {
        guard (try? await Task.sleep(for: limits.answerTime)) != nil else { return }
        if finish(exchange, .unavailable) { work.cancel() }
      }
      let response = await work.value
      timer.cancel()
      finish(exchange, response)
      state.withLock { $0.worked -= 1 }
    }
  }

  /// Takes nothing more and waits until everything is answered, which is no longer than an answer may take.
  func drain() async {
    await withCheckedContinuation { continuation in
      let isDrained = state.withLock { state in
        state.isClosed = true
        if state.unanswered > 0 { state.drained = continuation }
        return state.unanswered == 0
      }
      if isDrained { continuation.resume() }
    }
  }

  /// Answers, unless that has been done.
  @discardableResult
  private func finish(_ exchange: Exchange, _ response: HTTPResponse) -> Bool {
    guard exchange.answer(headers.added(to: response)) else { return false }
    let drained = state.withLock { state in
      state.unanswered -= 1
      return state.unanswered == 0 ? state.drained.take() : nil
    }
    drained?.resume()
    return true
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
