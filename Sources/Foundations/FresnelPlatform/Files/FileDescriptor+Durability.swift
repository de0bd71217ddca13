#if canImport(Glibc)
  import Glibc
#endif

extension FileDescriptor {
  /// Waits until the file's bytes, and what is needed to read them back, are on the disk.
  public func synchronizeData() throws(SystemError) {
    _ = try retrying("fdatasync", path) { fdatasync(rawValue) }
  }

  /// Cuts the file off or extends it with zeros that take no room on the disk.
  public func resize(to byteCount: UInt64) throws(SystemError) {
    guard let length = Int(exactly: byteCount) else {
      throw SystemError(.invalidArgument, call: "ftruncate", path: path)
    }
    _ = try retrying("ftruncate", path) { ftruncate(rawValue, length) }
  }

  /// The file's kind, size and dates.
  public func status() throws(SystemError) -> FileStatus {
    var record = stat()
    _ = try retrying("fstat", path) { fstat(rawValue, &record) }
    return FileStatus(record)
  }

  /// Whether the path that the file was opened with still names it.
  ///
  /// A missing file or directory is an answer. A path that cannot be looked at, as for a missing permission, a circle
  /// of links or a failing disk, says nothing of the file and is an error.
  ///
  /// - Complexity: Two system calls that do not wait for the disk.
  public var isInPlace: Bool {
    get throws(SystemError) {
      var (named, open) = (stat(), stat())
      do throws(SystemError) {
        // `stat` fails with EINTR on some network file systems only, where looking again is right.
        _ = try retrying("stat", path) { stat(path, &named) }
      } catch  where error.code == .notFound || error.code == .notDirectory {
        return false
      }
      _ = try retrying("fstat", path) { fstat(rawValue, &open) }
      return named.st_dev == open.st_dev && named.st_ino == open.st_ino
    }
  }

  /// The file's length in bytes.
  public func byteCount() throws(SystemError) -> UInt64 {
    try status().byteCount
  }

  /// Takes an exclusive lock on the file without waiting.
  ///
  /// The lock ends when the file is closed, also when the process is killed.
  ///
  /// - Returns: False when another open file holds the lock.
  public func tryLock() throws(SystemError) -> Bool {
    do throws(SystemError) {
      _ = try retrying("flock", path) { flock(rawValue, LOCK_EX | LOCK_NB) }
      return true
    } catch  where error.code == .wouldBlock {
      return false
    }
  }

  /// Lets go of the lock, also for a child process that shares the open file: one between fork and
  /// exec would hold the lock on after the descriptor is closed here.
  func unlock() {
    _ = flock(rawValue, LOCK_UN)
  }
}
