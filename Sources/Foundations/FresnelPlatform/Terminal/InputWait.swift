#if canImport(Glibc)
  import Glibc
#endif

/// Waits until one of the descriptors can be read or is at its end.
///
/// - Parameters:
///   - descriptors: The descriptors to watch.
///   - timeout: How long to wait; `nil` waits without end.
/// - Returns: Those that can be read now; none after the time or when a signal arrived.
/// - Throws: ``SystemError``.
public func waitForInput(
  on descriptors: [Int32], timeout: Duration?
) throws(SystemError) -> [Int32] {
  var records = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  var milliseconds: Int32 = -1
  if let timeout {
    // Rounded up, so that a short wait does not become a busy loop.
    let parts = timeout.components
    let rounded = (parts.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    milliseconds = Int32(clamping: max(0, parts.seconds.multipliedClamping(by: 1000) + rounded))
  }
  let count = poll(&records, nfds_t(records.count), milliseconds)
  if count < 0 {
    if errno == EINTR { return [] }
    throw SystemError.last("poll")
  }
  return records.filter { $0.revents != 0 }.map(\.fd)
}

extension Int64 {
  fileprivate func multipliedClamping(by factor: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? Int64(Int32.max) : Swift.min(product, Int64(Int32.max))
  }
}
