internal import FresnelHandoff
internal import FresnelLaunching
internal import FresnelPlatform
internal import SpotlightService
internal import SpotlightWire
internal import Synchronization

extension LaunchService {
  /// Tries the ways to open something, one after the other until one can be gone.
  ///
  /// - Parameters:
  ///   - steps: Those that are left.
  ///   - launch: What is to be opened.
  ///   - problem: Why the last one could not be gone; `nil` for the first.
  func run(
    _ steps: ArraySlice<LaunchStep>, of launch: Launch, failing problem: LaunchFailure?
  ) {
    guard let step = steps.first else {
      return fail(launch, problem ?? .notInstalled(launch.appName))
    }
    let next: @Sendable (LaunchFailure) -> Void = { [self] problem in
      run(steps.dropFirst(), of: launch, failing: problem)
    }
    guard !step.isAwaited || admit(launch, by: way(of: step, launch)) else { return }
    switch step {
    case .deliver(let number): deliver(launch, to: number, by: .running, lost: next)
    case .activate(let activation):
      starter.activate(activation, token: launch.token) { [self] outcome in
        called(outcome, step, launch, orElse: next)
      }
    case .start(let program): start(program, step, launch, orElse: next)
    case .runInSurface(let program):
      finish(launch, by: .runInTerminal, program.wordsWithDirectory)
    case .showInFolder(let url):
      starter.show(url, token: launch.token) { [self] outcome in
        called(outcome, step, launch, orElse: next)
      }
    }
  }

  /// How an app comes to open what a step hands to it.
  private func way(of step: LaunchStep, _ launch: Launch) -> LaunchWay {
    guard launch.app != nil else { return .handedOver }
    return switch step {
    case .deliver: .running
    case .activate: .activated
    case .start: .started
    case .runInSurface: .runInTerminal
    case .showInFolder: .handedOver
    }
  }

  // MARK: - To a client that runs

  /// Hands something to a client.
  ///
  /// - Parameters:
  ///   - launch: What is to be opened.
  ///   - number: The client's number.
  ///   - way: How it came to run.
  ///   - lost: Called when the client is gone before it answered.
  private func deliver(
    _ launch: Launch, to number: UInt64, by way: LaunchWay,
    lost: @escaping @Sendable (LaunchFailure) -> Void
  ) {
    let session = state.withLock { state in
      state.clock.deliver(launch.number, to: number)
      return state.receivers.client(number)
    }
    guard let session, let question = launch.question else {
      return lost(.endedAtOnce(launch.appName))
    }
    if case .activity(let activity) = launch.content {
      session.tell(.willContinue(WillContinue(delivery: launch.number, type: activity.type)))
    }
    guard let arriving = launch.arriving else {
      return ask(question, of: launch, (session, number), by: way, lost: lost)
    }
    arriving.whenSettled { [self] outcome in
      switch outcome {
      case .success(let activity):
        let question = launch.question(of: activity)
        ask(question, of: launch, (session, number), by: way, lost: lost)
      case .failure(let failure):
        session.tell(
          .failedToContinue(
            FailedToContinue(
              delivery: launch.number, type: arriving.type, code: failure.refusal.rawValue,
              message: failure.message)))
        fail(launch, .notHandedOver(failure.message))
      }
    }
  }

  /// Has a client open something.
  private func ask(
    _ question: DaemonMessage, of launch: Launch, _ client: (session: Session, number: UInt64),
    by way: LaunchWay, lost: @escaping @Sendable (LaunchFailure) -> Void
  ) {
    let (session, number) = client
    session.ask(question, deadline: times.answer) { [self] result in
      switch result {
      case .success(let answer):
        guard case .continued(true) = answer.message else {
          return fail(launch, .declined(launch.appName))
        }
        launch.arriving?.taken(session, launch.number)
        taken(launch, by: way)
      case .failure(let error) where error.code == .connectionLost:
        // One that is there has had its time; one that is gone may be started again.
        let isThere = state.withLock { $0.receivers.number(of: session) == number }
        if isThere {
          fail(launch, .notAnswering(launch.appName))
        } else {
          lost(.endedAtOnce(launch.appName))
        }
      case .failure: fail(launch, .declined(launch.appName))
      }
    }
  }

