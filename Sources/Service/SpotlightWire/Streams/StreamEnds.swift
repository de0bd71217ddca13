package import FresnelPlatform

/// Where the two sides of a stream between devices tell each other that they have written all. A side that goes
/// without saying so has lost something: what came is not whole then.
///
/// It is a socket of its own, of which one end goes with the first byte over the socket of the stream.
package struct StreamEnds: Sendable {
  private let socket: UnixSocket

  /// Tells and hears over a socket.
  package init(over socket: UnixSocket) {
    self.socket = socket
  }

  /// Sends the other end over a socket that nobody has used yet.
  ///
  /// - Throws: ``SystemError``.
  package init(offeringOver stream: UnixSocket) throws(SystemError) {
    let (near, far) = try UnixSocket.pair()
    socket = near
    let count = try Self.withSign { (sign) throws(SystemError) in
      try stream.send(sign, descriptors: [far.descriptor])
    }
    guard count == 1 else { throw SystemError(.wouldBlock, call: "sendmsg") }
  }

  /// Takes the end that came over a socket of which nothing has been read yet.
  ///
  /// - Throws: ``SystemError`` when none came.
  package init(takingFrom stream: UnixSocket) throws(SystemError) {
    var byte: UInt8 = 0
    let received = try withUnsafeMutableBytes(of: &byte) { buffer throws(SystemError) in
      try stream.receive(into: buffer)
    }
    guard case .bytes(_, let descriptors, _) = received, let descriptor = descriptors.first else {
      throw SystemError(
        .invalidArgument, call: "recvmsg",
        explanation: "No socket came on which the ends of a stream are told.")
    }
    socket = try UnixSocket(adopting: descriptor)
  }

  /// Whether the other side has said that it has written all. To be asked when what it wrote has come to its end.
  package var otherHasEnded: Bool {
    if case .bytes? = try? socket.peek() { true } else { false }
  }

  /// Says that nothing more is written. To be said before the other side sees the end.
  package func tellEnd() {
    // Where nobody is there any more, nobody is to be told.
    _ = Self.withSign { try? socket.send($0) }
  }

  private static func withSign<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var sign: UInt8 = 1
    return try withUnsafeBytes(of: &sign) { (sign) throws(Failure) in try body(sign) }
  }
}
