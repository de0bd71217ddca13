internal import Dispatch
package import FresnelPlatform
internal import SpotlightWire
internal import Synchronization

/// The process that reads what was fetched, as it sees itself. It reads the files that it needs while it prepares, then
/// confines itself for good, and then reads what came from the network: should it be taken over by that, it has no
/// network, runs no program and writes no file. It still has what it read before, and, where the kernel has Landlock,
/// reads no other file of the person.
package final class ReadWorker: Sendable {
  /// The first word of the command line that makes a program this process.
  package static let argument = "read-confined"

  /// The word after ``argument`` that has ``run(_:_:)`` try as a process that runs tasks; for tests.
  package static let taskAttempts = "--tasks"

  private struct State {
    /// Once the process is confined and has begun.
    var link: WorkerLink?
    /// Why it could not begin.
    var failure: SystemError?
    /// What was told before it began.
    var waiting: [ReadNews] = []
    var input: [UInt8] = []
    var descriptor: SharedDescriptor?
    /// How many other processes that fetch were asked for.
    var askedCount = 0
    /// What came of asking for other processes that fetch, in order.
    var others: [Result<SharedDescriptor, SystemError>] = []
  }

  private let loop: EventLoop
  private let socket: UnixSocket
  private let state = Mutex(State())
  /// Signalled for each other process that fetches.
  private let isOtherThere = DispatchSemaphore(value: 0)

  /// Takes the socket that the process was given. It reads nothing from it yet, and starts no thread.
  private init() throws(SystemError) {
    loop = try EventLoop()
    socket = try UnixSocket(
      adopting: SharedDescriptor(adopting: LimitedCommand.passedDescriptor))
  }

  /// Runs the process until the one that started it ends it.
  ///
  /// - Parameters:
  ///   - arguments: The words after ``argument``. With `--attempt PATH` it tries to reach paths from inside, says what
  ///     came of it, and ends; for tests.
  ///   - work: What the process does. Returns its exit status, or throws why it can't do its work.
  package static func run(
    _ arguments: [String], _ work: (ReadWorker) throws -> UInt8
  ) -> Never {
    Signal.ignore(.brokenPipe)
    do {
      try ProcessHardening.apply()
      CurrentProcess.takeUsualIOPriority()
      if [Self.taskAttempts, "--attempt"].contains(arguments.first) {
        let paths = arguments.filter { $0.hasPrefix("/") }
        try Confinement.report(on: paths) { () throws(SystemError) in
          try Self.confine(usesTasks: arguments.first == Self.taskAttempts)
        }
        CurrentProcess.exitNow(0)
      }
      try Confinement.silence()
      let worker = try ReadWorker()
      do {
        let status = try work(worker)
        worker.finish(.ended(status))
      } catch {
        worker.finish(.unable((error as? SystemError)?.message ?? "\(error)"))
      }
      worker.waitForEnd()
    } catch {
      CurrentProcess.exitNow(1)
    }
  }

  /// Waits until the other end closes the socket or ends this process: what was told is still on its way.
  private func waitForEnd() -> Never {
    while true { DispatchSemaphore(value: 0).wait() }
  }

  /// Tells the last word. A process that has not begun is confined for that too; where it can't be, it has received
  /// nothing from the network, and tells what it has to tell as it is.
  private func finish(_ last: ReadNews) {
    let hasBegun = (try? begin()) != nil
    tell(last)
    guard !hasBegun else { return }
    try? Self.tell(state.withLock { $0.waiting }, through: socket, on: loop)
    CurrentProcess.exitNow(0)
  }

  /// Sends news, and waits on this thread until the other end is gone. What it says is not heard.
  ///
  /// - Throws: ``SystemError`` when the socket can't be watched.
  static func tell(
    _ all: [ReadNews], through socket: UnixSocket, on loop: EventLoop
  ) throws(SystemError) {
    let link = WorkerLink(socket, on: loop) { _ in
    } closed: { [weak loop] in
      loop?.stop()
    }
    try link.start()
    for news in all { link.send(news.kind, news.payload) }
    try loop.run()
  }

  /// Confines this process, and waits until it may begin. Does nothing the second time.
  ///
  /// To be called while the process has one thread.
  ///
  /// - Parameter usesTasks: Whether tasks run afterwards. Their threads need `/proc`, which tells of other processes
  ///   too.
  /// - Throws: ``SystemError``, the same each time; nothing that came from the network may be read then.
  package func begin(usesTasks: Bool = false) throws(SystemError) {
    let (isThere, failure) = state.withLock { ($0.link != nil, $0.failure) }
    if let failure { throw failure }
    guard !isThere else { return }
    do throws(SystemError) {
      try Self.confine(usesTasks: usesTasks)
      try start()
    } catch {
      state.withLock { $0.failure = error }
      throw error
    }
  }

  /// Waits for the order to begin, and goes on receiving on a thread.
  private func start() throws(SystemError) {
    let isThere = DispatchSemaphore(value: 0)
    let link = WorkerLink(socket, on: loop) { [self] message in
      switch message.kind {
      case ReadOrder.begin:
        state.withLock { ($0.input, $0.descriptor) = (message.payload, message.descriptor) }
        isThere.signal()
      case ReadOrder.fetcher: takeOther(message)
      default: CurrentProcess.exitNow(1)
      }
    } closed: {
      CurrentProcess.exitNow(0)
    }
    try link.start()
    guard DetachedThread.start({ [loop] in try? loop.run() }) else {
      // The last word goes through the socket all the same.
      _ = link.release()
      throw SystemError(
        .wouldBlock, call: "pthread_create", explanation: "No thread could be started.")
    }
    isThere.wait()
    let waiting = state.withLock { state in
      defer { (state.link, state.waiting) = (link, []) }
      return state.waiting
    }
    for news in waiting { link.send(news.kind, news.payload) }
  }

  /// What the process was given to read, once it has begun.
  package var input: [UInt8] { state.withLock { $0.input } }

  /// The socket of the process that fetches for it, once it has begun.
  ///
  /// - Throws: ``SystemError`` when there is none.
  package func fetching() throws(SystemError) -> UnixSocket {
    guard let descriptor = state.withLock({ $0.descriptor }) else {
      throw SystemError(
        .notFound, call: "recvmsg", explanation: "Nothing fetches for this process.")
    }
    return try UnixSocket(adopting: descriptor)
  }

  /// Asks for another process that fetches in the place of one that ended or does not answer, and waits for it.
  ///
  /// - Returns: Its socket.
  /// - Throws: ``SystemError`` when there is none.
  package func fetchingAnew() throws(SystemError) -> UnixSocket {
    let isWithinLimit = state.withLock { state in
      state.askedCount += 1
      return state.askedCount < ReadFetchers.limit
    }
    guard isWithinLimit else {
      throw SystemError(
        .notFound, call: "fork",
        explanation: "\(ReadFetchers.limit) processes that fetch have ended.")
    }
    tell(.fetcherLost)
    isOtherThere.wait()
    return try UnixSocket(adopting: try state.withLock { $0.others.removeFirst() }.get())
  }

  private func takeOther(_ message: WorkerLink.Message) {
    let reason = String(decoding: message.payload, as: UTF8.self)
    let other: Result<SharedDescriptor, SystemError> =
      message.descriptor.map { .success($0) }
      ?? .failure(SystemError(.notFound, call: "recvmsg", explanation: reason))
    state.withLock { $0.others.append(other) }
    isOtherThere.signal()
  }

  /// Has a text shown among the results.
  package func write(_ text: String) { tell(Array(text.utf8), ReadNews.output) }

  /// Has a text shown on standard error.
  package func writeError(_ text: String) { tell(Array(text.utf8), ReadNews.error) }

  /// Has bytes kept: written to the file that the command line names, or taken as the answer.
  package func keep(_ bytes: [UInt8]) {
    tell(bytes, ReadNews.keep)
    tell(.kept)
  }

  private func tell(_ bytes: [UInt8], _ news: ([UInt8]) -> ReadNews) {
    for piece in ReadNews.pieces(of: bytes) { tell(news(piece)) }
  }

  private func tell(_ news: ReadNews) {
    let link = state.withLock { state in
      if state.link == nil { state.waiting.append(news) }
      return state.link
    }
    link?.send(news.kind, news.payload)
  }

  /// The certificates of authorities may be where the environment says.
  private static func confine(usesTasks: Bool) throws(SystemError) {
    let places = [Environment["SSL_CERT_FILE"], Environment["SSL_CERT_DIR"]].compactMap(\.self)
    // libdispatch reads the state of the threads of its pool from /proc/THREAD/stat, and ends a process that can't.
    // With that go names, states and command lines of other processes, to be found by trying numbers; not their memory
    // and environment, which take the right to trace.
    try Confinement.begin(
      reading: places, unlisted: usesTasks ? ["/proc"] : [], hasNetwork: false)
  }
}
