internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import FresnelQuery
internal import SpotlightWire
internal import Synchronization

/// A query whose results go out in windows, as the client reads them.
///
/// It holds a thread only while it finds something that may be sent. In between it keeps the snapshots and
/// the position of the first hit that was not sent, and goes on there when the client takes more.
final class QueryCursor: SessionRead {
  private let session: Session
  private let request: UInt64
  private let wanted: Wanted
  private let visibility: Visibility
  private let stores: [ClassStore]
  private let charge: (any PayloadCharge)?

  /// Which items are wanted, and how much of them.
  enum Wanted: Sendable {
    /// Those that match a query, with some attributes.
    case matches(QueryText, EvaluationContext, attributes: [AttributeKey])
    /// All, or those of the indexes of a name, whole.
    case everything(index: String?)
  }

  /// How far it has come in one store.
  private struct Part {
    let store: VisibleStore
    /// The first hit that was not sent.
    var position = Snapshot.WalkPosition()
    var hasBegun = false
    var isDone = false
  }

  private struct State {
    /// The further frames that the client takes.
    var window = WireLimits.resultsWindow
    var isSinkReady = true
    var isRunning = true
    var isCancelled = false
    var isFinished = false
    /// When its client is taken not to read on any more, in nanoseconds; `nil` while it runs.
    var patienceEnd: UInt64?
  }
  private let state = Mutex(State())
  /// What was found out when it began, and how far it has come; `nil` before and after. Used by the thread that runs,
  /// of which there is one at a time.
  private let progress = Mutex<Progress?>(nil)

  private let courtesy: Courtesy

  private struct Progress {
    /// What is looked for, read once for all windows; `nil` where everything is wanted.
    let query: Query?
    var parts: [Part]
    /// What a list goes on without, one sentence for each reason.
    var omissions: [String] = []
    /// What may be missing of the app's own items though all classes can be read, in one sentence.
    var ownStoreOmission: String?
  }

  init(
    _ session: Session, _ request: UInt64, _ wanted: Wanted, _ visibility: Visibility,
    stores: [ClassStore], _ charge: (any PayloadCharge)?
  ) {
    self.session = session
    self.request = request
    self.wanted = wanted
    self.visibility = visibility
    self.stores = stores
    self.charge = charge
    courtesy = Courtesy(in: session.core.pool, isPerson: session.isUrgent)
  }

  func begin() {
    session.core.whenKeysAreKnown { self.start() }
  }

  private func start() {
    session.core.pool.run(for: session.peer.app, isUrgent: session.isUrgent) {
      self.courtesy.during { self.run() }
    }
  }

  // MARK: - From the client

  func allow(frames count: Int) {
    resume { $0.window = min($0.window + count, WireLimits.mostResultsOwed) }
  }

  func sinkIsReady() {
    resume { $0.isSinkReady = true }
  }

  func cancel() {
    let isIdle = state.withLock { state in
      state.isCancelled = true
      return !state.isRunning
    }
    if isIdle { finish(.failed(Self.cancelled)) }
  }

  private func resume(_ change: (inout State) -> Void) {
    let starts = state.withLock { state in
      change(&state)
      guard !state.isRunning, !state.isFinished, state.window > 0, state.isSinkReady else {
        return false
      }
      state.isRunning = true
      state.patienceEnd = nil
      return true
    }
    guard starts else { return }
    session.core.slowReaders.remove(self)
    start()
  }

  /// When it ends unless its client reads on; `nil` while it does not wait for that.
  var patienceEnd: UInt64? { state.withLock { $0.patienceEnd } }

  /// Ends, as its client has not read on for too long.
  func giveUp() {
    let isIdle = state.withLock { state in
      guard !state.isRunning, state.patienceEnd != nil else { return false }
      // Nobody starts it any more.
      state.isRunning = true
      return true
    }
    if isIdle { finish(.failed(Self.notRead)) }
  }

  private static let overdue = ServiceError(
    .unavailable, "The query takes too long; make it narrower.", isRetryable: false)
  private static let notRead = ServiceError(
    .resultsNotRead, "The rest of the results was not read for ten minutes; ask again.")
  private static let cancelled = ServiceError(.cancelled, "The query was cancelled.")

