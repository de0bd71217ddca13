/// How long something takes, for people and for programs.
package struct CardTime: Hashable, Sendable {
  /// The time in whole seconds.
  let seconds: Int

  /// Takes a time.
  ///
  /// - Returns: `nil` for what nobody would wait for: less than a second, or more than a year.
  package init?(seconds: Double) {
    guard seconds >= 1, seconds <= 31_622_400 else { return nil }
    self.seconds = Int(seconds.rounded())
  }

  /// The time, such as “1 h 20 min”.
  var html: HTML {
    .joined([
      hidden("Takes "), element(.time, .set(.datetime, "PT\(seconds)S")) { words },
    ])
  }

  /// The time in its two largest units, the smaller one rounded.
  var words: String {
    switch seconds {
    case ..<60: return "\(seconds) s"
    case ..<3_600 where seconds % 60 != 0 && seconds < 600:
      return "\(seconds / 60) min \(seconds % 60) s"
    case ..<86_400:
      let minutes = (seconds + 30) / 60
      return Self.pair(minutes / 60, "h", minutes % 60, "min")
    default:
      let hours = (seconds + 1_800) / 3_600
      return Self.pair(hours / 24, "d", hours % 24, "h")
    }
  }

  private static func pair(_ large: Int, _ unit: String, _ small: Int, _ part: String) -> String {
    [large > 0 ? "\(large) \(unit)" : nil, small > 0 ? "\(small) \(part)" : nil]
      .compactMap(\.self).joined(separator: " ")
  }
}
