internal import FresnelPlatform
internal import Synchronization
internal import WebAddresses
internal import WebDocuments
internal import WebFetching

/// The requests of one validation, which together are bounded in time and number.
final class SiteRequests: Sendable {
  private let fetcher: WebFetcher
  private let plan: SiteValidationPlan
  private let start: UInt64
  private let count = Mutex(0)
  private let pace = Mutex(Pace())

  /// When the next request may be made, and how many bytes may still come.
  private struct Pace {
    /// How long the site is left alone after an answer.
    var delay = Duration.zero
    /// When it may be asked, by the time of the validation.
    var readyAt = Duration.zero
    /// The bytes of all bodies so far, as they were sent.
    var byteCount = 0
  }

  /// Begins a validation, whose time runs from now on.
  init(_ fetcher: WebFetcher, _ plan: SiteValidationPlan) {
    self.fetcher = fetcher
    self.plan = plan
    start = MonotonicClock.nanoseconds
  }

  /// How long it has been going on.
  var elapsed: Duration {
    .nanoseconds(
      Int64(clamping: MonotonicClock.elapsed(from: start, to: MonotonicClock.nanoseconds)))
  }

  /// The bytes of all bodies so far, as they were sent.
  var byteCount: Int { pace.withLock { $0.byteCount } }

  /// Has requests made one at a time with so long between an answer and the next one.
  func leaveAlone(for delay: Duration) {
    let now = elapsed
    pace.withLock { pace in
      pace.delay = delay
      pace.readyAt = max(pace.readyAt, now + delay)
    }
  }

  /// Asks once; a redirection is an answer.
  ///
  /// - Parameters:
  ///   - url: The address.
  ///   - accept: What is wanted, as the field `Accept` says it.
  ///   - byteCount: The most bytes of a body, as sent and unpacked.
  ///   - takesPart: Whether a body that is larger, or ends too early, is handed out as far as it came.
  /// - Returns: The answer, whatever its status.
  /// - Throws: ``FetchError``; one of time where the validation's is up.
  func get(
    _ url: WebURL, accept: String = "*/*", byteCount: Int, takesPart: Bool = true
  ) async throws(FetchError) -> FetchResponse {
    let isAllowed = count.withLock { count in
      count += 1
      return count <= plan.requestLimit
    }
    guard isAllowed else {
      throw FetchError(.timeout, "A validation makes \(plan.requestLimit) requests at most.")
    }
    let left = plan.time - elapsed
    guard left > .zero else {
      throw FetchError(
        .timeout, "The time of the validation was up before \(url.host ?? "the host") was asked.")
    }
    let pause = pace.withLock { $0.readyAt } - elapsed
    if pause > .zero { try? await Task.sleep(for: min(pause, left)) }
    var request = FetchRequest(url)
    request.fields = [.init("Accept", accept)]
    request.takesPartOfBody = takesPart
    var limits = FetchLimits()
    // One server that doesn't answer leaves time for what it isn't needed for.
    limits.whole = min(left, plan.requestTime ?? plan.time * 2 / 3)
    limits.connecting = min(limits.connecting, limits.whole)
    (limits.sentBody, limits.body) = (byteCount, byteCount)
    request.limits = limits
    do throws(FetchError) {
      let response = try await fetcher.fetch(request)
      wait()
      pace.withLock { $0.byteCount += response.sentByteCount }
      return response
    } catch {
      // What the rules of fetching forbid was never sent, and troubled nobody.
      if error.rule != .fetchRefused { wait() }
      throw error
    }
  }

  /// Leaves the site alone from now on, as long as it is to be.
  private func wait() {
    let now = elapsed
    pace.withLock { $0.readyAt = now + $0.delay }
  }

  /// Asks, and follows a few redirections as browsers do for what a page needs.
  ///
  /// - Throws: ``FetchError``.
  func follow(
    _ url: WebURL, accept: String = "*/*", byteCount: Int, redirections: Int
  ) async throws(FetchError) -> FetchResponse {
    var response = try await get(url, accept: accept, byteCount: byteCount)
    for _ in 0..<redirections {
      guard let next = response.redirection else { break }
      response = try await get(next, accept: accept, byteCount: byteCount)
    }
    return response
  }
}