  /// An app took something: who chose it is told, and the time until it is shown is measured.
  private func taken(_ launch: Launch, by way: LaunchWay) {
    let now = dependencies.clock()
    let settled = state.withLock { $0.clock.take(launch.number, at: now) }
    launch.noting(launch.protection, launch.text)
    launch.finish(
      .success(Launched(launch: launch.number, way: way, appName: launch.appName)))
    if let settled { return timed(launch, settled) }
    loop.after(times.showing, tolerance: times.showing / 50) { [self] in
      if let settled = state.withLock({ $0.clock.settle(launch.number) }) { timed(launch, settled) }
    }
  }

  private func timed(
    _ launch: Launch, _ settled: (time: LaunchTime, waiters: [LaunchClock.Handler])
  ) {
    if let target = launch.target {
      dependencies.memory.noteTime(target, settled.time.milliseconds, false)
    }
    tell(settled)
  }

  // MARK: - To an app that is started

  /// A client takes what is opened in its app: it gets what waits.
  func receive(_ kinds: ReceiveActivities.Kinds, _ session: Session) {
    let app = session.peer.app
    let (number, waiting) = state.withLock { state in
      let number = state.receivers.receive(kinds, session, of: app)
      return (
        number,
        state.pending.take(kinds, of: app).compactMap { delivery in
          state.launches.removeValue(forKey: delivery.number).map { ($0, delivery.way) }
        }
      )
    }
    for (launch, way) in waiting {
      deliver(launch, to: number, by: way) { [self] in fail(launch, $0) }
    }
  }

  /// Has something wait for an app that is going to be started in some way.
  ///
  /// - Returns: Whether the app is to be started for it.
  private func admit(_ launch: Launch, by way: LaunchWay) -> Bool {
    guard let app = launch.app, let content = launch.content else { return true }
    let deadline = moment(after: times.asking)
    let (admission, receiver) = state.withLock {
      state -> (PendingDeliveries.Admission?, UInt64?) in
      if state.launches[launch.number] != nil {
        // It waits already, and the app is tried to be started in another way.
        state.pending.setWay(way, of: app, ledBy: launch.number)
        return (state.pending.isLed(app, by: launch.number) ? .leads : nil, nil)
      }
      // One that asked since the ways were decided would not ask again.
      if let receiver = state.receivers.newReceiver(content.kind, of: app, since: launch.moment) {
        return (nil, receiver)
      }
      let admission = state.pending.add(
        launch.number, content.kind, of: app, by: way, until: deadline)
      if admission != .isRefused { state.launches[launch.number] = launch }
      return (admission, nil)
    }
    if let receiver {
      deliver(launch, to: receiver, by: .running) { [self] in fail(launch, $0) }
      return false
    }
    switch admission {
    case .leads: break
    case .joins:
      expireLater(times.asking)
      // Somebody else's terminal starts the app, or the daemon.
      return false
    case .isRefused:
      fail(launch, .cannotStart(launch.appName, "too much waits for it to be opened."))
      return false
    case nil: return false
    }
    expireLater(times.asking)
    return true
  }

  /// Fails what has waited too long, after a while.
  private func expireLater(_ time: Duration) {
    loop.after(time, tolerance: time / 50) { [self] in
      let now = dependencies.clock()
      let expired = state.withLock { state in
        state.pending.expire(at: now).compactMap { state.launches.removeValue(forKey: $0) }
      }
      for launch in expired { fail(launch, launch.problem) }
    }
  }

  /// Starts a program.
  private func start(
    _ program: StartedProgram, _ step: LaunchStep, _ launch: Launch,
    orElse next: @escaping @Sendable (LaunchFailure) -> Void
  ) {
    // The first to say what came of it: the opener's end, or that it runs on.
    let isDecided = OnceFlag()
    let decide: @Sendable (LaunchFailure?) -> Void = { [self] failure in
      guard isDecided.raise() else { return }
      if let failure { next(failure) } else { finish(launch, by: way(of: step, launch)) }
    }
    starter.start(program, token: launch.token) { [self] ending in
      if program.isAwaited { ended(ending, launch) }
      guard program.isOpener else { return }
      let words = ending.mayGoOn ? nil : ending.words
      decide(words.map { .openerFailed(program.words[0], $0) })
    } _: { [self] outcome in
      switch outcome {
      case .failed(let problem):
        next(.cannotStart(launch.app == nil ? program.words[0] : launch.appName, problem))
      // Of an opener whose end has no status nothing more is heard.
      case .runs(tellsStatus: true) where program.isOpener:
        loop.after(times.opener) { decide(nil) }
      case .runs:
        if !program.isAwaited { decide(nil) }
      }
    }
  }

