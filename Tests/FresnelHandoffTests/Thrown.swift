import FresnelHandoff

/// The code of the error that the body throws; `nil` when it throws none.
func thrown(_ body: () throws(HandoffError) -> Void) -> HandoffError.Code? {
  do throws(HandoffError) {
    try body()
    return nil
  } catch {
    return error.code
  }
}
