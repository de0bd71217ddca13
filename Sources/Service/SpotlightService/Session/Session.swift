internal import FresnelModel
internal import FresnelPlatform
package import SpotlightWire
internal import Synchronization

/// One client's conversation with a core.
///
/// Requests of one index are carried out and answered in their order; others may overtake them. Each request
/// gets exactly one last reply. ``receive(_:)`` never waits: what takes a while is done elsewhere and
/// answered from there. Whoever works for a request, also after the session has ended, keeps its charge.
package final class Session: Sendable {
  /// Who the client is.
  package let peer: Peer
  /// What serves it.
  package let core: ServiceCore
  /// Whether messages are copied on their way to the client.
  let isRemote: Bool
  private let sink: any SessionSink
  /// Ends when the client's app is removed.
  let term: AppTerm
  /// Whether the client has said something.
  private let hasBegun = Atomic(false)

  private struct State {
    var handles: [UInt32: OpenIndexHandle] = [:]
    var history: (number: UInt32, history: OpenHistory)?
    var lastHandle: UInt32 = 0
    /// The requests that can be cancelled.
    var reads: [UInt64: any SessionRead] = [:]
    /// What the client was asked.
    var callbacks = PendingCallbacks()
    /// The directory of a store that was taken over, until it is known whether the client has emptied it.
    var handedOver: (directory: SharedDescriptor, place: OwnStore.Place)?
    /// When the client began with a store whose directory it could not hand over.
    var withheldAt: UInt64?
    var isEnded = false
  }
  private let state = Mutex(State())

  init(_ core: ServiceCore, _ peer: Peer, _ sink: any SessionSink, isRemote: Bool) {
    self.core = core
    self.peer = peer
    self.sink = sink
    self.isRemote = isRemote
    term = AppTerm(of: peer.app, in: core.removals)
  }

  // MARK: - From the client

  /// Takes what the client says. Messages are to be handed over one at a time, in their order.
  package func receive(_ envelope: Envelope<ClientMessage>) {
    let id = envelope.request
    let isFirst = !hasBegun.exchange(true, ordering: .relaxed)
    let charge = envelope.charge
    // Where the client goes on, it has emptied the store that it handed over, or cannot.
    if isFirst { noteBeginning(envelope.message) } else { endTakeOver() }
    if envelope.message.isWork { core.noteActivity() }
    if envelope.message.kind != .administer { core.noteService() }
    switch envelope.message {
    case .openIndex(let request): openIndex(request, id)
    case .apply(let batch): apply(batch, id, charge)
    case .clientState(let handle): fetchClientState(handle, id, charge)
    case .describe(let request): describe(request, id, charge)
    case .setDelegate(let request): setDelegate(request, id)
    case .beginReplace(let request): beginReplacement(request, id, charge)
    case .commitReplace(let request): commitReplacement(request, id)
    case .abandonReplace(let handle): abandonReplacement(handle, id)
    case .query(let request): query(request, id, charge)
    case .search(let request): search(request, id, charge)
    case .ask(let request): ask(request, id, charge)
    case .item(let request): findItem(request, id, charge)
    case .list(let request): list(request, id, charge)
    case .more(let more): read(more.request)?.allow(frames: Int(more.frameCount))
    case .cancel(let request): read(request)?.cancel()
    case .acknowledged, .dataProvided, .fileProvided, .itemsProvided, .itemImported, .continued,
      .activitySaved, .failed:
      answer(envelope)
    case .takeOver(let request): takeOver(request, envelope.descriptors, id, isFirst: isFirst)
    case .channel(let protection): openChannel(protection, id)
    case .applySealed(let changes): applySealed(changes, envelope)
    case .openHistory: openHistory(id)
    case .donate(let donation): donate(donation, id, charge)
    case .deleteActivities(let request): deleteActivities(request, id, charge)
    case .listHistory(let request): listHistory(request, id, charge)
    case .deleteHistory(let request): deleteHistory(request, id, charge)
    case .listChoices(let request): listChoices(request, id, charge)
    case .listSearches(let request): listSearches(request, id, charge)
    case .forgetChoices(let request): forgetChoices(request, id, charge)
    case .changeMark(let request): changeMark(request, id, charge)
    case .listMarks(let request): listMarks(request, id, charge)
    case .engage(let item): engage(item, id, charge)
    case .forgetSearches(let text): forgetSearches(text, id, charge)
    case .currentChanged(let summary): core.host.note(.currentChanged(summary), of: self)
    case .restored(let restored): core.host.note(.restored(restored), of: self)
    case .searchOpened(let isOpen): noteSearch(isOpen: isOpen)
    case .fetchData, .promise, .importFile, .administer, .unlock, .launch, .receive,
      .continuationApps, .launchTime, .openContinuationStream:
      serveByHost(envelope)
    case .hello: fail(ServiceError(.refused, "The client has said hello already."), id)
    }
  }

  /// Tells that the client can be sent more again, after ``SessionSink/send(_:)`` returned `false`.
  package func sinkIsReady() {
    for read in state.withLock({ Array($0.reads.values) }) { read.sinkIsReady() }
  }

  /// Ends the conversation: nothing is sent any more. What was asked to be stored is stored all the same.
  package func end() {
    let (isFirst, reads, answers, handles) = state.withLock { state in
      let isFirst = !state.isEnded
      state.isEnded = true
      defer {
        state.reads = [:]
        state.handles = [:]
        state.history = nil
      }
      return (
        isFirst, Array(state.reads.values), state.callbacks.removeAll(),
        Array(state.handles.values)
      )
    }
    endTakeOver()
    noteAbsentStore()
    for handle in handles { handle.store?.dropStaging(of: handle) }
    for read in reads { read.cancel() }
    core.live.removeAll(of: self)
    core.searchPause.noteClosing(of: ObjectIdentifier(self))
    core.detach(self)
    if isFirst { core.host.note(.ended, of: self) }
    for answer in answers {
      answer(.failure(ServiceError(.connectionLost, "The app is gone.")))
    }
  }

  /// Checks that what the client asked for may still be done: its app was not removed since the session began, and
  /// its items are not being given to another app.
  ///
  /// - Throws: As ``AppTerm/check()`` and ``AdoptionTable/check(_:)``.
  func checkIsWanted() throws(ServiceError) {
    try term.check()
    try core.adoptions.check(peer.app)
  }

  /// Whether the client is gone.
  var isEnded: Bool { state.withLock { $0.isEnded } }

  // MARK: - To the client

  /// Sends a message, unless the client is gone.
  ///
  /// - Returns: Whether more may be sent at once.
  @discardableResult
  func send(_ message: DaemonMessage, _ request: UInt64, isLast: Bool = true) -> Bool {
    send(Envelope(message, request: request, isLast: isLast))
  }

  /// Sends a message, unless the client is gone.
  ///
  /// - Returns: Whether more may be sent at once.
  @discardableResult
  func send(_ envelope: Envelope<DaemonMessage>) -> Bool {
    isEnded ? false : sink.send(envelope)
  }

  /// Whether the client has read enough to be sent more.
  var takesMore: Bool { sink.takesMore }

  /// Answers a request with a failure.
  func fail(_ error: ServiceError, _ request: UInt64) {
    send(.failed(error), request)
  }

  /// Ends the connection for a reason that the client is told.
  func close(_ reason: Refusal) {
    sink.close(reason)
    end()
  }

  /// Tells the client something that it does not answer.
  package func tell(_ event: DaemonMessage) {
    send(Envelope(event))
  }

  /// Keeps the directory of a store that was taken over.
  func keepHandedOver(_ directory: SharedDescriptor, _ place: OwnStore.Place) {
    state.withLock { $0.handedOver = (directory, place) }
  }

  /// Gives the directory that was kept, once.
  func removeHandedOver() -> (directory: SharedDescriptor, place: OwnStore.Place)? {
    state.withLock { $0.handedOver.take() }
  }

  /// Whether the client began in the last minute with a store whose directory it could not hand over. To connect again
  /// would hardly help it so soon.
  var hasWithheldStore: Bool {
    guard let then = state.withLock({ $0.withheldAt }) else { return false }
    return MonotonicClock.elapsed(from: then, to: core.options.monotonicClock()) < 60_000_000_000
  }

  /// Notes that the client begins with a store whose directory it cannot hand over.
  func noteWithheldStore() {
    let now = core.options.monotonicClock()
    state.withLock { $0.withheldAt = now }
  }

  // MARK: - Tables

  /// The most indexes that a client may open.
  private static let handleLimit = 256

  /// Records an index that was opened, and gives it a number; otherwise answers that there are too many.
  func add(_ handle: OpenIndexHandle, for request: UInt64) -> UInt32? {
    let number = state.withLock { state -> UInt32? in
      guard state.handles.count < Self.handleLimit, !state.isEnded else { return nil }
      state.lastHandle += 1
      state.handles[state.lastHandle] = handle
      return state.lastHandle
    }
    if number == nil {
      fail(
        ServiceError(.refused, "A connection may open \(Self.handleLimit) indexes."), request)
    }
    return number
  }

  /// Forgets an index that was opened.
  func removeHandle(_ number: UInt32) {
    _ = state.withLock { $0.handles.removeValue(forKey: number) }
  }

  /// An index that was opened; otherwise answers that there is none.
  func handle(_ number: UInt32, for request: UInt64) -> OpenIndexHandle? {
    let handle = openedHandle(number)
    if handle == nil {
      fail(ServiceError(.refused, "No index was opened under the number \(number)."), request)
    }
    return handle
  }

  /// An index that was opened.
  func openedHandle(_ number: UInt32) -> OpenIndexHandle? {
    state.withLock { $0.handles[number] }
  }

  /// Records the history that was opened instead of one before, and gives it a number.
  func add(_ history: OpenHistory) -> UInt32 {
    state.withLock { state in
      state.lastHandle += 1
      state.history = (state.lastHandle, history)
      return state.lastHandle
    }
  }

  /// The history that was opened; otherwise answers that there is none.
  func history(_ number: UInt32, for request: UInt64) -> OpenHistory? {
    let history = state.withLock { $0.history.flatMap { $0.number == number ? $0.history : nil } }
    if history == nil {
      fail(ServiceError(.refused, "No history was opened under the number \(number)."), request)
    }
    return history
  }

  /// The indexes that the client has opened.
  var openedScopes: [IndexScope] { state.withLock { $0.handles.values.map(\.scope) } }

  /// Whether the client takes a request for an index. An extension takes what it was started for, see
  /// ``ServiceHost/startExtension(_:_:)``: one for imports knows nothing of the app's indexes.
  func takes(_ method: DelegateMethods, for scope: IndexScope) -> Bool {
    if peer.role == .extension { return false }
    return state.withLock { state in
      state.handles.values.contains { $0.scope == scope && $0.methods.isSuperset(of: method) }
    }
  }

  /// Whether the client wants to hear that its indexing is slowed down.
  var takesThrottle: Bool {
    state.withLock { $0.handles.values.contains { $0.methods.contains(.throttle) } }
  }

  /// Changes what the client was asked; `nil` when it is gone.
  func withCallbacks<Result>(_ body: (inout PendingCallbacks) -> Result) -> Result? {
    state.withLock { $0.isEnded ? nil : body(&$0.callbacks) }
  }

  private func read(_ request: UInt64) -> (any SessionRead)? {
    state.withLock { $0.reads[request] }
  }

  /// Records a read, so that it can be cancelled.
  func add(_ read: any SessionRead, _ request: UInt64) {
    state.withLock { if !$0.isEnded { $0.reads[request] = read } }
  }

  /// Forgets a read that is over.
  func removeRead(_ request: UInt64) {
    _ = state.withLock { $0.reads.removeValue(forKey: request) }
  }
}

/// A request that may take long and give many replies. Methods may be called from any thread.
protocol SessionRead: AnyObject, Sendable {
  /// The client takes further frames.
  func allow(frames count: Int)
  /// The client can be sent more again.
  func sinkIsReady()
  /// The client wants no more; the last reply follows soon.
  func cancel()
}

extension ClientMessage {
  /// Whether somebody changes an index or looks for something.
  fileprivate var isWork: Bool {
    switch self {
    case .apply, .applySealed, .query, .search, .ask: true
    default: false
    }
  }
}
