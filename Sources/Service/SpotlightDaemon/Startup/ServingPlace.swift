internal import FresnelPlatform

/// Where clients find the daemon: its socket, and beside it the lock that says who serves.
///
/// Somebody may remove or replace one of them while the daemon runs, as a tool that tidies up does. Nobody reaches it
/// then, and it would go on to hold the locks of the stores, so that the daemon which the next client starts could read
/// none of them. It is told of that by the kernel; nothing is looked at while nothing happens.
struct ServingPlace: ~Copyable {
  private let watch: EntryWatch
  private let socket: Entry
  private let lock: Entry
  /// Whether the daemon has made the socket, and not somebody who may have put it elsewhere.
  private let hasOwnSocket: Bool

  /// A path, and which file was there.
  private struct Entry {
    let path: RawPath
    let identity: FileSystem.Identity?

    init(_ path: String) {
      self.path = RawPath(path)
      identity = FileSystem.identity(of: self.path)
    }

    /// Whether that file is still there.
    var isInPlace: Bool { FileSystem.identity(of: path) == identity }
  }

  /// Notes what is there, and starts to watch it.
  ///
  /// - Parameters:
  ///   - directory: The directory of the socket and the lock, which this process holds.
  ///   - hasOwnSocket: Whether the daemon listens on a socket there that it has made.
  /// - Throws: ``SystemError`` where the directory is gone, or when the person has as many watches as may be.
  init(_ directory: String, hasOwnSocket: Bool) throws(SystemError) {
    watch = try EntryWatch(RawPath(directory))
    socket = Entry(directory + "/daemon")
    lock = Entry(directory + "/lock")
    self.hasOwnSocket = hasOwnSocket
  }

  /// Readable when something may have been removed or replaced.
  var descriptor: Int32 { watch.descriptor }

  /// Takes what happened so far.
  ///
  /// - Returns: Whether clients still find the daemon, and others its lock.
  borrowing func isInPlace() -> Bool {
    try? watch.drain()
    guard lock.identity != nil, socket.identity != nil || !hasOwnSocket else { return false }
    return lock.isInPlace && socket.isInPlace
  }
}
