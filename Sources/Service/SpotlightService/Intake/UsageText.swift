/// What an app stores, in the words of messages.
enum UsageText {
  /// A number of items.
  static func items(_ count: Int) -> String { "\(count) \(count == 1 ? "item" : "items")" }

  /// A size with a fitting unit, such as `12.4 MB`; units are powers of 1000. It is cut, not rounded: what is below a
  /// limit does not look like it.
  static func bytes(_ count: Int) -> String {
    guard count >= 1000 else { return "\(count) \(count == 1 ? "byte" : "bytes")" }
    var (whole, unit) = (count, 0)
    while whole >= 1_000_000, unit < units.count - 1 {
      whole /= 1000
      unit += 1
    }
    return "\(whole / 1000).\(whole % 1000 / 100) \(units[unit])"
  }

  private static let units = ["kB", "MB", "GB", "TB"]
}
