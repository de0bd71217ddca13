#if canImport(Glibc)
  import Glibc
#endif

/// What the file system says about a file.
public struct FileStatus: Equatable, Sendable {
  /// What sort of file it is.
  public let kind: Kind
  /// The length in bytes.
  public let byteCount: UInt64
  /// The last change of the content, in seconds since 1970.
  public let modifiedSecondsSince1970: Double
  /// The device and the number of the file on it, which together name the file whatever its path.
  public let device: UInt64
  /// The number of the file on its device.
  public let inode: UInt64
  /// The person whom the file belongs to.
  public let owner: UInt32
  /// The lowest twelve bits of the mode: who may read, write and execute.
  public let permissions: UInt32

  /// A sort of file.
  public enum Kind: Sendable {
    /// An ordinary file.
    case regular
    /// A directory.
    case directory
    /// A symbolic link.
    case symbolicLink
    /// A device, pipe or socket.
    case other
  }

  init(_ record: stat) {
    switch record.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .directory
    case S_IFLNK: kind = .symbolicLink
    default: kind = .other
    }
    byteCount = UInt64(clamping: record.st_size)
    modifiedSecondsSince1970 = Double(record.st_mtim.tv_sec) + Double(record.st_mtim.tv_nsec) / 1e9
    device = UInt64(record.st_dev)
    inode = UInt64(record.st_ino)
    owner = record.st_uid
    permissions = record.st_mode & 0o7777
  }
}
