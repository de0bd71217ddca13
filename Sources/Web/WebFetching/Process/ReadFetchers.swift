internal import FresnelPlatform
internal import SpotlightWire
internal import Synchronization

/// The processes that fetch for a process that reads: one at a time, and the next when that process has given one up. So
/// an address at which one stops answering costs no other address; on the loop's thread.
///
/// The process that reads may have been taken over, so it may ask again and again: each process is told the policy
/// before it gets the socket, the one before is ended, and there is a limit.
final class ReadFetchers: Sendable {
  private struct State {
    /// Leads to the process that reads. The link's handlers have this, so it does not keep the link.
    weak var link: WorkerLink?
    var count = 0
  }

  /// The most processes. The process that reads asks for no more: what it would fetch then fails, and what it read before
  /// is still told. One that asks for more has been taken over, and the run ends.
  static let limit = 200

  private let ending: ReadEnding
  private let launch: @Sendable () throws(SystemError) -> (UnixSocket, RunningProcess)
  private let state = Mutex(State())

  /// Says where the processes come from.
  ///
  /// - Parameters:
  ///   - program: A program that knows ``FetchWorker/argument``.
  ///   - policy: Where they may go.
  ///   - loop: The loop; not kept.
  ///   - ending: Waits for their end, too.
  init(
    _ program: String, _ policy: FetchPolicy?, on loop: EventLoop, until ending: ReadEnding
  ) {
    self.ending = ending
    launch = { [weak loop] () throws(SystemError) in
      guard let loop, let policy else {
        throw SystemError(
          .notFound, call: "fork", explanation: "Nothing may be fetched for this process.")
      }
      let (socket, process) = try FetchProcess.launch(program, policy, on: loop)
      try process.onExit(loop) { _ in ending.oneEnded() }
      ending.begin(fetching: process)
      process.openGate()
      return (socket, process)
    }
  }

  /// Starts the first process.
  ///
  /// - Returns: Its socket.
  /// - Throws: ``SystemError`` when it can't be started.
  func first() throws(SystemError) -> UnixSocket { try launch().0 }

  /// Says where the process that reads is told of the others.
  func answer(through link: WorkerLink) {
    state.withLock { $0.link = link }
  }

  /// Has another process in the place of the last one, and hands its socket over, or says why there is none.
  func replace() {
    let (link, count) = state.withLock { state in
      state.count += 1
      return (state.link, state.count)
    }
    guard let link, !ending.hasCome else { return }
    guard count < Self.limit else {
      return ending.come(
        .failure(ReadProcess.failure("it asked for more than \(Self.limit) processes that fetch")))
    }
    do throws(SystemError) {
      link.send(ReadOrder.fetcher, [], try launch().0.descriptor)
    } catch {
      link.send(ReadOrder.fetcher, Array(error.message.utf8))
    }
  }
}
