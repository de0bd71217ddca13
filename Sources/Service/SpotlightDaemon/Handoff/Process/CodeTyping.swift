internal import FresnelHandoff
internal import FresnelPlatform
internal import Synchronization

/// A code that was typed, while devices that may show it are tried, one after the other. On its loop's thread.
final class CodeTyping: Sendable {
  /// The most devices that are tried.
  static let limit = 8

  private struct State {
    var waiting: [NetworkAddress] = []
    var tried: Set<NetworkAddress> = []
    var runner: PairingRunner?
    var isComplete = false
    var isOver = false
    /// What is told when no device shows the code.
    var failure: HandoffError?
  }

  private let digits: [UInt8]
  private let own: PairingIdentity
  private let source: NetworkAddress?
  private let loop: EventLoop
  private let state = Mutex(State())
  private let store: PairingRunner.Store
  private let ended: @Sendable (Result<Device, HandoffError>) -> Void

  /// Tries nobody yet.
  ///
  /// - Parameters:
  ///   - digits: What was typed; see `PairingCode.bytes(ofTyped:)`.
  ///   - own: What this device tells of itself.
  ///   - source: The address to connect from; `nil` for any.
  ///   - loop: Its loop.
  ///   - store: Writes the device down.
  ///   - ended: Told once what came of it.
  init(
    _ digits: [UInt8], _ own: PairingIdentity, from source: NetworkAddress?, on loop: EventLoop,
    store: @escaping PairingRunner.Store,
    ended: @escaping @Sendable (Result<Device, HandoffError>) -> Void
  ) {
    self.digits = digits
    self.own = own
    self.source = source
    self.loop = loop
    self.store = store
    self.ended = ended
  }

  /// Tries devices.
  ///
  /// - Parameters:
  ///   - addresses: Where they show a code.
  ///   - isComplete: Whether no others will be found.
  func attempt(_ addresses: [NetworkAddress], isComplete: Bool) {
    state.withLock { state in
      for address in addresses
      where state.tried.count < Self.limit && state.tried.insert(address).inserted {
        state.waiting.append(address)
      }
      state.isComplete = state.isComplete || isComplete
    }
    next()
  }

  /// Keeps why nobody can be tried.
  func fail(_ message: String) {
    note(HandoffError(.unknownDevice, message))
  }

  /// Tries nobody any more; nothing is told.
  func stop() {
    let runner = state.withLock { state in
      defer { (state.runner, state.waiting, state.isOver) = (nil, [], true) }
      return state.runner
    }
    runner?.stop()
  }

  private func next() {
    while true {
      let (address, failure) = state.withLock { state -> (NetworkAddress?, HandoffError?) in
        guard state.runner == nil, !state.isOver else { return (nil, nil) }
        guard state.waiting.isEmpty else { return (state.waiting.removeFirst(), nil) }
        guard state.isComplete || state.tried.count >= Self.limit else { return (nil, nil) }
        state.isOver = true
        return (nil, state.failure ?? Self.nobody)
      }
      if let failure { return ended(.failure(failure)) }
      guard let address else { return }
      if begin(address) { return }
    }
  }

  /// Begins to try a device.
  ///
  /// - Returns: Whether something will be told of it.
  private func begin(_ address: NetworkAddress) -> Bool {
    let from = source?.bytes.count == address.bytes.count ? source?.with(port: 0) : nil
    let line: PairingLine
    do throws(SystemError) {
      line = PairingLine(
        try NetworkSocket.connect(to: address, from: from), isConnecting: true, on: loop)
      try line.start { _ in }
    } catch {
      note(HandoffError(.disconnected, error.message))
      return false
    }
    let machine = PairingMachine(typed: digits, own: own, now: MonotonicClock.milliseconds)
    let runner = PairingRunner(machine, on: loop, store: store) { [weak self] in
      self?.runEnded($0, line)
    }
    state.withLock { $0.runner = runner }
    runner.begin(line)
    return true
  }

  private func runEnded(_ result: Result<Device, HandoffError>, _ line: PairingLine) {
    state.withLock { $0.runner = nil }
    switch result {
    case .success:
      stop()
      ended(result)
    case .failure(let error):
      note(
        line.failure.map { reason in
          HandoffError(
            .disconnected,
            "No code is shown at that address any more, or it cannot be reached; show another one there. "
              + reason)
        } ?? error)
      next()
    }
  }

  /// Keeps what helps the person most: that a code was wrong, or else what came first.
  private func note(_ error: HandoffError) {
    state.withLock { state in
      if state.failure == nil || error.code == .wrongCode { state.failure = error }
    }
  }

  private static let nobody = HandoffError(
    .unknownDevice,
    "No device that shows a code was found; give the address that the other device shows.")
}
