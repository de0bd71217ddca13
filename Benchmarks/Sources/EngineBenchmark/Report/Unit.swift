/// What a figure counts, and how it is written.
enum Unit {
  case microseconds, milliseconds, perSecond, mebibytes, plain, share

  /// The figure with its unit.
  func text(_ value: Double) -> String {
    switch self {
    case .microseconds:
      value >= 1000 ? Self.digits(value / 1000) + " ms" : Self.digits(value) + " µs"
    case .milliseconds: Self.digits(value) + " ms"
    case .perSecond: Self.thousands(value) + "/s"
    case .mebibytes: Self.digits(value) + " MB"
    case .plain: Self.fixed(value, 2)
    case .share: Self.fixed(value, 3)
    }
  }

  /// Three digits that count.
  static func digits(_ value: Double) -> String {
    fixed(value, value.magnitude >= 100 ? 0 : value.magnitude >= 10 ? 1 : 2)
  }

  /// A number with so many digits after the point.
  static func fixed(_ value: Double, _ count: Int) -> String {
    var scale = 1.0
    for _ in 0..<count { scale *= 10 }
    let scaled = Int((value.magnitude * scale).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    if count == 0 { return "\(sign)\(scaled)" }
    let fraction = String(scaled % Int(scale))
    let zeros = String(repeating: "0", count: count - fraction.count)
    return "\(sign)\(scaled / Int(scale)).\(zeros)\(fraction)"
  }

  /// A whole number with a comma before every three digits.
  static func thousands(_ value: Double) -> String {
    var groups: [Substring] = []
    var rest = fixed(value, 0)[...]
    while rest.count > 3 {
      groups.append(rest.suffix(3))
      rest = rest.dropLast(3)
    }
    return ([rest] + groups.reversed()).joined(separator: ",")
  }
}
