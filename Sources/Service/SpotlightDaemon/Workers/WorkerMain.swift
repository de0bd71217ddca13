internal import FresnelApps
internal import FresnelBus
internal import FresnelPlatform
internal import FresnelProtection
internal import SpotlightService
internal import SpotlightWire
internal import Synchronization

/// The process that serves one lockable class.
///
/// It has the class's key and its items, and nobody else has. It takes clients from main alone, and ends
/// when main does. When the session is locked main ends it without asking: the store stands that at any
/// moment, and nothing of its memory is left.
final class WorkerMain: Sendable {
  private let protection: ProtectionClass
  private let loop: EventLoop
  private let service: WorkerService
  private let server: ConnectionServer
  private let link: Mutex<WorkerLink?> = Mutex(nil)

  /// Runs the process until main ends it.
  ///
  /// - Throws: ``SystemError`` when it cannot begin.
  static func run(
    _ worker: DaemonOptions.Worker, _ options: DaemonOptions
  ) throws(SystemError) -> Never {
    guard let protection = ProtectionClass(name: worker.className), protection.isLockable else {
      throw SystemError(
        .invalidArgument, call: "main",
        explanation: "\(worker.className) is no protection class that can be locked.")
    }
    // Main started it as it starts programs that nobody waits for; people wait for this one.
    CurrentProcess.takeUsualIOPriority()
    let main = try WorkerMain(protection, options, descriptor: worker.descriptor)
    try main.loop.run()
    CurrentProcess.exitNow(0)
  }

  private init(
    _ protection: ProtectionClass, _ options: DaemonOptions, descriptor: Int32
  ) throws(SystemError) {
    self.protection = protection
    let loop = try EventLoop()
    self.loop = loop
    let log = DaemonLog(DaemonLog.usualTarget(isInForeground: options.isInForeground))
    let service = WorkerService(
      protection, options, loop: loop, log: log,
      keyring: .usual(options, session: BusConnection.session(options, on: loop)))
    self.service = service
    server = ConnectionServer(
      loop: loop,
      judge: PeerJudge(
        apps: AppRegistry(directories: []), ownPrograms: OwnPrograms(besides: nil, and: [])),
      conditions: { [] }, log: log.write,
      makeSession: { peer, sink in
        let session = WorkerSession(service, peer, sink)
        if peer.role == .extension { session.beginAtOnce() }
        return session
      })
    let socket = try UnixSocket(adopting: SharedDescriptor(adopting: descriptor))
    let link = WorkerLink(socket, on: loop) { [weak self] in
      self?.obey($0)
    } closed: {
      // Main is gone.
      CurrentProcess.exitNow(0)
    }
    self.link.withLock { $0 = link }
    service.begin { news in link.send(news.kind, news.payload) }
    try link.start()
  }

  private func obey(_ message: WorkerLink.Message) {
    guard let order = try? WorkerOrder(kind: message.kind, payload: message.payload) else {
      // Main is of another mind than this program.
      CurrentProcess.exitNow(1)
    }
    switch order {
    case .adopt(let peer):
      guard let descriptor = message.descriptor,
        let socket = try? UnixSocket(adopting: descriptor)
      else { return }
      server.serve(socket, as: peer)
    case .carryOut(let record): service.carryOut(record)
    case .serve: service.serve()
    case .ask(let number, let question): service.answer(question, number)
    case .reload: service.reload()
    case .extensionLed(let app, let error): service.extensions.led(app, error)
    case .stop:
      server.stopTaking(saying: nil)
      let loop = loop
      service.close { loop.stop() }
    }
  }
}
