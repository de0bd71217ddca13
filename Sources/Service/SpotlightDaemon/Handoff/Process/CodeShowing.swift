internal import FresnelHandoff
internal import FresnelPlatform
internal import Synchronization

/// A code while it is shown: a place of the network where devices connect that want to be paired, one after the other.
/// On its loop's thread.
///
/// Anybody can connect. So few wait, fewer of them from one address, and what one says before its turn ends its
/// connection.
final class CodeShowing: Sendable {
  private struct Caller {
    let number: UInt64
    let address: [UInt8]
    let line: PairingLine
  }

  private struct State {
    var listener: CallerListener?
    var runner: PairingRunner?
    /// Those that wait for their turn, the next one first.
    var callers: [Caller] = []
    var lastNumber: UInt64 = 0
  }

  private let loop: EventLoop
  private let state = Mutex(State())
  private let ended: @Sendable (Result<Device, HandoffError>) -> Void

  /// Shows nothing yet.
  ///
  /// - Parameters:
  ///   - loop: Its loop.
  ///   - ended: Told once what came of it.
  init(on loop: EventLoop, ended: @escaping @Sendable (Result<Device, HandoffError>) -> Void) {
    self.loop = loop
    self.ended = ended
  }

  /// Lets devices connect.
  ///
  /// - Parameters:
  ///   - code: The code.
  ///   - own: What this device tells of itself.
  ///   - address: Where to listen; `nil` for every address. The port is any.
  ///   - store: Writes the device down.
  /// - Returns: Where it listens. With every address, the one of version 4.
  /// - Throws: ``SystemError`` when nobody can connect.
  func begin(
    _ code: PairingCode, _ own: PairingIdentity, at address: NetworkAddress?,
    store: @escaping PairingRunner.Store
  ) throws(SystemError) -> NetworkAddress {
    let listener = try CallerListener(at: address?.with(port: 0), on: loop) {
      [weak self] socket, from in
      self?.accept(socket, from)
    }
    let runner = PairingRunner(
      PairingMachine(showing: code, own: own), on: loop, store: store
    ) { [weak self] in
      self?.runEnded($0)
    }
    state.withLock { ($0.listener, $0.runner) = (listener, runner) }
    return listener.address
  }

  /// Shows the code no longer; nothing is told any more.
  func stop() {
    let last = state.withLock { state in
      defer { state = State() }
      return state
    }
    last.listener?.stop()
    last.runner?.stop()
    for caller in last.callers { caller.line.close() }
  }

  // MARK: - Callers

  private func accept(_ socket: NetworkSocket, _ from: NetworkAddress) {
    let line = PairingLine(socket, isConnecting: false, on: loop)
    let number: UInt64? = state.withLock { state in
      let ofAddress = state.callers.count { $0.address == from.bytes }
      guard state.callers.count < CallerLimits.connections,
        ofAddress < CallerLimits.connectionsOfAddress
      else { return nil }
      state.lastNumber += 1
      state.callers.append(Caller(number: state.lastNumber, address: from.bytes, line: line))
      return state.lastNumber
    }
    guard let number else { return }
    // Whoever waits has nothing to say, or is gone.
    guard (try? line.start { [weak self] _ in self?.leave(number) }) != nil else {
      return leave(number)
    }
    next()
  }

  private func leave(_ number: UInt64) {
    let line = state.withLock { state in
      let index = state.callers.firstIndex { $0.number == number }
      return index.map { state.callers.remove(at: $0).line }
    }
    line?.close()
  }

  /// The next one's turn, if nobody has it.
  private func next() {
    let (runner, line) = state.withLock { state in
      guard let runner = state.runner, !runner.isRunning, !state.callers.isEmpty else {
        return (nil as PairingRunner?, nil as PairingLine?)
      }
      return (runner, state.callers.removeFirst().line)
    }
    if let runner, let line { runner.begin(line) }
  }

  private func runEnded(_ result: Result<Device, HandoffError>) {
    guard let runner = state.withLock({ $0.runner }) else { return }
    if case .failure = result, !runner.isOver { return next() }
    stop()
    ended(result.mapError { $0.code == .wrongCode ? Self.triedTooOften : $0 })
  }

  private static let triedTooOften = HandoffError(
    .codeGone, "The code was tried too often; show another one.")
}
