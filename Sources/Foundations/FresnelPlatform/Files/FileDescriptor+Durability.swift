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
