package import FresnelPlatform
package import SpotlightWire
internal import Synchronization

/// A connection over a Unix socket.
///
/// Reads on the thread of ``TransportLoop``; writes on the threads that send, as far as the socket
/// takes it, and the rest on that thread. Requests beyond those that the service takes at once wait
/// here, in order.
package final class SocketTransport: ClientTransport {
  /// Makes the socket, when the connection is begun.
  package typealias Opening = @Sendable () throws(ServiceError) -> UnixSocket

  private let opening: Opening
  private let decoder = Mutex(FrameDecoder())
  private let state: Mutex<State>

  private struct State: Sendable {
    var phase: Phase
    var sink: (any TransportSink)?
    var wire: Wire?
    var queue = SendQueue()
    var isWaitingToWrite = false
    var deadline: EventLoop.Timer?
  }

  /// The socket, and how the loop knows it.
  private struct Wire: Sendable {
    let socket: UnixSocket
    let loop: EventLoop
    var token: EventLoop.Token?
  }

  private enum Phase: Sendable {
    case greeting(ClientHandshake)
    /// Somebody else was greeted already for this connection.
    case channel
    case open
    case closed
  }

  /// How long the service may take to greet.
  private static let patience = Duration.seconds(5)
  /// The most bytes read in one turn of the loop.
  private static let readByteCount = 64 << 10

  /// Makes a connection that begins with a greeting.
  ///
  /// - Parameters:
  ///   - handshake: Says who the client is.
  ///   - opening: Makes the socket; does not wait.
  package init(_ handshake: ClientHandshake, opening: @escaping Opening) {
    self.opening = opening
    state = Mutex(State(phase: .greeting(handshake)))
  }

  /// Makes a connection over a socket that the service passed, on which it says welcome at once.
  package init(channel socket: UnixSocket) {
    opening = { () throws(ServiceError) in socket }
    state = Mutex(State(phase: .channel))
  }

  /// Begins the connection.
  package func start(_ sink: any TransportSink) {
    do throws(ServiceError) {
      guard let loop = TransportLoop.shared else {
        throw ServiceError(.unavailable, "There is no thread for the connection to the index.")
      }
      let socket = try opening()
      let isClosed = state.withLock { state in
        if case .closed = state.phase { return true }
        state.sink = sink
        state.wire = Wire(socket: socket, loop: loop)
        return false
      }
      guard !isClosed else { return }
      try watch(socket, on: loop)
    } catch {
      state.withLock { $0.sink = $0.sink ?? sink }
      end(with: error)
    }
  }

  private func watch(_ socket: UnixSocket, on loop: EventLoop) throws(ServiceError) {
    do throws(SystemError) {
      let deadline = loop.after(Self.patience, tolerance: Self.patience / 2) { [weak self] in
        self?.end(with: ServiceError(.unavailable, "The index daemon does not answer."))
      }
      let token = try loop.add(socket.descriptor.rawValue, for: .readable) { [weak self] interest in
        self?.handle(interest)
      }
      let isClosed = state.withLock { state in
        if case .closed = state.phase { return true }
        state.wire?.token = token
        if case .open = state.phase {} else { state.deadline = deadline }
        flush(&state)
        return false
      }
      if isClosed { loop.remove(token) }
    } catch {
      throw ServiceError(.unavailable, error.message)
    }
  }

  /// Ends the connection.
  package func close() {
    _ = shutDown()
  }

  // MARK: - Sending

  /// Sends a message.
  package func send(_ envelope: Envelope<ClientMessage>) {
    switch envelope.message {
    case .more(let more): sendMore(more)
    case .cancel(let request): sendCancel(of: request)
    default:
      do throws(WireError) {
        let frame = try FrameEncoder.frame(envelope)
        let message = envelope.message
        append { queue in
          if message.kind.isReply || envelope.request == 0 {
            queue.append(frame)
          } else {
            queue.append(frame, as: envelope.request, isChange: message.kind.isChange)
          }
        }
      } catch {
        refuse(envelope, error)
      }
    }
  }

  private func append(_ body: (inout SendQueue) -> Void) {
    state.withLock { state in
      if case .closed = state.phase { return }
      body(&state.queue)
      flush(&state)
    }
  }

  private func sendMore(_ more: MoreResults) {
    append { queue in
      guard let number = queue.wireNumber(of: more.request) else { return }
      let message = MoreResults(request: number, frameCount: more.frameCount)
      // An event of ten bytes always has a frame.
      guard let frame = try? FrameEncoder.frame(Envelope(ClientMessage.more(message))) else {
        return
      }
      queue.append(frame)
    }
  }

  private func sendCancel(of request: UInt64) {
    var isTakenBack = false
    append { queue in
      guard let number = queue.wireNumber(of: request) else {
        isTakenBack = queue.remove(request)
        return
      }
      guard let frame = try? FrameEncoder.frame(Envelope(ClientMessage.cancel(number))) else {
        return
      }
      queue.append(frame)
    }
    guard isTakenBack else { return }
    let error = ServiceError(.cancelled, "The request was cancelled.")
    state.withLock { $0.sink }?.received(Envelope(.failed(error), request: request))
  }

  /// A message cannot be sent: who asked is told, be it this process or the service.
  private func refuse(_ envelope: Envelope<ClientMessage>, _ error: WireError) {
    let failure = ServiceError(error.code == .tooLarge ? .tooLarge : .unavailable, error.message)
    if envelope.message.kind.isReply {
      guard
        let frame = try? FrameEncoder.frame(
          Envelope(ClientMessage.failed(failure), request: envelope.request))
      else { return }
      append { $0.append(frame) }
    } else {
      state.withLock { $0.sink }?.received(Envelope(.failed(failure), request: envelope.request))
    }
  }

  /// Sends what the socket takes now, and has the loop tell when it takes more.
  private func flush(_ state: inout State) {
    guard let wire = state.wire, let token = wire.token else { return }
    var isFull = false
    while !isFull, let next = state.queue.next {
      let count: Int
      do throws(SystemError) {
        let rest = next.frame.bytes.span.bytes.extracting(droppingFirst: next.sentByteCount)
        count = try rest.withUnsafeBytes { rest throws(SystemError) in
          try wire.socket.send(
            rest, descriptors: next.sentByteCount == 0 ? next.frame.descriptors : [])
        }
      } catch {
        // The other end is gone. What it said last is still to be read, and then its end.
        return
      }
      isFull = count == 0
      state.queue.sent(count)
    }
    guard isFull != state.isWaitingToWrite else { return }
    state.isWaitingToWrite = isFull
    try? wire.loop.change(token, to: isFull ? [.readable, .writable] : .readable)
  }

  // MARK: - Receiving

  private func handle(_ interest: EventLoop.Interest) {
    if interest.contains(.writable) {
      state.withLock { flush(&$0) }
    }
    if interest.contains(.readable) || interest.contains(.closed) { read() }
  }

  private func read() {
    guard let socket = state.withLock({ $0.wire?.socket }) else { return }
    do throws(ServiceError) {
      guard try receive(from: socket) else { throw .connectionEnded }
      while let envelope = try nextEnvelope() { try take(envelope) }
    } catch {
      end(with: error)
    }
  }

  /// Takes what has come.
  ///
  /// - Returns: Whether the other end is still there.
  private func receive(from socket: UnixSocket) throws(ServiceError) -> Bool {
    let received = withUnsafeTemporaryAllocation(byteCount: Self.readByteCount, alignment: 1) {
      buffer -> Result<Bool, SystemError> in
      do throws(SystemError) {
        let received = try socket.receive(into: buffer)
        guard case .bytes(let count, let descriptors, _) = received else {
          if case .end = received { return .success(false) }
          return .success(true)
        }
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        decoder.withLock { $0.append(bytes, descriptors: descriptors) }
        return .success(true)
      } catch {
        return .failure(error)
      }
    }
    switch received {
    case .success(let isThere): return isThere
    case .failure(let error): throw ServiceError(.connectionLost, error.message)
    }
  }

  private func nextEnvelope() throws(ServiceError) -> Envelope<DaemonMessage>? {
    while true {
      var number: UInt64 = 0
      do throws(WireError) {
        guard
          let frame = try decoder.withLock({ (decoder) throws(WireError) in
            try decoder.next()
          })
        else { return nil }
        number = frame.header.request
        return try FrameParser.envelope(of: frame)
      } catch {
        guard error.code == .unknownKind else {
          throw ServiceError(.connectionLost, "The index daemon broke the protocol: \(error)")
        }
        // A later version's: an event is passed over, a request is answered.
        guard number != 0 else { continue }
        let failure = ServiceError(.unsupported, error.message)
        send(Envelope(.failed(failure), request: number))
      }
    }
  }

  private func take(_ envelope: Envelope<DaemonMessage>) throws(ServiceError) {
    enum Outcome {
      case connected(Welcome)
      case received(Envelope<DaemonMessage>)
      case nothing
    }
    let (outcome, sink) = try state.withLock { (state) throws(ServiceError) in
      var outcome = Outcome.nothing
      switch (state.phase, envelope.message) {
      case (.greeting(var handshake), let message):
        switch try handshake.step(after: message) {
        case .send(let hello):
          state.phase = .greeting(handshake)
          guard let frame = try? FrameEncoder.frame(Envelope(ClientMessage.hello(hello))) else {
            throw .connectionEnded
          }
          state.queue.append(frame)
        case .begin(let welcome): outcome = .connected(welcome)
        }
      case (.channel, .welcome(let welcome)): outcome = .connected(welcome)
      case (.channel, .refused(let refusal)), (.open, .refused(let refusal)):
        throw ServiceError(refusal)
      case (.open, let message) where message.kind.isReply:
        guard let number = state.queue.answered(envelope.request, isLast: envelope.isLast) else {
          throw ServiceError(.connectionLost, "The index daemon answered what was not asked.")
        }
        var envelope = envelope
        envelope.request = number
        outcome = .received(envelope)
      case (.open, _): outcome = .received(envelope)
      case (.channel, _), (.closed, _): throw .connectionEnded
      }
      if case .connected = outcome {
        state.phase = .open
        state.queue.open()
        if let deadline = state.deadline { state.wire?.loop.cancel(deadline) }
        state.deadline = nil
      }
      flush(&state)
      return (outcome, state.sink)
    }
    switch outcome {
    case .connected(let welcome): sink?.connected(welcome)
    case .received(let envelope): sink?.received(envelope)
    case .nothing: break
    }
  }

  // MARK: - The end

  private func end(with error: ServiceError) {
    shutDown()?.lost(error)
  }

  /// - Returns: Who is to be told; `nil` the second time.
  private func shutDown() -> (any TransportSink)? {
    let (wire, deadline, sink) = state.withLock { state in
      defer {
        state.phase = .closed
        state.wire = nil
        state.sink = nil
        state.queue = SendQueue()
      }
      return (state.wire, state.deadline, state.sink)
    }
    guard let wire else { return sink }
    if let deadline { wire.loop.cancel(deadline) }
    if let token = wire.token { wire.loop.remove(token) }
    wire.socket.shutdown()
    return sink
  }
}

extension MessageKind {
  /// Whether it asks something about one index, of which an app may ask very much at once.
  fileprivate var isChange: Bool {
    switch self {
    case .apply, .applySealed, .clientState, .describe, .setDelegate, .beginReplace,
      .commitReplace, .abandonReplace:
      true
    default: false
    }
  }
}

extension ClientHandshake {
  /// What to do after a message; a refusal is told as the failure of requests.
  fileprivate mutating func step(after message: DaemonMessage) throws(ServiceError) -> Step {
    do throws(Refusal) {
      return try receive(message)
    } catch {
      throw ServiceError(error)
    }
  }
}

extension ServiceError {
  /// Tells a refused connection as the failure of the requests that waited for it.
  init(_ refusal: Refusal) {
    switch refusal.code {
    case .notPermitted: self.init(.refused, refusal.reason)
    case .versionMismatch: self.init(.unsupported, refusal.reason)
    case .tooManyConnections, .tooSlow: self.init(.unavailable, refusal.reason)
    default: self.init(.connectionLost, refusal.reason)
    }
  }
}
