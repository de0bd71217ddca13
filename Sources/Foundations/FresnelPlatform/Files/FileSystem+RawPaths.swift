private import CPlatform

#if canImport(Glibc)
  import Glibc
#endif

extension FileSystem {
  /// The file's kind, size and dates; `nil` when there is no such file.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - followsLinks: Whether a link at the path stands for what it leads to.
  /// - Returns: Its status.
  /// - Throws: ``SystemError``.
  package static func status(
    of path: RawPath, followingLinks followsLinks: Bool = false
  ) throws(SystemError) -> FileStatus? {
    var record = stat()
    let flags = followsLinks ? 0 : AT_SYMLINK_NOFOLLOW
    do throws(SystemError) {
      _ = try retrying("fstatat", path.text) {
        path.withCString { fstatat(AT_FDCWD, $0, &record, flags) }
      }
    } catch  where error.code == .notFound || error.code == .notDirectory {
      return nil
    }
    return FileStatus(record)
  }

  /// The number that statfs(2) gives the kind of the file system at a path; 0 where it can't be told.
  ///
  /// - Parameter path: The path.
  /// - Returns: The number.
  package static func kind(ofFileSystemAt path: RawPath) -> UInt64 {
    path.withCString { fresnel_file_system_kind($0) }
  }

  /// Whether the file system encrypts the file at a path.
  ///
  /// - Parameter path: The path; a link is not followed.
  /// - Returns: Whether it says so.
  package static func isEncrypted(_ path: RawPath) -> Bool {
    path.withCString { fresnel_file_is_encrypted($0) } == 1
  }

  /// Kinds of file systems whose files also change where this machine doesn't see it: those of the network, and FUSE,
  /// behind which may be anything. The numbers are those of statfs(2).
  package static let remoteKinds: Set<UInt64> = [
    0x6969,  // NFS
    0x517B, 0xFF53_4D42, 0xFE53_4D42,  // SMB, CIFS, SMB 2
    0x5346_414F, 0x6B41_4653,  // AFS
    0x7375_7245,  // Coda
    0x564C,  // NCP
    0x0102_1997,  // 9P
    0x00C3_6400,  // Ceph
    0x6573_5546,  // FUSE
    0x0BD0_0BD0,  // Lustre
    0x4750_4653,  // GPFS
    0x786F_4256,  // VirtualBox
  ]
}

extension FileSystem {
  /// The path without links that leads to the same file; `nil` where nothing is.
  ///
  /// - Parameter path: The path.
  /// - Returns: The other one.
  package static func resolved(_ path: RawPath) -> RawPath? {
    guard let resolved = path.withCString({ realpath($0, nil) }) else { return nil }
    defer { free(resolved) }
    return RawPath(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
  }

  /// What names a file whatever its path is: its device and its number on that.
  package struct Identity: Hashable, Sendable {
    /// The device.
    package let device: UInt64
    /// The number of the file on it.
    package let inode: UInt64
  }

  /// What names the file at a path; `nil` where there is none.
  ///
  /// - Parameter path: The path; a link is not followed.
  /// - Returns: The device and the number.
  package static func identity(of path: RawPath) -> Identity? {
    (try? status(of: path))?.identity
  }
}

extension FileStatus {
  /// What names the file whatever its path is.
  package var identity: FileSystem.Identity {
    FileSystem.Identity(device: device, inode: inode)
  }
}
