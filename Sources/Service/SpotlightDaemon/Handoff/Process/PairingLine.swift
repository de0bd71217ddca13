internal import FresnelPlatform
internal import Synchronization

/// A connection over which two devices are paired, as bytes. On its loop's thread.
final class PairingLine: Sendable {
  /// What is told, on the loop's thread.
  enum Happening: Sendable {
    case bytes([UInt8])
    /// The other end is gone, or nobody was there: the last.
    case closed
  }

  private static let readByteCount = 4096

  private struct State {
    var outgoing: [UInt8] = []
    var token: EventLoop.Token?
    var isWriting: Bool
    var happened: (@Sendable (Happening) -> Void)?
    var failure: String?
  }

  private let socket: NetworkSocket
  private let loop: EventLoop
  private let state: Mutex<State>

  /// The other end's address; `nil` before it is connected.
  var peer: NetworkAddress? { try? socket.peerAddress() }

  /// Why nobody could be connected to, in a sentence; `nil` when that was not the trouble.
  var failure: String? { state.withLock { $0.failure } }

  /// Makes a line of a socket, which may be connecting yet; nothing is told before ``start(_:)``.
  init(_ socket: NetworkSocket, isConnecting: Bool, on loop: EventLoop) {
    self.socket = socket
    self.loop = loop
    state = Mutex(State(isWriting: isConnecting))
  }

  /// Begins to tell what happens.
  ///
  /// - Throws: ``SystemError`` when the socket cannot be watched.
  func start(_ happened: @escaping @Sendable (Happening) -> Void) throws(SystemError) {
    let isWriting = state.withLock { state in
      state.happened = happened
      return state.isWriting
    }
    let token = try loop.add(
      socket.descriptor.rawValue, for: isWriting ? [.readable, .writable] : .readable
    ) { [weak self] happened in
      self?.happened(happened)
    }
    state.withLock { $0.token = token }
  }

  /// Tells what happens to another one from now on.
  func redirect(_ happened: @escaping @Sendable (Happening) -> Void) {
    state.withLock { $0.happened = happened }
  }

  /// Sends bytes, as soon as the socket takes them.
  func send(_ bytes: [UInt8]) {
    state.withLock { $0.outgoing += bytes }
    write()
  }

  /// Ends the line; nothing is told any more.
  func close() {
    let token = state.withLock { state in
      defer { (state.token, state.happened) = (nil, nil) }
      return state.token
    }
    if let token { loop.remove(token) }
    socket.shutdown()
  }

  private func happened(_ happened: EventLoop.Interest) {
    if happened.contains(.writable) {
      do throws(SystemError) {
        try socket.finishConnecting()
      } catch {
        state.withLock { $0.failure = error.message }
        return end()
      }
      write()
    }
    if happened.contains(.readable) {
      read()
    } else if happened.contains(.closed) {
      end()
    }
  }

  private func read() {
    var bytes: [UInt8] = []
    var isOver = false
    withUnsafeTemporaryAllocation(byteCount: Self.readByteCount, alignment: 16) { buffer in
      switch try? socket.receive(into: buffer) {
      case .bytes(let count): bytes = Array(buffer[..<count])
      case .wouldBlock: break
      case .end, nil: isOver = true
      }
    }
    if !bytes.isEmpty { state.withLock { $0.happened }?(.bytes(bytes)) }
    if isOver { end() }
  }

  private func write() {
    let isOver = state.withLock { state in
      while !state.outgoing.isEmpty {
        guard let count = try? state.outgoing.withUnsafeBytes({ try socket.send($0) }) else {
          return true
        }
        guard count > 0 else { break }
        state.outgoing.removeFirst(count)
      }
      let isWriting = !state.outgoing.isEmpty
      if isWriting != state.isWriting, let token = state.token {
        state.isWriting = isWriting
        try? loop.change(token, to: isWriting ? [.readable, .writable] : .readable)
      }
      return false
    }
    // Not at once: whoever sends is in the middle of something.
    if isOver { loop.perform { [weak self] in self?.end() } }
  }

  private func end() {
    let happened = state.withLock { $0.happened }
    guard let happened else { return }
    close()
    happened(.closed)
  }
}
