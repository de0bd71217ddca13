import FresnelPlatform
import Synchronization

@testable import SpotlightClient
@testable import SpotlightWire

/// A daemon for tests: speaks the protocol over real sockets, and answers as a script says.
///
/// Each connection runs on the daemon's one thread.
final class ScriptedDaemon: Sendable {
  /// What the daemon does with a message after the greeting.
  typealias Script = @Sendable (Envelope<ClientMessage>, Conversation) -> Void

  private let loop: EventLoop
  private let state: Mutex<State>

  private struct State: Sendable {
    var script: Script
    var welcome = Welcome(
      identity: "com.example.tests", trust: .executable, role: .app, classes: [])
    var refusal: Refusal?
    var isDown = false
    var conversations: [Conversation] = []
    var connectCount = 0
  }

  init(_ script: @escaping Script = ScriptedDaemon.obliging) throws {
    loop = try EventLoop()
    state = Mutex(State(script: script))
    let loop = loop
    _ = DetachedThread.start { try? loop.run() }
  }

  deinit {
    loop.stop()
  }

  /// Opens every index as number 7 and says that everything is done.
  static let obliging: Script = { envelope, conversation in
    switch envelope.message {
    case .openIndex:
      conversation.reply(.indexOpened(IndexOpened(handle: 7, protection: .firstUnlock)), envelope)
    case .clientState: conversation.reply(.clientStateStored(nil), envelope)
    case .query: conversation.reply(.results([]), envelope)
    case .more, .cancel: break
    case .openHistory:
      conversation.reply(.failed(ServiceError(.unsupported, "No history is kept here.")), envelope)
    default: conversation.reply(.done, envelope)
    }
  }

  func setScript(_ script: @escaping Script) {
    state.withLock { $0.script = script }
  }

  func setWelcome(_ change: @Sendable (inout Welcome) -> Void) {
    state.withLock { change(&$0.welcome) }
  }

  func setRefusal(_ refusal: Refusal?) {
    state.withLock { $0.refusal = refusal }
  }

  /// Lets nobody connect, and ends the connections.
  func stop() {
    state.withLock { $0.isDown = true }
    hangUp()
  }

  /// Lets nobody connect any more, and keeps the connections.
  func stopTaking() {
    state.withLock { $0.isDown = true }
  }

  func startAgain() {
    state.withLock { $0.isDown = false }
  }

  /// Ends the connections.
  func hangUp() {
    let conversations = state.withLock { state in
      defer { state.conversations = [] }
      return state.conversations
    }
    for conversation in conversations { conversation.hangUp() }
  }

  /// How often somebody connected.
  var connectCount: Int { state.withLock { $0.connectCount } }

  /// The newest connection.
  var conversation: Conversation? { state.withLock { $0.conversations.last } }

  /// A connection of a client to this daemon.
  func connection(
    patience: Duration = .seconds(20), ownDirectory: String? = nil,
    nameProgram: (@Sendable () -> String?)? = nil, requiresIdentity: Bool = false,
    batchLimits: BatchLimits = .message
  ) -> ServiceConnection {
    var connecting = ServiceConnection.Connecting(
      isRemote: true, patience: patience, ownDirectory: ownDirectory
    ) { [self] in
      SocketTransport(
        ClientHandshake(role: .app, claimedIdentifier: "com.example.tests", program: "tests")
      ) { () throws(ServiceError) in try self.connect() }
    }
    connecting.nameProgram = nameProgram
    connecting.requiresIdentity = requiresIdentity
    connecting.batchLimits = batchLimits
    return ServiceConnection(connecting)
  }

  private func connect() throws(ServiceError) -> UnixSocket {
    let (isDown, refusal) = state.withLock { state in
      state.connectCount += 1
      return (state.isDown, state.refusal)
    }
    guard !isDown, let (here, there) = try? UnixSocket.pair() else {
      throw ServiceError(.unavailable, "Nobody listens.")
    }
    serve(here, greeting: true, refusal: refusal)
    return there
  }

  /// Begins a connection that was greeted elsewhere.
  ///
  /// - Returns: The end for the client.
  func channel() throws -> SharedDescriptor {
    let (here, there) = try UnixSocket.pair()
    serve(here, greeting: false, refusal: nil)
    return there.descriptor
  }

