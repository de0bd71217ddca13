package import SpotlightWire
internal import Synchronization

/// One client's conversation with a core.
///
/// Requests of one index are carried out and answered in their order; others may overtake them. Each request
/// gets exactly one last reply. ``receive(_:)`` never waits: what takes a while is done elsewhere and
/// answered from there.
package final class Session: Sendable {
  /// Who the client is.
  package let peer: Peer
  let core: ServiceCore
  /// Whether messages are copied on their way to the client.
  let isRemote: Bool
  private let outlet: any SessionOutlet

  private struct State {
    var handles: [UInt32: OpenIndexHandle] = [:]
    var lastHandle: UInt32 = 0
    /// The requests that can be cancelled.
    var reads: [UInt64: any SessionRead] = [:]
    var isEnded = false
  }
  private let state = Mutex(State())

  init(_ core: ServiceCore, _ peer: Peer, _ outlet: any SessionOutlet, isRemote: Bool) {
    self.core = core
    self.peer = peer
    self.outlet = outlet
    self.isRemote = isRemote
  }

  // MARK: - From the client

  /// Takes what the client says. Messages are to be handed over one at a time, in their order.
  package func receive(_ envelope: Envelope<ClientMessage>) {
    let id = envelope.request
    switch envelope.message {
    case .openIndex(let request): openIndex(request, id)
    case .apply(let batch): apply(batch, id)
    case .clientState(let handle): fetchClientState(handle, id)
    case .query(let request): query(request, id)
    case .more(let more): read(more.request)?.allow(frames: Int(more.frameCount))
    case .cancel(let request): read(request)?.cancel()
    default: fail(ServiceError(.unsupported, "This request is not served here."), id)
    }
  }

  /// Tells that the client can be sent more again, after ``SessionOutlet/send(_:)`` returned `false`.
  package func outletIsReady() {
    for read in state.withLock({ Array($0.reads.values) }) { read.outletIsReady() }
  }

  /// Ends the conversation: nothing is sent any more. What was asked to be stored is stored all the same.
  package func end() {
    let reads = state.withLock { state in
      state.isEnded = true
      defer { state.reads = [:] }
      return Array(state.reads.values)
    }
    for read in reads { read.cancel() }
    core.detach(self)
  }

  /// Whether the client is gone.
  var isEnded: Bool { state.withLock { $0.isEnded } }

  // MARK: - To the client

  /// Sends a message, unless the client is gone.
  ///
  /// - Returns: Whether more may be sent at once.
  @discardableResult
  func send(_ message: DaemonMessage, _ request: UInt64, isLast: Bool = true) -> Bool {
    if isEnded { return false }
    return outlet.send(Envelope(message, request: request, isLast: isLast))
  }

  /// Answers a request with a failure.
  func fail(_ error: ServiceError, _ request: UInt64) {
    send(.failed(error), request)
  }

  // MARK: - Tables

  /// Notes an index that was opened, and gives it a number.
  func add(_ handle: OpenIndexHandle) -> UInt32 {
    state.withLock { state in
      state.lastHandle += 1
      state.handles[state.lastHandle] = handle
      return state.lastHandle
    }
  }

  /// An index that was opened; otherwise answers that there is none.
  func handle(_ number: UInt32, for request: UInt64) -> OpenIndexHandle? {
    let handle = state.withLock { $0.handles[number] }
    if handle == nil {
      fail(ServiceError(.refused, "No index was opened under the number \(number)."), request)
    }
    return handle
  }

  private func read(_ request: UInt64) -> (any SessionRead)? {
    state.withLock { $0.reads[request] }
  }

  /// Notes a read, so that it can be cancelled.
  func add(_ read: any SessionRead, _ request: UInt64) {
    state.withLock { if !$0.isEnded { $0.reads[request] = read } }
  }

  /// Forgets a read that is over.
  func removeRead(_ request: UInt64) {
    _ = state.withLock { $0.reads.removeValue(forKey: request) }
  }
}

/// A request that may take long and give many replies. Methods may be called from any thread.
protocol SessionRead: AnyObject, Sendable {
  /// The client takes further frames.
  func allow(frames count: Int)
  /// The client can be sent more again.
  func outletIsReady()
  /// The client wants no more; the last reply follows soon.
  func cancel()
}
