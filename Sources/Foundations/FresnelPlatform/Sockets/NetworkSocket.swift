internal import CPlatform

#if canImport(Glibc)
  import Glibc
#endif

/// One end of a connection over the network (TCP): a stream of bytes.
///
/// No call waits. Bytes go out at once, however few; bytes that get no answer for 30 seconds end the connection.
/// Nothing passes while nothing is sent. Receiving and sending may go on at the same time on two threads, but each on
/// one thread only, since a stream has an order.
package final class NetworkSocket: Sendable {
  /// The socket itself, to be watched by an ``EventLoop``.
  package let descriptor: SharedDescriptor

  fileprivate init(_ rawValue: Int32) {
    descriptor = SharedDescriptor(adopting: rawValue)
  }

  /// Begins to connect. The socket is writable once ``finishConnecting()`` can say what came of it.
  ///
  /// - Parameters:
  ///   - address: Where to.
  ///   - from: An address of this machine to connect from; with port 0, any.
  /// - Returns: The socket.
  /// - Throws: ``SystemError``, such as ``SystemError/Code/networkUnreachable`` or
  ///   ``SystemError/Code/addressNotAvailable``.
  package static func connect(
    to address: NetworkAddress, from: NetworkAddress? = nil
  ) throws(SystemError) -> NetworkSocket {
    var target = address.system
    return NetworkSocket(
      try retrying("connect", address.description) {
        guard var source = from?.system else { return fresnel_network_connect(&target, nil) }
        return fresnel_network_connect(&target, &source)
      })
  }

  /// Says what came of connecting, once the socket is writable.
  ///
  /// - Throws: ``SystemError``: ``SystemError/Code/connectionRefused`` when nobody listens there,
  ///   ``SystemError/Code/timedOut`` or ``SystemError/Code/hostUnreachable`` when nobody answers.
  package func finishConnecting() throws(SystemError) {
    let number = try retrying("getsockopt") { fresnel_network_error(descriptor.rawValue) }
    guard number == 0 else { throw SystemError(errno: number, call: "connect") }
  }

  /// This end's address.
  ///
  /// - Throws: ``SystemError``.
  package func localAddress() throws(SystemError) -> NetworkAddress {
    try NetworkAddress.local(of: descriptor)
  }

  /// The other end's address.
  ///
  /// - Throws: ``SystemError`` when the socket is not connected.
  package func peerAddress() throws(SystemError) -> NetworkAddress {
    var address = fresnel_network_address()
    _ = try retrying("getpeername") { fresnel_network_peer(descriptor.rawValue, &address) }
    return NetworkAddress(address)
  }

  /// What a receive brought.
  package enum Received: Hashable, Sendable {
    /// So many bytes, at least one.
    case bytes(Int)
    /// Nothing has come yet.
    case wouldBlock
    /// The other end is closed, and all that it sent has been received, or the connection is lost.
    case end
  }

  /// Takes what has come, as far as the buffer holds it.
  ///
  /// - Parameter buffer: Where the bytes go; not empty.
  /// - Returns: What came.
  /// - Throws: ``SystemError``: ``SystemError/Code/timedOut`` when the other end does not answer any more.
  package func receive(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Received {
    do throws(SystemError) {
      let count = try retrying("recv") {
        fresnel_network_receive(descriptor.rawValue, buffer.baseAddress, buffer.count)
      }
      return count == 0 ? .end : .bytes(count)
    } catch {
      if error.code == .wouldBlock { return .wouldBlock }
      if error.errno == ECONNRESET { return .end }
      throw error
    }
  }

  /// Sends as many of the bytes as the socket takes now.
  ///
  /// - Parameter bytes: The bytes, at least one.
  /// - Returns: How many were taken; 0 when the other end has to read first.
  /// - Throws: ``SystemError``: ``SystemError/Code/brokenPipe`` when the other end is closed.
  package func send(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
    do throws(SystemError) {
      return try retrying("send") {
        fresnel_network_send(descriptor.rawValue, bytes.baseAddress, bytes.count)
      }
    } catch {
      if error.code == .wouldBlock { return 0 }
      if error.errno == ECONNRESET { throw SystemError(.brokenPipe, call: "send") }
      throw error
    }
  }

  /// Ends the connection in both directions. The other end still receives what was sent.
  package func shutdown() {
    _ = Glibc.shutdown(descriptor.rawValue, Int32(SHUT_RDWR))
  }
}

/// A place on the network where others connect (TCP).
package final class NetworkListener: Sendable {
  /// The listening socket, to be watched by an ``EventLoop``: readable when somebody waits.
  package let descriptor: SharedDescriptor
  /// Where it listens, with the port that the system chose if it was to.
  package let address: NetworkAddress

  /// Listens at an address; one of version 6 takes no connections of version 4.
  ///
  /// - Throws: ``SystemError``: ``SystemError/Code/addressInUse`` when somebody listens there,
  ///   ``SystemError/Code/addressNotAvailable`` when this machine has no such address.
  package init(_ address: NetworkAddress) throws(SystemError) {
    var system = address.system
    descriptor = SharedDescriptor(
      adopting: try retrying("bind", address.description) { fresnel_network_listen(&system) })
    self.address = try NetworkAddress.local(of: descriptor)
  }

  /// The next connection and who made it; `nil` when nobody waits.
  ///
  /// - Throws: ``SystemError`` when no more files may be open; whoever waits goes on waiting, so the socket stays
  ///   readable.
  package func accept() throws(SystemError) -> (socket: NetworkSocket, from: NetworkAddress)? {
    var peer = fresnel_network_address()
    do throws(SystemError) {
      let accepted = try retrying("accept4") {
        fresnel_network_accept(descriptor.rawValue, &peer)
      }
      return (NetworkSocket(accepted), NetworkAddress(peer))
    } catch {
      // Linux tells here also what befell a connection that waited: it is as good as none.
      if error.code == .wouldBlock || Self.errorsOfOneConnection.contains(error.errno) {
        return nil
      }
      throw error
    }
  }

  private static let errorsOfOneConnection: Set<Int32> = [
    ECONNABORTED, EPERM, EPROTO, ENOPROTOOPT, ENETDOWN, ENETUNREACH, EHOSTDOWN, EHOSTUNREACH,
    ENONET,
    EOPNOTSUPP, ETIMEDOUT,
  ]
}

extension NetworkAddress {
  /// The address of a socket of this process.
  fileprivate static func local(
    of descriptor: SharedDescriptor
  ) throws(SystemError) -> NetworkAddress {
    var address = fresnel_network_address()
    _ = try retrying("getsockname") { fresnel_network_local(descriptor.rawValue, &address) }
    return NetworkAddress(address)
  }
}
