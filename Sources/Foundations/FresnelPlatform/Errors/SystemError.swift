private import CPlatform

#if canImport(Glibc)
  import Glibc
#else
  #error("FresnelPlatform knows no C library for this platform")
#endif

/// A system call that failed.
public struct SystemError: Error, Equatable, Sendable {
  /// The system's error number; compare ``code`` with named values instead.
  public let errno: Int32
  /// The call that failed, such as `open`.
  public let call: String
  /// The file concerned, where there is one.
  public let path: String?
  /// What was wrong, where the error number alone would not say it.
  public let explanation: String?

  /// Makes an error from an error number and the call that reported it.
  public init(errno: Int32, call: String, path: String? = nil, explanation: String? = nil) {
    self.errno = errno
    self.call = call
    self.path = path
    self.explanation = explanation
  }

  /// Makes an error from a named code.
  public init(_ code: Code, call: String, path: String? = nil, explanation: String? = nil) {
    self.init(errno: code.rawValue, call: call, path: path, explanation: explanation)
  }

  /// Makes an error from the calling thread's current error number.
  static func last(_ call: String, _ path: String? = nil) -> SystemError {
    SystemError(errno: Glibc.errno, call: call, path: path)
  }

  /// The error number as a named code.
  public var code: Code { Code(rawValue: errno) }

  /// One sentence that says what failed, on which file and why.
  public var message: String {
    if let explanation { return explanation }
    let text = [CChar](unsafeUninitializedCapacity: 128) { buffer, count in
      fresnel_error_text(errno, buffer.baseAddress, buffer.count)
      count = buffer.firstIndex(of: 0) ?? 0
    }
    let reason = String(decoding: text.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard let path else { return "\(call) failed: \(reason)." }
    return "\(call) failed on \(path): \(reason)."
  }
}

extension SystemError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}

extension SystemError {
  /// An error number of the system.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int32

    /// Makes a code from a number.
    public init(rawValue: Int32) {
      self.rawValue = rawValue
    }

    /// The file or directory does not exist.
    public static let notFound = Code(rawValue: ENOENT)
    /// The file exists already.
    public static let exists = Code(rawValue: EEXIST)
    /// The disk is full.
    public static let noSpace = Code(rawValue: ENOSPC)
    /// The person's share of the disk is used up.
    public static let quotaExceeded = Code(rawValue: EDQUOT)
    /// The device failed to read or write.
    public static let inputOutput = Code(rawValue: EIO)
    /// Another process holds the lock, or nothing is there to read yet.
    public static let wouldBlock = Code(rawValue: EWOULDBLOCK)
    /// The person may not do this to the file.
    public static let accessDenied = Code(rawValue: EACCES)
    /// The operation is reserved to a privileged process.
    public static let notPermitted = Code(rawValue: EPERM)
    /// The file system can't be written to.
    public static let readOnlyFileSystem = Code(rawValue: EROFS)
    /// The file is a directory.
    public static let isDirectory = Code(rawValue: EISDIR)
    /// A part of the path is no directory.
    public static let notDirectory = Code(rawValue: ENOTDIR)
    /// The resource is in use.
    public static let busy = Code(rawValue: EBUSY)
    /// A value handed to the call is out of its range.
    public static let invalidArgument = Code(rawValue: EINVAL)
    /// There was not enough memory.
    public static let noMemory = Code(rawValue: ENOMEM)
    /// The data break their format.
    public static let damagedData = Code(rawValue: EBADMSG)
    /// The reader of a pipe is gone.
    public static let brokenPipe = Code(rawValue: EPIPE)
    /// The other end of a connection is closed, and something was lost.
    public static let connectionReset = Code(rawValue: ECONNRESET)
    /// Nobody listens on the socket.
    public static let connectionRefused = Code(rawValue: ECONNREFUSED)
    /// Somebody else uses the address of the network.
    public static let addressInUse = Code(rawValue: EADDRINUSE)
    /// This machine has no such address of the network.
    public static let addressNotAvailable = Code(rawValue: EADDRNOTAVAIL)
    /// No way leads to the network.
    public static let networkUnreachable = Code(rawValue: ENETUNREACH)
    /// The network knows no way to the host.
    public static let hostUnreachable = Code(rawValue: EHOSTUNREACH)
    /// No answer came in time.
    public static let timedOut = Code(rawValue: ETIMEDOUT)
    /// More came than there is room for.
    public static let messageTooLong = Code(rawValue: EMSGSIZE)
    /// A file has more bytes than it may have.
    public static let fileTooLarge = Code(rawValue: EFBIG)
    /// No such process is there.
    public static let noProcess = Code(rawValue: ESRCH)
  }
}
