import FresnelModel
import SpotlightService
import SpotlightWire
import Synchronization
import Testing

/// A client of a session: keeps what it is sent, and waits for it.
final class RecordingSink: SessionSink {
  /// Judges what was sent so far.
  typealias Condition = @Sendable ([Envelope<DaemonMessage>]) -> Bool

  private struct Waiter {
    let isDone: Condition
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var envelopes: [Envelope<DaemonMessage>] = []
    var waiters: [Int: Waiter] = [:]
    var lastWaiter = 0
    var takesMore = true
    var whileSending: (@Sendable () -> Void)?
    var closeReason: Refusal?
    var isClosed = false
  }
  private let state = Mutex(State())

  var envelopes: [Envelope<DaemonMessage>] { state.withLock { $0.envelopes } }
  /// Why the connection was closed; `nil` while it is open.
  var closeReason: Refusal? { state.withLock { $0.closeReason } }
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Whether ``send(_:)`` says that more may be sent.
  var takesMore: Bool {
    get { state.withLock { $0.takesMore } }
    set { state.withLock { $0.takesMore = newValue } }
  }

  /// What happens while a message is sent, before anybody who waits for it goes on.
  var whileSending: (@Sendable () -> Void)? {
    get { state.withLock { $0.whileSending } }
    set { state.withLock { $0.whileSending = newValue } }
  }

  func send(_ envelope: Envelope<DaemonMessage>) -> Bool {
    whileSending?()
    let (ready, takesMore) = state.withLock { state in
      state.envelopes.append(envelope)
      let sent = state.envelopes
      let ready = state.waiters.filter { $0.value.isDone(sent) }
      for number in ready.keys { state.waiters[number] = nil }
      return (ready.values.map(\.continuation), state.takesMore)
    }
    for continuation in ready { continuation.resume() }
    return takesMore
  }

  func close(_ reason: Refusal?) {
    state.withLock {
      $0.isClosed = true
      $0.closeReason = reason
    }
  }

  /// Waits until what was sent fulfils a condition, which is judged under a lock of the sink's, or until the test's time
  /// is over.
  func wait(until isDone: @escaping Condition) async {
    let number = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if Task.isCancelled || isDone(state.envelopes) { return true }
          state.waiters[number] = Waiter(isDone: isDone, continuation: continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.continuation.resume()
    }
  }

  /// Waits for a message, which may have come already.
  func message(
    where isWanted: @escaping @Sendable (Envelope<DaemonMessage>) -> Bool
  ) async throws -> Envelope<DaemonMessage> {
    await wait { $0.contains(where: isWanted) }
    return try #require(envelopes.first(where: isWanted))
  }
}

/// A session with a client that makes requests one after the other.
final class TestClient: Sendable {
  let sink = RecordingSink()
  let session: Session
  private let lastRequest = Mutex<UInt64>(0)

  init(
    _ core: ServiceCore, _ app: AppIdentity, role: Role = .app, trust: Trust = .executable,
    isRemote: Bool = false
  ) {
    session = core.attach(
      Peer(
        app: app, trust: trust, role: role, processIdentifier: 1, program: "test"),
      to: sink, isRemote: isRemote)
  }

  /// Makes a request without waiting; returns its number.
  @discardableResult
  func send(_ message: ClientMessage) -> UInt64 {
    let request = lastRequest.withLock { last in
      last += 1
      return last
    }
    session.receive(Envelope(message, request: request))
    return request
  }

  /// The last reply to a request.
  func reply(to request: UInt64) async -> DaemonMessage {
    let isWanted: @Sendable (Envelope<DaemonMessage>) -> Bool = {
      $0.request == request && $0.isLast && $0.message.kind.isReply
    }
    await sink.wait { $0.contains(where: isWanted) }
    return sink.envelopes.first(where: isWanted)?.message ?? .done
  }

  /// Makes a request and waits for its last reply.
  func ask(_ message: ClientMessage) async -> DaemonMessage {
    await reply(to: send(message))
  }

  /// Opens an index and gives its number.
  func open(
    _ name: String = "", _ protection: ProtectionClass? = nil, flags: OpenIndex.Flags = [],
    methods: DelegateMethods = []
  ) async throws -> UInt32 {
    let reply = await ask(
      .openIndex(OpenIndex(name: name, protection: protection, flags: flags, methods: methods)))
    guard case .indexOpened(let opened) = reply else { throw TestFailure("\(reply)") }
    return opened.handle
  }

  /// Puts items; gives the failure.
  func put(_ items: [Item], _ handle: UInt32, state: [UInt8]? = nil) async throws -> ServiceError? {
    await apply([.put(try items.map { try encoded($0) })], handle, state: state)
  }

  /// Changes an index; gives the failure.
  func apply(
    _ operations: [WireOperation], _ handle: UInt32, state: [UInt8]? = nil,
    expecting expected: ClientStateExpectation = .any
  ) async -> ServiceError? {
    await ask(
      .apply(
        ApplyBatch(handle: handle, expected: expected, clientState: state, operations: operations))
    ).failure
  }

  /// The identifiers of what a query finds, sorted, and where that is said, without what is in a store of the app that
  /// was not taken over.
  func identifiers(
    _ query: String = "title == \"*\"", reach: SearchReach = .own, mayLackOwnStore: Bool = false
  ) async throws -> [String] {
    let request = QueryRequest(query: query, attributes: ["title"], reach: reach)
    return try await hits(request, mayLackOwnStore: mayLackOwnStore)
      .map(\.item.uniqueIdentifier).sorted()
  }

  /// What a query finds, all windows of it, and where that is said, without what is in a store of the app that was not
  /// taken over.
  func hits(_ query: QueryRequest, mayLackOwnStore: Bool = false) async throws -> [WireHit] {
    let request = send(.query(query))
    send(.more(MoreResults(request: request, frameCount: 64)))
    if let failure = await reply(to: request).failure,
      !mayLackOwnStore || !failure.lacksOwnStoreAlone
    {
      throw failure
    }
    return hits(of: request)
  }

  /// The hits that were sent for a query so far.
  func hits(of request: UInt64) -> [WireHit] {
    sink.envelopes.flatMap { envelope -> [WireHit] in
      guard envelope.request == request, case .results(let hits) = envelope.message else {
        return []
      }
      return hits
    }
  }

  func clientState(_ handle: UInt32) async throws -> [UInt8]? {
    switch await ask(.clientState(handle)) {
    case .clientStateStored(let state): return state
    case .failed(let error): throw error
    case let other: throw TestFailure("\(other)")
    }
  }
}

struct TestFailure: Error {
  let message: String

  init(_ message: String) { self.message = message }
}

extension DaemonMessage {
  /// The failure that it tells of.
  var failure: ServiceError? {
    if case .failed(let error) = self { error } else { nil }
  }
}

func encoded(_ item: Item) throws -> EncodedItem {
  try EncodedItem(opening: try ItemCodec.encode(item))
}
