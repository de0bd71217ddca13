internal import FresnelHandoff
internal import FresnelPlatform
internal import Synchronization

/// Joins a ``PairingMachine`` to one connection after the other, to the clock and to the file of devices. On its loop's
/// thread.
final class PairingRunner: Sendable {
  /// Writes a device down, and tells on the loop's thread whether that was done.
  typealias Store = @Sendable (Device, _ done: @escaping @Sendable (Bool) -> Void) -> Void

  private struct State {
    var machine: PairingMachine
    var line: PairingLine?
    var timer: EventLoop.Timer?
    var isStopped = false
  }

  private let loop: EventLoop
  private let state: Mutex<State>
  private let store: Store
  private let ended: @Sendable (Result<Device, HandoffError>) -> Void

  /// Makes a runner without a connection.
  ///
  /// - Parameters:
  ///   - machine: What is run.
  ///   - loop: Its loop.
  ///   - store: Writes devices down.
  ///   - ended: Told each time that a run ends, and when the code is no longer good; see ``isOver``.
  init(
    _ machine: PairingMachine, on loop: EventLoop, store: @escaping Store,
    ended: @escaping @Sendable (Result<Device, HandoffError>) -> Void
  ) {
    self.loop = loop
    self.store = store
    self.ended = ended
    state = Mutex(State(machine: machine))
    wait()
  }

  /// Whether nothing more can come of it.
  var isOver: Bool {
    state.withLock { $0.isStopped || $0.machine.isOver(at: MonotonicClock.milliseconds) }
  }

  /// Whether a device is being paired.
  var isRunning: Bool { state.withLock { $0.line != nil } }

  /// Begins a run over a connection, unless one is under way or the code is gone; that is told then.
  func begin(_ line: PairingLine) {
    let result = state.withLock { state in
      let result = Result { () throws(HandoffError) in
        try state.machine.connected(MonotonicClock.milliseconds)
      }
      if case .success = result { state.line = line }
      return result
    }
    switch result {
    case .success(let steps):
      line.redirect { [weak self] in self?.take($0) }
      carryOut(steps)
    case .failure(let error):
      line.close()
      ended(.failure(error))
    }
  }

  /// Ends what is under way, without a word.
  func stop() {
    let line = state.withLock { state in
      if let timer = state.timer { loop.cancel(timer) }
      defer { (state.timer, state.line, state.isStopped) = (nil, nil, true) }
      return state.line
    }
    line?.close()
  }

  private func take(_ happening: PairingLine.Happening) {
    perform { machine, now in
      switch happening {
      case .bytes(let bytes): machine.receive(bytes, now: now)
      case .closed: machine.disconnected()
      }
    }
  }

  private func time() {
    let wasOver = isOver
    perform { machine, now in machine.time(now) }
    // The code ended while nobody tried it.
    if wasOver, !state.withLock({ $0.isStopped }), !isRunning {
      ended(.failure(HandoffError(.codeGone, "The code is no longer good; show another one.")))
    }
  }

  private func perform(_ body: (inout PairingMachine, UInt64) -> [PairingStep]) {
    let steps: [PairingStep] = state.withLock { state in
      state.isStopped ? [] : body(&state.machine, MonotonicClock.milliseconds)
    }
    carryOut(steps)
  }

  private func carryOut(_ steps: [PairingStep]) {
    for step in steps {
      switch step {
      case .send(let bytes): state.withLock { $0.line }?.send(bytes)
      case .store(let device, let run):
        store(reachable(device)) { [weak self] isStored in
          self?.perform { machine, _ in machine.stored(isStored, run: run) }
        }
      case .paired(let device): end(.success(device))
      case .failed(let error): end(.failure(error))
      }
    }
    wait()
  }

  /// The device with the address at which it was reached as its first, since that is known to work.
  private func reachable(_ device: Device) -> Device {
    var device = device
    guard let peer = state.withLock({ $0.line })?.peer, let port = device.addresses.first?.port,
      let first = DeviceAddress(host: peer.host, port: port)
    else { return device }
    device.addresses.removeAll { $0 == first }
    device.addresses = [first] + device.addresses.prefix(HandoffLimits.addresses - 1)
    return device
  }

  private func end(_ result: Result<Device, HandoffError>) {
    let line = state.withLock { state in
      defer { state.line = nil }
      return state.line
    }
    line?.close()
    ended(result)
  }

  private func wait() {
    state.withLock { state in
      if let timer = state.timer { loop.cancel(timer) }
      guard !state.isStopped, let deadline = state.machine.deadline else {
        state.timer = nil
        return
      }
      let now = MonotonicClock.milliseconds
      state.timer = loop.after(
        .milliseconds(Int64(clamping: deadline > now ? deadline - now : 0) + 1)
      ) { [weak self] in
        self?.time()
      }
    }
  }
}
