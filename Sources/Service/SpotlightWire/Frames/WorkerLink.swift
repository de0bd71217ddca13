package import FresnelPlatform
internal import Synchronization

/// One end of the socket between a process and one that works for it. Both are one program, run from one file, so what
/// they say has no versions; see `WorkerOrder` and `FetchOrder`.
///
/// What comes is handed over on the loop's thread. Sending never waits, on any thread: what the socket
/// does not take now is kept, which is little, since main sends what is long one at a time.
package final class WorkerLink: Sendable {
  private static let headerByteCount = 8
  /// Sealed changes are at most as long as a payload of the protocol, and something is around them.
  private static let longestPayload = WireLimits.payloadByteCount + 4096

  /// A message as it came.
  package struct Message: Sendable {
    /// What it is.
    package let kind: UInt8
    /// What follows the header.
    package let payload: [UInt8]
    /// What came along.
    package let descriptor: SharedDescriptor?
  }

  private struct Input {
    var bytes: [UInt8] = []
    var descriptors: [SharedDescriptor] = []
    /// Told that nothing more is received, once no message is half received.
    var paused: (@Sendable () -> Void)?

    /// Whether no message is half received.
    var isBetweenMessages: Bool { bytes.isEmpty && descriptors.isEmpty }
  }

  private struct Output {
    var frames: [OutgoingMessage] = []
    var writtenByteCount = 0
    var token: EventLoop.Token?
    var isWaiting = false
    /// Whether nothing is received any more.
    var isPaused = false
    /// Whether nothing more can be sent: bytes are missing in what the other end reads.
    var isBroken = false
  }

  private struct OutgoingMessage {
    let bytes: [UInt8]
    let descriptors: [SharedDescriptor]
  }

  private let socket: UnixSocket
  private let loop: EventLoop
  private let input = Mutex(Input())
  private let output = Mutex(Output())
  private let takesDescriptors: Bool
  private let received: @Sendable (Message) -> Void
  private let closed: @Sendable () -> Void

  /// Makes an end; nothing is received before ``start()``.
  ///
  /// - Parameters:
  ///   - socket: The socket.
  ///   - loop: Watches it.
  ///   - takesDescriptors: Whether descriptors may come with messages; else one makes no sense.
  ///   - received: Given each message.
  ///   - closed: Told once, as the last, that the other end is gone or says what makes no sense.
  package init(
    _ socket: UnixSocket, on loop: EventLoop, takesDescriptors: Bool = true,
    received: @escaping @Sendable (Message) -> Void, closed: @escaping @Sendable () -> Void
  ) {
    self.socket = socket
    self.loop = loop
    self.takesDescriptors = takesDescriptors
    self.received = received
    self.closed = closed
  }

  /// Begins to receive.
  ///
  /// - Throws: ``SystemError`` when the socket cannot be watched.
  package func start() throws(SystemError) {
    let token = try loop.add(socket.descriptor.rawValue, for: .readable) { [weak self] happened in
      self?.happened(happened)
    }
    output.withLock { $0.token = token }
  }

  /// Sends a message. One that cannot be sent is dropped: the link is closed then, and that is told.
  package func send(_ kind: UInt8, _ payload: [UInt8], _ descriptor: SharedDescriptor? = nil) {
    var writer = WireWriter()
    writer.append(UInt32(payload.count))
    writer.append(kind)
    writer.append(UInt8(descriptor == nil ? 0 : 1))
    writer.append(0 as UInt16)
    writer.append(raw: payload)
    let message = OutgoingMessage(
      bytes: writer.finish(), descriptors: descriptor.map { [$0] } ?? [])
    output.withLock { output in
      guard !output.isBroken else { return }
      output.frames.append(message)
      write(&output)
    }
  }

  /// Receives nothing after the message that is half received, if one is: what follows stays in the socket, for who
  /// goes on with it after ``release()``.
  ///
  /// - Parameter done: Called once, on the loop's thread, when no message is half received or the link has ended.
  package func pause(_ done: @escaping @Sendable () -> Void) {
    loop.perform { [self] in
      input.withLock { $0.paused = done }
      pauseBetweenMessages()
    }
  }

  /// Ends the link; nothing is told any more.
  package func close() {
    let token = output.withLock { output in
      defer { output.token = nil }
      return output.token
    }
    if let token { loop.remove(token) }
    socket.shutdown()
    tellPaused()
  }

  /// Ends the link and leaves the socket as it is, for who goes on with it in this process.
  ///
  /// - Returns: The socket; `nil` when a message is half sent or half received, so that nobody can.
  package func release() -> UnixSocket? {
    let isWhole = input.withLock(\.isBetweenMessages)
    let (token, isSent) = output.withLock { output in
      defer { output.token = nil }
      return (output.token, output.frames.isEmpty && !output.isBroken)
    }
    guard let token else { return nil }
    loop.remove(token)
    if isWhole, isSent { return socket }
    socket.shutdown()
    return nil
  }

  // MARK: - The loop's thread

  private func happened(_ happened: EventLoop.Interest) {
    if happened.contains(.writable) { output.withLock { write(&$0) } }
    if happened.contains(.readable) {
      receive()
    } else if happened.contains(.closed) {
      end()
    }
  }

  private func end() {
    let isOpen = output.withLock { $0.token != nil }
    guard isOpen else { return }
    close()
    closed()
  }

  private func receive() {
    guard !output.withLock(\.isPaused) else { return }
    var isOver = false
    let byteCount = input.withLock { Self.byteCountToReceive($0) }
    withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: 16) { buffer in
      guard let came = try? socket.receive(into: buffer) else {
        isOver = true
        return
      }
      switch came {
      case .bytes(_, let descriptors, _) where !takesDescriptors && !descriptors.isEmpty:
        // Nobody would claim them, and they would fill what this process may have open.
        isOver = true
      case .bytes(let count, let descriptors, _):
        input.withLock { input in
          input.bytes.append(contentsOf: UnsafeRawBufferPointer(buffer)[..<count])
          input.descriptors += descriptors
        }
      case .wouldBlock: break
      case .end: isOver = true
      }
    }
    guard !isOver, let messages = takeMessages() else { return end() }
    for message in messages { received(message) }
    pauseBetweenMessages()
  }

  /// How many bytes are received at most: before a pause no more than the half received message still lacks.
  private static func byteCountToReceive(_ input: borrowing Input) -> Int {
    guard input.paused != nil else { return 1 << 16 }
    let header = input.bytes.prefix(headerByteCount)
    guard header.count == headerByteCount else { return headerByteCount - header.count }
    var reader = WireReader(Array(header))
    let count: UInt32 = (try? reader.integer()) ?? 0
    return max(1, min(1 << 16, headerByteCount + Int(count) - input.bytes.count))
  }

  private func pauseBetweenMessages() {
    guard input.withLock({ $0.paused != nil && $0.isBetweenMessages }) else { return }
    output.withLock { output in
      output.isPaused = true
      watch(output)
    }
    tellPaused()
  }

  private func tellPaused() {
    let paused = input.withLock { input in
      defer { input.paused = nil }
      return input.paused
    }
    if let paused { loop.perform(paused) }
  }

  /// Takes all whole messages out; `nil` when the bytes make no sense.
  private func takeMessages() -> [Message]? {
    input.withLock { input in
      var messages: [Message] = []
      var start = 0
      while input.bytes.count - start >= Self.headerByteCount {
        var reader = WireReader(input.bytes, in: start..<start + Self.headerByteCount)
        guard let count: UInt32 = try? reader.integer(), let kind: UInt8 = try? reader.integer(),
          let descriptorCount: UInt8 = try? reader.integer(), count <= Self.longestPayload,
          descriptorCount <= 1
        else { return nil }
        let end = start + Self.headerByteCount + Int(count)
        guard end <= input.bytes.count else { break }
        var descriptor: SharedDescriptor?
        if descriptorCount == 1 {
          // It came with the message's first byte.
          guard !input.descriptors.isEmpty else { return nil }
          descriptor = input.descriptors.removeFirst()
        }
        messages.append(
          Message(
            kind: kind, payload: Array(input.bytes[(start + Self.headerByteCount)..<end]),
            descriptor: descriptor))
        start = end
      }
      input.bytes.removeFirst(start)
      return messages
    }
  }

  /// Writes as much as the socket takes. The lock is held.
  private func write(_ output: inout Output) {
    while let frame = output.frames.first {
      let start = output.writtenByteCount
      let sent = try? frame.bytes.withUnsafeBytes { bytes in
        try socket.send(
          UnsafeRawBufferPointer(rebasing: bytes[start...]),
          descriptors: start == 0 ? frame.descriptors : [])
      }
      guard let sent else {
        // The other end is gone, or the system has not what sending takes.
        output.frames = []
        output.writtenByteCount = 0
        output.isBroken = true
        loop.perform { [weak self] in self?.end() }
        break
      }
      guard sent > 0 else { break }
      output.writtenByteCount += sent
      guard output.writtenByteCount == frame.bytes.count else { continue }
      output.writtenByteCount = 0
      output.frames.removeFirst()
    }
    let isWaiting = !output.frames.isEmpty
    guard isWaiting != output.isWaiting, output.token != nil else { return }
    output.isWaiting = isWaiting
    watch(output)
  }

  /// Has the loop watch for what is waited for. The lock is held.
  private func watch(_ output: borrowing Output) {
    guard let token = output.token else { return }
    var interest: EventLoop.Interest = []
    if !output.isPaused { interest.insert(.readable) }
    if output.isWaiting { interest.insert(.writable) }
    try? loop.change(token, to: interest)
  }
}
