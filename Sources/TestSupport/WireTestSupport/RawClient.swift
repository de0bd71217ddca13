package import FresnelPlatform
package import SpotlightWire

/// A client that says what it is told to, for playing well- and ill-behaved ones. It waits for answers.
///
/// For one thread.
package final class RawClient {
  /// The connection.
  package let socket: UnixSocket
  /// How long to wait for something.
  package var timeout: Duration = .seconds(600)
  private var decoder = FrameDecoder()
  private var lastRequest: UInt64 = 0

  /// Why a client cannot go on.
  package enum Failure: Error, Equatable {
    /// The connection ended.
    case ended
    /// Nothing came in time.
    case nothingCame
    /// The daemon refused the connection.
    case refused(Refusal)
    /// Something else came than can be told here.
    case unexpected(MessageKind)
  }

  /// Speaks over a socket.
  package init(_ socket: UnixSocket) {
    self.socket = socket
  }

  /// Connects to the daemon at a path.
  package convenience init(path: String) throws {
    self.init(try UnixSocket.connect(to: path))
  }

  // MARK: - Sending

  /// Sends bytes, waiting for room.
  package func send(bytes: [UInt8], descriptors: [SharedDescriptor] = []) throws {
    var start = 0
    let end = MonotonicClock.nanoseconds + UInt64(timeout.components.seconds) * 1_000_000_000
    while start < bytes.count {
      let count = try bytes.withUnsafeBytes { buffer in
        try socket.send(
          UnsafeRawBufferPointer(rebasing: buffer[start...]),
          descriptors: start == 0 ? descriptors : [])
      }
      start += count
      if count == 0 {
        guard MonotonicClock.nanoseconds < end else { throw Failure.nothingCame }
        _ = try waitForInput(on: [], timeout: .milliseconds(1))
      }
    }
  }

  /// Sends a message.
  package func send(_ envelope: Envelope<ClientMessage>) throws {
    let frame = try FrameEncoder.frame(envelope)
    try send(bytes: frame.bytes, descriptors: frame.descriptors)
  }

  /// Sends a request.
  ///
  /// - Returns: Its number.
  @discardableResult
  package func request(
    _ message: ClientMessage, descriptors: [SharedDescriptor] = []
  ) throws -> UInt64 {
    lastRequest += 1
    try send(Envelope(message, request: lastRequest, descriptors: descriptors))
    return lastRequest
  }

  // MARK: - Receiving

  /// The next message; waits for it.
  ///
  /// - Throws: ``Failure/ended`` or ``Failure/nothingCame``.
  package func receive() throws -> Envelope<DaemonMessage> {
    while true {
      if let frame = try decoder.next() { return try FrameParser.envelope(of: frame) }
      try receiveMore()
    }
  }

  private func receiveMore() throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      switch try socket.receive(into: buffer) {
      case .end: throw Failure.ended
      case .bytes(let count, let descriptors, _):
        decoder.append(
          UnsafeRawBufferPointer(rebasing: buffer[..<count]), descriptors: descriptors)
        return
      case .wouldBlock:
        let isReady = try waitForInput(on: [socket.descriptor.rawValue], timeout: timeout)
        guard !isReady.isEmpty else { throw Failure.nothingCame }
      }
    }
  }

  /// The last reply to a request; events and replies to others are passed over.
  package func reply(to request: UInt64) throws -> DaemonMessage {
    try lastReply(to: request).message
  }

  /// The last reply to a request, with what came along.
  func lastReply(to request: UInt64) throws -> Envelope<DaemonMessage> {
    while true {
      let envelope = try receive()
      if case .refused(let refusal) = envelope.message { throw Failure.refused(refusal) }
      // Requests of the daemon have numbers of their own.
      if envelope.request == request, envelope.isLast, envelope.message.kind.isReply {
        return envelope
      }
    }
  }

  /// Asks for something and waits for the last reply.
  package func ask(
    _ message: ClientMessage, descriptors: [SharedDescriptor] = []
  ) throws -> DaemonMessage {
    try reply(to: try request(message, descriptors: descriptors))
  }

  /// Asks for something, and hands out what came on the connection before the last reply.
  ///
  /// To see that something does not come, ask for what the daemon can only answer after it would have sent that.
  package func messages(before message: ClientMessage) throws -> [DaemonMessage] {
    let request = try request(message)
    var messages: [DaemonMessage] = []
    while true {
      let envelope = try receive()
      if case .refused(let refusal) = envelope.message { throw Failure.refused(refusal) }
      if envelope.request == request, envelope.isLast, envelope.message.kind.isReply {
        return messages
      }
      messages.append(envelope.message)
    }
  }

  /// Whether the daemon ends the connection; what it says before is passed over.
  ///
  /// - Returns: Its reason; `nil` when it gave none.
  /// - Throws: ``Failure/nothingCame`` when the connection goes on.
  package func waitForEnd() throws -> Refusal? {
    var refusal: Refusal?
    while true {
      do {
        if case .refused(let found) = try receive().message { refusal = found }
      } catch Failure.ended {
        return refusal
      }
    }
  }

  // MARK: - The handshake

  /// Waits for the greeting.
  package func greeting() throws -> Greeting {
    switch try receive().message {
    case .greeting(let greeting): return greeting
    case .refused(let refusal): throw Failure.refused(refusal)
    case let other: throw Failure.unexpected(other.kind)
    }
  }

  /// Waits for the welcome.
  package func welcome() throws -> Welcome {
    switch try receive().message {
    case .welcome(let welcome): return welcome
    case .refused(let refusal): throw Failure.refused(refusal)
    case let other: throw Failure.unexpected(other.kind)
    }
  }

  /// Says hello, and waits to be taken in.
  ///
  /// - Throws: ``Failure/refused(_:)``.
  @discardableResult
  package func shakeHands(
    role: Role = .app, claiming identifier: String = "", program: String = "test 1"
  ) throws -> Welcome {
    let greeting = try greeting()
    try send(
      Envelope(
        .hello(
          Hello(
            nonce: greeting.nonce, role: role, claimedIdentifier: identifier, program: program))))
    return try welcome()
  }
}
