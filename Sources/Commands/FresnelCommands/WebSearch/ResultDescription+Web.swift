internal import CommandKit
internal import WebAddresses
internal import WebResults

extension ResultDescription {
  /// What stands above results of the web.
  static let webHeading = "On the web"
  /// The most results of the web that are shown.
  static let webCount = 5

  /// The rows of a result of the web. The host is that of its address, whatever its site calls itself.
  func row(for result: WebResult) -> ResultRow {
    let kind = [result.type, result.host].compactMap(\.self).joined(separator: " · ")
    var detail = StyledText()
    if let rating = result.rating { detail.append(Self.text(of: rating) + "  ", .plain) }
    if let summary = result.summary { detail.append(highlighted(summary, .faint)) }
    return ResultRow(
      title: highlighted(result.title, .strong), kind: kind, detail: detail)
  }

  /// Such as `★ 4.5 (12)`; of another scale than five `★ 8.1/10`.
  static func text(of rating: WebResult.Rating) -> String {
    func short(_ number: Double) -> String {
      // Bounded when it was read.
      let tenths = Int((number * 10).rounded())
      return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
    let scale = rating.best == 5 ? "" : "/\(short(rating.best))"
    let count = rating.count.map { " (\(formatted(count: $0)))" } ?? ""
    return "★ \(short(rating.value))\(scale)\(count)"
  }
}

extension ResultDescription {
  /// Everything about a result of the web, a fact a line.
  static func lines(of result: WebResult) -> [String] {
    let facts = [
      ("page", result.url.href), ("site", result.site), ("type", result.type),
      ("date", result.date), ("rating", result.rating.map { text(of: $0) }),
      ("deep link", result.deepLink.map { withoutControls($0) }),
    ]
    let width = 11
    var lines = [result.title, ""]
    for (name, text) in facts {
      if let text { lines.append("  " + padded(name, to: width) + text) }
    }
    if let summary = result.summary { lines += ["", "  " + summary] }
    return lines
  }
}
