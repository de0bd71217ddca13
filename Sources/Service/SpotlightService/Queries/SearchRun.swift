internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import FresnelQuery
internal import FresnelText
internal import SpotlightWire
internal import Synchronization

/// A ranked search: once, or again whenever the stores show something else, or an item of the list expires.
///
/// A live one sends the whole list each time that it is another one. Its client reads when it can: what came
/// up meanwhile is left out, and only the latest list is sent.
final class SearchRun: SessionRead {
  let isLive: Bool
  let session: Session
  private let request: UInt64
  let search: SpotlightWire.SearchRequest
  /// What is asked about typed text, of which ``search`` is a part; `nil` in a search.
  let ask: AskRun?
  let visibility: Visibility
  let text: QueryText
  private let charge: (any PayloadCharge)?

  struct State {
    var isRunning = true
    /// Whether it waits for keys, and nothing of it runs yet.
    var awaitsKeys = false
    /// Whether something changed since it last began to run.
    var isStale = false
    var isSinkReady = true
    var isCancelled = false
    var isFinished = false
    var revision: UInt32 = 0
    var sent: AskAnswer?
    /// What was tried of what was typed, for all lists of a live search.
    var tried = LadderState()
    /// What the person chose before, as it was when the search began, or when something was forgotten last.
    var memory: MemoryOrder?
    /// When the first item of the list expires that was found last.
    var nextExpiration: Timestamp?
    /// Whether it will be looked at again after a while.
    var isTimed = false
    /// When it last ended, and how long it took, in nanoseconds.
    var lastEnd: UInt64 = 0
    var lastDuration: UInt64 = 0
  }
  let state = Mutex(State())

  /// Reads the request.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/invalidQuery`` when it is too long.
  convenience init(
    _ session: Session, _ request: UInt64, _ search: SpotlightWire.SearchRequest,
    _ visibility: Visibility, _ charge: (any PayloadCharge)?
  ) throws(ServiceError) {
    let text = try QueryText(
      search.form, search.text, filters: search.filters, search.queryContext)
    self.init(session, request, search, text, nil, visibility, charge)
  }

  /// Takes what is asked about typed text.
  convenience init(
    _ session: Session, _ request: UInt64, _ ask: AskRun, _ visibility: Visibility,
    _ charge: (any PayloadCharge)?
  ) {
    self.init(session, request, ask.search, ask.text, ask, visibility, charge)
  }

  private init(
    _ session: Session, _ request: UInt64, _ search: SpotlightWire.SearchRequest,
    _ text: QueryText, _ ask: AskRun?, _ visibility: Visibility, _ charge: (any PayloadCharge)?
  ) {
    self.session = session
    self.request = request
    self.search = search
    self.text = text
    self.ask = ask
    self.visibility = visibility
    self.charge = charge
    isLive = search.flags.contains(.isLive)
  }

  /// The app, where it looks for its own items alone.
  var ownApp: String? { visibility.ownApp }

  func start() {
    // A live one runs again when a key comes.
    if isLive { return runSoon() }
    state.withLock { $0.awaitsKeys = true }
    // The session keeps it meanwhile, unless it is called off or its client is gone.
    session.core.whenFirstKeysAreKnown(of: searchedStores) { [weak self] in
      guard let self else { return }
      let isCancelled = state.withLock { state in
        state.awaitsKeys = false
        return state.isCancelled
      }
      if !isCancelled { runSoon() }
    }
  }

  private func runSoon() {
    session.core.pool.run(for: session.peer.app, isUrgent: session.isUrgent) { self.run() }
  }

  // MARK: - What happens meanwhile

  /// The stores show something new.
  func storesChanged() {
    begin { $0.isStale = true }
  }

  /// When the list has to be looked at again though nothing is stored; `nil` when it never has.
  var nextExpiration: Timestamp? { state.withLock { $0.nextExpiration } }

  /// An item of the list may have expired.
  func timePassed(_ now: Timestamp) {
    begin { state in
      guard let next = state.nextExpiration, next <= now else { return }
      // Known again when it has run.
      state.nextExpiration = nil
      state.isStale = true
    }
  }

  func sinkIsReady() {
    begin { $0.isSinkReady = true }
  }

  /// One message answers it, however many are allowed.
  func allow(frames count: Int) {}

  func cancel() {
    let isIdle = state.withLock { state in
      state.isCancelled = true
      return !state.isRunning || state.awaitsKeys
    }
    if isIdle { finish(.failed(Self.cancelled)) }
  }

  private static let cancelled = ServiceError(.cancelled, "The search was cancelled.")
  /// A search that takes longer than this, in nanoseconds, runs again at most every second.
  private static let longDuration: UInt64 = 5_000_000
  private static let longInterval: UInt64 = 1_000_000_000

