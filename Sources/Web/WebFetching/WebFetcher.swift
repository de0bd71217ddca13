internal import CCurl
internal import Synchronization
package import FresnelPlatform

/// Fetches over HTTP, many at a time, on one thread of its own, or in a confined process where the policy names one.
///
/// Fetches share connections, which stay open for the next one, and speak HTTP/2 where the server does. A connection
/// is made only to an address that the policy allows, whatever a name stood for a moment ago. Redirections, cookies
/// and credentials are nobody's business here: an answer is handed out as it comes. What comes is bounded in time, in
/// bytes on the wire and in bytes unpacked.
///
/// May be used from any thread, also to fetch the same address twice at once.
package final class WebFetcher: Sendable {
  private let loop: EventLoop
  private let engine: FetchEngine
  private let policy: FetchPolicy
  private let state = Mutex(State())

  private struct State {
    var isClosed = false
    var lastIdentifier: UInt64 = 0
  }

  /// Starts a fetcher.
  ///
  /// - Parameters:
  ///   - policy: Where it may go, for good.
  ///   - socket: Leads to a process that fetches and was told its policy before, which decides; see ``ReadProcess``.
  ///     Without one, ``FetchPolicy/worker`` says where things are fetched.
  ///   - next: Gives the socket of another such process when that one ended or does not answer. It may wait. Without
  ///     it, what follows can't be fetched.
  /// - Throws: ``FetchError`` with ``FetchError/Code/unavailable`` when the machine has no room for one.
  package init(
    _ policy: FetchPolicy, through socket: UnixSocket? = nil,
    then next: (@Sendable () throws(SystemError) -> UnixSocket)? = nil
  ) throws(FetchError) {
    do throws(SystemError) {
      loop = try EventLoop()
    } catch {
      throw FetchError(.unavailable, error.message)
    }
    self.policy = policy
    engine =
      if let socket {
        .process(FetchProcess(startedAt: socket, next: next, policy, on: loop))
      } else if let program = policy.worker {
        .process(FetchProcess(program, policy, on: loop))
      } else {
        .here(try Transfers(on: loop, policy: policy))
      }
    let loop = loop
    // Waiting in the kernel has no reason to fail.
    guard DetachedThread.start({ try? loop.run() }) else {
      throw FetchError(.unavailable, "No thread could be started.")
    }
  }

  deinit {
    close()
  }

  /// Whether all connections are those to a proxy.
  package var isBehindProxy: Bool { policy.proxy != nil }

  /// How many processes that fetch were given up, ended or could not be started.
  package var processLossCount: Int {
    if case .process(let process) = engine { process.lossCount } else { 0 }
  }

  /// Ends all fetches, closes all connections and ends the thread. Fetches that come later fail.
  package func close() {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.isClosed = true
      loop.perform { [loop, engine] in
        engine.close()
        loop.stop()
      }
    }
  }

  /// Fetches something. Cancelling the task ends it at once.
  ///
  /// - Parameter request: What to fetch.
  /// - Returns: What the server answered, whatever its status.
  /// - Throws: ``FetchError``.
  package func fetch(_ request: FetchRequest) async throws(FetchError) -> FetchResponse {
    let handle = handle()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        start(request, handle) { continuation.resume(returning: $0) }
      }
    } onCancel: {
      handle.cancel()
    }
    return try result.get()
  }

  /// Fetches something, for who does not wait in a task.
  ///
  /// - Parameters:
  ///   - request: What to fetch.
  ///   - finish: Called once with the answer; on the fetcher's thread, which it must not keep waiting, or before this
  ///     returns.
  /// - Returns: What ends the fetch.
  package func start(
    _ request: FetchRequest,
    finish: @escaping @Sendable (Result<FetchResponse, FetchError>) -> Void
  ) -> Handle {
    let handle = handle()
    start(request, handle, finish: finish)
    return handle
  }

  private func handle() -> Handle {
    let identifier = state.withLock { state in
      state.lastIdentifier += 1
      return state.lastIdentifier
    }
    return Handle(identifier, on: loop, of: engine)
  }

  private func start(
    _ request: FetchRequest, _ handle: Handle,
    finish: @escaping @Sendable (Result<FetchResponse, FetchError>) -> Void
  ) {
    let isOpen = state.withLock { state in
      guard !state.isClosed else { return false }
      // Under the lock, so that it comes before the work that ends the loop.
      loop.perform { [engine, policy] in
        // Cancelled before the work that cancels could find it.
        guard !handle.isCancelled.load(ordering: .relaxed) else {
          return finish(.failure(FetchError(.cancelled, "The fetch was cancelled.")))
        }
        engine.start(request, named: handle.identifier, policy, finish)
      }
      return true
    }
    if !isOpen { finish(.failure(FetchError(.unavailable, "The fetcher is closed."))) }
  }

  /// A fetch that was asked for.
  package final class Handle: Sendable {
    /// Names the fetch among those under way.
    let identifier: UInt64
    /// Whether it is not to be started any more.
    let isCancelled = Atomic(false)
    private let loop: EventLoop
    private let engine: FetchEngine

    init(_ identifier: UInt64, on loop: EventLoop, of engine: FetchEngine) {
      self.identifier = identifier
      self.loop = loop
      self.engine = engine
    }

    /// Ends the fetch at once; nothing happens when it has ended.
    package func cancel() {
      isCancelled.store(true, ordering: .relaxed)
      loop.perform { [engine, identifier] in engine.cancel(identifier) }
    }
  }
}

/// Where fetches happen; on the thread of the fetcher's loop.
enum FetchEngine: Sendable {
  /// In this process.
  case here(Transfers)
  /// In one of its own.
  case process(FetchProcess)

  func start(
    _ request: FetchRequest, named identifier: UInt64, _ policy: FetchPolicy,
    _ finish: @escaping @Sendable (Result<FetchResponse, FetchError>) -> Void
  ) {
    switch self {
    case .here(let transfers):
      transfers.start(Exchange(request, named: identifier, policy: policy, finish: finish))
    case .process(let process): process.start(request, named: identifier, finish)
    }
  }

  func cancel(_ identifier: UInt64) {
    switch self {
    case .here(let transfers): transfers.cancel(identifier)
    case .process(let process): process.cancel(identifier)
    }
  }

  func close() {
    switch self {
    case .here(let transfers): transfers.close()
    case .process(let process): process.close()
    }
  }
}
