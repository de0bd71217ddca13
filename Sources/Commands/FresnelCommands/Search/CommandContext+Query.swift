internal import CommandKit
internal import FresnelModel
internal import FresnelPlatform
internal import FresnelQuery
internal import FresnelText

extension CommandContext {
  /// The time, time zone and language that queries are understood in.
  var queryContext: EvaluationContext {
    EvaluationContext(
      now: Timestamp(secondsSince1970: WallClock.secondsSince1970), timeZone: environment["TZ"],
      locale: .session)
  }
}
