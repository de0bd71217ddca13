internal import FresnelHandoff
internal import FresnelPlatform
internal import SpotlightWire
internal import Synchronization

/// The process that stands on the network, as main sees it.
final class HandoffProcess: Sendable {
  /// What main is told, on the loop's thread.
  enum Happening: Sendable {
    /// News, and the socket that came along.
    case news(HandoffNews, SharedDescriptor?)
    /// The process has ended, or could not be made; nothing follows.
    case ended(String)
  }

  /// An answer, and the socket that came along.
  struct Reply: Sendable {
    let answer: HandoffAnswer
    let descriptor: SharedDescriptor?
  }

  /// Told the answer to a question, once.
  typealias Handler = @Sendable (Result<Reply, HandoffFailure>) -> Void

  private struct State {
    var link: WorkerLink?
    var running: HandoffProgram.Running?
    /// Orders given before the process was made.
    var waiting: [HandoffOrder] = []
    var questions: [UInt64: Handler] = [:]
    var lastQuestion: UInt64 = 0
    var isKilled = false
    var hasEnded = false
  }

  private let loop: EventLoop
  private let state = Mutex(State())
  private let happened: @Sendable (Happening) -> Void

  /// Makes the process, soon, on the loop's thread: the kernel ends it with the thread that made it.
  ///
  /// - Parameters:
  ///   - program: How it is started.
  ///   - loop: Main's.
  ///   - happened: Told what happens; the process's end as the last.
  init(
    _ program: HandoffProgram, on loop: EventLoop,
    _ happened: @escaping @Sendable (Happening) -> Void
  ) {
    self.loop = loop
    self.happened = happened
    loop.perform { [self] in
      do throws(SystemError) {
        let (near, far) = try UnixSocket.pair()
        try follow(near)
        let running = try program.start(far.descriptor, loop) { [weak self] in self?.end($0) }
        began(running)
      } catch {
        end(error.message)
      }
    }
  }

  /// Takes over the process of the program that this process ran before.
  init(
    _ passed: PassedHandoff, on loop: EventLoop, _ happened: @escaping @Sendable (Happening) -> Void
  ) {
    self.loop = loop
    self.happened = happened
    let process = RunningProcess(
      adopting: passed.process, descriptor: SharedDescriptor(adopting: passed.processDescriptor))
    let socket = SharedDescriptor(adopting: passed.socket)
    loop.perform { [self] in
      do throws(SystemError) {
        try follow(try UnixSocket(adopting: socket))
        try process.onExit(loop) { [weak self] in self?.end("\($0.ending)") }
        began(
          HandoffProgram.Running(kill: { process.signalGroup(.kill) }, process: process))
      } catch {
        process.signalGroup(.kill)
        end(error.message)
      }
    }
  }

  /// Begins to hear what it says.
  private func follow(_ socket: UnixSocket) throws(SystemError) {
    let link = WorkerLink(socket, on: loop) { [weak self] in
      self?.received($0)
    } closed: { [weak self] in
      // It is dying, or says what makes no sense; its end is told when it has come.
      self?.kill()
    }
    try link.start()
    state.withLock { $0.link = link }
  }

  private func began(_ running: HandoffProgram.Running) {
    let isKilled = state.withLock { state in
      state.running = running
      // Under the lock, so that no later order goes before them.
      for order in state.waiting { state.link?.send(order.kind, order.payload) }
      state.waiting = []
      return state.isKilled
    }
    if isKilled { running.kill() }
  }

  private func received(_ message: WorkerLink.Message) {
    guard let news = try? HandoffNews(kind: message.kind, payload: message.payload) else {
      return kill()
    }
    guard case .answer(let number, let answer) = news else {
      return happened(.news(news, message.descriptor))
    }
    let handler = state.withLock { $0.questions.removeValue(forKey: number) }
    if case .failed(let failure) = answer {
      handler?(.failure(failure))
    } else {
      handler?(.success(Reply(answer: answer, descriptor: message.descriptor)))
    }
  }

  /// The process has ended, or could not be made.
  private func end(_ how: String) {
    let (link, questions, isFirst) = state.withLock { state in
      let isFirst = !state.hasEnded
      state.hasEnded = true
      defer { (state.link, state.running, state.waiting, state.questions) = (nil, nil, [], [:]) }
      return (state.link, state.questions, isFirst)
    }
    link?.close()
    for handler in questions.values { handler(.failure(Self.isGone)) }
    if isFirst { happened(.ended(how)) }
  }

  private static let isGone = HandoffFailure(
    refusal: .connectionUnavailable, message: "The process for Handoff has ended; try again.")

  // MARK: - Orders

  /// Gives an order, which a process that has ended does not hear.
  func order(_ order: HandoffOrder) {
    state.withLock { state in
      guard !state.hasEnded else { return }
      if state.running == nil {
        state.waiting.append(order)
      } else {
        state.link?.send(order.kind, order.payload)
      }
    }
  }

  /// Asks something.
  ///
  /// - Parameters:
  ///   - question: What.
  ///   - done: Told the answer, or why there is none; not after ``cancel(_:)``.
  /// - Returns: The number of the question; `nil` when the process has ended, which is told.
  @discardableResult
  func ask(_ question: HandoffQuestion, _ done: @escaping Handler) -> UInt64? {
    let number = state.withLock { state -> UInt64? in
      guard !state.hasEnded else { return nil }
      state.lastQuestion += 1
      state.questions[state.lastQuestion] = done
      return state.lastQuestion
    }
    guard let number else {
      done(.failure(Self.isGone))
      return nil
    }
    order(.ask(number, question))
    return number
  }

  /// Nobody waits for an answer any more.
  ///
  /// - Parameter number: The question; one that was answered is passed over.
  func cancel(_ number: UInt64) {
    let handler = state.withLock { $0.questions.removeValue(forKey: number) }
    if handler != nil { order(.cancel(number)) }
  }

  /// Ends the process at once; its end is told when it has come.
  func kill() {
    let (running, link) = state.withLock { state in
      state.isKilled = true
      return (state.running, state.link)
    }
    link?.close()
    running?.kill()
  }

  /// Hears nothing that the process says after what it is saying now: that is left to the program that this process
  /// runs next.
  ///
  /// - Parameter done: Called once, on the loop's thread.
  func pause(_ done: @escaping @Sendable () -> Void) {
    guard let link = state.withLock({ $0.link }) else { return loop.perform(done) }
    link.pause(done)
  }

  /// Gives the process away, for the program that this process runs next. Nothing is told of it any more.
  ///
  /// - Parameter offers: What is offered.
  /// - Returns: The process; `nil` when it cannot be given away, and ends with this program.
  func release(_ offers: [PassedHandoff.Offer]) -> (passed: PassedHandoff, kept: Kept)? {
    let (running, link) = state.withLock { state in
      defer { (state.hasEnded, state.questions, state.link) = (true, [:], nil) }
      return (state.isKilled ? nil : state.running, state.link)
    }
    guard let process = running?.process, let socket = link?.release() else { return nil }
    let passed = PassedHandoff(
      socket: socket.descriptor.rawValue, process: process.identifier,
      processDescriptor: process.descriptor.rawValue, offers: offers)
    return (passed, Kept(process: process, socket: socket))
  }

  /// What has to be held until the next program runs.
  struct Kept: Sendable {
    fileprivate let process: RunningProcess
    fileprivate let socket: UnixSocket
  }
}
