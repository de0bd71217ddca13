extension Duration {
  /// The duration in whole nanoseconds; 0 for a negative one, the highest number for one too long.
  package var clampedNanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (whole, isTooLong) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    return isTooLong ? .max : whole.addingClamped(UInt64(attoseconds / 1_000_000_000))
  }
}

extension UInt64 {
  /// The sum, or the highest number when that is too small for it.
  package func addingClamped(_ other: UInt64) -> UInt64 {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }
}
