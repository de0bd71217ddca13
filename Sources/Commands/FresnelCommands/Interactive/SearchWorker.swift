internal import CommandKit
internal import Dispatch
internal import FresnelApps
internal import FresnelPlatform
internal import LocalAnswers
internal import SearchSurface
internal import SpotlightWire
internal import Synchronization
internal import WebResults

/// Opens the stores and searches them on threads of its own, so that typing is never held up.
///
/// Each search has a number. The best results come first, then, on another thread, all that takes
/// longer; a search that is no longer the latest is given up, and what it found is dropped.
final class SearchWorker: Sendable {
  /// The number of a search; greater is later.
  typealias Generation = Int

  /// News for the screen.
  enum Event: Sendable {
    /// The stores are open and hold so many items.
    case opened(StoreSet, itemCount: Int)
    /// The best results of a search.
    case found(Generation, TypedSearch.Answer)
    /// More results of a search and the number of its matches.
    case completed(Generation, TypedSearch.Answer)
    /// What a search finds by now, after it had been completed.
    case revised(Generation, TypedSearch.Answer)
    /// What the web has besides all that a search found, and what the screen shows of it.
    case web(Generation, [WebResult], [ResultRow])
    /// The stores hold so many items now.
    case refreshed(itemCount: Int)
    /// What became of a result that was to be opened.
    case launched(LaunchAnswer)
    /// Something to tell the person.
    case notice(String)
  }

  private struct State {
    var stores: StoreSet?
    var generation: Generation = 0
    /// Calls the latest search off.
    var cancellation = SearchCancellation()
    var events: [Event] = []
    var lastRefresh: UInt64 = 0
    /// What is behind the latest search whose results are all there.
    var whole: Whole?
    /// What the web said last.
    var web: (generation: Generation, results: [WebResult])?
  }

  /// A search whose results are all there.
  private struct Whole {
    let generation: Generation
    let search: TypedSearch
    let found: [StoreSet.Found]
  }

  private let state = Mutex(State())
  private let wake: WakePipe
  private let context: CommandContext
  /// Whether the person wants filters to be offered: without a daemon nobody else knows.
  private let offersFilters: Bool
  private let firstQueue = DispatchQueue(label: "fresnel.search.first", qos: .userInteractive)
  private let restQueue = DispatchQueue(label: "fresnel.search.rest", qos: .utility)

  /// So many recent searches are shown while nothing is typed.
  private static let recentCount = 20
  /// Changes by other processes show at the first search after this time, in nanoseconds.
  private static let refreshInterval: UInt64 = 2_000_000_000

  /// Starts to open the stores.
  ///
  /// - Throws: ``SystemError`` when no more files may be open.
  init(opening locations: StoreLocations, _ context: CommandContext) throws(SystemError) {
    wake = try WakePipe()
    self.context = context
    let decisions = try? SettingsFile(of: context.directories).decisions()
    offersFilters = decisions?.offersFilters ?? true
    firstQueue.async { [self] in
      let stores = StoreSet(opening: locations)
      let itemCount = stores.itemCount
      state.withLock {
        $0.stores = stores
        $0.lastRefresh = MonotonicClock.nanoseconds
      }
      post(.opened(stores, itemCount: itemCount))
    }
  }

  /// The descriptor that becomes readable when there is news.
  var descriptor: Int32 { wake.descriptor }

  /// The stores, once they are open.
  var stores: StoreSet? { state.withLock { $0.stores } }

  /// The news since the last call, oldest first.
  func takeEvents() -> [Event] {
    state.withLock { state in
      let events = state.events
      state.events = []
      return events
    }
  }

  /// Takes back the wake-up; call it when ``descriptor`` is readable, before ``takeEvents()``.
  func drain() {
    wake.drain()
  }

  /// Tells the screen something. May be called from any thread.
  func post(_ event: Event) {
    state.withLock { $0.events.append(event) }
    wake.signal()
  }

  /// Searches for what is typed, once the stores are open.
  ///
  /// - Parameters:
  ///   - typed: What is typed.
  ///   - tokens: The filters that are chosen, beside the text.
  ///   - isExact: Whether it is to be understood as it stands.
  ///   - count: The results that are wanted at once.
  /// - Returns: The search's number.
  func search(
    _ typed: String, tokens: [QueryToken] = [], exactly isExact: Bool = false, first count: Int
  ) -> Generation {
    let cancellation = SearchCancellation()
    let (generation, before) = state.withLock { state in
      defer { state.cancellation = cancellation }
      state.generation += 1
      return (state.generation, state.cancellation)
    }
    before.cancel()
    let start = MonotonicClock.nanoseconds
    firstQueue.async { [self] in
      searchFirst(typed, tokens, isExact, count, generation, cancellation, since: start)
    }
    return generation
  }

  /// Forgets that a text was searched for, before what is searched for next.
  func forgetSearch(_ text: String) {
    firstQueue.async { [self] in
      do {
        try stores?.forgetSearch(text)
      } catch {
        post(.notice("\(error)"))
      }
    }
  }

  /// Waits until the best results of all searches so far are there.
  func waitForFirstResults() {
    firstQueue.sync {}
  }

  /// Waits until everything that was asked for is done.
  func waitForAll() {
    firstQueue.sync {}
    restQueue.sync {}
  }

