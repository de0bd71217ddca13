import FresnelPlatform
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// What becomes of a client where as many wait to be accepted as may.
@Suite("A full queue of connections", .timeLimit(.minutes(30)))
struct FullQueueTests {
  /// Calls the body with a listening socket whose queue one connection has filled.
  private func withFullQueue(_ body: (_ listener: Int32, _ path: String) throws -> Void) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let path = directory + "/socket"
      let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      try #require(listener >= 0)
      defer { close(listener) }
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      let isBound = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
        }
      }
      try #require(isBound && listen(listener, 0) == 0)
      let first = try UnixSocket.connect(to: path)
      try body(listener, path)
      withExtendedLifetime(first) {}
    }
  }

  @Test("a client waits a second for a place before it is turned away")
  func patience() throws {
    try withFullQueue { _, path in
      let start = MonotonicClock.nanoseconds
      #expect(throws: SystemError.self) { try UnixSocket.connect(to: path) }
      #expect(MonotonicClock.elapsed(from: start, to: MonotonicClock.nanoseconds) >= 900_000_000)
    }
  }

  @Test("a client has the place of one that is accepted, and does not wait for what it reads then")
  func place() throws {
    try withFullQueue { listener, path in
      let isStarted = DetachedThread.start { close(accept(listener, nil, nil)) }
      try #require(isStarted)
      // On a busy machine the other thread may take more than the second.
      var connected: UnixSocket?
      while connected == nil { connected = try? UnixSocket.connect(to: path) }
      let client = try #require(connected)
      let received = try client.receive()
      #expect(received == nil)
      let accepted = accept(listener, nil, nil)
      #expect(accepted >= 0)
      close(accepted)
    }
  }
}
