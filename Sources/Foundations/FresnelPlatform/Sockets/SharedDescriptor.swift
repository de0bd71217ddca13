#if canImport(Glibc)
  import Glibc
#endif

/// An open file, socket or directory that several values refer to; closed with the last of them.
///
/// ``FileDescriptor`` has one owner and is the choice wherever that is enough. This one travels: in
/// messages between processes, and from the thread that received it to the one that uses it.
package final class SharedDescriptor: Sendable {
  /// The number that the kernel knows it by, valid as long as this object lives.
  package let rawValue: Int32
  /// Whether somebody else opened it, so that closing it may wait for them.
  private let isForeign: Bool

  /// Takes over an open descriptor.
  ///
  /// - Parameters:
  ///   - rawValue: Its number.
  ///   - isForeign: Whether it came from another process. The end of a file of a file system that a program
  ///     serves waits for that program: such a one is closed aside, whoever drops it.
  package init(adopting rawValue: Int32, isForeign: Bool = false) {
    self.rawValue = rawValue
    self.isForeign = isForeign
  }

  deinit {
    if isForeign { ForeignDescriptors.close(rawValue) } else { close(rawValue) }
  }

  /// Refers to a file that is open, and stays so when that one is closed.
  ///
  /// - Throws: ``SystemError`` when no more files may be open.
  package convenience init(sharing file: borrowing FileDescriptor) throws(SystemError) {
    self.init(adopting: try Self.copy(file.rawValue))
  }

  /// Opens an ordinary file for reading.
  ///
  /// - Throws: ``SystemError``: ``SystemError/Code/invalidArgument`` for anything else at the path, also
  ///   for a symbolic link; nothing there can keep the caller waiting.
  package convenience init(openingRegularFile path: String) throws(SystemError) {
    let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
    self.init(adopting: try retrying("open", path) { open(path, flags | O_NOFOLLOW) })
    guard try status().kind == .regular else {
      throw SystemError(
        .invalidArgument, call: "open", path: path, explanation: "\(path) is not an ordinary file.")
    }
  }

  /// Opens a directory, for naming files in it by ``withPath(_:)``.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - followingLinks: Whether the path may be a symbolic link to the directory.
  /// - Throws: ``SystemError``: ``SystemError/Code/notDirectory`` for anything else at the path.
  package convenience init(
    openingDirectory path: String, followingLinks: Bool = true
  ) throws(SystemError) {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followingLinks ? 0 : O_NOFOLLOW)
    self.init(adopting: try retrying("open", path) { open(path, flags) })
  }

  /// Another descriptor of the same open file, with a life of its own.
  ///
  /// - Throws: ``SystemError`` when no more files may be open.
  package func duplicate() throws(SystemError) -> SharedDescriptor {
    SharedDescriptor(adopting: try Self.copy(rawValue))
  }

  private static func copy(_ rawValue: Int32) throws(SystemError) -> Int32 {
    try retrying("fcntl") { fcntl(rawValue, F_DUPFD_CLOEXEC, 0) }
  }

  /// What the file system says about it.
  ///
  /// - Throws: ``SystemError``.
  package func status() throws(SystemError) -> FileStatus {
    var record = stat()
    _ = try retrying("fstat") { fstat(rawValue, &record) }
    return FileStatus(record)
  }

  /// Gives a path that stands for the open file in calls that take a path, in this process and while
  /// the body runs.
  package func withPath<Result, Failure: Error>(
    _ body: (String) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withExtendedLifetime(self) { () throws(Failure) in try body("/proc/self/fd/\(rawValue)") }
  }
}

extension SharedDescriptor: Hashable {
  /// Whether both are the same object; another descriptor of the same file is another one.
  package static func == (first: SharedDescriptor, second: SharedDescriptor) -> Bool {
    first === second
  }

  /// Hashes the object's identity.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
