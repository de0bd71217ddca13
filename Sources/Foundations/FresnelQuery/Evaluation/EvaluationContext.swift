public import FresnelModel
public import FresnelText

/// What a query's meaning depends on besides its text.
public struct EvaluationContext: Hashable, Sendable {
  /// The instant that `$time.now` stands for.
  public var now: Timestamp
  /// The time zone whose midnights `$time.today` and the others stand for; `nil` is the system's.
  public var timeZone: String?
  /// The locale whose letters `d` keeps apart and whose weeks `$time.this_week` counts.
  public var locale: TextLocale

  /// Makes a context.
  public init(now: Timestamp, timeZone: String? = nil, locale: TextLocale = .root) {
    self.now = now
    self.timeZone = timeZone
    self.locale = locale
  }
}
