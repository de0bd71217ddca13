import FresnelPlatform
import SpotlightWire
import Synchronization

/// The process that fetches for a fetcher, as the fetcher sees it: it is made with the first fetch, and again after it
/// ended by itself; or another process starts it and hands its socket over, and is asked for the next. On the thread of
/// the fetcher's loop, with which the kernel ends it at the latest.
final class FetchProcess: Sendable {
  private struct Waiting {
    let request: FetchRequest
    let limits: FetchLimits
    /// Has the process ended if no answer comes in time.
    let clock: AnswerClock
    let finish: @Sendable (Result<FetchResponse, FetchError>) -> Void
  }

  private struct State {
    var link: WorkerLink?
    var process: RunningProcess?
    var waiting: [UInt64: Waiting] = [:]
    var isClosed = false
    /// Whether the first process that was started elsewhere has been taken.
    var isTaken = false
    /// How many processes were given up, ended or could not be started.
    var lossCount = 0
    /// Why the process could not begin.
    var reason: String?
  }

  /// Where the process comes from.
  private enum Origin {
    /// A program that is started.
    case program(String)
    /// It runs already, and was told its policy; then where others come from.
    case started(UnixSocket, next: FetchSource?)
  }

  /// Gives the socket of another process that fetches and was told its policy; it may wait for that.
  typealias FetchSource = @Sendable () throws(SystemError) -> UnixSocket

  private let origin: Origin
  private let policy: FetchPolicy
  private let loop: EventLoop
  private let state = Mutex(State())

  /// How much longer than a fetch may take its answer is waited for. The process ends fetches itself, in time and by its
  /// limits; but it reads what comes from the network, so it is not trusted to.
  private static let lateness = Duration.seconds(5)
  /// Describes a process; nothing runs yet.
  convenience init(_ program: String, _ policy: FetchPolicy, on loop: EventLoop) {
    self.init(.program(program), policy, on: loop)
  }

  /// Takes over the socket of a process that runs; see ``launch(_:_:on:)``.
  convenience init(
    startedAt socket: UnixSocket, next: FetchSource?, _ policy: FetchPolicy, on loop: EventLoop
  ) {
    self.init(.started(socket, next: next), policy, on: loop)
  }

  private init(_ origin: Origin, _ policy: FetchPolicy, on loop: EventLoop) {
    self.origin = origin
    self.policy = policy
    self.loop = loop
  }

  /// How many processes were given up, ended or could not be started.
  var lossCount: Int { state.withLock { $0.lossCount } }

  /// Has something fetched.
  func start(
    _ request: FetchRequest, named identifier: UInt64,
    _ finish: @escaping @Sendable (Result<FetchResponse, FetchError>) -> Void
  ) {
    do throws(SystemError) {
      let link = try running()
      let limits = request.limits ?? policy.limits
      let clock = AnswerClock(limits.whole + Self.lateness, on: loop)
      let isAlive = state.withLock { state in
        guard state.link === link else { return false }
        state.waiting[identifier] = Waiting(
          request: request, limits: limits, clock: clock, finish: finish)
        return true
      }
      guard isAlive else {
        return finish(.failure(FetchError(.unavailable, "The process that fetches has ended.")))
      }
      clock.begin { [weak self] _ in self?.overdue(identifier) }
      let order = FetchOrder.fetch(identifier, request)
      link.send(order.kind, order.payload)
    } catch {
      state.withLock { $0.lossCount += 1 }
      finish(
        .failure(
          FetchError(.unavailable, "The process that fetches can't be started. \(error.message)")))
    }
  }

  /// Ends a fetch; does nothing when it has ended.
  func cancel(_ identifier: UInt64) {
    let (waiting, link) = state.withLock { state in
      (state.waiting.removeValue(forKey: identifier), state.link)
    }
    guard let waiting else { return }
    waiting.clock.cancel()
    let order = FetchOrder.cancel(identifier)
    link?.send(order.kind, order.payload)
    waiting.finish(.failure(FetchError(.cancelled, "The fetch was cancelled.")))
  }

