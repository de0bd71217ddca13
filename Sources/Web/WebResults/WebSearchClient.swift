internal import Dispatch
internal import FresnelPlatform
internal import Synchronization
internal import WebFetching

/// Asks one server, over one connection that stays open for the next question.
///
/// A request has the question and nothing else: no cookies, no language, no page before this one. It calls itself as
/// all installations do.
package final class WebSearchClient: Sendable {
  /// What came of a question: the results, best first.
  package typealias Answer = Result<[WebResult], WebSearchError>

  /// Whom it asks.
  package let server: WebSearchServer
  /// Starts with the first question: who asks nothing has no thread and no library at work for it.
  private let fetcher = Mutex<WebFetcher?>(nil)

  private let worker: String?

  /// Makes a client; nothing is connected to yet.
  ///
  /// - Parameters:
  ///   - server: Whom to ask.
  ///   - worker: The program that fetches in a confined process of its own; `nil` to fetch in this one.
  package init(_ server: WebSearchServer, worker: String? = nil) {
    self.server = server
    self.worker = worker
  }

  deinit {
    fetcher.withLock { $0?.close() }
  }

  /// Asks.
  ///
  /// - Parameters:
  ///   - question: What is asked for.
  ///   - patience: How long all of it may take.
  ///   - finish: Called once with the answer, on another thread, or before this returns.
  /// - Returns: Gives the question up.
  package func ask(
    _ question: WebQuestion, within patience: Duration,
    finish: @escaping @Sendable (Answer) -> Void
  ) -> @Sendable () -> Void {
    let fetcher: WebFetcher
    do throws(FetchError) {
      fetcher = try started()
    } catch {
      finish(.failure(WebSearchError(.unreachable, error.message)))
      return {}
    }
    guard let url = server.address(of: question) else {
      finish(
        .failure(
          WebSearchError(.server, "\(server.name) cannot be asked: its address is too long.")))
      return {}
    }
    var request = FetchRequest(url)
    request.limits = server.policy.limits
    request.limits?.connecting = patience
    request.limits?.whole = patience
    let handle = fetcher.start(request) { [name = server.name] result in
      finish(Self.answer(result, of: name))
    }
    return { handle.cancel() }
  }

  /// Asks, and waits for the answer on this thread, but no longer than that, whatever names and networks do.
  ///
  /// - Parameters:
  ///   - question: What is asked for.
  ///   - patience: How long all of it may take.
  /// - Returns: The results, best first.
  /// - Throws: ``WebSearchError``.
  package func wait(
    for question: WebQuestion, within patience: Duration
  ) throws(WebSearchError) -> [WebResult] {
    let box = AnswerBox()
    let giveUp = ask(question, within: patience) { answer in
      box.answer.withLock { $0 = answer }
      box.isThere.signal()
    }
    let milliseconds = Int(clamping: patience.clampedNanoseconds / 1_000_000)
    guard box.isThere.wait(timeout: .now() + .milliseconds(milliseconds)) == .success,
      let answer = box.answer.withLock({ $0 })
    else {
      giveUp()
      throw WebSearchError(.unreachable, "\(server.name) did not answer in time.")
    }
    return try answer.get()
  }

  /// Who waits may have gone when it comes.
  private final class AnswerBox: Sendable {
    let answer = Mutex<Answer?>(nil)
    let isThere = DispatchSemaphore(value: 0)
  }

  private static func answer(
    _ result: Result<FetchResponse, FetchError>, of name: String
  ) -> Answer {
    switch result {
    case .failure(let error):
      let code: WebSearchError.Code = error.code == .cancelled ? .cancelled : .unreachable
      return .failure(WebSearchError(code, error.message))
    case .success(let response) where response.status != 200:
      return .failure(
        WebSearchError(
          .refused, "\(name) answered with status \(response.status) instead of results."))
    case .success(let response):
      return Result { () throws(WebSearchError) in try WebAnswer(reading: response.body).results }
    }
  }

  private func started() throws(FetchError) -> WebFetcher {
    let started = fetcher.withLock { (fetcher) -> Result<WebFetcher, FetchError> in
      if let fetcher { return .success(fetcher) }
      do throws(FetchError) {
        var policy = server.policy
        policy.worker = worker
        let new = try WebFetcher(policy)
        fetcher = new
        return .success(new)
      } catch {
        return .failure(error)
      }
    }
    return try started.get()
  }
}
