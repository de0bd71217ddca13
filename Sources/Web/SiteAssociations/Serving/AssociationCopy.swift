public import WebDocuments

/// When a fetched association file is fetched again, and how long it is used when that fails.
public struct AssociationCopy: Hashable, Sendable {
  /// After how many seconds it is fetched again: a week.
  public static let renewal: Int64 = 7 * 86_400
  /// For how many seconds it is used when it can't be fetched again: 30 days.
  public static let lifetime: Int64 = 30 * 86_400

  /// When it was fetched, in seconds since 1970.
  public let fetched: Int64

  /// A file that was fetched at a time.
  public init(fetched: Int64) { self.fetched = fetched }

  /// Whether it is to be fetched again.
  ///
  /// - Parameter now: In seconds since 1970. A time before that of fetching, as after a clock was set, counts as due.
  /// - Returns: Whether it is.
  public func isDue(now: Int64) -> Bool { !(0..<Self.renewal).contains(age(now)) }

  /// Whether it may be used.
  public func isUsable(now: Int64) -> Bool { age(now) < Self.lifetime }

  /// That it is used although it is due, as a finding; `nil` when it is not due.
  public func staleness(now: Int64) -> Diagnostic? {
    guard isDue(now: now) else { return nil }
    let days = max(0, age(now)) / 86_400
    return Diagnostic(
      .associationStale, "The file was fetched \(days) days ago, and could not be renewed.")
  }

  /// Saturates, as files say any time.
  private func age(_ now: Int64) -> Int64 {
    let (age, overflows) = now.subtractingReportingOverflow(fetched)
    return overflows ? (now < fetched ? .min : .max) : age
  }
}
