internal import CPlatform
internal import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

// The turns of the loop: it waits, and calls who asked.

extension EventLoop {
  /// How long handlers that are not urgent run until it is looked what is, in nanoseconds.
  private static let share: UInt64 = 250_000
  private static let eventsPerTurn = 64

  /// Waits and calls, on this thread, until ``stop()``.
  ///
  /// - Throws: ``SystemError`` when the kernel refuses to wait, which it has no reason to.
  package func run() throws(SystemError) {
    thread.store(UInt(pthread_self()), ordering: .relaxed)
    defer { thread.store(0, ordering: .relaxed) }
    var found = [fresnel_event](repeating: fresnel_event(), count: Self.eventsPerTurn)
    var turn = Turn()
    while let milliseconds = nextWait() {
      let count = try retrying("epoll_wait") {
        fresnel_events_wait(events.rawValue, &found, found.count, milliseconds)
      }
      runUrgent(&turn)
      for event in found.prefix(Int(count)) {
        handle(event)
        lookForUrgent(&turn)
      }
      runDueWork(&turn)
    }
  }

  /// What only the loop's thread knows.
  private struct Turn {
    /// Room for urgent events.
    var found = [fresnel_event](repeating: fresnel_event(), count: eventsPerTurn)
    /// When it was last looked what is urgent, in nanoseconds of ``MonotonicClock``.
    var lastLook = MonotonicClock.nanoseconds
  }

  /// Runs what is urgent, if others have had their share of the time.
  private func lookForUrgent(_ turn: inout Turn) {
    guard MonotonicClock.elapsed(from: turn.lastLook, to: MonotonicClock.nanoseconds) >= Self.share
    else { return }
    runUrgent(&turn)
  }

  private func runUrgent(_ turn: inout Turn) {
    // Fails only when a signal comes, and then it is looked again soon.
    let count = max(
      0, fresnel_events_wait(urgentEvents.rawValue, &turn.found, turn.found.count, 0))
    for event in turn.found.prefix(Int(count)) { handle(event) }
    let work = state.withLock { state in
      defer { state.urgentWork = [] }
      return state.urgentWork
    }
    for body in work { body() }
    turn.lastLook = MonotonicClock.nanoseconds
  }

  /// Ends ``run()`` after the turn that it is in; when it does not run, the next call returns at once.
  /// What was handed over and has not run is kept for the next call.
  package func stop() {
    state.withLock { $0.isStopped = true }
    wake()
  }

  /// How long to sleep, in milliseconds; -1 for until something happens, `nil` to end.
  private func nextWait() -> Int32? {
    state.withLock { state in
      if state.isStopped {
        state.isStopped = false
        return nil
      }
      guard state.work.isEmpty, state.urgentWork.isEmpty else { return 0 }
      guard let wake = state.timers.nextWake else { return -1 }
      let now = MonotonicClock.nanoseconds
      // Rounded up, so that the moment has come when the kernel wakes the thread.
      return wake <= now ? 0 : Int32(clamping: (wake - now).addingClamped(999_999) / 1_000_000)
    }
  }

  private func handle(_ event: fresnel_event) {
    if event.token == Self.wakeupToken { return fresnel_wakeup_clear(wakeup.rawValue) }
    // What is urgent was looked at already.
    if event.token == Self.urgentToken { return }
    // Removed earlier in this turn: nobody is to hear of it.
    let handler = state.withLock { $0.registrations[event.token]?.handler }
    handler?(Interest(rawValue: event.happened))
  }

  private func runDueWork(_ turn: inout Turn) {
    let work = state.withLock { state in
      defer { state.work = [] }
      return state.work
    }
    for body in work {
      body()
      lookForUrgent(&turn)
    }
    state.withLock { state in
      state.due = state.timers.takeDue(at: MonotonicClock.nanoseconds).reversed()
    }
    // One by one: what one does may cancel another.
    while let entry = state.withLock({ $0.due.popLast() }) {
      entry.body()
      lookForUrgent(&turn)
    }
  }

  /// Ends the loop's sleep, unless this is its own thread, which looks again before it sleeps.
  func wake() {
    guard thread.load(ordering: .relaxed) != UInt(pthread_self()) else { return }
    fresnel_wakeup_signal(wakeup.rawValue)
  }
}
