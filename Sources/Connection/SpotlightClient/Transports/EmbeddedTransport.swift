#if Embedded
  internal import FresnelPlatform
  internal import SpotlightService
  package import SpotlightWire
  internal import Synchronization

  /// A connection to a service inside this process: messages are handed over as they are.
  package final class EmbeddedTransport: ClientTransport {
    private let directory: String
    private let app: AppIdentity
    private let role: Role
    private let isCopying: Bool
    private let state = Mutex(State())

    private struct State: Sendable {
      var session: Session?
      /// Wait to be handed over, which happens one at a time.
      var envelopes = FirstInFirstOut<Envelope<ClientMessage>>()
      var isHandingOver = false
    }

    /// Makes a connection.
    ///
    /// - Parameters:
    ///   - directory: The directory of the store, which is opened when it is first needed.
    ///   - app: Who the client is.
    ///   - role: What it is.
    ///   - isCopying: Whether messages are copied on their way; results then have just the attributes
    ///     that were asked for.
    package init(
      directory: String, app: AppIdentity, role: Role = .app, isCopying: Bool = false
    ) {
      self.directory = directory
      self.app = app
      self.role = role
      self.isCopying = isCopying
    }

    /// Begins the connection.
    package func start(_ sink: any TransportSink) {
      let peer = Peer(
        app: app, trust: .executable, role: role,
        processIdentifier: CurrentProcess.identifier, program: CurrentProcess.name)
      let session = ServiceCore.embedded(at: directory)
        .attach(peer, to: Sink(sink), isRemote: isCopying)
      state.withLock { $0.session = session }
      sink.connected(
        Welcome(identity: app.identifier, trust: peer.trust, role: peer.role, classes: []))
    }

    /// Hands a message over, after those that came before.
    package func send(_ envelope: Envelope<ClientMessage>) {
      let session = state.withLock { state -> Session? in
        state.envelopes.append(envelope)
        guard let session = state.session, !state.isHandingOver else { return nil }
        state.isHandingOver = true
        return session
      }
      guard let session else { return }
      while let envelope = next() { session.receive(envelope) }
    }

    private func next() -> Envelope<ClientMessage>? {
      state.withLock { state in
        let next = state.envelopes.popFirst()
        if next == nil { state.isHandingOver = false }
        return next
      }
    }

    /// Ends the connection.
    package func close() {
      let session = state.withLock { state in
        defer { state = State() }
        return state.session
      }
      session?.end()
    }

    /// Takes what the service says.
    private final class Sink: SessionSink {
      var takesMore: Bool { true }

      private let sink: any TransportSink

      init(_ sink: any TransportSink) {
        self.sink = sink
      }

      func send(_ envelope: Envelope<DaemonMessage>) -> Bool {
        sink.received(envelope)
        return true
      }

      func close(_ reason: Refusal?) {
        sink.lost(reason.map { ServiceError($0) } ?? .connectionEnded)
      }
    }
  }

  extension BatchLimits {
    /// Those of the store, where nothing is encoded on its way there.
    package static let store = BatchLimits(
      byteCount: ServiceCore.largestBatchByteCount - headByteCount, partCount: .max)
  }

  extension ServiceConnection {
    /// Makes a connection to a service inside this process.
    ///
    /// - Parameters:
    ///   - directory: The directory of the store.
    ///   - app: Who the client is.
    ///   - role: What it is.
    ///   - throughCodec: Whether messages are encoded and decoded on their way, for tests.
    ///   - omission: Why searches may lack items of the app, in one sentence; `nil` where nothing is known to be missing.
    package convenience init(
      embeddedAt directory: String, app: AppIdentity, role: Role = .app, throughCodec: Bool = false,
      omission: String? = nil
    ) {
      var connecting = Connecting(isRemote: false) {
        let transport = EmbeddedTransport(
          directory: directory, app: app, role: role, isCopying: throughCodec)
        return throughCodec ? CodecTransport(transport) : transport
      }
      if !throughCodec { connecting.batchLimits = .store }
      connecting.omission = omission
      self.init(connecting)
    }
  }
#endif
