/// How often an extension has failed in a row, and when it may be started again.
///
/// Seconds count from 1970, since this outlives the process.
package struct ExtensionBackOff: Hashable, Sendable {
  /// How often it has failed since it last ended in good order.
  package private(set) var failureCount = 0
  /// When it may be started again.
  package private(set) var notBefore: Int64 = 0
  /// How it last failed, in English.
  package private(set) var reason = ""

  /// Nothing has failed yet.
  package init() {}

  /// Puts together what was kept.
  package init(failureCount: Int, notBefore: Int64, reason: String) {
    self.failureCount = failureCount
    self.notBefore = notBefore
    self.reason = reason
  }

  /// How many seconds an extension waits after the first, second, … failure.
  package static let delays: [Int64] = [60, 300, 1800, 4 * 3600, 24 * 3600]

  /// The extension failed.
  package mutating func fail(at now: Int64, _ reason: String) {
    // What was kept may be anything.
    failureCount = min(failureCount, 1_000_000) + 1
    notBefore = now + Self.delays[max(1, min(failureCount, Self.delays.count)) - 1]
    self.reason = reason
  }

  /// When the extension may be started again; `nil` when it may now.
  ///
  /// A moment further away than the longest delay comes from a clock that was wrong, then or now, and
  /// does not count.
  package func end(at now: Int64) -> Int64? {
    guard notBefore > now, let longest = Self.delays.last else { return nil }
    let (wait, isTooLong) = notBefore.subtractingReportingOverflow(now)
    return isTooLong || wait > longest ? nil : notBefore
  }
}
