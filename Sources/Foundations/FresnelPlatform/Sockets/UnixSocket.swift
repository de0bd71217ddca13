internal import CPlatform

#if canImport(Glibc)
  import Glibc
#endif

/// One end of a connection between two processes of this machine: a stream of bytes, and open files
/// that travel with them.
///
/// No call waits, whatever the other end did to the socket's settings. Receiving and sending may go on
/// at the same time on two threads, but each on one thread only, since a stream has an order.
package final class UnixSocket: Sendable {
  /// The socket itself, to be watched by an ``EventLoop`` or passed to another process.
  package let descriptor: SharedDescriptor

  /// The most descriptors taken from one receive; more are an error.
  package static let descriptorsPerReceive = 16

  private init(_ rawValue: Int32) {
    descriptor = SharedDescriptor(adopting: rawValue)
  }

  /// Makes a socket of a descriptor that came from somewhere else.
  ///
  /// - Throws: ``SystemError`` with ``SystemError/Code/invalidArgument`` for anything but a Unix
  ///   stream socket.
  package init(adopting descriptor: SharedDescriptor) throws(SystemError) {
    guard fresnel_socket_is_stream(descriptor.rawValue) != 0 else {
      throw SystemError(
        .invalidArgument, call: "getsockopt", explanation: "A descriptor is no Unix stream socket.")
    }
    self.descriptor = descriptor
  }

  /// Connects to the socket at a path.
  ///
  /// - Throws: ``SystemError``: ``SystemError/Code/notFound`` or
  ///   ``SystemError/Code/connectionRefused`` when nobody listens there,
  ///   ``SystemError/Code/wouldBlock`` when too many wait to be accepted.
  package static func connect(to path: String) throws(SystemError) -> UnixSocket {
    StandardStreams.openClosed()
    return UnixSocket(try retrying("connect", path) { fresnel_socket_connect(path) })
  }

  /// Makes two sockets that are connected with each other.
  ///
  /// - Throws: ``SystemError`` when no more files may be open.
  package static func pair() throws(SystemError) -> (UnixSocket, UnixSocket) {
    var (first, second): (Int32, Int32) = (-1, -1)
    _ = try retrying("socketpair") { fresnel_socket_pair(&first, &second) }
    return (UnixSocket(first), UnixSocket(second))
  }

  static func accept(from listener: Int32, _ path: String) throws(SystemError) -> UnixSocket? {
    do throws(SystemError) {
      let socket = UnixSocket(try retrying("accept4", path) { fresnel_socket_accept(listener) })
      // On newer kernels, as 6.18, a connection has the setting that the listener had when it was made. That may be
      // before this process began, where systemd listens for it.
      try socket.requestCredentials()
      return socket
    } catch {
      // One that gave up before it was accepted is as good as none.
      if error.code == .wouldBlock || error.errno == ECONNABORTED { return nil }
      throw error
    }
  }

  /// What a receive brought.
  package enum Received: Sendable {
    /// So many bytes, at least one. The descriptors came with some of them, in order. Credentials are
    /// there after ``requestCredentials()``: they tell who wrote the bytes, all of them.
    case bytes(Int, descriptors: [SharedDescriptor], credentials: Credentials?)
    /// Nothing has come yet.
    case wouldBlock
    /// The other end is closed, and all that it sent has been received.
    case end
  }

  /// Takes what has come, as far as the buffer holds it.
  ///
  /// - Parameter buffer: Where the bytes go; not empty.
  /// - Returns: What came.
  /// - Throws: ``SystemError``: ``SystemError/Code/messageTooLong`` when more descriptors came than
  ///   ``descriptorsPerReceive``, or than this process may have open; none of them is kept.
  package func receive(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Received {
    // As many as can come at once (SCM_MAX_FD).
    var numbers = InlineArray<253, Int32>(repeating: -1)
    var span = numbers.mutableSpan
    return try span.withUnsafeMutableBufferPointer { numbers throws(SystemError) -> Received in
      var ancillary = fresnel_ancillary()
      ancillary.descriptors = numbers.baseAddress
      ancillary.descriptor_count = numbers.count
      let count: Int
      do throws(SystemError) {
        count = try retrying("recvmsg") {
          fresnel_socket_receive(
            descriptor.rawValue, buffer.baseAddress, buffer.count, &ancillary)
        }
      } catch {
        if error.code == .wouldBlock { return .wouldBlock }
        if error.errno == ECONNRESET { return .end }
        throw error
      }
      let descriptors = numbers.prefix(ancillary.descriptor_count).map {
        SharedDescriptor(adopting: $0, isForeign: true)
      }
      guard ancillary.is_truncated == 0, descriptors.count <= Self.descriptorsPerReceive else {
        throw SystemError(
          .messageTooLong, call: "recvmsg", explanation: "Too many descriptors came at once.")
      }
      // What came before the end came with a byte.
      if count == 0 { return .end }
      return .bytes(
        count, descriptors: descriptors,
        credentials: ancillary.has_credentials != 0 ? Credentials(ancillary.credentials) : nil)
    }
  }

  /// Sends as many of the bytes as the socket takes now.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, at least one.
  ///   - descriptors: Go with the first of the bytes; all of them, unless nothing was sent.
  /// - Returns: How many bytes were taken; 0 when the other end has to read first.
  /// - Throws: ``SystemError``: ``SystemError/Code/brokenPipe`` when the other end is closed.
  package func send(
    _ bytes: UnsafeRawBufferPointer, descriptors: [SharedDescriptor] = []
  ) throws(SystemError) -> Int {
    do throws(SystemError) {
      return try withExtendedLifetime(descriptors) { () throws(SystemError) in
        let numbers = descriptors.map(\.rawValue)
        return try retrying("sendmsg") {
          fresnel_socket_send(
            descriptor.rawValue, bytes.baseAddress, bytes.count, numbers, numbers.count)
        }
      }
    } catch {
      if error.code == .wouldBlock { return 0 }
      throw error
    }
  }

  /// Whether the other end has yet to receive some of what was sent.
  package var hasUnread: Bool { fresnel_socket_has_unread(descriptor.rawValue) > 0 }

  /// Ends the connection in both directions. The other end still receives what was sent; here and
  /// there, whoever waits for the socket is woken.
  package func shutdown() {
    _ = Glibc.shutdown(descriptor.rawValue, Int32(SHUT_RDWR))
  }

  /// Sends nothing any more; what the other end sends is still received.
  package func endOutput() {
    _ = Glibc.shutdown(descriptor.rawValue, Int32(SHUT_WR))
  }

  /// Who connected the socket, or made the pair. Whoever holds the other end now may be another.
  ///
  /// - Throws: ``SystemError``.
  package func peerCredentials() throws(SystemError) -> Credentials {
    var credentials = fresnel_credentials()
    _ = try retrying("getsockopt") { fresnel_socket_peer(descriptor.rawValue, &credentials) }
    return Credentials(credentials)
  }

  /// Has the kernel say of all bytes received from now on who wrote them. Bytes of two writers then
  /// never come in one receive.
  ///
  /// - Throws: ``SystemError``.
  package func requestCredentials() throws(SystemError) {
    _ = try retrying("setsockopt") { fresnel_socket_request_credentials(descriptor.rawValue) }
  }
}
