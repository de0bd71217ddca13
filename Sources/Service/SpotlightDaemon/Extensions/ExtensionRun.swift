internal import FresnelApps
internal import FresnelPlatform
internal import SpotlightService
internal import SpotlightWire
internal import Synchronization

/// One process of an extension, from its start to its end.
///
/// What happens is taken note of on the loop's thread alone.
final class ExtensionRun: Sendable {
  /// How it ended.
  struct Outcome: Sendable {
    /// Why that was not in good order, in English.
    let failure: String?
    let processorTime: Duration
    /// Whether it could be asked for a while.
    let wasAnnounced: Bool
  }

  let app: AppIdentity
  let point: ExtensionPoint
  let process: RunningProcess

  private struct State {
    var life: ExtensionLife
    var session: ExtensionSession?
    var timer: EventLoop.Timer?
    /// Ends an idle extension, or a late one.
    var watch: EventLoop.Timer?
    var waiters: [@Sendable (ServiceError?) -> Void] = []
    var wasAnnounced = false
    var isHurried = false
  }

  private let times: ExtensionTimes
  private let loop: EventLoop
  private let clock: @Sendable () -> UInt64
  private let finished: @Sendable (Outcome) -> Void
  private let state: Mutex<State>

  /// Takes over a process that waits at its gate; `finished` is called on the loop's thread when it is
  /// gone.
  init(
    _ app: AppIdentity, _ point: ExtensionPoint, _ process: RunningProcess, times: ExtensionTimes,
    loop: EventLoop, clock: @escaping @Sendable () -> UInt64,
    finished: @escaping @Sendable (Outcome) -> Void
  ) throws(SystemError) {
    self.app = app
    self.point = point
    self.process = process
    self.times = times
    self.loop = loop
    self.clock = clock
    self.finished = finished
    state = Mutex(State(life: ExtensionLife(times)))
    try process.onExit(loop) { [self] outcome in
      let wasAsked = state.withLock { $0.session?.isAsked ?? false }
      happened(.ended(outcome.ending, wasAsked: wasAsked), processorTime: outcome.processorTime)
    }
  }

  // MARK: - From the host, on the loop's thread

  /// The process is where it belongs; the program may run.
  func begin() { happened(.placed) }

  /// The extension is not wanted any more.
  func stop() { happened(.stop) }

  /// Another extension of the app is wanted: this one ends as soon as it has nothing to do.
  func hurry() {
    state.withLock { $0.isHurried = true }
    look()
  }

  /// Whether it can be asked, now or soon.
  var isUsable: Bool { state.withLock { $0.life.isUsable } }

  /// Tells somebody when it can be asked, or that it ended before.
  func whenServing(_ done: @escaping @Sendable (ServiceError?) -> Void) {
    let isServing = state.withLock { state in
      if !state.life.isServing { state.waiters.append(done) }
      return state.life.isServing
    }
    if isServing { done(nil) }
  }

  // MARK: - From the connection, on any thread

  /// The extension was taken in as a client.
  ///
  /// - Returns: The session that its connection is to have.
  func attach(
    _ sink: any SessionSink, _ makeSession: (any SessionSink) -> any ConnectionSession
  ) -> any ConnectionSession {
    let session = ExtensionSession(
      sink, times: times, clock: clock,
      observer: ExtensionSession.Observer(
        changed: { [self] in loop.perform { [self] in look() } },
        ended: { [self] in loop.perform { [self] in happened(.disconnected) } }))
    session.begin(makeSession)
    loop.perform { [self] in
      state.withLock { $0.session = session }
      happened(.attached)
      look()
    }
    return session
  }

  /// Something passed between the extension and the process of a class.
  func note(_ traffic: ExtensionTraffic, over channel: ProtectionClass) {
    state.withLock { $0.session }?.note(traffic, over: channel)
  }

  // MARK: - On the loop's thread

  /// Looks whether the extension is idle or late, and when to look again.
  private func look() {
    let (session, isHurried) = state.withLock {
      ($0.life.isServing ? $0.session : nil, $0.isHurried)
    }
    guard let session else { return }
    switch session.verdict() {
    case .idle: happened(.idle)
    case .late(let kind): happened(.late("It did not answer \(kind) in time."))
    case .wait where isHurried && !session.isAsked: happened(.idle)
    case .wait(let moment):
      let now = clock()
      let delay = Duration.nanoseconds(Int64(clamping: moment > now ? moment - now : 0))
      let timer = loop.after(delay, tolerance: delay / 10) { [weak self] in self?.look() }
      let before = state.withLock { state in
        defer { state.watch = timer }
        return state.watch
      }
      if let before { loop.cancel(before) }
    }
  }

  private func happened(_ event: ExtensionLife.Event, processorTime: Duration = .zero) {
    let actions = state.withLock { $0.life.happened(event) }
    for action in actions { carryOut(action, processorTime) }
  }

  private func carryOut(_ action: ExtensionLife.Action, _ processorTime: Duration) {
    switch action {
    case .openGate: process.openGate()
    case .announce:
      state.withLock { $0.wasAnnounced = true }
      tellWaiters(nil)
    case .sayGoodbye: state.withLock { $0.session }?.sayGoodbye()
    case .signal(let signal): process.signalGroup(signal)
    case .cancelTimer: setTimer(nil)
    case .setTimer(let time):
      setTimer(loop.after(time, tolerance: time / 10) { [weak self] in self?.happened(.timeUp) })
    case .finish(let failure):
      let (watch, wasAnnounced) = state.withLock { state in
        defer { (state.watch, state.session) = (nil, nil) }
        return (state.watch, state.wasAnnounced)
      }
      if let watch { loop.cancel(watch) }
      tellWaiters(
        ServiceError(.unavailable, failure ?? "The extension ended.", isRetryable: true))
      finished(
        Outcome(failure: failure, processorTime: processorTime, wasAnnounced: wasAnnounced))
    }
  }

  private func setTimer(_ timer: EventLoop.Timer?) {
    let before = state.withLock { state in
      defer { state.timer = timer }
      return state.timer
    }
    if let before { loop.cancel(before) }
  }

  private func tellWaiters(_ error: ServiceError?) {
    let waiters = state.withLock { state in
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter(error) }
  }
}
