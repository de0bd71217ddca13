internal import CPlatform

#if canImport(Glibc)
  import Glibc
#endif

/// A place in the file system where other processes connect.
///
/// Of every byte received over an accepted connection, also of those sent before it was accepted, the
/// kernel tells who wrote it.
package struct SocketListener: ~Copyable, Sendable {
  /// The listening socket, to be watched by an ``EventLoop``: readable when somebody waits.
  package let descriptor: SharedDescriptor
  private let path: String
  /// The file made for it; `nil` for a socket that somebody else made and looks after.
  private let file: stat?

  /// Makes a socket that only this user's processes may connect to, and listens.
  ///
  /// A socket that is left from an earlier process is replaced: the caller holds the lock that says
  /// that nobody listens there any more. The new one takes its place when it listens, so whoever finds
  /// it can connect.
  ///
  /// - Parameter path: At most 107 bytes, as Linux has it; its directory exists.
  /// - Throws: ``SystemError``: ``SystemError/Code/exists`` when something else than a socket is
  ///   there.
  package init(path: String) throws(SystemError) {
    if let left = Self.status(of: path), left.st_mode & S_IFMT != S_IFSOCK {
      throw SystemError(.exists, call: "bind", path: path)
    }
    // As long as the path, since that may be as long as a socket's can be.
    let temporary = String(path.dropLast()) + "~"
    if let left = Self.status(of: temporary), left.st_mode & S_IFMT == S_IFSOCK {
      _ = unlink(temporary)
    }
    let descriptor = SharedDescriptor(
      adopting: try retrying("bind", path) { fresnel_socket_listen(temporary) })
    _ = try retrying("setsockopt") { fresnel_socket_request_credentials(descriptor.rawValue) }
    _ = try retrying("rename", path) { rename(temporary, path) }
    self.descriptor = descriptor
    self.path = path
    file = Self.status(of: path)
  }

  /// Takes over a socket that listens already, such as the one that systemd passes.
  ///
  /// - Throws: ``SystemError`` with ``SystemError/Code/invalidArgument`` for anything but a Unix
  ///   stream socket.
  package init(adopting descriptor: SharedDescriptor) throws(SystemError) {
    try self.init(adopting: descriptor, at: nil)
  }

  /// Takes over a socket that the program made which this process ran before; it is removed at the end.
  ///
  /// - Throws: As ``init(adopting:)``.
  package init(adopting descriptor: SharedDescriptor, at place: String?) throws(SystemError) {
    guard fresnel_socket_is_stream(descriptor.rawValue) != 0 else {
      throw SystemError(
        .invalidArgument, call: "getsockopt", explanation: "A descriptor is no Unix stream socket.")
    }
    let flags = try retrying("fcntl") { fcntl(descriptor.rawValue, F_GETFL) }
    _ = try retrying("fcntl") { fcntl(descriptor.rawValue, F_SETFL, flags | O_NONBLOCK) }
    _ = try retrying("fcntl") { fcntl(descriptor.rawValue, F_SETFD, FD_CLOEXEC) }
    _ = try retrying("setsockopt") { fresnel_socket_request_credentials(descriptor.rawValue) }
    self.descriptor = descriptor
    path = place ?? "the passed socket"
    file = place.flatMap { Self.status(of: $0) }
  }

  /// Whether whoever connects to the place of a socket that somebody else made finds a listener there. The file of
  /// such a socket may have been removed while the socket stays open. A connection is made for that, and ended.
  ///
  /// - Parameter socket: A listening socket.
  /// - Returns: `false` where the file is gone or nobody listens on it; `true` for a socket that was bound to no file.
  package static func isReachable(_ socket: SharedDescriptor) -> Bool {
    guard let place = place(of: socket) else { return true }
    do throws(SystemError) {
      _ = try UnixSocket.connect(to: place)
      return true
    } catch {
      // Of everything else, as a full queue, nothing follows.
      return error.code != .notFound && error.code != .connectionRefused
    }
  }

  /// Where the kernel says that a socket was bound; `nil` for one that was bound to no file.
  private static func place(of socket: SharedDescriptor) -> String? {
    var address = sockaddr_un()
    var count = socklen_t(MemoryLayout<sockaddr_un>.size)
    let status = withUnsafeMutablePointer(to: &address) { address in
      // The kernel writes no more than the size, as bytes of whatever kind of address it is.
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(socket.rawValue, $0, &count)
      }
    }
    guard status == 0, address.sun_family == sa_family_t(AF_UNIX) else { return nil }
    let path = withUnsafeBytes(of: address.sun_path) { Array($0.prefix { $0 != 0 }) }
    return path.first == UInt8(ascii: "/") ? String(decoding: path, as: UTF8.self) : nil
  }

  /// Ends the connections of those who wait, so that they look for another listener. They are as many as a queue holds
  /// at most, whoever goes on connecting.
  package borrowing func turnAway() {
    for _ in 0...Self.queueLength {
      guard let socket = try? accept() else { return }
      withExtendedLifetime(socket) {}
    }
  }

  /// The longest queue that the unit of the socket asks for.
  private static let queueLength = 4096

  deinit {
    // Another process may have put its own in the place.
    guard let file, let found = Self.status(of: path), found.st_dev == file.st_dev,
      found.st_ino == file.st_ino
    else { return }
    _ = unlink(path)
  }

  /// The next connection; `nil` when nobody waits.
  ///
  /// - Throws: ``SystemError`` when no more files may be open; whoever waits goes on waiting.
  package borrowing func accept() throws(SystemError) -> UnixSocket? {
    try UnixSocket.accept(from: descriptor.rawValue, path)
  }

  private static func status(of path: String) -> stat? {
    var record = stat()
    return lstat(path, &record) == 0 ? record : nil
  }
}
