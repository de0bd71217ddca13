/// An instant, in seconds since 1 January 2001, 00:00 UTC: the unit of dates in query strings.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Seconds since the reference date; never NaN.
  public var secondsSinceReferenceDate: Double

  /// Makes an instant from seconds since the reference date; NaN becomes the reference date.
  public init(secondsSinceReferenceDate: Double) {
    self.secondsSinceReferenceDate = secondsSinceReferenceDate.isNaN ? 0 : secondsSinceReferenceDate
  }

  /// Makes an instant from seconds since 1 January 1970, 00:00 UTC.
  public init(secondsSince1970: Double) {
    self.init(secondsSinceReferenceDate: secondsSince1970 - Self.referenceDateSince1970)
  }

  /// Seconds since 1 January 1970, 00:00 UTC.
  public var secondsSince1970: Double {
    secondsSinceReferenceDate + Self.referenceDateSince1970
  }

  /// An instant that never comes: the usual "never expires".
  ///
  /// The value equals Foundation's `Date.distantFuture`.
  public static let distantFuture = Timestamp(secondsSinceReferenceDate: 63_113_904_000)

  /// Orders by time.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.secondsSinceReferenceDate < right.secondsSinceReferenceDate
  }

  private static let referenceDateSince1970: Double = 978_307_200
}
