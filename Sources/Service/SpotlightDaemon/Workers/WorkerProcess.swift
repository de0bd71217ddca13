internal import FresnelModel
internal import FresnelPlatform
internal import FresnelProtection
internal import SpotlightWire
internal import Synchronization

/// The process that serves a lockable class, as main sees it.
///
/// Main keeps a hold on the sockets of its clients, so that their end does not depend on the worker: a
/// process with much memory takes tens of milliseconds to die, and its sockets end last.
final class WorkerProcess: Sendable {
  /// What main is told, on the loop's thread.
  enum Happening: Sendable {
    case news(WorkerNews)
    /// The process has ended; nothing follows.
    case ended(String)
  }

  /// A client's socket.
  private struct Channel {
    let app: AppIdentity
    let isSurface: Bool
    let socket: UnixSocket
    let token: EventLoop.Token
  }

  private struct State {
    var process: RunningProcess?
    var link: WorkerLink?
    var channels: [Int32: Channel] = [:]
    /// Orders given before the process was made.
    var waiting: [(WorkerOrder, SharedDescriptor?)] = []
    /// Who waits for what of the records that it was given, in their order.
    var answers: [ClassIntake.Answer] = []
    /// Who waits for the answer to a question.
    var questions: [UInt64: @Sendable (WorkerAnswer?) -> Void] = [:]
    var lastQuestion: UInt64 = 0
    var isKilled = false
    var hasEnded = false
  }

  private let protection: ProtectionClass
  private let loop: EventLoop
  /// Those that the worker keeps to.
  private let limits = ConnectionLimits()
  private let state = Mutex(State())
  private let happened: @Sendable (Happening) -> Void

  /// Makes the process, soon, on the loop's thread: the kernel ends it with the thread that made it.
  ///
  /// - Parameters:
  ///   - protection: Its class.
  ///   - program: What it runs.
  ///   - options: Those of main.
  ///   - loop: Main's.
  ///   - happened: Told what happens; the process's end, and also that it could not be made, as the last.
  init(
    _ protection: ProtectionClass, _ program: String, _ options: DaemonOptions,
    on loop: EventLoop, _ happened: @escaping @Sendable (Happening) -> Void
  ) {
    self.protection = protection
    self.loop = loop
    self.happened = happened
    let command = Self.command(protection, program, options)
    loop.perform { [self] in
      do throws(SystemError) {
        try start(command)
      } catch {
        end(error.message)
      }
    }
  }

  /// More than a worker ever takes, and less than the kernel can count in nanoseconds: 136 years.
  private static let processorSeconds: UInt64 = 1 << 32

  private static func command(
    _ protection: ProtectionClass, _ program: String, _ options: DaemonOptions
  ) -> LimitedCommand {
    let directories = options.directories
    var arguments = [
      "--worker", protection.name, "--descriptor", "\(LimitedCommand.passedDescriptor)",
      "--data-directory", FileSystem.parent(of: directories.data),
      "--state-directory", FileSystem.parent(of: directories.state),
      "--configuration-directory", FileSystem.parent(of: directories.configuration),
    ]
    if options.isInForeground { arguments.append("--foreground") }
    if options.isDumpable { arguments.append("--dumpable") }
    if !options.machineDirectory.isEmpty {
      arguments += ["--machine-directory", options.machineDirectory]
    }
    if let path = options.clock.offsetPath { arguments += ["--clock-offset", path] }
    if let address = options.busAddress { arguments += ["--bus-address", address] }
    return LimitedCommand(
      program, arguments, environment: Environment.all,
      limits: ProcessLimits(
        dataByteCount: .max, processorSeconds: Self.processorSeconds, openFiles: 4096,
        fileByteCount: .max, niceness: 0))
  }

  private func start(_ command: LimitedCommand) throws(SystemError) {
    let (near, far) = try UnixSocket.pair()
    let process = try command.start(passing: far.descriptor)
    let link = WorkerLink(near, on: loop) { [weak self] in
      self?.received($0)
    } closed: { [weak self] in
      // It is dying, or says what makes no sense; its end is told when it has come.
      self?.kill()
    }
    try link.start()
    do throws(SystemError) {
      try process.onExit(loop) { [weak self] outcome in self?.end("\(outcome.ending)") }
    } catch {
      // Without its last reference the process, which waits at its gate, is killed.
      link.close()
      throw error
    }
    process.openGate()
    let (waiting, isKilled) = state.withLock { state in
      (state.process, state.link) = (process, link)
      defer { state.waiting = [] }
      return (state.waiting, state.isKilled)
    }
    if isKilled { return process.signalGroup(.kill) }
    for (order, descriptor) in waiting { link.send(order.kind, order.payload, descriptor) }
  }

  private func received(_ message: WorkerLink.Message) {
    guard let news = try? WorkerNews(kind: message.kind, payload: message.payload) else {
      return kill()
    }
    switch news {
    case .carriedOut: answer(true)
    case .notCarriedOut: answer(false)
    case .answer(let number, let answer):
      state.withLock { $0.questions.removeValue(forKey: number) }?(answer)
    case .keyFound, .keyMissing, .wantExtension, .extensionTraffic: happened(.news(news))
    }
  }