  // MARK: - Running

  private func run() {
    // Reading the query string is part of what a query may take.
    let clock = session.core.options.monotonicClock
    var end = session.core.options.queryBudget.map { budget in
      clock() &+ UInt64(budget * 1e9) &- courtesy.heldUp
    }
    courtesy.giveWay()
    do throws(ServiceError) {
      let (begun, openingTime) = try begun()
      end = end.map { $0 &+ openingTime }
      var progress = begun
      courtesy.giveWay()
      var frame = ResultsFrame()
      for index in progress.parts.indices where !progress.parts[index].isDone {
        guard try run(&progress.parts[index], progress.query, until: end, &frame) else {
          return pause(progress)
        }
        guard let damage = progress.parts[index].store.damage else { continue }
        guard isList else { throw ServiceError(omitting: [damage]) }
        progress.omissions.append(damage)
      }
      if isCancelled { return finish(.failed(Self.cancelled)) }
      let rest = frame.take()
      guard let failure = failure(endingWith: progress) else { return finish(.results(rest)) }
      if !rest.isEmpty { _ = send(rest) }
      finish(.failed(failure))
    } catch {
      finish(.failed(error))
    }
  }

  /// Says what is missing when all that can be read was sent; `nil` where nothing is.
  private func failure(endingWith progress: Progress) -> ServiceError? {
    if !isList { return progress.ownStoreOmission.map { ServiceError(lackingOwnStore: $0) } }
    let omissions = progress.omissions + [progress.ownStoreOmission].compactMap(\.self)
    return omissions.isEmpty ? nil : ServiceError(omitting: omissions)
  }

  /// The query, if there is one.
  private func understoodQuery() throws(ServiceError) -> Query? {
    guard case .matches(let text, _, _) = wanted else { return nil }
    return try text.query()
  }

  /// How far it has come; at first what it begins with.
  ///
  /// - Returns: That, and for how many nanoseconds the stores kept it waiting. After a start they read their journals,
  ///   and nobody's query can be made narrow enough for that.
  private func begun() throws(ServiceError) -> (Progress, openingTime: UInt64) {
    if let progress = progress.withLock({ $0 }) { return (progress, 0) }
    // Many may wait that were cancelled, or whose clients are gone; reading a long one takes half a second.
    if isCancelled { throw Self.cancelled }
    let query = try understoodQuery()
    var missing = MissingStores()
    let clock = session.core.options.monotonicClock
    let start = clock()
    let visible = session.core.readableStores(visibility, in: stores, missing: &missing)
    let openingTime = MonotonicClock.elapsed(from: start, to: clock())
    // A query that lacks something unnoticed is worse than none; a list has what can be read, and ends with a failure
    // that names the rest. No app's own store is to keep anybody from the items of others: what is missing there is
    // reported beside the list.
    if !isList, let failure = missing.classFailure { throw failure }
    let progress = Progress(
      query: query, parts: visible.map { Part(store: $0) },
      omissions: missing.classes.map(\.message), ownStoreOmission: missing.ownStore)
    return (progress, openingTime)
  }

  /// Whether all items are wanted, and what cannot be read keeps nobody from the rest.
  private var isList: Bool { if case .everything = wanted { true } else { false } }

  /// Sends what one store has, behind what was sent before.
  ///
  /// - Returns: Whether its end was reached; what did not fill a frame is left in `frame`.
  private func run(
    _ part: inout Part, _ query: Query?, until end: UInt64?, _ frame: inout ResultsFrame
  ) throws(ServiceError) -> Bool {
    var stop: Snapshot.WalkPosition?
    let store = part.store
    var lastScope: (scope: IndexScope, protection: ProtectionClass)?
    var isFirst = !part.hasBegun
    let take:
      (Snapshot.WalkPosition, IndexScope, EncodedItem, Double) throws(ServiceError) -> Bool = {
        (position, scope, item, score) throws(ServiceError) in
        if store.isOutdated(scope, item) { return true }
        if lastScope?.scope != scope { lastScope = (scope, store.protection(of: scope)) }
        let hit = WireHit(
          scope: store.scope(scope), protection: lastScope?.protection ?? .none, score: score,
          item: try self.sent(item))
        if frame.isFull(for: hit, isFirst: isFirst) {
          isFirst = false
          guard self.send(frame.take()) else {
            stop = position
            return false
          }
        }
        frame.append(hit)
        return true
      }
    try forEach(of: part, query, until: end, take)
    if let stop { part.position = stop }
    part.hasBegun = !isFirst
    part.isDone = stop == nil
    return part.isDone
  }

