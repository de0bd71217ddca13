internal import FresnelPlatform

/// Where the two sides of a stream tell each other that they have written all. A side that goes without saying so
/// has lost something: what came is not whole then.
struct StreamEnds: Sendable {
  private let socket: UnixSocket

  /// - Parameter socket: A socket that comes along with that of the stream.
  init(_ socket: UnixSocket) {
    self.socket = socket
  }

  /// Whether the other side has said so. To be asked when what it wrote has come to its end.
  var otherHasEnded: Bool {
    if case .bytes? = try? socket.peek() { true } else { false }
  }

  /// Says that nothing more is written. To be said before the other side sees the end.
  func tellEnd() {
    // Where nobody is there any more, nobody is to be told.
    _ = withUnsafeBytes(of: Self.sign) { try? socket.send($0) }
  }

  private static let sign: UInt8 = 1
}
