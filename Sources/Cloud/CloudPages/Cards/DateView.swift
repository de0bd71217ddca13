/// A day, for people and for programs.
struct DateView {
  /// A day or an instant in ISO 8601.
  let text: String

  init(_ text: String) { self.text = text }

  /// The day, such as “2 January 2026”; the text itself where it is none.
  var html: HTML {
    element(.time, .set(.datetime, text)) { Self.day(text) }
  }

  /// The day of an instant, in UTC as it is written.
  static func day(_ text: String) -> String {
    let parts = text.prefix(10).split(separator: "-").map { Int($0) }
    guard text.utf8.count >= 10, parts.count == 3, let year = parts[0], let month = parts[1],
      let day = parts[2], months.indices.contains(month - 1), 1...31 ~= day
    else { return text }
    return "\(day) \(months[month - 1]) \(year)"
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}
