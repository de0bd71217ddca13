import FresnelPlatform
import Synchronization

@testable import SpotlightClient
@testable import SpotlightWire

/// A service that answers as a script says, without a socket between.
final class PlayedService: Sendable {
  /// What it answers; `nil` to say that it is done.
  typealias Script =
    @Sendable (ClientMessage) -> (message: DaemonMessage, descriptors: [SharedDescriptor])?

  private let script: Script
  private let sink = Mutex<(any TransportSink)?>(nil)
  private let isGone = Atomic(false)

  init(_ script: @escaping Script) {
    self.script = script
  }

  /// A connection of an app to it, which may be lost.
  func connection() -> ServiceConnection {
    ServiceConnection(
      ServiceConnection.Connecting(isRemote: true, patience: .zero) { Transport(service: self) })
  }

  /// Ends the connection, and takes no other.
  func hangUp() {
    isGone.store(true, ordering: .releasing)
    sink.withLock { $0 }?.lost(ServiceError(.connectionLost, "The service has gone."))
  }

  private final class Transport: ClientTransport {
    let service: PlayedService

    init(service: PlayedService) {
      self.service = service
    }

    func start(_ sink: any TransportSink) {
      if service.isGone.load(ordering: .acquiring) {
        sink.lost(ServiceError(.connectionLost, "The service has gone."))
        return
      }
      service.sink.withLock { $0 = sink }
      sink.connected(
        Welcome(identity: "com.example.tests", trust: .executable, role: .app, classes: []))
    }

    func send(_ envelope: Envelope<ClientMessage>) {
      guard envelope.request != 0 else { return }
      let (message, descriptors) = service.script(envelope.message) ?? (.done, [])
      service.sink.withLock { $0 }?.received(
        Envelope(message, request: envelope.request, descriptors: descriptors))
    }

    func close() {}
  }
}
