internal import FresnelBus
internal import FresnelHandoff
internal import FresnelPlatform
internal import Synchronization

/// Everything that the process on the network does: it joins the devices that are paired, the connections with them
/// and what main says. On its loop's thread.
///
/// Without a paired device it does nothing: no socket, no announcement.
final class DeviceHub: Sendable {
  /// What it uses.
  struct Dependencies: Sendable {
    /// What devices call this one.
    var name: String
    /// Where devices call; `nil` for every address of this machine at the usual port.
    var address: NetworkAddress?
    /// The file of devices.
    var store: DeviceStore
    /// The machine's bus, where Avahi may be; `nil` to do without.
    var bus: BusConnection?
    /// How long a code is good, in milliseconds.
    var codeLifetime = PairingCode.lifetime
    /// How long devices are looked for that show a code.
    var searchTime = Duration.seconds(5)
  }

  /// Told what main is to know; a descriptor goes along with some of it.
  typealias Tell = @Sendable (HandoffNews, SharedDescriptor?) -> Void

  /// How far main knows what can be picked up.
  enum Availability {
    /// It knows, and hears at once of the next change.
    case told
    /// It was told a moment ago: the next change waits.
    case justTold
    /// It is to be told of a change after a moment.
    case owed
  }

  struct State {
    /// The devices, once they are known.
    var book: DeviceBook?
    var network: DeviceNetwork?
    var numbers = HandoffNumbers()
    var isLocked = false
    /// When devices were connected last, as far as it is not written down.
    var seen: [DeviceID: UInt64] = [:]
    /// The streams of apps.
    var streams: [StreamID: StreamPump] = [:]
    /// The questions that main waits for.
    var asked: Set<UInt64> = []
    /// How far main knows what can be picked up.
    var availability = Availability.told
  }

  let loop: EventLoop
  let dependencies: Dependencies
  let keeper: DeviceKeeper
  let state = Mutex(State())
  let tell: Tell
  private let parts: Mutex<Parts?> = Mutex(nil)

  /// What calls back, and is made with the hub for that.
  struct Parts: Sendable {
    let calls: DeviceCalls
    let desk: PairingDesk
    let presence: DevicePresence?
  }

  /// Makes a hub that does nothing yet.
  ///
  /// - Parameters:
  ///   - dependencies: What it uses.
  ///   - loop: Its loop.
  ///   - tell: Told what main is to know.
  init(_ dependencies: Dependencies, on loop: EventLoop, tell: @escaping Tell) {
    self.dependencies = dependencies
    self.loop = loop
    self.tell = tell
    keeper = DeviceKeeper(dependencies.store, on: loop)
    let calls = DeviceCalls(on: loop) { [weak self] (device, address) throws(HandoffError) in
      try self?.network?.call(device, at: address)
    } moved: { [weak self] addresses in
      self?.network?.keep(at: addresses)
      // The address may have come at which devices are to call.
      self?.settle()
    }
    let desk = PairingDesk(
      on: loop,
      PairingDesk.Dependencies(
        address: dependencies.address, bus: dependencies.bus,
        codeLifetime: dependencies.codeLifetime, searchTime: dependencies.searchTime,
        store: { [weak self] device, done in self?.add(device, done) },
        ended: { [weak self] in self?.settle() }))
    let presence = dependencies.bus.map { bus in
      DevicePresence(bus, on: loop) { calls.setFound($0) }
    }
    parts.withLock { $0 = Parts(calls: calls, desk: desk, presence: presence) }
  }

  /// Begins with the devices that are paired, if their file can be opened.
  func begin() {
    keeper.open(making: false) { [weak self] result in
      if case .success(let book?) = result { self?.take(book) }
    }
  }

  /// Says goodbye to the others, once what was begun to change is written and told.
  ///
  /// - Parameter done: Told on the loop's thread when that is over.
  func stop(_ done: @escaping @Sendable () -> Void) {
    parts.withLock { $0?.desk }?.stop()
    parts.withLock { $0?.presence }?.stop()
    calls?.stop()
    network?.stop()
    writeSeen(atLeast: 1, done)
  }

