internal import FresnelPlatform
internal import SpotlightWire
internal import Synchronization

/// What a request hears.
enum Reply: Sendable {
  /// An answer; the last one unless `isLast` is false.
  case message(DaemonMessage, descriptors: [SharedDescriptor], isLast: Bool)
  /// The connection ended before the last answer.
  case lost(ServiceError)
}

/// Hears the answers to one request, one after the other.
typealias ReplyHandler = @Sendable (Reply) -> Void

/// Told what concerns no request of this process.
protocol LinkObserver: AnyObject, Sendable {
  /// The service took the client in.
  func connected(_ link: Link, _ welcome: Welcome)
  /// The service asks something, or tells an event, which has the request number 0.
  func received(_ link: Link, _ envelope: Envelope<DaemonMessage>)
  /// The connection has ended; the requests that wait are told next, and may ask for another.
  func ended(_ link: Link)
  /// The connection ended; all requests that waited have been told.
  func lost(_ link: Link, _ error: ServiceError)
}

/// One connection to the service, for as long as it lasts: numbers the requests and gives each its
/// replies.
///
/// Methods may be called on any thread. A reply may come before the call that sent the request
/// returns.
final class Link: TransportSink, Equatable {
  private let transport: any ClientTransport
  private let state = Mutex(State())
  private let lacksAskFlag = Atomic(false)

  private struct State {
    var lastRequest: UInt64 = 0
    var handlers: [UInt64: ReplyHandler] = [:]
    var observer: (any LinkObserver)?
    /// Whether the observer is being told of the end.
    var isEnding = false
    var end: ServiceError?
    /// Called when a request waits and nobody watches whether anything comes; returns at once.
    var watch: (@Sendable () -> Void)?
    var isWatched = false
    /// Whether anything came since the last look.
    var wasHeard = false
  }

  /// Makes a link over a transport that was not started.
  init(_ transport: any ClientTransport) {
    self.transport = transport
  }

  /// A link is equal to itself only.
  static func == (left: Link, right: Link) -> Bool { left === right }

  /// Begins the connection.
  func start(_ observer: any LinkObserver) {
    state.withLock { $0.observer = observer }
    transport.start(self)
  }

  /// Forgets all requests, without telling who made them: they are another process's, from which this
  /// one was forked.
  func forget() {
    state.withLock { state in
      state.handlers = [:]
      state.observer = nil
      state.end = .connectionEnded
    }
  }

  /// Whether the service at the other end refused what was typed as a kind that it does not know.
  var lacksAsk: Bool { lacksAskFlag.load(ordering: .relaxed) }

  /// Notes a refusal of what was typed.
  ///
  /// - Returns: Whether the service does not know the kind: so of each request that was sent before the first refusal
  ///   came.
  func noteRefusalOfAsk(_ error: ServiceError) -> Bool {
    guard error.code == .unsupported else { return false }
    lacksAskFlag.store(true, ordering: .relaxed)
    return true
  }

  /// Whether the connection has ended; so from before ``LinkObserver/ended(_:)`` is called.
  var hasEnded: Bool { state.withLock { $0.isEnding || $0.end != nil } }

  /// Takes a number for a request, which is then to be sent with ``send(_:as:descriptors:)``.
  ///
  /// - Returns: The number; `nil` when the connection has ended, of which the handler was told.
  func reserve(_ handler: @escaping ReplyHandler) -> UInt64? {
    typealias Reservation = (number: UInt64?, end: ServiceError?, watch: (@Sendable () -> Void)?)
    let (number, end, watch) = state.withLock { state -> Reservation in
      if let end = state.end { return (nil, end, nil) }
      state.lastRequest += 1
      state.handlers[state.lastRequest] = handler
      defer { state.isWatched = state.watch != nil }
      return (state.lastRequest, nil, state.isWatched ? nil : state.watch)
    }
    if let end { handler(.lost(end)) }
    watch?()
    return number
  }

  /// Sends a request under its number, an answer under the number of what it answers, or an event.
  func send(
    _ message: ClientMessage, as request: UInt64 = 0, descriptors: [SharedDescriptor] = []
  ) {
    transport.send(Envelope(message, request: request, descriptors: descriptors))
  }

  /// Sends a request.
  func request(
    _ message: ClientMessage, descriptors: [SharedDescriptor] = [],
    _ handler: @escaping ReplyHandler
  ) {
    guard let number = reserve(handler) else { return }
    send(message, as: number, descriptors: descriptors)
  }

  /// Ends the connection; requests that wait are told that it was lost. The observer is not told.
  func close() {
    transport.close()
    _ = end(with: .connectionEnded)
  }

  // MARK: - Watching

  /// What a look at the connection shows.
  enum Sight {
    /// No request waits; the next that does has the connection watched again.
    case idle
    /// A request waits, and something came since the last look.
    case heard
    /// A request waits, and nothing came.
    case silent
  }

  /// Has a closure called whenever a request waits and ``look()`` is not called any more.
  func setWatch(_ watch: @escaping @Sendable () -> Void) {
    state.withLock { $0.watch = watch }
  }

  /// Looks whether anything came since the last look.
  func look() -> Sight {
    state.withLock { state in
      defer { state.wasHeard = false }
      if state.handlers.isEmpty || state.end != nil {
        state.isWatched = false
        return .idle
      }
      return state.wasHeard ? .heard : .silent
    }
  }

  /// Ends the connection as one that was lost, for this reason.
  func abandon(_ error: ServiceError) {
    transport.close()
    lost(error)
  }

  // MARK: - What comes

  func connected(_ welcome: Welcome) {
    state.withLock { $0.observer }?.connected(self, welcome)
  }

  func received(_ envelope: Envelope<DaemonMessage>) {
    state.withLock { $0.wasHeard = true }
    guard envelope.message.kind.isReply else {
      state.withLock { $0.observer }?.received(self, envelope)
      return
    }
    let handler = state.withLock { state in
      envelope.isLast
        ? state.handlers.removeValue(forKey: envelope.request) : state.handlers[envelope.request]
    }
    handler?(
      .message(envelope.message, descriptors: envelope.descriptors, isLast: envelope.isLast))
  }

  func lost(_ error: ServiceError) {
    let observer = state.withLock { state in
      state.isEnding = true
      return state.observer
    }
    observer?.ended(self)
    end(with: error)?.lost(self, error)
  }

  /// Tells all requests that the connection has ended.
  ///
  /// - Returns: Who else is to be told; `nil` the second time.
  private func end(with error: ServiceError) -> (any LinkObserver)? {
    let (handlers, observer) = state.withLock { state in
      defer {
        state.handlers = [:]
        state.observer = nil
        state.end = state.end ?? error
      }
      return (state.handlers, state.observer)
    }
    for (_, handler) in handlers.sorted(by: { $0.key < $1.key }) { handler(.lost(error)) }
    return observer
  }
}

extension ServiceError {
  /// The connection ended before the answer came.
  static var connectionEnded: ServiceError {
    ServiceError(.connectionLost, "The connection to the index was lost.")
  }
}