  private func begin(_ change: (inout State) -> Void) {
    let now = session.core.options.monotonicClock()
    enum Next {
      case wait, start
      case later(UInt64)
    }
    let next = state.withLock { state -> Next in
      change(&state)
      guard state.isStale, state.isSinkReady, !state.isRunning, !state.isFinished else {
        return .wait
      }
      let pause = MonotonicClock.elapsed(from: state.lastEnd, to: now)
      if state.lastDuration > Self.longDuration, pause < Self.longInterval {
        if state.isTimed { return .wait }
        state.isTimed = true
        return .later(Self.longInterval - pause)
      }
      state.isRunning = true
      return .start
    }
    switch next {
    case .wait: break
    case .start: start()
    case .later(let delay):
      session.core.options.later(delay) { [weak self] in self?.begin { $0.isTimed = false } }
    }
  }

  // MARK: - Running

  private func run() {
    if state.withLock({ $0.isCancelled }) { return finish(.failed(Self.cancelled)) }
    // A live one sends nothing before its last list was read.
    if !isLive, !session.takesMore { return waitForSink() }
    let clock = session.core.options.monotonicClock
    let start = clock()
    state.withLock { $0.isStale = false }
    let end: UInt64
    do throws(ServiceError) {
      let results = try results()
      // How long its client takes to hear of it is no cost of the search.
      end = clock()
      if state.withLock({ $0.isCancelled }) { return finish(.failed(Self.cancelled)) }
      guard isLive else { return finish(message(results)) }
      noteExpiration(of: results)
      sendIfChanged(results)
    } catch {
      return finish(.failed(error))
    }
    let isCancelled = state.withLock { state in
      state.isRunning = false
      state.lastEnd = end
      state.lastDuration = MonotonicClock.elapsed(from: start, to: end)
      return state.isCancelled
    }
    if isCancelled { finish(.failed(Self.cancelled)) } else { begin { _ in } }
  }

  /// Begins anew when the client has read: until then what is found would only take memory.
  private func waitForSink() {
    let isCancelled = state.withLock { state in
      (state.isRunning, state.isStale, state.isSinkReady) = (false, true, false)
      return state.isCancelled
    }
    if isCancelled { return finish(.failed(Self.cancelled)) }
    // It may have done so before that was noted.
    if session.takesMore { sinkIsReady() }
  }

  /// The answer in the words of the request.
  private func message(_ answer: AskAnswer) -> DaemonMessage {
    ask == nil ? .found(SpotlightWire.SearchResults(answer)) : .answered(answer)
  }

  private func noteExpiration(of results: AskAnswer) {
    let next = results.hits.compactMap(\.item.expiration).filter { $0 < .distantFuture }.min()
    state.withLock { $0.nextExpiration = next }
    session.core.live.expirationsChanged()
  }

  private func sendIfChanged(_ results: AskAnswer) {
    let news = state.withLock { state -> AskAnswer? in
      if let sent = state.sent, sent.isPartial == results.isPartial,
        sent.matchCount == results.matchCount, sent.snippets == results.snippets,
        sent.understandingOfHit == results.understandingOfHit,
        sent.understandings == results.understandings,
        sent.suggestions == results.suggestions, sent.offeredTokens == results.offeredTokens,
        sent.hits == results.hits || sent.hits.map(\.lasting) == results.hits.map(\.lasting)
      {
        return nil
      }
      state.revision += 1
      state.sent = results
      state.isSinkReady = false
      var news = results
      news.revision = state.revision
      return news
    }
    guard let news else { return }
    if session.send(message(news), request, isLast: false) {
      state.withLock { $0.isSinkReady = true }
    }
  }

  private func finish(_ message: DaemonMessage) {
    let isFirst = state.withLock { state in
      defer { state.isFinished = true }
      return !state.isFinished
    }
    guard isFirst else { return }
    session.removeRead(request)
    if isLive { session.core.live.remove(self, of: session) }
    session.send(message, request)
  }
}

extension WireHit {
  /// The hit without what changes whenever the entity is used: for that alone no list is sent again.
  fileprivate var lasting: WireHit {
    let key = AttributeKey.builtIn(.entitySignals)
    guard (try? item.attribute(for: key)) != nil else { return self }
    var changes = Attributes()
    changes[.entitySignals] = .null
    changes[.lastUsedDate] = .null
    var hit = self
    if let update = try? ItemCodec.encode(
      Item(uniqueIdentifier: "", attributes: changes, isUpdate: true)),
      let merged = try? item.merged(with: EncodedItem(opening: update)),
      let lasting = try? EncodedItem(opening: merged)
    {
      hit.item = lasting
    }
    return hit
  }
}