  /// Calls the body with what is wanted of a store, behind what was sent before.
  private func forEach(
    of part: Part, _ query: Query?, until end: UInt64?,
    _ body: (Snapshot.WalkPosition, IndexScope, EncodedItem, Double) throws(ServiceError) -> Bool
  ) throws(ServiceError) {
    var failure: ServiceError?
    let clock = session.core.options.monotonicClock
    func isOverdue() -> Bool {
      courtesy.giveWay()
      guard let end, clock() > end &+ courtesy.heldUp else { return false }
      failure = Self.overdue
      return true
    }
    func take(
      _ position: Snapshot.WalkPosition, _ scope: IndexScope, _ item: EncodedItem, _ score: Double
    ) -> Bool {
      do throws(ServiceError) {
        return try body(position, scope, item, score)
      } catch {
        failure = error
        return false
      }
    }
    switch wanted {
    case .matches(_, let context, let attributes):
      guard let query else { return }
      do throws(QueryError) {
        try part.store.snapshot.forEachMatch(
          of: query, in: part.store.filter, context: context, detail: .attributes(attributes),
          from: part.position, isCancelled: { self.isCancelled || isOverdue() }
        ) { position, hit in take(position, hit.scope, hit.item, hit.score) }
      } catch {
        throw ServiceError(error)
      }
    case .everything(let index):
      part.store.snapshot.forEachItem(in: part.store.filter, from: part.position) {
        position, scope, item in
        courtesy.giveWay()
        guard index == nil || scope.index == index else { return true }
        return !isCancelled && take(position, scope, item, 0)
      }
    }
    if let failure { throw failure }
  }

  /// An item as it is sent: inside one process it is shared, elsewhere only what was asked for is copied.
  private func sent(_ item: EncodedItem) throws(ServiceError) -> EncodedItem {
    guard session.isRemote, case .matches(_, _, let attributes) = wanted else { return item }
    do throws(ModelError) {
      return try item.projection(of: attributes)
    } catch {
      throw ServiceError(.unavailable, error.message, attribute: error.attribute)
    }
  }

  private var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Sends a frame that is not the last.
  ///
  /// - Returns: Whether another one may follow at once.
  private func send(_ hits: [WireHit]) -> Bool {
    // Noted before, as the news that the sink is ready may come while it says that it is not.
    state.withLock { $0.isSinkReady = false }
    let mayGoOn = session.send(.results(hits), request, isLast: false)
    return state.withLock { state in
      state.window -= 1
      if mayGoOn { state.isSinkReady = true }
      return state.window > 0 && state.isSinkReady && !state.isCancelled
    }
  }

  /// Gives the thread back until the client takes more.
  private func pause(_ progress: Progress) {
    self.progress.withLock { $0 = progress }
    enum Next { case wait, start, cancel }
    let end = session.core.options.monotonicClock() &+ SlowReaders.patience
    // Noted before, as it may be read on as soon as it does not run.
    session.core.slowReaders.add(self)
    let next = state.withLock { state -> Next in
      state.isRunning = false
      if state.isCancelled { return .cancel }
      guard state.window > 0, state.isSinkReady else {
        state.patienceEnd = end
        return .wait
      }
      state.isRunning = true
      return .start
    }
    if next != .wait { session.core.slowReaders.remove(self) }
    switch next {
    case .wait: break
    case .start: start()
    case .cancel: finish(.failed(Self.cancelled))
    }
  }

  private func finish(_ message: DaemonMessage) {
    let isFirst = state.withLock { state in
      defer { state.isFinished = true }
      return !state.isFinished
    }
    guard isFirst else { return }
    progress.withLock { $0 = nil }
    session.core.slowReaders.remove(self)
    session.removeRead(request)
    session.send(message, request)
  }
}