  /// The worker is through with the first record that it was given.
  private func answer(_ isDone: Bool) {
    let answer = state.withLock { $0.answers.isEmpty ? nil : $0.answers.removeFirst() }
    answer?(isDone)
  }

  /// The process has ended, or could not be made.
  private func end(_ how: String) {
    let (link, answers, questions) = state.withLock { state in
      state.hasEnded = true
      defer { (state.link, state.answers, state.waiting, state.questions) = (nil, [], [], [:]) }
      return (state.link, state.answers, state.questions)
    }
    dropChannels()
    link?.close()
    for answer in answers { answer(false) }
    for question in questions.values { question(nil) }
    happened(.ended(how))
  }

  // MARK: - Orders

  /// Gives an order, which a process that has ended does not hear.
  func order(_ order: WorkerOrder, _ descriptor: SharedDescriptor? = nil) {
    let link = state.withLock { state in
      if state.link == nil, !state.hasEnded { state.waiting.append((order, descriptor)) }
      return state.link
    }
    link?.send(order.kind, order.payload, descriptor)
  }

  /// Has a record carried out. The records of one caller are carried out in their order.
  ///
  /// - Parameters:
  ///   - record: What waited.
  ///   - answer: Told whether it was; not so when the process ends before.
  func carryOut(_ record: IntakeRecord, _ answer: @escaping ClassIntake.Answer) {
    let isAlive = state.withLock { state in
      if !state.hasEnded { state.answers.append(answer) }
      return !state.hasEnded
    }
    guard isAlive else { return answer(false) }
    order(.carryOut(record))
  }

  /// Asks something; the answer is `nil` when that cannot be told now.
  func ask(_ question: WorkerQuestion, _ done: @escaping @Sendable (WorkerAnswer?) -> Void) {
    let number = state.withLock { state -> UInt64? in
      guard !state.hasEnded else { return nil }
      state.lastQuestion += 1
      state.questions[state.lastQuestion] = done
      return state.lastQuestion
    }
    guard let number else { return done(nil) }
    order(.ask(number, question))
  }

  /// Has the worker serve a client.
  ///
  /// - Returns: The client's end of the socket.
  /// - Throws: ``ServiceError``: ``ServiceError/Code/refused`` when its app has too many, as the worker
  ///   would find too; ``ServiceError/Code/unavailable`` when no more files may be open.
  func channel(for peer: Peer) throws(ServiceError) -> SharedDescriptor {
    // Apps cannot fill the places of the programs with which the person searches.
    let isSurface = peer.seesSystem
    let limit = isSurface ? limits.surfaceConnections : limits.connectionsPerIdentity
    let total = isSurface ? limits.surfaceConnections : limits.connections
    let (count, ownCount) = state.withLock { state in
      (
        state.channels.values.count { $0.isSurface == isSurface },
        state.channels.values.count { $0.app == peer.app && $0.isSurface == isSurface }
      )
    }
    guard ownCount < limit, count < total else {
      throw ServiceError(.refused, "An app may have \(limit) channels to a class.")
    }
    let (near, far): (UnixSocket, UnixSocket)
    do throws(SystemError) {
      (near, far) = try UnixSocket.pair()
      try hold(try UnixSocket(adopting: try far.descriptor.duplicate()), for: peer)
    } catch {
      throw ServiceError(.unavailable, error.message)
    }
    order(.adopt(peer), far.descriptor)
    return near.descriptor
  }

  /// Whether the process was ended, was found to be dying, or has ended, which is told a moment later: its clients hear
  /// of its end before that, and ask for the next one.
  var isOver: Bool { state.withLock { $0.isKilled || $0.hasEnded } }

  private func hold(_ socket: UnixSocket, for peer: Peer) throws(SystemError) {
    let number = socket.descriptor.rawValue
    let token = try loop.add(number, for: []) { [weak self] _ in self?.dropChannel(number) }
    let isOver = state.withLock { state in
      state.channels[number] = Channel(
        app: peer.app, isSurface: peer.seesSystem, socket: socket, token: token)
      // What was passed to one that has ended is nobody's, and this end alone would keep the client waiting.
      return state.isKilled || state.hasEnded
    }
    if isOver { dropChannels() }
  }

  /// Ends all clients' sockets and the process, at once.
  func kill() {
    let (process, link) = state.withLock { state in
      state.isKilled = true
      return (state.process, state.link)
    }
    dropChannels()
    process?.signalGroup(.kill)
    link?.close()
  }

  /// One end is gone.
  private func dropChannel(_ number: Int32) {
    let channel = state.withLock { $0.channels.removeValue(forKey: number) }
    guard let channel else { return }
    loop.remove(channel.token)
  }

  private func dropChannels() {
    let channels = state.withLock { state in
      defer { state.channels = [:] }
      return state.channels.values.map { $0 }
    }
    for channel in channels {
      // For the client it is the end, whoever else has the socket.
      channel.socket.shutdown()
      loop.remove(channel.token)
    }
  }
}
