#if canImport(Glibc)
  import Glibc
#endif

/// Calls until the call is not interrupted by a signal, and turns -1 into an error.
@inline(__always)
func retrying<Result: FixedWidthInteger>(
  _ call: String, _ path: String? = nil, _ body: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = body()
    if result != -1 { return result }
    if errno != EINTR { throw SystemError.last(call, path) }
  }
}