  private func serve(_ socket: UnixSocket, greeting: Bool, refusal: Refusal?) {
    let welcome = state.withLock { $0.welcome }
    let conversation = Conversation(socket, on: loop) { [weak self] envelope, conversation in
      guard let self else { return }
      if case .hello(let hello) = envelope.message {
        conversation.say(hello.nonce.first == 9 ? .welcome(welcome) : .greeting(Self.greeting))
      } else {
        state.withLock { $0.script }(envelope, conversation)
      }
    }
    state.withLock { $0.conversations.append(conversation) }
    if let refusal {
      conversation.say(.refused(refusal))
      conversation.hangUp()
    } else {
      conversation.say(greeting ? .greeting(Self.greeting) : .welcome(welcome))
    }
  }

  private static let greeting = Greeting(nonce: [UInt8](repeating: 9, count: 16))
}

/// One connection of a scripted daemon.
final class Conversation: Sendable {
  private let socket: UnixSocket
  private let loop: EventLoop
  private let decoder = Mutex(FrameDecoder())
  private let state = Mutex(State())

  private struct State: Sendable {
    var token: EventLoop.Token?
    var unsent: [OutgoingFrame] = []
    var sentByteCount = 0
    var isOver = false
  }

  init(
    _ socket: UnixSocket, on loop: EventLoop,
    _ handle: @escaping @Sendable (Envelope<ClientMessage>, Conversation) -> Void
  ) {
    self.socket = socket
    self.loop = loop
    let token = try? loop.add(socket.descriptor.rawValue, for: .readable) { [weak self] interest in
      guard let self else { return }
      if interest.contains(.writable) { state.withLock { flush(&$0) } }
      if interest.contains(.readable) { read(handle) }
    }
    state.withLock { $0.token = token }
  }

  /// Stops or goes on reading what the client sends.
  func setReading(_ isReading: Bool) {
    guard let token = state.withLock({ $0.token }) else { return }
    try? loop.change(token, to: isReading ? [.readable, .writable] : [])
  }

  func say(
    _ message: DaemonMessage, as request: UInt64 = 0, isLast: Bool = true,
    descriptors: [SharedDescriptor] = []
  ) {
    let envelope = Envelope(message, request: request, isLast: isLast, descriptors: descriptors)
    guard let frame = try? FrameEncoder.frame(envelope) else { return }
    state.withLock { state in
      state.unsent.append(frame)
      flush(&state)
    }
  }

  func reply(
    _ message: DaemonMessage, _ envelope: Envelope<ClientMessage>, isLast: Bool = true,
    descriptors: [SharedDescriptor] = []
  ) {
    say(message, as: envelope.request, isLast: isLast, descriptors: descriptors)
  }

  func hangUp() {
    let token = state.withLock { state in
      state.isOver = true
      return state.token
    }
    if let token { loop.remove(token) }
    socket.shutdown()
  }

  private func flush(_ state: inout State) {
    while let frame = state.unsent.first {
      let rest = frame.bytes.span.bytes.extracting(droppingFirst: state.sentByteCount)
      let count = rest.withUnsafeBytes { rest in
        try? socket.send(rest, descriptors: state.sentByteCount == 0 ? frame.descriptors : [])
      }
      guard let count, count > 0 else {
        if let token = state.token { try? loop.change(token, to: [.readable, .writable]) }
        return
      }
      state.sentByteCount += count
      if state.sentByteCount == frame.bytes.count {
        state.unsent.removeFirst()
        state.sentByteCount = 0
      }
    }
    if let token = state.token, !state.isOver { try? loop.change(token, to: .readable) }
  }

  private func read(_ handle: (Envelope<ClientMessage>, Conversation) -> Void) {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let received = buffer.withUnsafeMutableBytes { try? socket.receive(into: $0) }
    guard case .bytes(let count, let descriptors, _)? = received else {
      if case .wouldBlock? = received { return }
      return hangUp()
    }
    buffer.withUnsafeBytes { bytes in
      decoder.withLock {
        $0.append(UnsafeRawBufferPointer(rebasing: bytes[..<count]), descriptors: descriptors)
      }
    }
    while let frame = decoder.withLock({ try? $0.next() }) {
      guard let envelope = try? FrameParser.envelope(of: frame, as: ClientMessage.self) else {
        return hangUp()
      }
      handle(envelope, self)
    }
  }
}