  var network: DeviceNetwork? { state.withLock { $0.network } }
  var calls: DeviceCalls? { parts.withLock { $0?.calls } }
  var desk: PairingDesk? { parts.withLock { $0?.desk } }

  // MARK: - Devices

  /// Takes the devices that are paired now.
  func take(_ book: DeviceBook) {
    let network = state.withLock { state in
      state.book = book
      let network = state.network ?? makeNetwork(book, state)
      state.network = network
      return network
    }
    network.setBook(book)
    settle()
    calls?.setDevices(book.devices)
  }

  /// Listens and announces while there is a device that could call, or is being paired.
  func settle() {
    guard let network, let book = state.withLock({ $0.book }) else { return }
    let hasDevices = !book.devices.isEmpty
    if hasDevices || desk?.isBusy == true {
      // Where nobody can call, this device still calls others.
      try? network.listen(at: dependencies.address)
    } else {
      network.stopListening()
    }
    let presence = parts.withLock { $0?.presence }
    if hasDevices, let address = network.address {
      presence?.begin(book, port: address.port)
    } else {
      presence?.stop()
    }
  }

  private func makeNetwork(_ book: DeviceBook, _ state: State) -> DeviceNetwork {
    let network = DeviceNetwork(
      book: book, name: dependencies.name, on: loop,
      changed: { [weak self] in self?.take($0) },
      { [weak self] in self?.take($0) })
    network.exchange { machine, now in
      machine.setLocked(state.isLocked, now: now)
      for offer in state.numbers.own.values { try? machine.offer(offer, now: now) }
      return []
    }
    return network
  }

  /// Writes a device down that was paired.
  private func add(_ device: Device, _ done: @escaping @Sendable (Bool) -> Void) {
    keeper.change { (book) throws(HandoffError) in
      try book.add(device)
    } _: { [weak self] result in
      if case .success(let book) = result {
        self?.take(book)
        self?.tell(.devicesChanged, nil)
      }
      done((try? result.get()) != nil)
    }
  }

  /// Changes what is known of devices; main hears of it.
  func change(
    _ body: @escaping @Sendable (inout DeviceBook) throws(HandoffError) -> Void,
    _ done: @escaping @Sendable (HandoffError?) -> Void = { _ in }
  ) {
    keeper.change(body) { [weak self] result in
      switch result {
      case .success(let book):
        self?.take(book)
        self?.tell(.devicesChanged, nil)
        done(nil)
      case .failure(let error): done(error)
      }
    }
  }

  // MARK: - Connections

  private func take(_ change: ConnectionChange) {
    calls?.take(change)
    switch change {
    case .connected(let device):
      state.withLock { $0.seen[device] = Self.seconds }
      tell(.devicesChanged, nil)
    case .lost(let device):
      state.withLock { $0.seen[device] = Self.seconds }
      tell(.devicesChanged, nil)
      writeSeen(atLeast: Self.seenInterval) {}
    case .unreachable: break
    }
  }

  /// How old the time may be that is written down of a device, in seconds.
  private static let seenInterval: UInt64 = 600

  /// Writes down when devices were connected last, if one time is older than so many seconds.
  private func writeSeen(atLeast age: UInt64, _ done: @escaping @Sendable () -> Void) {
    let connected = network?.connected ?? []
    let seen = state.withLock { state in
      for device in connected { state.seen[device] = Self.seconds }
      return state.seen.filter { id, time in
        state.book?.device(id).map { time >= $0.lastSeen &+ age } ?? false
      }
    }
    guard !seen.isEmpty else { return keeper.whenChanged(done) }
    keeper.change { (book) throws(HandoffError) in
      for (id, time) in seen {
        guard var device = book.device(id) else { continue }
        device.lastSeen = time
        try book.add(device)
      }
    } _: { [weak self] result in
      if case .success(let book) = result { self?.state.withLock { $0.book = book } }
      done()
    }
  }

  static var seconds: UInt64 { UInt64(WallClock.secondsSince1970) }
}
