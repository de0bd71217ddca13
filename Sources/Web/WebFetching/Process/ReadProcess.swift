package import FresnelPlatform
internal import SpotlightWire

/// A process that reads what was fetched, as the process that starts it sees it: a page, a sitemap, a signature goes
/// through libraries in C there, and never here. What comes back is text to show, or bytes to keep.
package struct ReadProcess: Sendable {
  private let program: String
  private let words: [String]
  /// What the process is to know of the environment.
  package var environment: [String: String] = [:]
  /// The directory that it starts in.
  package var directory = "/"
  /// What it reads; nothing where it fetches that itself.
  package var input: [UInt8] = []
  /// Where it may have something fetched; `nil` for nowhere. It has no network itself: it is given the socket of a
  /// process that fetches and was told this policy before, for good.
  package var fetching: FetchPolicy?
  /// How long it may take; `nil` for as long as it wants.
  package var patience: Duration?

  /// What every such process may know: where libraries and certificates are.
  private static let variables = ["LD_LIBRARY_PATH", "PATH", "SSL_CERT_DIR", "SSL_CERT_FILE"]
  private static let limits = ProcessLimits(
    dataByteCount: 4 << 30, processorSeconds: 86_400, openFiles: 1024, fileByteCount: 0, niceness: 0
  )

  /// Describes a process; nothing runs yet.
  ///
  /// - Parameters:
  ///   - program: A program that knows ``ReadWorker/argument``.
  ///   - words: What it is to do, after that argument.
  package init(_ program: String, _ words: [String]) {
    self.program = program
    self.words = words
  }

  /// Runs the process, and waits on this thread until it has ended and nothing is left of it.
  ///
  /// - Parameter take: Given what it tells, on this thread, but for its last word. Returns whether to go on.
  /// - Returns: Its exit status; `nil` when `take` ended it.
  /// - Throws: ``SystemError`` when it can't be started, can't do its work, or ends without a status.
  package func run(
    _ take: @escaping @Sendable (ReadNews) -> Bool
  ) throws(SystemError) -> UInt8? {
    try run(on: try EventLoop(), take)
  }

  /// Runs the process on a loop of its own.
  func run(
    on loop: EventLoop, _ take: @escaping @Sendable (ReadNews) -> Bool
  ) throws(SystemError) -> UInt8? {
    let (near, process) = try started()
    let ending = ReadEnding(process, on: loop)
    let fetchers = ReadFetchers(program, fetching, on: loop, until: ending)
    let clock = patience.map { AnswerClock($0, on: loop) }
    let link = WorkerLink(near, on: loop, takesDescriptors: false) { message in
      guard let news = try? ReadNews(kind: message.kind, payload: message.payload) else {
        return ending.come(.failure(Self.failure("it said what makes no sense")))
      }
      switch news {
      case .ended(let status): ending.come(.success(status))
      case .unable(let reason):
        ending.come(.failure(SystemError(.inputOutput, call: "read", explanation: reason)))
      case .fetcherLost: fetchers.replace()
      default:
        guard !ending.hasCome else { return }
        let goesOn = clock.map { $0.leavingOut { take(news) } } ?? take(news)
        if !goesOn { ending.come(.success(nil)) }
      }
    } closed: {
      ending.linkEnded()
    }
    try link.start()
    fetchers.answer(through: link)
    try process.onExit(loop) { ending.processEnded(Self.failure($0.ending)) }
    do throws(SystemError) {
      let socket = fetching == nil ? nil : try fetchers.first()
      clock?.begin { ending.come(.failure(Self.failure("it did not answer within \($0)"))) }
      process.openGate()
      link.send(ReadOrder.begin, input, socket?.descriptor)
    } catch {
      ending.come(.failure(error))
    }
    try loop.run()
    link.close()
    return try ending.result()
  }

  private func started() throws(SystemError) -> (UnixSocket, RunningProcess) {
    var environment = environment
    for (name, value) in Environment.all where Self.variables.contains(name) {
      environment[name] = environment[name] ?? value
    }
    let (near, far) = try UnixSocket.pair()
    let command = LimitedCommand(
      program, [ReadWorker.argument] + words, environment: environment, directory: directory,
      limits: Self.limits)
    return (near, try command.start(passing: far.descriptor))
  }

  private static func failure(_ ending: RunningProcess.Ending) -> SystemError {
    switch ending {
    case .exited(let status): failure("it ended with status \(status)")
    case .killed(let signal): failure("signal \(signal.rawValue) ended it")
    case .notStarted(let error): error
    }
  }

  /// Why the process was given up.
  static func failure(_ how: String) -> SystemError {
    SystemError(
      .inputOutput, call: "read",
      explanation: "The process that reads what was fetched was given up: \(how); if that happens "
        + "again, report it with the address.")
  }
}
