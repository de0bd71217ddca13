internal import FresnelHandoff
internal import FresnelPlatform
internal import SpotlightService
internal import SpotlightWire
internal import Synchronization

// The process: when it runs, and what happens when it ends.

extension HandoffService {
  /// Begins to offer and to pick up, if that is wanted.
  ///
  /// - Parameter passed: The process of the program that this process ran before.
  func begin(_ passed: PassedHandoff? = nil) {
    perform { [self] in
      // What follows the locks began after this was made.
      let isLocked = dependencies.isLocked()
      state.withLock { $0.isLocked = isLocked }
      if let passed { adopt(passed) }
      settle()
    }
  }

  private func adopt(_ passed: PassedHandoff) {
    let isLocked = state.withLock { state in
      state.offers.adopt(passed.offers)
      let process = HandoffProcess(passed, on: loop, hearing())
      state.process = process
      process.order(.resume)
      return state.isLocked
    }
    order(.setLocked(isLocked))
    askForDevices()
    let time = dependencies.times.comingBack
    loop.after(time, tolerance: time / 4) { [weak self] in
      guard let self else { return }
      perform { [self] in
        for order in state.withLock({ $0.offers.withdrawOrphans() }) { self.order(order) }
      }
    }
  }

  /// What hears a process that is made now. It tells on the loop's thread; what follows happens on the queue.
  private func hearing() -> @Sendable (HandoffProcess.Happening) -> Void {
    { [weak self] happening in
      guard let self else { return }
      perform { [self] in note(happening) }
    }
  }

  /// Whether the process is to run. Reads a directory.
  private var isWanted: Bool {
    guard dependencies.isOn() else { return false }
    let (isOver, isPairing) = state.withLock { ($0.isOver, !$0.pairing.isEmpty) }
    return !isOver && (isPairing || dependencies.hasDevices())
  }

  /// Starts the process or ends it, as it is wanted; on the queue.
  func settle() {
    guard isWanted else { return stop() }
    let now = MonotonicClock.nanoseconds
    let isStarted = state.withLock { state in
      guard state.process == nil, !state.isOver else { return false }
      guard state.restarts.mayStart(at: now) else {
        retryLater(&state, now)
        return false
      }
      let process = HandoffProcess(dependencies.program, on: loop, hearing())
      state.process = process
      process.order(.setLocked(state.isLocked))
      return true
    }
    guard isStarted else { return }
    for app in launches.appsWithCurrent { offer(app) }
    askForDevices()
  }

  /// Has the process started again when it may be. The lock is held.
  private func retryLater(_ state: inout State, _ now: UInt64) {
    guard state.retry == nil, let end = state.restarts.pauseEnd else { return }
    let rest = Duration.nanoseconds(Int64(clamping: end > now ? end - now : 0))
    state.retry = loop.after(rest, tolerance: rest / 4) { [weak self] in
      guard let self else { return }
      perform { [self] in
        self.state.withLock { $0.retry = nil }
        settle()
      }
    }
  }

  /// Ends the process in good order; on the queue.
  private func stop() {
    let process = state.withLock { state -> HandoffProcess? in
      guard !state.isStopping, !state.isPassing, let process = state.process else { return nil }
      state.isStopping = true
      return process
    }
    guard let process else { return }
    process.order(.stop)
    loop.after(dependencies.times.stopping) { process.kill() }
  }

  /// The process has ended.
  func ended(_ how: String) {
    let isWanted = isWanted
    let (picks, whenEnded, wasTold) = state.withLock { state in
      state.process = nil
      state.offers.removeAll()
      (state.devices, state.devicesFailure) = ([], nil)
      // One that was told to end has not failed.
      if state.isStopping { state.restarts.forget() }
      defer { (state.whenEnded, state.isStopping) = ([], false) }
      return (state.picks.removeAll(), state.whenEnded, state.isStopping)
    }
    for pick in picks {
      pick.arriving?.settle(
        .failure(
          HandoffFailure(
            refusal: .connectionUnavailable,
            message: "The connection to \(pick.device) was lost.")))
    }
    setAvailable([])
    for body in whenEnded { body() }
    guard isWanted else { return }
    if !wasTold {
      dependencies.log(DaemonEvent(.handoffEnded, "The process for Handoff ended: \(how)."))
    }
    settle()
  }

  /// Asks the process which devices there are.
  ///
  /// The process opens their file for that, and a keyring may ask the person for its password: so nothing that merely
  /// shows a status does this.
  func askForDevices() {
    state.withLock { $0.process }?.ask(.devices) { [weak self] result in
      switch result {
      case .success(let reply): self?.setDevices(reply.answer)
      // Else the process has ended.
      case .failure(let error) where error.refusal == .failed:
        self?.state.withLock { $0.devicesFailure = error.message }
      case .failure: break
      }
    }
  }

  /// Records which devices there are, where that is the answer.
  func setDevices(_ answer: HandoffAnswer) {
    guard case .devices(let devices) = answer else { return }
    state.withLock { ($0.devices, $0.devicesFailure) = (devices, nil) }
  }

  // MARK: - What the person decides

  /// Goes by the settings as they are now.
  func settingsChanged() {
    perform { [self] in
      for app in launches.appsWithCurrent { offer(app) }
      settle()
    }
  }

  // MARK: - The lock

  /// The session was locked or unlocked, perhaps.
  func lockChanged() {
    let isLocked = dependencies.isLocked()
    perform { [self] in
      let isNews = state.withLock { state in
        defer { state.isLocked = isLocked }
        return state.isLocked != isLocked
      }
      guard isNews else { return }
      order(.setLocked(isLocked))
      // A keyring is as a rule unlocked with the session.
      if !isLocked, state.withLock(\.devicesFailure) != nil { askForDevices() }
    }
  }

  // MARK: - The end

  /// Does nothing more of what clients and the process say: another program goes on in this process. What the
  /// process said before reaches the clients before; what it says afterwards, the other program hears.
  ///
  /// - Parameter done: Called once, on the loop's thread.
  func freeze(_ done: @escaping @Sendable () -> Void) {
    let process = state.withLock { state in
      state.isPassing = true
      return state.process
    }
    let finish: @Sendable () -> Void = { [self] in
      perform { [self] in
        state.withLock { $0.isOver = true }
        loop.perform(done)
      }
    }
    if let process { process.pause(finish) } else { finish() }
  }

  /// Gives the process away to the program that this process runs next.
  func release() -> (passed: PassedHandoff, kept: HandoffProcess.Kept)? {
    let (process, offers) = state.withLock { state in
      defer { state.process = nil }
      return (state.process, state.offers.passed)
    }
    var room = PassedHandoff.room
    let passed = offers.prefix { offer in
      room -= offer.app.utf8.count + 12
      return room >= 0
    }
    for offer in offers.dropFirst(passed.count) {
      process?.order(.withdraw(app: offer.app, state: nil))
    }
    return process?.release(Array(passed))
  }

  /// Ends the process because the daemon ends; not when another program goes on with it.
  ///
  /// - Parameter done: Called once, on any thread, when it does not live.
  func end(_ done: @escaping @Sendable () -> Void) {
    perform { [self] in
      let isRunning = state.withLock { state in
        state.isOver = true
        guard state.process != nil, !state.isPassing else { return false }
        state.whenEnded.append(done)
        return true
      }
      if isRunning { stop() } else { done() }
    }
  }
}
