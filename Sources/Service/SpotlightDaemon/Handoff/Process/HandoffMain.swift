internal import FresnelBus
internal import FresnelHandoff
internal import FresnelPlatform
internal import SpotlightWire
internal import Synchronization

/// The process that stands on the network.
///
/// It has sockets there and the keys of the devices, and nothing of what a person indexed; main has the reverse. It is
/// confined before it reads anything: it can open no file of the person and run no program, and what it needs of both
/// it asks main for (``DeviceVault``). It ends when main does.
final class HandoffMain: Sendable {
  private let loop: EventLoop
  private let hub: DeviceHub
  private let link: WorkerLink

  /// Runs the process until main ends it.
  ///
  /// - Throws: ``SystemError`` when it cannot begin.
  static func run(_ descriptor: Int32, _ options: DaemonOptions) throws(SystemError) -> Never {
    // Main started it as it starts programs that nobody waits for; people wait for this one.
    CurrentProcess.takeUsualIOPriority()
    if !options.attempts.isEmpty {
      try Confinement.report(on: options.attempts) { () throws(SystemError) in
        try Confinement.begin()
      }
      CurrentProcess.exitNow(0)
    }
    let main = try HandoffMain(descriptor, options)
    main.hub.begin()
    try main.loop.run()
    CurrentProcess.exitNow(0)
  }

  private init(_ descriptor: Int32, _ options: DaemonOptions) throws(SystemError) {
    let loop = try EventLoop()
    self.loop = loop
    let name = options.handoff.name ?? MachineName.current(below: options.machineDirectory)
    // The one socket that leads to other programs, for Avahi; it could not be opened later.
    let bus = options.handoff.usesAvahi ? BusConnection.system(options, on: loop) : nil
    try Confinement.begin()
    let vault = AskedVault()
    let orders = Orders(vault)
    let socket = try UnixSocket(adopting: SharedDescriptor(adopting: descriptor))
    let link = WorkerLink(socket, on: loop) { message in
      orders.take(message)
    } closed: {
      // Main is gone.
      CurrentProcess.exitNow(0)
    }
    self.link = link
    vault.begin { news in link.send(news.kind, news.payload) }
    let hub = DeviceHub(
      DeviceHub.Dependencies(
        name: name.isEmpty ? "Linux" : name, address: options.handoff.address,
        store: vault.store, bus: bus),
      on: loop
    ) { news, descriptor in
      link.send(news.kind, news.payload, descriptor)
    }
    self.hub = hub
    orders.begin(hub, loop)
    try link.start()
  }

  /// Gives the hub what main says.
  private final class Orders: Sendable {
    private let vault: AskedVault
    private let target = Mutex<(DeviceHub, EventLoop)?>(nil)

    init(_ vault: AskedVault) {
      self.vault = vault
    }

    func begin(_ hub: DeviceHub, _ loop: EventLoop) {
      target.withLock { $0 = (hub, loop) }
    }

    func take(_ message: WorkerLink.Message) {
      guard let (hub, loop) = target.withLock({ $0 }) else { return }
      guard let order = try? HandoffOrder(kind: message.kind, payload: message.payload) else {
        // Main is of another mind than this program.
        CurrentProcess.exitNow(1)
      }
      switch order {
      case .stop: hub.stop { loop.stop() }
      case .vaultAnswered(let number, let answer): vault.take(answer, to: number)
      case .resume:
        vault.askAgain()
        hub.obey(order)
      default: hub.obey(order)
      }
    }
  }
}
