#if canImport(Glibc)
  import Glibc
#endif

extension UnixSocket {
  /// What reading plain bytes brought.
  package enum PlainRead: Hashable, Sendable {
    /// So many bytes, at least one.
    case bytes(Int)
    /// Nothing has come yet.
    case wouldBlock
    /// The other end sends nothing more, and all that it sent has been read.
    case end
    /// The other end was closed with bytes in it that nobody had read: something was lost.
    case reset
  }

  /// Takes bytes that have come, as far as the buffer holds them. Open files that came along are closed unseen.
  ///
  /// - Parameters:
  ///   - buffer: Where the bytes go; not empty.
  ///   - keepsThem: Whether the next call is to bring the same bytes again.
  /// - Returns: What came.
  /// - Throws: ``SystemError``.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, keepsThem: Bool = false
  ) throws(SystemError) -> PlainRead {
    let flags = Int32(MSG_DONTWAIT) | (keepsThem ? Int32(MSG_PEEK) : 0)
    do throws(SystemError) {
      let count = try retrying("recv") {
        recv(descriptor.rawValue, buffer.baseAddress, buffer.count, flags)
      }
      return count == 0 ? .end : .bytes(count)
    } catch {
      if error.code == .wouldBlock { return .wouldBlock }
      if error.code == .connectionReset { return .reset }
      throw error
    }
  }

  /// What reading would bring now, of which nothing is taken.
  ///
  /// - Throws: ``SystemError``.
  package func peek() throws(SystemError) -> PlainRead {
    var byte: UInt8 = 0
    return try withUnsafeMutableBytes(of: &byte) { buffer throws(SystemError) in
      try read(into: buffer, keepsThem: true)
    }
  }

  /// Finds out what can be done with the socket.
  ///
  /// - Parameters:
  ///   - interest: What is wanted: to read or to write.
  ///   - isWaiting: Whether to wait, without end, until that can be done or the other end is closed.
  /// - Returns: What of it can be done now, and whether the other end is closed; nothing also when a signal came.
  /// - Throws: ``SystemError``.
  package func readiness(
    for interest: EventLoop.Interest, waiting isWaiting: Bool = false
  ) throws(SystemError) -> EventLoop.Interest {
    var record = pollfd(fd: descriptor.rawValue, events: 0, revents: 0)
    if interest.contains(.readable) { record.events |= Int16(POLLIN) }
    if interest.contains(.writable) { record.events |= Int16(POLLOUT) }
    if poll(&record, 1, isWaiting ? -1 : 0) < 0 {
      if errno == EINTR { return [] }
      throw SystemError.last("poll")
    }
    let happened = Int32(record.revents)
    var ready: EventLoop.Interest = []
    if happened & POLLIN != 0 { ready.insert(.readable) }
    if happened & POLLOUT != 0 { ready.insert(.writable) }
    if happened & (POLLHUP | POLLERR | POLLNVAL) != 0 { ready.insert(.closed) }
    return ready
  }

  /// Finds the sockets whose other end is closed, by one system call.
  ///
  /// - Parameter sockets: Sockets that are open.
  /// - Returns: Their positions, ascending; none where they can't be found out now.
  package static func closed(among sockets: [UnixSocket]) -> [Int] {
    var records = sockets.map { pollfd(fd: $0.descriptor.rawValue, events: 0, revents: 0) }
    guard poll(&records, nfds_t(records.count), 0) > 0 else { return [] }
    return records.indices.filter { records[$0].revents != 0 }
  }
}
