internal import FresnelModel

/// A time of the day that was read from a text.
package struct TimeReading: Hashable, Sendable {
  private let time: ISO8601Time

  /// The hour, 24 only at the end of a day.
  package var hour: Int { time.hour }
  /// The minute; 0 when only the hour stands there.
  package var minute: Int { time.minute }
  /// The second with its fraction.
  package var second: Double { Double(time.second) + time.fraction }
  /// How many minutes the zone's clocks are ahead of UTC; `nil` when no zone is named.
  package var offset: Int? { time.secondsFromUTC.map { $0 / 60 } }

  /// Reads a time of ISO 8601, white space around it left out.
  package init?(_ text: String) {
    guard let time = ValueScanner.trimmed(text).flatMap({ ISO8601Time($0) }) else { return nil }
    self.time = time
  }

  init(_ time: ISO8601Time) {
    self.time = time
  }
}
