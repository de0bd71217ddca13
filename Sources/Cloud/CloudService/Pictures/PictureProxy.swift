internal import FresnelPlatform
internal import Synchronization
internal import WebAddresses
package import WebFetching

/// Fetches the pictures of results for who looks at them, so that the sites that have them don't learn who searches.
///
/// What comes is bounded in bytes, pixels and time, and so is what is waited for and what is kept. Where it may come
/// from, redirections included, the policy of the fetcher says.
package final class PictureProxy: Sendable {
  /// What is allowed.
  package struct Limits: Sendable {
    /// The most bytes of a picture.
    package var byteCount = 1 << 20
    /// The most pixels: browsers unpack them all, however few bytes they came in.
    package var pixelCount = 24_000_000
    /// How long a picture may take, with all redirections.
    package var time: Duration = .seconds(5)
    /// The most redirections that are followed.
    package var redirections = 3
    /// Requests that wait for pictures at a time. It is less than what the server works on at once, so that slow
    /// pictures leave room for searches.
    package var waiting = 24
    /// Requests that wait for pictures of one host at a time.
    package var waitingForHost = 12
    /// The most bytes that are kept.
    package var keptByteCount = 64 << 20
    /// The most addresses of which it is kept what came.
    package var keptCount = 8_192
    /// How long a picture is kept.
    package var keptTime: Duration = .seconds(3_600)
    /// How long it is remembered that none came.
    package var failureTime: Duration = .seconds(60)

    /// The usual limits.
    package init() {}
  }

  /// Others wait already, as many as may.
  struct Busy: Error {}

  private struct State {
    var cache: PictureCache
    var underWay: [String: Task<ResultPicture?, Never>] = [:]
    var waiting = 0
    var waitingForHost: [String: Int] = [:]
  }

  private let fetcher: WebFetcher
  private let limits: Limits
  private let clock: @Sendable () -> UInt64
  private let state: Mutex<State>

  /// Makes a proxy.
  ///
  /// - Parameters:
  ///   - fetcher: Fetches; its policy says where from. It may serve others at the same time.
  ///   - limits: What is allowed.
  ///   - clock: Tells the time in nanoseconds, for what is kept.
  package init(
    _ fetcher: WebFetcher, limits: Limits = Limits(),
    clock: @escaping @Sendable () -> UInt64 = { MonotonicClock.nanoseconds }
  ) {
    self.fetcher = fetcher
    self.limits = limits
    self.clock = clock
    state = Mutex(
      State(cache: PictureCache(byteCount: limits.keptByteCount, count: limits.keptCount)))
  }

  /// The picture at an address, which is one that the index holds.
  ///
  /// - Parameter address: The address.
  /// - Returns: The picture; `nil` where none came that may be shown.
  /// - Throws: ``Busy``.
  func picture(at address: String) async throws(Busy) -> ResultPicture? {
    guard let url = WebURL(address), url.isHTTP, let host = url.host else { return nil }
    switch begin(url, host) {
    case .known(let picture): return picture
    case .busy: throw Busy()
    case .wait(let task):
      defer { end(host) }
      return await task.value
    }
  }

  /// How many requests wait for pictures now.
  var waitingCount: Int { state.withLock { $0.waiting } }

  // MARK: - Who waits

  private enum Step {
    case known(ResultPicture?)
    case wait(Task<ResultPicture?, Never>)
    case busy
  }

  private func begin(_ url: WebURL, _ host: String) -> Step {
    let now = clock()
    return state.withLock { state in
      if let known = state.cache.entry(of: url.href, at: now) { return .known(known.picture) }
      guard state.waiting < limits.waiting,
        state.waitingForHost[host, default: 0] < limits.waitingForHost
      else { return .busy }
      state.waiting += 1
      state.waitingForHost[host, default: 0] += 1
      // Several may wait for one picture, which is asked for once.
      if let task = state.underWay[url.href] { return .wait(task) }
      let task = Task { await fetchAndKeep(url) }
      state.underWay[url.href] = task
      return .wait(task)
    }
  }

  private func end(_ host: String) {
    state.withLock { state in
      state.waiting -= 1
      let left = state.waitingForHost[host, default: 1] - 1
      state.waitingForHost[host] = left > 0 ? left : nil
    }
  }

  private func fetchAndKeep(_ url: WebURL) async -> ResultPicture? {
    let picture = await fetch(url)
    let time = picture == nil ? limits.failureTime : limits.keptTime
    let end = clock().addingClamped(time.clampedNanoseconds)
    state.withLock { state in
      state.underWay[url.href] = nil
      state.cache.add(.init(picture: picture, end: end), for: url.href)
    }
    return picture
  }

  // MARK: - Fetching

  private func fetch(_ start: WebURL) async -> ResultPicture? {
    let began = MonotonicClock.nanoseconds
    var url = start
    for _ in 0...limits.redirections {
      let elapsed = MonotonicClock.elapsed(from: began, to: MonotonicClock.nanoseconds)
      let left = limits.time - .nanoseconds(Int64(clamping: elapsed))
      guard url.isHTTP, left > .zero else { return nil }
      var request = FetchRequest(url)
      request.fields = [.init("Accept", ResultPicture.contentTypes.joined(separator: ", "))]
      var bounds = FetchLimits()
      bounds.whole = left
      bounds.connecting = min(bounds.connecting, left)
      (bounds.sentBody, bounds.body) = (limits.byteCount, limits.byteCount)
      bounds.head = 16 << 10
      request.limits = bounds
      // What went wrong is of use to nobody who looks at results.
      guard let response = try? await fetcher.fetch(request) else { return nil }
      if let next = response.redirection {
        url = next
        continue
      }
      guard response.status == 200 else { return nil }
      return ResultPicture(response.body, pixelLimit: limits.pixelCount)
    }
    return nil
  }
}
