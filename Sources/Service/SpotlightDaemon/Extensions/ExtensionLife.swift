internal import FresnelPlatform

/// The stages of an extension's process, and what follows in each from what happens. It does nothing by
/// itself: the caller carries out what it is told.
struct ExtensionLife {
  /// What happened.
  enum Event: Equatable {
    /// The process is where it belongs.
    case placed
    /// It was taken in as a client.
    case attached
    /// It has nothing to do.
    case idle
    /// Something took too long; in English.
    case late(String)
    /// Its connection ended.
    case disconnected
    /// The time that was last set is over.
    case timeUp
    /// It is not wanted any more.
    case stop
    /// The process is gone; `wasAsked` when it still owed an answer.
    case ended(RunningProcess.Ending, wasAsked: Bool)
  }

  /// What is to be done.
  enum Action: Equatable {
    /// Let the program run.
    case openGate
    /// Tell those who wait that it can be asked.
    case announce
    /// Tell the extension that it goes away.
    case sayGoodbye
    /// Send a signal to all of its processes.
    case signal(Signal)
    /// Report ``Event/timeUp`` after this time, and not that of an earlier one.
    case setTimer(Duration)
    /// Forget the timer.
    case cancelTimer
    /// It is over; a failure is why, in English.
    case finish(failure: String?)
  }

  private enum Stage {
    case placing
    case starting
    case serving
    /// It was told that it goes away.
    case leaving
    /// Its connection ended without that.
    case disconnected
    case terminating
    case killing
    case over
  }

  private let times: ExtensionTimes
  private var stage = Stage.placing
  /// What went wrong first.
  private var failure: String?
  private var isStopped = false

  init(_ times: ExtensionTimes) {
    self.times = times
  }

  /// Whether it can be asked, now or soon.
  var isUsable: Bool {
    switch stage {
    case .placing, .starting, .serving: true
    case .leaving, .disconnected, .terminating, .killing, .over: false
    }
  }

  /// Whether it was taken in and nothing speaks against asking it.
  var isServing: Bool { stage == .serving }

  /// Takes note of an event.
  ///
  /// - Returns: What is to be done, in this order.
  mutating func happened(_ event: Event) -> [Action] {
    switch (event, stage) {
    case (_, .over): return []
    case (.ended(let ending, let wasAsked), _): return end(ending, wasAsked: wasAsked)
    case (.placed, .placing):
      stage = .starting
      return [.openGate, .setTimer(times.start)]
    case (.attached, .starting):
      stage = .serving
      return [.cancelTimer, .announce]
    case (.idle, .serving):
      stage = .leaving
      return [.sayGoodbye, .setTimer(times.farewell)]
    case (.stop, .placing), (.stop, .starting): return terminate(because: nil, stopped: true)
    case (.stop, .serving):
      isStopped = true
      stage = .leaving
      return [.sayGoodbye, .setTimer(times.hastyFarewell)]
    case (.stop, _):
      isStopped = true
      return []
    case (.late(let what), .serving): return terminate(because: what)
    case (.timeUp, .starting), (.timeUp, .placing):
      return terminate(because: "It did not connect in time.")
    case (.disconnected, .serving), (.disconnected, .starting):
      // Its end follows at once, if that is the reason, and says better what went wrong.
      stage = .disconnected
      return [.setTimer(times.farewell)]
    case (.timeUp, .leaving): return terminate(because: nil)
    case (.timeUp, .disconnected): return terminate(because: "It closed its connection.")
    case (.timeUp, .terminating):
      stage = .killing
      note("It did not end when it was asked to.")
      return [.signal(.kill), .setTimer(times.termination)]
    // The kernel has not got to it, which it does when a disk answers.
    case (.timeUp, .killing): return [.signal(.kill), .setTimer(times.termination * 10)]
    default: return []
    }
  }

  private mutating func terminate(because reason: String?, stopped: Bool = false) -> [Action] {
    if stopped { isStopped = true }
    if let reason { note(reason) }
    stage = .terminating
    return [.signal(.terminate), .setTimer(times.termination)]
  }

  private mutating func note(_ reason: String) {
    failure = failure ?? reason
  }

  private mutating func end(_ ending: RunningProcess.Ending, wasAsked: Bool) -> [Action] {
    switch (ending, stage) {
    case (.notStarted(let error), _): note(error.message)
    // Our own doing; there is a reason already, or none is needed.
    case (_, .terminating), (_, .killing): break
    case (.exited(0), .placing), (.exited(0), .starting): note("It ended before it connected.")
    case (.exited(0), .leaving): break
    case (.exited(0), _): if wasAsked { note("It ended before it had answered.") }
    case (.exited(let status), _): note("It ended with status \(status).")
    case (.killed(let signal), _): note("It was ended by signal \(signal.rawValue).")
    }
    stage = .over
    return [.cancelTimer, .finish(failure: isStopped ? nil : failure)]
  }
}
