#if canImport(Glibc)
  import Glibc
#endif

extension FileDescriptor {
  /// Has the system begin to read a range into memory, beside whatever comes next.
  ///
  /// Advice: a failure shows when the range is read.
  public func prefetch(_ range: Range<UInt64>) {
    guard let start = Int(exactly: range.lowerBound), let count = Int(exactly: range.upperBound)
    else { return }
    _ = posix_fadvise(rawValue, start, count - start, POSIX_FADV_WILLNEED)
  }
}
