internal import FresnelHandoff
internal import FresnelPlatform
internal import SpotlightWire
internal import Synchronization

/// Carries bytes between an app's end of a stream and the exchange with the other device. On its loop's thread.
///
/// What the app writes is read as far as the other device has room for it, so a slow reader there stops the app here;
/// what comes counts as read once the app has it.
final class StreamPump: Sendable {
  private struct State {
    var token: EventLoop.Token?
    var interest = EventLoop.Interest.readable
    /// What the app wrote and the other device has no room for yet.
    var outgoing: [UInt8] = []
    /// What came and the app has not read yet.
    var incoming: [UInt8] = []
    /// Whether the app writes nothing more.
    var isOutputOver = false
    /// Whether the exchange knows.
    var isOutputEnded = false
    /// Whether the other side sends nothing more.
    var isInputOver = false
    /// Whether the app knows.
    var isInputEnded = false
    /// Whether the app has closed its end in both directions. What it wrote before still goes.
    var isAppGone = false
    var isOver = false
  }

  private let id: StreamID
  private let socket: UnixSocket
  private let ends: StreamEnds
  private let network: DeviceNetwork
  private let loop: EventLoop
  private let state = Mutex(State())
  private let ended: @Sendable (StreamID) -> Void

  /// Makes a pump that does not run yet.
  ///
  /// - Parameters:
  ///   - id: The stream.
  ///   - socket: The other end of the app's socket.
  ///   - ends: Where the app and this tell each other that they have written all.
  ///   - network: Where the other device is.
  ///   - loop: Its loop.
  ///   - ended: Told when there is nothing more to carry.
  init(
    _ id: StreamID, _ socket: UnixSocket, _ ends: StreamEnds, _ network: DeviceNetwork,
    on loop: EventLoop,
    ended: @escaping @Sendable (StreamID) -> Void
  ) {
    self.id = id
    self.socket = socket
    self.ends = ends
    self.network = network
    self.loop = loop
    self.ended = ended
  }

  /// Begins.
  ///
  /// - Throws: ``SystemError`` when the socket cannot be watched.
  func start() throws(SystemError) {
    let token = try loop.add(socket.descriptor.rawValue, for: .readable) { [weak self] happened in
      self?.happened(happened)
    }
    state.withLock { $0.token = token }
  }

  // MARK: - What the other device does

  /// Bytes came.
  func take(_ bytes: [UInt8]) {
    state.withLock { $0.incoming += bytes }
    flush()
    settle()
  }

  /// The other device has room again.
  func makeRoom() {
    send()
    // The end of an app that is gone is not told again: the rest is taken here.
    while state.withLock({ $0.isAppGone && !$0.isOver && !$0.isOutputOver && $0.outgoing.isEmpty })
    {
      read()
    }
    settle()
  }

  /// The other device sends nothing more.
  func takeEnd() {
    state.withLock { $0.isInputOver = true }
    flush()
    settle()
  }

  /// The stream is gone.
  func cancel() {
    let token = state.withLock { state in
      defer { (state.token, state.isOver) = (nil, true) }
      return state.token
    }
    if let token { loop.remove(token) }
    socket.shutdown()
  }

  // MARK: - What the app does

  private func happened(_ happened: EventLoop.Interest) {
    if happened.contains(.closed) { return leave() }
    if happened.contains(.writable) { flush() }
    if happened.contains(.readable) { read() }
    settle()
  }

  /// The app is gone. That is told without end, so the loop watches it no more.
  private func leave() {
    let token = state.withLock { state in
      defer { (state.token, state.isAppGone) = (nil, true) }
      return state.token
    }
    if let token { loop.remove(token) }
    makeRoom()
  }

  /// Takes what the app wrote, one piece of it.
  private func read() {
    var bytes: [UInt8] = []
    var isOver = false
    withUnsafeTemporaryAllocation(byteCount: HandoffLimits.streamData, alignment: 16) { buffer in
      switch try? socket.receive(into: buffer) {
      case .bytes(let count, _, _): bytes = Array(buffer[..<count])
      // Nothing comes any more from an app that is gone.
      case .wouldBlock: isOver = state.withLock { $0.isAppGone }
      case .end, nil: isOver = true
      }
    }
    state.withLock { state in
      state.outgoing += bytes
      if isOver { state.isOutputOver = true }
    }
    send()
  }

  /// Gives the other device as much as it has room for.
  private func send() {
    let bytes = state.withLock { $0.outgoing }
    guard !bytes.isEmpty else { return }
    var count = 0
    network.exchange { [id] machine, _ in
      let written = machine.write(bytes[...], to: id)
      count = written.byteCount
      return written.steps
    }
    state.withLock { $0.outgoing.removeFirst(min(count, $0.outgoing.count)) }
  }

  /// Gives the app as much as it takes.
  private func flush() {
    var count = 0
    var isRefused = false
    state.withLock { state in
      while !state.incoming.isEmpty, !state.isOver {
        guard let sent = try? state.incoming.withUnsafeBytes({ try socket.send($0) }) else {
          isRefused = !state.isAppGone
          break
        }
        guard sent > 0 else { break }
        count += sent
        state.incoming.removeFirst(sent)
      }
    }
    if count > 0 {
      network.exchange { [id, count] machine, _ in machine.read(id, byteCount: count) }
    }
    if isRefused { leave() }
  }

  /// Tells each side the end of the other, and watches for what can go on.
  private func settle() {
    let (isOver, isCancelled, isEnding) = state.withLock { state in
      guard !state.isOver else { return (false, false, false) }
      let isEnding = state.isOutputOver && state.outgoing.isEmpty && !state.isOutputEnded
      if isEnding { state.isOutputEnded = true }
      // An app that goes without saying that this was all has lost something.
      let isLost = isEnding && !ends.otherHasEnded
      if state.isInputOver, state.incoming.isEmpty, !state.isInputEnded {
        state.isInputEnded = true
        ends.tellEnd()
        socket.endOutput()
      }
      // What comes for an app that is gone reaches nobody.
      let isCancelled =
        isLost
        || state.isAppGone && state.isOutputEnded && !state.isInputEnded && !state.incoming.isEmpty
      let isOver = state.isOutputEnded && state.isInputEnded
      watch(&state)
      return (isOver, isCancelled, isEnding && !isCancelled)
    }
    if isEnding { network.exchange { [id] machine, _ in machine.end(id) } }
    if isCancelled { network.exchange { [id] machine, _ in machine.cancel(id) } }
    guard isOver || isCancelled else { return }
    cancel()
    ended(id)
  }

  private func watch(_ state: inout State) {
    var interest: EventLoop.Interest = []
    if state.outgoing.isEmpty, !state.isOutputOver { interest.insert(.readable) }
    if !state.incoming.isEmpty { interest.insert(.writable) }
    guard let token = state.token, interest != state.interest else { return }
    state.interest = interest
    try? loop.change(token, to: interest)
  }
}
