internal import SpotlightService
internal import SpotlightWire
internal import Synchronization

/// A client of a worker: a session of the core as soon as the class is open, and until then a queue of
/// its requests, which the slots of the connection bound.
final class WorkerSession: ConnectionSession {
  private enum Phase {
    case waiting([Envelope<ClientMessage>])
    case open(Session)
    case ended
  }

  private let service: WorkerService
  private let peer: Peer
  private let sink: any SessionSink
  /// The same sink, if the client is an extension.
  private let watched: WatchedExtension?
  private let phase = Mutex(Phase.waiting([]))

  init(_ service: WorkerService, _ peer: Peer, _ sink: any SessionSink) {
    self.service = service
    self.peer = peer
    watched = peer.role == .extension ? service.extensions.watch(peer.app, sink) : nil
    self.sink = watched ?? sink
  }

  /// Has an extension be there to be asked before it asks for anything itself.
  func beginAtOnce() {
    if case .serve(let core) = service.answer(for: self) { begin(core) }
  }

  func receive(_ envelope: Envelope<ClientMessage>) {
    watched?.received(envelope)
    if case .unlock(let request) = envelope.message {
      guard peer.role == .tool else {
        let refusal = ServiceError(.refused, "Only the command line takes passphrases.")
        _ = sink.send(Envelope(.failed(refusal), request: envelope.request))
        return
      }
      return service.unlock(request) { [sink] error in
        _ = sink.send(
          Envelope(error.map { .failed($0) } ?? .done, request: envelope.request))
      }
    }
    let (session, isFirst) = phase.withLock { phase -> (Session?, Bool) in
      switch phase {
      case .open(let session): return (session, false)
      case .ended: return (nil, false)
      case .waiting(var requests):
        requests.append(envelope)
        phase = .waiting(requests)
        return (nil, requests.count == 1)
      }
    }
    if let session { return session.receive(envelope) }
    guard isFirst else { return }
    switch service.answer(for: self) {
    case .serve(let core): begin(core)
    case .fail(let error): fail(error)
    case .wait: break
    }
  }

  /// The class is open: what waited is served.
  func begin(_ core: ServiceCore) {
    let session = core.attach(peer, to: sink, isRemote: true)
    // The loop may bring further requests meanwhile: the last look and the change are one step.
    while true {
      let requests = phase.withLock { phase -> [Envelope<ClientMessage>]? in
        guard case .waiting(let requests) = phase else { return nil }
        phase = requests.isEmpty ? .open(session) : .waiting([])
        return requests
      }
      guard let requests else { return session.end() }
      if requests.isEmpty {
        if watched != nil { service.extensions.came(peer.app) }
        return
      }
      for request in requests { session.receive(request) }
    }
  }

  /// The class cannot be opened now: what waited fails.
  func fail(_ error: ServiceError) {
    let requests = phase.withLock { phase -> [Envelope<ClientMessage>] in
      guard case .waiting(let requests) = phase else { return [] }
      phase = .waiting([])
      return requests
    }
    for request in requests where request.request != 0 {
      _ = sink.send(Envelope(.failed(error), request: request.request))
    }
  }

  func sinkIsReady() {
    guard case .open(let session) = phase.withLock({ $0 }) else { return }
    session.sinkIsReady()
  }

  func end() {
    let before = phase.withLock { phase in
      defer { phase = .ended }
      return phase
    }
    service.forget(self)
    guard case .open(let session) = before else { return }
    if watched != nil { service.extensions.left(peer.app) }
    session.end()
  }
}
