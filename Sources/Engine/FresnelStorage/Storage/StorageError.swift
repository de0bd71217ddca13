public import FresnelPlatform

/// A failure reported by the storage layer.
public struct StorageError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What kind of failure it is, and so what a caller can do about it.
  public let code: Code
  /// One sentence that says what failed and where.
  public let message: String
  /// The file concerned, where there is one.
  public let path: String?
  /// The byte offset in the file, where one is known.
  public let offset: UInt64?
  /// The system call that failed, where one did.
  public let cause: SystemError?

  /// Makes an error.
  public init(
    _ code: Code, _ message: String, path: String? = nil, offset: UInt64? = nil,
    cause: SystemError? = nil
  ) {
    self.code = code
    self.message = message
    self.path = path
    self.offset = offset
    self.cause = cause
  }

  /// Wraps a failed system call.
  public init(_ error: SystemError) {
    let code: Code =
      switch error.code {
      case .notFound, .notDirectory: .notFound
      case .noSpace, .quotaExceeded: .full
      case .accessDenied, .notPermitted, .readOnlyFileSystem: .denied
      case .wouldBlock: .busy
      default: .inputOutput
      }
    self.init(code, error.message, path: error.path, cause: error)
  }

  /// Whether the device failed to read or write. Other failures without a code of their own, such as
  /// too many open files, say nothing of what is stored.
  package var isDeviceFailure: Bool {
    code == .inputOutput && (cause?.code ?? .inputOutput) == .inputOutput
  }

  /// Whether nothing more can be written before the journal is opened again.
  package var asksForReopening: Bool { code == .untrusted || code == .replaced }

  /// The message, and what gives access where permissions are what is wrong.
  package var explanation: String {
    guard code == .denied, cause?.code != .readOnlyFileSystem else { return message }
    return message + (message.hasSuffix(".") ? "" : ".")
      + " Its permissions keep this process out; what gives access back: chmod -R u+rwX "
      + (path.flatMap(Self.closedDirectory) ?? "with its directory")
  }

  /// The highest directory on the way to a file that lets nobody through, below which no permission can be changed; else
  /// the file's own.
  private static func closedDirectory(of path: String) -> String? {
    for end in path.indices.dropFirst() where path[end] == "/" {
      let directory = String(path[..<end])
      // Looking up anything in it takes the permission that is missing.
      do throws(SystemError) {
        _ = try FileSystem.status(of: directory + "/.")
      } catch {
        return directory
      }
    }
    return path.lastIndex(of: "/").map { String(path[..<$0]) }
  }

  /// The message.
  public var description: String { message }

  /// A kind of failure.
  public struct Code: Hashable, Sendable {
    private enum Kind {
      case notFound, corrupted, busy, full, inputOutput, denied, newerFormat, untrusted, stale
      case tooLarge, closed, readOnly, wrongKey, replaced
    }
    private let kind: Kind

    /// The file or store does not exist.
    public static let notFound = Code(kind: .notFound)
    /// The bytes fail their checksum or break the format; reopen for writing to set them aside.
    public static let corrupted = Code(kind: .corrupted)
    /// Another process holds the writer's lock; the message names it. Try again, or open read-only.
    public static let busy = Code(kind: .busy)
    /// The disk is full; nothing that was acknowledged is lost. Free space and try again.
    public static let full = Code(kind: .full)
    /// The device failed; close the store and tell the person.
    public static let inputOutput = Code(kind: .inputOutput)
    /// The person may not use the file so.
    public static let denied = Code(kind: .denied)
    /// A newer program wrote the file; only that program, or a newer one, can read it.
    public static let newerFormat = Code(kind: .newerFormat)
    /// An earlier write or sync failed, so what the disk holds is unknown; reopen and replay.
    public static let untrusted = Code(kind: .untrusted)
    /// The place belongs to a journal generation that is gone; look the record up again.
    public static let stale = Code(kind: .stale)
    /// The directory was deleted or replaced while it was open, so what is written to it is lost; reopen.
    public static let replaced = Code(kind: .replaced)
    /// The data exceed what the format can hold; write them in smaller parts.
    public static let tooLarge = Code(kind: .tooLarge)
    /// The store was closed.
    public static let closed = Code(kind: .closed)
    /// The store was opened for reading only.
    public static let readOnly = Code(kind: .readOnly)
    /// The file is encrypted with another key than the one given, or only one of them is; open it
    /// with its own.
    public static let wrongKey = Code(kind: .wrongKey)
  }
}
