internal import FresnelPlatform
internal import SpotlightWire
internal import Synchronization

/// How a process that reads ended, and that nothing is left of it: with the first result it is killed, and so is the
/// one that fetches for it. The loop stops when the exit statuses of both have been taken.
///
/// The loop's handlers have this, so it does not keep the loop.
final class ReadEnding: Sendable {
  private struct State {
    var result: Result<UInt8?, SystemError>?
    /// How many processes have not been waited for.
    var runningCount = 1
    /// The one that fetches for it, if there is one.
    var fetcher: RunningProcess?
    var isLinkOpen = true
    /// How the process ended, while its last words may still be in the socket.
    var exit: SystemError?
  }

  private let reader: RunningProcess
  private let stop: @Sendable () -> Void
  private let state = Mutex(State())

  /// Waits for the end of a process, and of those that fetch for it.
  ///
  /// - Parameters:
  ///   - reader: The one that reads.
  ///   - loop: Stopped when all have ended.
  init(_ reader: RunningProcess, on loop: EventLoop) {
    self.reader = reader
    stop = { [weak loop] in loop?.stop() }
  }

  /// Takes a process that fetches, and ends the one before, which is given up.
  func begin(fetching process: RunningProcess) {
    let last = state.withLock { state in
      defer { state.fetcher = process }
      state.runningCount += 1
      return state.fetcher
    }
    last?.signalGroup(.kill)
  }

  /// Whether there is a result: what is told from here on is not wanted.
  var hasCome: Bool { state.withLock { $0.result != nil } }

  /// Takes a result, of which the first counts, and ends the processes.
  func come(_ result: Result<UInt8?, SystemError>) {
    let fetcher = state.withLock { state in
      if state.result == nil { state.result = result }
      return state.fetcher
    }
    reader.signalGroup(.kill)
    fetcher?.signalGroup(.kill)
    stopIfOver()
  }

  /// The process that reads has ended. That is the result when all that it told has been taken.
  func processEnded(_ how: SystemError) {
    let isTold = state.withLock { state in
      state.exit = how
      return !state.isLinkOpen || state.result != nil
    }
    if isTold { come(.failure(how)) }
    oneEnded()
  }

  /// Nothing more comes from the process that reads, which is dying or says what makes no sense.
  func linkEnded() {
    let exit = state.withLock { state in
      state.isLinkOpen = false
      return state.exit
    }
    if let exit { come(.failure(exit)) } else { reader.signalGroup(.kill) }
    stopIfOver()
  }

  /// The result.
  ///
  /// - Throws: ``SystemError`` where the process failed.
  func result() throws(SystemError) -> UInt8? {
    guard let result = state.withLock({ $0.result }) else {
      throw SystemError(
        .inputOutput, call: "read",
        explanation: "The end of the process that reads what was fetched was not told; try again.")
    }
    return try result.get()
  }

  /// A process has been waited for. Of one that fetched, the process that reads finds out by itself.
  func oneEnded() {
    state.withLock { $0.runningCount -= 1 }
    stopIfOver()
  }

  private func stopIfOver() {
    if state.withLock({ $0.runningCount == 0 && $0.result != nil }) { stop() }
  }
}
