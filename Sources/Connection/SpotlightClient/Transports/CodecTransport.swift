package import SpotlightWire

/// Encodes and decodes everything on its way over another transport, as a socket would, so that tests
/// in one process exercise the protocol.
package final class CodecTransport: ClientTransport {
  private let base: any ClientTransport

  /// Makes a transport over one that was not started.
  package init(_ base: any ClientTransport) {
    self.base = base
  }

  /// Begins the connection.
  package func start(_ sink: any TransportSink) {
    base.start(Decoder(sink))
  }

  /// Sends a message.
  package func send(_ envelope: Envelope<ClientMessage>) {
    do throws(WireError) {
      base.send(try envelope.reencoded())
    } catch {
      preconditionFailure("A message of kind \(envelope.message.kind) cannot be encoded: \(error)")
    }
  }

  /// Ends the connection.
  package func close() {
    base.close()
  }

  /// Passes on what comes.
  private final class Decoder: TransportSink {
    private let sink: any TransportSink

    init(_ sink: any TransportSink) {
      self.sink = sink
    }

    func connected(_ welcome: Welcome) {
      sink.connected(welcome)
    }

    func received(_ envelope: Envelope<DaemonMessage>) {
      do throws(WireError) {
        sink.received(try envelope.reencoded())
      } catch {
        preconditionFailure(
          "A message of kind \(envelope.message.kind) cannot be encoded: \(error)")
      }
    }

    func lost(_ error: ServiceError) {
      sink.lost(error)
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