  /// The program that an app was started by has ended.
  private func ended(_ ending: AppStarter.Ending, _ launch: Launch) {
    guard let app = launch.app else { return }
    let failure = LaunchFailure.endedAtOnce(launch.appName, ending.words)
    guard ending.mayGoOn else { return abandon(app, ledBy: launch, failure) }
    let deadline = moment(after: times.askingAfterEnd)
    let isAwaited = state.withLock { state in
      state.pending.hurry(app, ledBy: launch.number, until: deadline)
    }
    guard isAwaited else { return }
    launch.problem = failure
    expireLater(times.askingAfterEnd)
  }

  /// A call over the bus has ended.
  private func called(
    _ outcome: AppStarter.CallOutcome, _ step: LaunchStep, _ launch: Launch,
    orElse next: @escaping @Sendable (LaunchFailure) -> Void
  ) {
    let name = launch.appName
    switch outcome {
    case .done:
      guard !step.isAwaited else { return }
      // Nobody is there who could be told more of what came from another device.
      launch.arriving?.taken(nil, launch.number)
      finish(launch, by: way(of: step, launch))
    case .noService: next(.notInstalled(name))
    case .endedAtOnce: giveUp(launch, .endedAtOnce(name))
    case .silent: giveUp(launch, .notAnswering(name))
    case .failed(let reason):
      // Nobody's program: the next one may do.
      if launch.app == nil { return next(.cannotStart("The program", reason)) }
      giveUp(launch, .cannotStart(name, reason))
    }
  }

  private var times: LaunchTimes { dependencies.times }

  private func moment(after time: Duration) -> UInt64 {
    dependencies.clock() + UInt64(time / .nanoseconds(1))
  }

  // MARK: - The end

  /// Something is opened by who cannot say more about it.
  private func finish(_ launch: Launch, by way: LaunchWay, _ words: [String] = []) {
    if launch.finish(
      .success(
        Launched(launch: launch.number, way: way, appName: launch.appName, words: words)))
    {
      launch.noting(launch.protection, launch.text)
    }
    // What the app asks for in a terminal is timed when it has it.
    guard way != .runInTerminal || launch.content == nil else { return }
    tell(state.withLock { $0.clock.settle(launch.number) })
  }

  /// Something cannot be opened, and with it what waits for the same start.
  private func giveUp(_ launch: Launch, _ failure: LaunchFailure) {
    guard let app = launch.app,
      state.withLock({ $0.pending.isLed(app, by: launch.number) })
    else { return fail(launch, failure) }
    abandon(app, ledBy: launch, failure)
  }

  /// The start of an app has failed: so has all that waits for it.
  private func abandon(_ app: AppIdentity, ledBy launch: Launch, _ failure: LaunchFailure) {
    let waiting = state.withLock { state in
      state.pending.removeAll(of: app, ledBy: launch.number).compactMap {
        state.launches.removeValue(forKey: $0)
      }
    }
    for launch in waiting { fail(launch, failure) }
  }

  /// Something cannot be opened.
  private func fail(_ launch: Launch, _ failure: LaunchFailure) {
    // Not what waits for a client that takes more than the one which got this.
    let leads = launch.app.map { app in
      state.withLock {
        $0.launches[launch.number] != nil && $0.pending.isLed(app, by: launch.number)
      }
    }
    if let app = launch.app, leads == true { return abandon(app, ledBy: launch, failure) }
    let settled = state.withLock { state in
      state.launches[launch.number] = nil
      return state.clock.settle(launch.number)
    }
    launch.finish(.failure(failure))
    tell(settled)
  }
}

/// A flag that is raised once.
private final class OnceFlag: Sendable {
  private let isRaised = Mutex(false)

  /// Raises it.
  ///
  /// - Returns: Whether it was not raised before.
  func raise() -> Bool {
    isRaised.withLock { isRaised in
      defer { isRaised = true }
      return !isRaised
    }
  }
}
