#if canImport(Glibc)
  import Glibc
#endif

/// A file that one process at a time can hold, and which names its holder.
///
/// The lock is the kernel's (`flock`), so it ends with the process however that dies. The content is
/// for people and error messages only: the holder's process number and program.
public struct LockFile: ~Copyable, Sendable {
  private let file: FileDescriptor

  /// Takes the lock without waiting.
  ///
  /// - Throws: ``SystemError`` with code ``SystemError/Code/wouldBlock`` when another holds it; the
  ///   message names the holder.
  public init(locking path: String) throws(SystemError) {
    try self.init(locking: path, followingLinks: true)
  }

  /// Takes the lock without waiting, in a directory that others may change.
  ///
  /// - Parameters:
  ///   - path: The file; it is made where it is missing.
  ///   - followsLinks: Whether a symbolic link at the path is followed. The file is written to: where others can put a
  ///     link there, it may lead to any file of this person's.
  /// - Throws: ``SystemError`` as ``init(locking:)``, and with code ``SystemError/Code/invalidArgument`` for a link
  /// that is not followed.
  package init(locking path: String, followingLinks followsLinks: Bool) throws(SystemError) {
    let file = try FileDescriptor(
      openingOrdinary: path, for: .readingAndWriting, creation: .ifMissing,
      followingLinks: followsLinks)
    guard try file.tryLock() else {
      let holder = Self.holder(of: path)
      throw SystemError(
        .wouldBlock, call: "flock", path: path,
        explanation: "\(holder?.description ?? "Another process") holds the lock \(path).")
    }
    Self.write(to: file)
    self.file = file
  }

  /// Takes over a lock that the program held which this process ran before.
  package init(adopting descriptor: SharedDescriptor) throws(SystemError) {
    let number = try retrying("fcntl") { fcntl(descriptor.rawValue, F_DUPFD_CLOEXEC, 0) }
    file = FileDescriptor(adopting: number, path: "the passed lock")
  }

  /// The open file, for passing the lock on.
  package var rawDescriptor: Int32 { file.rawValue }

  /// Whether the path still names the file that is locked; an error when it cannot be looked at.
  public var isInPlace: Bool { get throws(SystemError) { try file.isInPlace } }

  deinit {
    file.unlock()
  }

  /// The least that the content takes, filled up with line feeds.
  private static let usualByteCount = 64

  /// Puts this process's text in the place of the last holder's.
  ///
  /// Texts are of one length, as a rule, so that the file need not be cut: that waits for the disk.
  /// The lock holds without a text: on a full disk it is missing from other processes' messages.
  private static func write(to file: borrowing FileDescriptor) {
    var content = [UInt8]("\(CurrentProcess.identifier) \(CurrentProcess.name)\n".utf8)
    while content.count < usualByteCount { content.append(0x0A) }
    try? file.write(content)
    if let found = try? file.byteCount(), found > UInt64(content.count) {
      try? file.resize(to: UInt64(content.count))
    }
  }

  /// The process that last took the lock, as the file says.
  public static func holder(of path: String) -> Holder? {
    guard let bytes = try? FileSystem.regularFile(path, maximumByteCount: 4096).bytes else {
      return nil
    }
    let line = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    let parts = line.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let identifier = Int32(parts[0]) else { return nil }
    return Holder(processIdentifier: identifier, program: String(parts[1]))
  }

  /// A process that took a lock.
  public struct Holder: Equatable, Sendable, CustomStringConvertible {
    /// The number of the process.
    public let processIdentifier: Int32
    /// The name of its program.
    public let program: String

    /// The program and the number, as in "fresnel (process 12)".
    public var description: String { "\(program) (process \(processIdentifier))" }
  }
}