  /// Ends everything.
  func close() {
    let (waiting, link, process) = state.withLock { state in
      state.isClosed = true
      defer { (state.waiting, state.link, state.process) = ([:], nil, nil) }
      return (state.waiting, state.link, state.process)
    }
    link?.close()
    process?.signalGroup(.kill)
    for one in waiting.values {
      one.clock.cancel()
      one.finish(.failure(FetchError(.unavailable, "The fetcher was closed.")))
    }
  }

  /// Gives up a fetch whose end the process did not tell, and the process with it.
  private func overdue(_ identifier: UInt64) {
    guard let waiting = state.withLock({ $0.waiting.removeValue(forKey: identifier) }) else {
      return
    }
    giveUpProcess("it did not answer")
    waiting.finish(
      .failure(
        FetchError(.timeout, "The process that fetches \(waiting.request.url) does not answer.")))
  }

  /// The way to the process, which is made if there is none.
  private func running() throws(SystemError) -> WorkerLink {
    if let link = state.withLock({ $0.link }) { return link }
    let (socket, process) = try connected()
    let link = WorkerLink(socket, on: loop, takesDescriptors: false) { [weak self] in
      self?.received($0)
    } closed: { [weak self, weak process] in
      // A process of this one is dying, or says what makes no sense; its end is told when it has come.
      guard let process else { return self?.lost() ?? () }
      process.signalGroup(.kill)
    }
    try link.start()
    try process?.onExit(loop) { [weak self, weak link] outcome in
      guard let link else { return }
      self?.ended(link, "\(outcome.ending)")
    }
    process?.openGate()
    state.withLock { ($0.link, $0.process, $0.reason) = (link, process, nil) }
    return link
  }

  /// The socket of a process, and the process where it is one of this one's.
  private func connected() throws(SystemError) -> (UnixSocket, RunningProcess?) {
    switch origin {
    case .program(let program):
      let (socket, process) = try Self.launch(program, policy, on: loop)
      return (socket, process)
    case .started(let socket, let next):
      let isFirst = state.withLock { state in
        defer { state.isTaken = true }
        return !state.isTaken
      }
      if isFirst { return (socket, nil) }
      guard let next else {
        throw SystemError(
          .notFound, call: "fork",
          explanation: "It has ended, and this process can start no other; try again.")
      }
      return (try next(), nil)
    }
  }

  /// A process that was started elsewhere is gone.
  private func lost() {
    if let link = state.withLock({ $0.link }) { ended(link, "its socket was closed") }
  }

  private func received(_ message: WorkerLink.Message) {
    guard let news = try? FetchNews(kind: message.kind, payload: message.payload) else {
      giveUpProcess("it said what makes no sense")
      return
    }
    switch news {
    case .unable(let reason): state.withLock { $0.reason = reason }
    case .answer(let number, let result):
      let found = state.withLock { $0.waiting.removeValue(forKey: number) }
      guard let waiting = found else { return }
      waiting.clock.cancel()
      if case .success(let answer) = result, answer.bodyByteCount > waiting.limits.body {
        giveUpProcess("it brought more than it was to bring")
        waiting.finish(
          .failure(
            FetchError(
              .tooLarge,
              "The process that fetches \(waiting.request.url) brought more than it was to bring."))
        )
        return
      }
      waiting.finish(result.map { $0.response(to: waiting.request) })
    }
  }

  /// Ends a process that does not do what it is there for, and what else it was to fetch; what is fetched from here on
  /// gets another.
  private func giveUpProcess(_ reason: String) {
    let (link, process) = state.withLock { ($0.link, $0.process) }
    process?.signalGroup(.kill)
    if let link { ended(link, reason) }
  }

  private func ended(_ link: WorkerLink, _ how: String) {
    let (waiting, reason) = state.withLock { state -> ([Waiting], String?) in
      guard state.link === link else { return ([], nil) }
      state.lossCount += 1
      defer { (state.waiting, state.link, state.process) = ([:], nil, nil) }
      return (Array(state.waiting.values), state.reason)
    }
    link.close()
    let message = reason ?? "The process that fetches ended (\(how))."
    for one in waiting {
      one.clock.cancel()
      one.finish(.failure(FetchError(.unavailable, message)))
    }
  }
}
