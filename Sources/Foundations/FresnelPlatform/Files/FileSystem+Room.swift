#if canImport(Glibc)
  import Glibc
#endif

extension FileSystem {
  /// The bytes that are free on the file system of a path for those without privileges; `nil` when that cannot be told.
  ///
  /// A quota may leave less.
  package static func availableByteCount(at path: String) -> UInt64? {
    var record = statvfs()
    guard statvfs(path, &record) == 0 else { return nil }
    let (bytes, isTooMuch) = UInt64(record.f_bavail).multipliedReportingOverflow(
      by: UInt64(record.f_frsize))
    return isTooMuch ? .max : bytes
  }
}
