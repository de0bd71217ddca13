#if canImport(Glibc)
  import Glibc
#endif

/// An open file, closed when the value goes out of scope.
///
/// Reads and writes go on after signals and short transfers until everything asked for is done or
/// an error or the file's end is met.
public struct FileDescriptor: ~Copyable, Sendable {
  /// The number that the kernel knows the file by.
  public let rawValue: Int32
  /// The path it was opened with, for error messages.
  public let path: String
  private let isOwned: Bool

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - access: What may be done with it.
  ///   - creation: Whether the file is made when it does not exist.
  ///   - permissions: The mode bits of a file that is made.
  /// - Throws: ``SystemError``.
  public init(
    opening path: String, for access: Access, creation: Creation = .never,
    permissions: UInt32 = 0o600
  ) throws(SystemError) {
    let flags = Self.flags(access, creation)
    rawValue = try StandardStreams.opened(path, flags, permissions)
    self.path = path
    isOwned = true
  }

  /// Opens an ordinary file.
  ///
  /// Anything else at the path is an error: a pipe would keep whoever opens or reads it waiting, and a device may go on
  /// for ever.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - access: What may be done with it.
  ///   - creation: Whether the file is made when it does not exist.
  ///   - permissions: The mode bits of a file that is made.
  ///   - followsLinks: Whether a symbolic link at the path is followed; otherwise it is no ordinary file.
  /// - Throws: ``SystemError``, with code ``SystemError/Code/invalidArgument`` for what is no ordinary file.
  package init(
    openingOrdinary path: String, for access: Access, creation: Creation = .never,
    permissions: UInt32 = 0o600, followingLinks followsLinks: Bool = true
  ) throws(SystemError) {
    // Opening a pipe waits for the other end unless told not to; to ordinary files it makes no difference.
    let flags =
      Self.flags(access, creation) | O_NONBLOCK | O_NOCTTY | (followsLinks ? 0 : O_NOFOLLOW)
    self.init(adopting: try Self.ordinary(path, flags, permissions), path: path)
  }

  private static func ordinary(
    _ path: String, _ flags: Int32, _ permissions: UInt32
  ) throws(SystemError) -> Int32 {
    let refusal = SystemError(
      .invalidArgument, call: "open", path: path,
      explanation: "\(path) is not an ordinary file.")
    do throws(SystemError) {
      let number = try StandardStreams.opened(path, flags, permissions)
      var isOrdinary = false
      defer { if !isOrdinary { _ = Glibc.close(number) } }
      let file = FileDescriptor(adopting: number, path: path, closing: false)
      isOrdinary = try file.status().kind == .regular
      if isOrdinary { return number }
    } catch {
      // Sockets, and pipes that nobody reads, cannot be opened at all; directories not for writing.
      let isLink = error.errno == ELOOP && flags & O_NOFOLLOW != 0
      guard isLink || error.errno == ENXIO || error.errno == EISDIR else { throw error }
    }
    throw refusal
  }

  private static func flags(_ access: Access, _ creation: Creation) -> Int32 {
    let way =
      switch access {
      case .reading: O_RDONLY
      case .writing: O_WRONLY
      case .readingAndWriting: O_RDWR
      case .appending: O_WRONLY | O_APPEND
      }
    let making =
      switch creation {
      case .never: Int32(0)
      case .ifMissing: O_CREAT
      case .ifMissingElseEmpty: O_CREAT | O_TRUNC
      case .always: O_CREAT | O_EXCL
      }
    return O_CLOEXEC | way | making
  }

  /// Takes over an open descriptor, closing it at the end if `closing` is true.
  public init(adopting rawValue: Int32, path: String, closing: Bool = true) {
    self.rawValue = rawValue
    self.path = path
    isOwned = closing
  }

  deinit {
    if isOwned { _ = Glibc.close(rawValue) }
  }

  /// What an open file may be used for.
  public enum Access: Sendable {
    /// Reading only.
    case reading
    /// Writing only.
    case writing
    /// Reading and writing.
    case readingAndWriting
    /// Writing at the end, wherever that is at the time.
    case appending
  }

  /// What opening does about a file that does or does not exist.
  public enum Creation: Sendable {
    /// A missing file is an error.
    case never
    /// A missing file is made.
    case ifMissing
    /// A missing file is made, an existing one is emptied.
    case ifMissingElseEmpty
    /// The file is made; an existing one is an error.
    case always
  }

  /// The process's standard input, which is not closed.
  public static var standardInput: FileDescriptor {
    FileDescriptor(adopting: STDIN_FILENO, path: "standard input", closing: false)
  }

  /// The process's standard output, which is not closed.
  public static var standardOutput: FileDescriptor {
    FileDescriptor(adopting: STDOUT_FILENO, path: "standard output", closing: false)
  }

  /// The process's standard error, which is not closed.
  public static var standardError: FileDescriptor {
    FileDescriptor(adopting: STDERR_FILENO, path: "standard error", closing: false)
  }
}