  /// Looks for what other processes wrote, now.
  func refresh() {
    restQueue.async { [self] in refreshStores() }
  }

  private func isCurrent(_ generation: Generation) -> Bool {
    state.withLock { $0.generation == generation }
  }

  private func searchFirst(
    _ typed: String, _ tokens: [QueryToken], _ isExact: Bool, _ count: Int,
    _ generation: Generation, _ cancellation: SearchCancellation, since start: UInt64
  ) {
    let stores = state.withLock { $0.generation == generation ? $0.stores : nil }
    guard let stores else { return }
    do {
      let search = try TypedSearch(
        typed, context.queryContext, tokens: tokens, isExact: isExact, offersFilters: offersFilters,
        suggests: true,
        answerContext: AnswerContext(context.environment) { WallClock.secondsSince1970 })
      guard let search else {
        let isEmpty = tokens.isEmpty && typed.allSatisfy(\.isWhitespace)
        // An older daemon, and one that is gone, know of none.
        let recent =
          isEmpty
          ? try? stores.recentSearches(Self.recentCount, in: context.queryContext, cancellation)
          : nil
        post(
          .found(
            generation, TypedSearch.Answer(results: SearchScreen.Results(recent: recent ?? []))))
        return
      }
      let best = try search.best(count, in: stores, cancellation)
      let seconds = Double(MonotonicClock.nanoseconds - start) / 1e9
      var answer = best
      answer.results.seconds = seconds
      guard isCurrent(generation) else { return }
      post(.found(generation, answer))
      let isWhole = best.results.totalCount != nil
      restQueue.async { [self] in
        if isWhole {
          addWeb(to: Whole(generation: generation, search: search, found: best.found))
        }
        guard isCurrent(generation) else { return }
        let isFollowed = follow(
          search, in: stores, generation, cancellation, seconds, isComplete: isWhole)
        if !isFollowed, !isWhole {
          complete(search, in: stores, generation, cancellation, seconds)
        }
        refreshStoresIfDue()
      }
    } catch {
      post(.notice("\(error)"))
    }
  }

  private func complete(
    _ search: TypedSearch, in stores: StoreSet, _ generation: Generation,
    _ cancellation: SearchCancellation, _ seconds: Double
  ) {
    guard isCurrent(generation) else { return }
    do {
      guard var answer = try search.complete(in: stores, cancellation) else { return }
      answer.results.seconds = seconds
      post(.completed(generation, answer))
      addWeb(to: Whole(generation: generation, search: search, found: answer.found))
    } catch {
      post(.notice("\(error)"))
    }
  }

  /// Completes a search where a daemon is searched, and shows from then on whatever else it finds: what is locked is
  /// gone from the screen at once.
  ///
  /// - Returns: Whether there is a daemon. The first list has come by then, unless the search was complete before.
  private func follow(
    _ search: TypedSearch, in stores: StoreSet, _ generation: Generation,
    _ cancellation: SearchCancellation, _ seconds: Double, isComplete: Bool
  ) -> Bool {
    let isCompleted = Atomic(isComplete)
    let first = DispatchSemaphore(value: 0)
    let isFollowed = search.follow(in: stores, cancellation) { [self] answer in
      guard isCurrent(generation) else { return }
      var answer = answer
      answer.results.seconds = seconds
      if isCompleted.exchange(true, ordering: .relaxed) {
        return post(.revised(generation, answer))
      }
      post(.completed(generation, answer))
      state.withLock {
        $0.whole = Whole(generation: generation, search: search, found: answer.found)
      }
      first.signal()
    } finish: { [self] error in
      if let error, error.code != .cancelled { post(.notice(error.message.withoutFullStop)) }
      first.signal()
    }
    if isFollowed, !isComplete {
      first.wait()
      showWeb()
    }
    return isFollowed
  }

  // MARK: - The web

  /// Takes what the web has for a search. It is shown when all that the stores have is, so that nothing moves.
  func take(_ results: [WebResult], of generation: Generation) {
    state.withLock { $0.web = (generation, results) }
    restQueue.async { [self] in showWeb() }
  }

  private func addWeb(to whole: Whole) {
    state.withLock { $0.whole = whole }
    showWeb()
  }

  private func showWeb() {
    let (whole, web, stores) = state.withLock { ($0.whole, $0.web, $0.stores) }
    guard let whole, let web, let stores, whole.generation == web.generation,
      isCurrent(web.generation), !web.results.isEmpty
    else { return }
    let known = KnownEntities(whole.found, in: stores) { isCurrent(web.generation) }
    let results = known.unknown(of: web.results, atMost: ResultDescription.webCount)
    post(.web(web.generation, results, whole.search.rows(of: results)))
  }

  private func refreshStoresIfDue() {
    let now = MonotonicClock.nanoseconds
    let isDue = state.withLock { $0.lastRefresh + Self.refreshInterval < now }
    if isDue { refreshStores() }
  }

  private func refreshStores() {
    let stores = state.withLock { state in
      state.lastRefresh = MonotonicClock.nanoseconds
      return state.stores
    }
    guard let stores else { return }
    stores.catchUp()
    post(.refreshed(itemCount: stores.itemCount))
  }
}
