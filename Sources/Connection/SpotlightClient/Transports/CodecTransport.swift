package import SpotlightWire
internal import Synchronization

/// Encodes and decodes everything on its way over another transport, as a socket would, so that tests
/// in one process exercise the protocol.
package final class CodecTransport: ClientTransport {
  private let base: any ClientTransport
  private let decoder: Mutex<Decoder?> = Mutex(nil)

  /// Makes a transport over one that was not started.
  package init(_ base: any ClientTransport) {
    self.base = base
  }

  /// Begins the connection.
  package func start(_ sink: any TransportSink) {
    let decoder = Decoder(sink, base: base)
    self.decoder.withLock { $0 = decoder }
    base.start(decoder)
  }

  /// Sends a message; who asked is told of one that cannot be sent, as by a socket's transport.
  package func send(_ envelope: Envelope<ClientMessage>) {
    do throws(WireError) {
      base.send(try envelope.reencoded())
    } catch {
      let failure = ServiceError(
        error.code == .tooLarge ? .tooLarge : .unavailable, error.message)
      if envelope.message.kind.isReply {
        base.send(Envelope(.failed(failure), request: envelope.request))
      } else {
        decoder.withLock { $0 }?.refuse(envelope.request, failure)
      }
    }
  }

  /// Ends the connection.
  package func close() {
    base.close()
    decoder.withLock { $0.take() }?.close()
  }

  /// Passes on what comes, until the connection ends.
  private final class Decoder: TransportSink {
    private let sink: Mutex<(any TransportSink)?>
    private let base: any ClientTransport

    init(_ sink: any TransportSink, base: any ClientTransport) {
      self.sink = Mutex(sink)
      self.base = base
    }

    func connected(_ welcome: Welcome) {
      sink.withLock { $0 }?.connected(welcome)
    }

    func received(_ envelope: Envelope<DaemonMessage>) {
      do throws(WireError) {
        let decoded = try envelope.reencoded()
        sink.withLock { $0 }?.received(decoded)
      } catch {
        let sink = sink.withLock { $0.take() }
        base.close()
        sink?.lost(
          ServiceError(.connectionLost, "The index service broke the protocol: \(error)"))
      }
    }

    func refuse(_ request: UInt64, _ failure: ServiceError) {
      sink.withLock { $0 }?.received(Envelope(.failed(failure), request: request))
    }

    func lost(_ error: ServiceError) {
      sink.withLock { $0.take() }?.lost(error)
    }

    func close() {
      sink.withLock { $0 = nil }
    }
  }
}

extension Envelope {
  /// The envelope as the other side of a socket would see it.
  fileprivate func reencoded() throws(WireError) -> Envelope {
    let outgoing = try FrameEncoder.frame(self)
    var decoder = FrameDecoder()
    outgoing.bytes.withUnsafeBytes { decoder.append($0, descriptors: outgoing.descriptors) }
    guard let frame = try decoder.next() else {
      throw WireError(.malformed, "The frame is longer than it says.")
    }
    return try FrameParser.envelope(of: frame)
  }
}
