private import CPlatform
private import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// A process that this one started, and the group that it began.
///
/// Signals can't reach others: the process is held by a descriptor, and its group's number can't be given
/// away before its exit status was taken, which happens here alone and after what is left of the group
/// was killed.
///
/// Methods may be called on any thread.
package final class RunningProcess: Sendable {
  /// Its number, which is also that of its group.
  package let identifier: Int32

  private enum State {
    case waitingAtGate(SharedDescriptor)
    case running
    case collected
  }

  private let program: String
  private let process: SharedDescriptor
  /// Where it is told that the program could not be run; `nil` for one that runs.
  private let report: SharedDescriptor?
  private let state: Mutex<State>

  init(
    program: String, identifier: Int32, process: SharedDescriptor, gate: SharedDescriptor,
    report: SharedDescriptor
  ) {
    self.program = program
    self.identifier = identifier
    self.process = process
    self.report = report
    state = Mutex(.waitingAtGate(gate))
  }

  /// Takes over a process that the program started which this process ran before; see ``Reexecution``.
  ///
  /// - Parameters:
  ///   - identifier: Its number.
  ///   - descriptor: What holds it.
  package init(adopting identifier: Int32, descriptor: SharedDescriptor) {
    program = ""
    self.identifier = identifier
    process = descriptor
    report = nil
    state = Mutex(.running)
  }

  /// What holds the process, for the program that this process runs next.
  package var descriptor: SharedDescriptor { process }

  deinit {
    let isCollected = state.withLock { state in
      if case .collected = state { return true }
      return false
    }
    guard !isCollected else { return }
    _ = fresnel_group_signal(identifier, SIGKILL)
    Command.collectInBackground(identifier)
  }

  /// How a process ended.
  package enum Ending: Equatable, Sendable {
    /// By itself, with a status; zero is success. Also without having run, when the gate stayed closed.
    case exited(Int32)
    /// By a signal.
    case killed(Signal)
    /// The program could not be run.
    case notStarted(SystemError)

    /// Whether the process ended by itself with status zero.
    package var isSuccess: Bool { self == .exited(0) }
  }

  /// A process's end, and what it cost.
  package struct Outcome: Equatable, Sendable {
    /// How it ended.
    package let ending: Ending
    /// The processor time of it and of the children that it waited for.
    package let processorTime: Duration
  }

  /// Lets the program run. Does nothing when it runs.
  package func openGate() {
    state.withLock { state in
      guard case .waitingAtGate(let gate) = state else { return }
      state = .running
      var byte: UInt8 = 0
      // Fails when the process has ended, which is told otherwise. A broken pipe sends no signal here:
      // who starts programs ignores it.
      _ = write(gate.rawValue, &byte, 1)
    }
  }

  /// Sends a signal to the process and to all of its group. Does nothing when it has ended.
  package func signalGroup(_ signal: Signal) {
    state.withLock { state in
      if case .collected = state { return }
      _ = fresnel_group_signal(identifier, signal.rawValue)
      // Also when it has left its group.
      _ = fresnel_process_signal(process.rawValue, signal.rawValue)
    }
  }

  /// Tells of the end of the process, once, on the loop's thread. What is left of its group is killed
  /// before. To be called once.
  ///
  /// - Throws: ``SystemError`` when no more descriptors can be watched; the process is not watched then.
  package func onExit(
    _ loop: EventLoop, _ body: @escaping @Sendable (Outcome) -> Void
  ) throws(SystemError) {
    let token = Mutex<EventLoop.Token?>(nil)
    // The loop keeps the handler: were it kept by that in turn, a loop that is run no more would keep a
    // process that has ended for ever.
    let added = try loop.add(process.rawValue, for: .readable) { [self, weak loop] _ in
      guard let outcome = collect() else { return }
      // Unless it is not yet known, and then it is removed below.
      if let token = token.withLock({ $0 }) { loop?.remove(token) }
      body(outcome)
    }
    token.withLock { $0 = added }
    let isOver = state.withLock { state in
      if case .collected = state { return true }
      return false
    }
    if isOver { loop.remove(added) }
  }

  /// Kills what is left of the group and takes the exit status; `nil` when the process has not ended, or
  /// when the status was taken before.
  private func collect() -> Outcome? {
    state.withLock { state in
      if case .collected = state { return nil }
      guard fresnel_process_is_alive(process.rawValue) == 0 else { return nil }
      _ = fresnel_group_signal(identifier, SIGKILL)
      var ending = fresnel_ending()
      guard fresnel_process_collect(identifier, &ending) != 0 else { return nil }
      state = .collected
      return Outcome(
        ending: startError().map { .notStarted($0) }
          ?? (ending.is_signal != 0
            ? .killed(Signal(rawValue: ending.status)) : .exited(ending.status)),
        processorTime: .microseconds(Int64(clamping: ending.processor_microseconds)))
    }
  }

  /// Why the program could not be run, or `nil` when it ran.
  private func startError() -> SystemError? {
    guard let report else { return nil }
    var number: Int32 = 0
    let count = read(report.rawValue, &number, MemoryLayout<Int32>.size)
    guard count == MemoryLayout<Int32>.size else { return nil }
    return SystemError(errno: number, call: "execve", path: program)
  }
}
