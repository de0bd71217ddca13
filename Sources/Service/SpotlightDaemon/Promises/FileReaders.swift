internal import FresnelPlatform
internal import SpotlightWire
internal import Synchronization

/// The threads that read files which apps or clients gave.
///
/// A file system that an app serves itself may never answer, and a thread that waits for it cannot be ended.
/// So there is a limited number of them: for each app, so that one whose files hang takes no thread from
/// others, and for all together. A thread that hangs counts until it comes back.
final class FileReaders: Sendable {
  /// How many threads there may be, and for how long somebody waits for one.
  struct Limits: Sendable {
    /// Of all together.
    var total = 32
    /// For the files of one app.
    var perOwner = 4
    /// How long a file may take.
    var patience: Duration = .seconds(10)
  }

  private let loop: EventLoop
  private let limits: Limits
  private let counts = Mutex<[AppIdentity: Int]>([:])

  /// Begins without threads.
  ///
  /// - Parameters:
  ///   - loop: Ends the waiting for what takes too long.
  ///   - limits: The limits.
  init(on loop: EventLoop, _ limits: Limits = Limits()) {
    self.loop = loop
    self.limits = limits
  }

  /// Does something that may wait for a file, on a thread of its own.
  ///
  /// - Parameters:
  ///   - owner: Who gave the file.
  ///   - body: What is done.
  ///   - done: Called once, on any thread, with what came of it. Fails with
  ///     ``ServiceError/Code/unavailable`` at once when there are too many threads, and with
  ///     ``ServiceError/Code/providerFailed`` when it takes too long.
  func run<Value: Sendable>(
    for owner: AppIdentity, _ body: @escaping @Sendable () -> Value,
    then done: @escaping @Sendable (Result<Value, ServiceError>) -> Void
  ) {
    guard begin(owner) else { return done(.failure(Self.busy)) }
    let once = Once(done)
    let timer = loop.after(limits.patience, tolerance: limits.patience / 10) {
      once.tell(.failure(Self.late))
    }
    let hasStarted = DetachedThread.start { [self] in
      let value = body()
      end(owner)
      loop.cancel(timer)
      once.tell(.success(value))
    }
    guard !hasStarted else { return }
    end(owner)
    loop.cancel(timer)
    once.tell(.failure(Self.busy))
  }

  private func begin(_ owner: AppIdentity) -> Bool {
    counts.withLock { counts in
      let own = counts[owner, default: 0]
      guard own < limits.perOwner, counts.values.reduce(0, +) < limits.total else { return false }
      counts[owner] = own + 1
      return true
    }
  }

  private func end(_ owner: AppIdentity) {
    counts.withLock { counts in
      let own = counts[owner, default: 0]
      counts[owner] = own > 1 ? own - 1 : nil
    }
  }

  private static let late = ServiceError(
    .providerFailed, "The app's file could not be read in time.")
  private static let busy = ServiceError(
    .unavailable, "Too many files are being read already.")

  /// Tells the first of several results.
  private final class Once<Value: Sendable>: Sendable {
    typealias Handler = @Sendable (Result<Value, ServiceError>) -> Void
    private let done: Mutex<Handler?>

    init(_ done: @escaping Handler) {
      self.done = Mutex(done)
    }

    func tell(_ result: Result<Value, ServiceError>) {
      done.withLock { done in
        defer { done = nil }
        return done
      }?(result)
    }
  }
}
