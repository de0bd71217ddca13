internal import Dispatch
internal import FresnelLaunching
package import FresnelPlatform
package import SpotlightService
package import SpotlightWire
internal import Synchronization

/// Opens what people choose: hands it to the app that runs, or starts the app and hands it over when it asks.
///
/// What is waited for is in memory alone, and goes with the daemon. Methods may be called on any thread and
/// return at once; files are read on a queue of its own.
package final class LaunchService: Sendable {
  /// What is known of launches and of clients; guarded by the lock.
  struct State {
    var receivers = ReceiverTable<Session>()
    var pending = PendingDeliveries()
    var clock = LaunchClock()
    /// Those that wait for an app to ask.
    var launches: [UInt64: Launch] = [:]
    var lastNumber: UInt64 = 0
  }

  let dependencies: LaunchDependencies
  let starter: AppStarter
  let loop: EventLoop
  let state = Mutex(State())
  let queue = DispatchQueue(label: "org.fresnel.launching")

  /// Makes the service.
  ///
  /// - Parameters:
  ///   - dependencies: What is known of apps and items.
  ///   - starter: Starts apps.
  ///   - loop: Ends what takes too long.
  package init(_ dependencies: LaunchDependencies, _ starter: AppStarter, loop: EventLoop) {
    self.dependencies = dependencies
    self.starter = starter
    self.loop = loop
  }

  // MARK: - From clients

  /// Serves a request, if it is one of these. Whether a client of this role may make it is decided already.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - session: Who makes it.
  ///   - done: Told the answer, once.
  /// - Returns: Whether the request is one of these; nothing is told otherwise.
  func serve(
    _ request: Envelope<ClientMessage>, of session: Session,
    _ done: @escaping @Sendable (Result<HostReply, ServiceError>) -> Void
  ) -> Bool {
    switch request.message {
    case .launch(let request):
      launch(request) { done($0.map { HostReply(.launched($0)) }) }
    case .receive(let request):
      // Before the deliveries that wait: the client hears first that it is to take them.
      done(.success(HostReply(.done)))
      receive(request.kinds, session)
    case .continuationApps: continuationApps(done)
    case .launchTime(let number):
      let time = state.withLock { state in
        state.clock.wait(number) { done(.success(HostReply(.launchTimed($0)))) }
      }
      if let time { done(.success(HostReply(.launchTimed(time)))) }
    default: return false
    }
    return true
  }

  /// Takes what a client tells about what a person does in it.
  func note(_ news: SessionNews, of session: Session) {
    switch news {
    case .currentChanged(let summary):
      guard session.peer.role != .extension else { return }
      state.withLock { $0.receivers.setCurrent(summary, session, of: session.peer.app) }
    case .restored(let restored):
      let now = dependencies.clock()
      let settled = state.withLock { state in
        state.receivers.number(of: session).flatMap { number in
          state.clock.show(restored.delivery, by: number, restored.sign, at: now)
        }
      }
      tell(settled)
    case .ended: state.withLock { $0.receivers.end(session) }
    }
  }

  /// What is current in an app, and in which of its clients.
  package func current(of app: AppIdentity) -> (session: Session, summary: ActivitySummary)? {
    state.withLock { $0.receivers.current(of: app) }.map { ($0.client, $0.summary) }
  }

  /// The apps in which something is current.
  var appsWithCurrent: [AppIdentity] { state.withLock { $0.receivers.appsWithCurrent } }

  // MARK: - Launches

  /// Opens something.
  ///
  /// - Parameters:
  ///   - request: What, and what it was found by.
  ///   - done: Told once: how it is opened, when the app has taken it or nobody can know; else why not, with
  ///     the fact `launch.cause`.
  package func launch(
    _ request: LaunchRequest, _ done: @escaping @Sendable (Result<Launched, ServiceError>) -> Void
  ) {
    let choice = dependencies.clock()
    guard !dependencies.isLocked() else {
      return done(
        .failure(ServiceError(.classLocked, "The session is locked; nothing is opened in it.")))
    }
    let finish: Launch.Handler = { [dependencies] result in
      if case .failure(let failure) = result {
        dependencies.memory.noteTime(request.target, nil, true)
        dependencies.log(
          DaemonEvent(
            .launchFailed, "What a person chose could not be opened.", app: request.target.app,
            facts: ["CAUSE": failure.cause.rawValue]))
      }
      done(result.mapError(\.serviceError))
    }
    guard request.isWithinLimits else {
      return done(.failure(ServiceError(.tooLarge, "What is to be opened has too long a name.")))
    }
    guard case .item(let scope, let identifier, _) = request.target else {
      return queue.async { [self] in
        var request = request
        request.target = dependencies.addressed(request.target)
        var chosen = LaunchChoice(request, at: choice)
        chosen.noting = dependencies.memory.beginChoice(request.target)
        begin(chosen, finish)
      }
    }
    let noting = dependencies.memory.beginChoice(request.target)
    dependencies.findItem(scope, identifier) { [self] presence in
      queue.async { [self] in
        switch presence {
        case .isThere(let protection):
          var chosen = LaunchChoice(request, at: choice)
          chosen.protection = protection
          chosen.noting = noting
          begin(chosen, finish)
        case .isGone:
          finish(.failure(.unknownItem(dependencies.facts(request.target).appName)))
        case .failure(let error): done(.failure(error))
        }
      }
    }
  }

  /// Decides the ways, and tries the first; on the queue.
  func begin(_ choice: LaunchChoice, _ done: @escaping Launch.Handler) {
    let app = choice.app
    let target = choice.target ?? app.map { .continuedSearch(app: $0.identifier) }
    var facts = target.map { dependencies.facts($0) } ?? LaunchFacts(appName: "")
    facts.hasSessionBus = starter.hasBus
    facts.hasTerminal = choice.hasTerminal
    let (receivers, moment) = state.withLock { state in
      (app.map { state.receivers.receivers(of: $0) } ?? [], state.receivers.moment)
    }
    facts.receivers = receivers
    do throws(LaunchFailure) {
      let plan = try choice.plan(facts)
      let (number, forgotten) = state.withLock { state in
        state.lastNumber += 1
        return (state.lastNumber, state.clock.begin(state.lastNumber, at: choice.moment))
      }
      for handler in forgotten { handler(LaunchTime(end: .unknown)) }
      let launch = Launch(number, choice, facts, plan, moment: moment, done)
      choice.arriving?.whenSettled { outcome in
        guard case .failure(let failure) = outcome else { return }
        // The person knows at once; the app hears it when it asks.
        launch.finish(.failure(.notHandedOver(failure.message)))
      }
      run(plan.steps[...], of: launch, failing: nil)
    } catch {
      done(.failure(error))
    }
  }

  /// A time is settled: tells those who wait, and remembers it.
  func tell(_ settled: (time: LaunchTime, waiters: [LaunchClock.Handler])?) {
    guard let settled else { return }
    for waiter in settled.waiters { waiter(settled.time) }
  }

  // MARK: - Searches that go on

  private func continuationApps(
    _ done: @escaping @Sendable (Result<HostReply, ServiceError>) -> Void
  ) {
    queue.async { [self] in
      let apps = dependencies.continuationApps { app in
        state.withLock { state in
          state.receivers.receivers(of: app).contains { $0.kinds.contains(.activities) }
        }
      }
      done(.success(HostReply(.continuationAppsListed(apps))))
    }
  }
}

extension LaunchChoice {
  /// Of what a person chose at a surface.
  fileprivate init(_ request: LaunchRequest, at moment: UInt64) {
    self.init(
      target: request.target, app: request.target.app, text: request.query,
      token: request.activationToken,
      hasTerminal: request.flags.contains(.hasTerminal), moment: moment
    ) { (facts) throws(LaunchFailure) in
      try LaunchPlan.make(request.target, query: request.query, facts)
    }
  }
}

extension LaunchRequest {
  /// Whether an activity can be made of it that an app may be sent.
  fileprivate var isWithinLimits: Bool {
    let texts: [String?] =
      switch target {
      case .item(_, let identifier, let action): [identifier, action]
      case .url(let url, _): [url]
      case .activity, .continuedSearch: []
      }
    return (texts + [query]).allSatisfy {
      $0?.utf8.count ?? 0 <= ActivityLimits.addressByteCount
    }
  }
}
