/// A number as digits: rounded to so many that matter, and written as a person reads it.
struct NumberText {
  private var isNegative: Bool
  /// From the first that is not 0; empty for zero.
  private var digits: [UInt8]
  /// So many of the digits stand before the decimals; 0 or fewer where the number begins with decimals.
  private var wholeCount: Int

  /// So many digits of a number that floating point has are right.
  static let certainCount = 15
  /// Numbers with more digits before their decimals are written with an exponent, unless they are exact.
  private static let longestWhole = 21
  /// With more zeros behind the point they are written with an exponent, too.
  private static let mostZeros = 6

  /// Writes a number.
  ///
  /// - Parameters:
  ///   - number: The number.
  ///   - style: How numbers are written.
  ///   - count: So many digits are shown at least where the number is not told whole by ``certainCount``.
  /// - Returns: Its digits.
  static func text(
    _ number: ExactNumber, _ style: NumberStyle, digits count: Int = certainCount
  ) -> String {
    if let whole = number.whole { return "\(whole)" }
    var text = NumberText(number)
    // A fraction has all digits before its decimals.
    let mostCount = number.fraction == nil ? certainCount : max(certainCount, text.wholeCount)
    text.round(to: mostCount)
    // What ends by itself is told whole, where that takes hardly more digits.
    let isWhole =
      number.fraction != nil && text.digits.count <= min(certainCount - 1, count + 2)
    if !isWhole { text.round(to: min(mostCount, max(count, text.wholeCount))) }
    return text.written(style)
  }

  private init(_ number: ExactNumber) {
    if let (top, bottom) = number.fraction {
      self.init(top, bottom)
    } else {
      self.init(number.value)
    }
  }

  /// Divides by hand, two digits further than any that are shown.
  private init(_ top: Int128, _ bottom: Int128) {
    isNegative = top < 0
    let divisor = bottom.magnitude
    let (whole, first) = top.magnitude.quotientAndRemainder(dividingBy: divisor)
    digits = whole == 0 ? [] : "\(whole)".utf8.map { $0 - 0x30 }
    wholeCount = digits.count
    var rest = first
    while rest != 0, digits.count < Self.certainCount + 2 || digits.count < wholeCount + 2 {
      rest *= 10
      let (digit, next) = rest.quotientAndRemainder(dividingBy: divisor)
      rest = next
      if digits.isEmpty, digit == 0 { wholeCount -= 1 } else { digits.append(UInt8(digit)) }
    }
  }

  /// Takes the shortest digits that name the number.
  private init(_ value: Double) {
    isNegative = value < 0
    let parts = "\(value.magnitude)".split(separator: "e")
    let sides = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let all = Array(sides.joined().utf8.map { $0 - 0x30 })
    digits = Array(all.drop { $0 == 0 })
    wholeCount = sides[0].utf8.count + exponent - (all.count - digits.count)
    trim()
  }

  private mutating func trim() {
    while digits.last == 0 { digits.removeLast() }
  }

  /// Rounds half away from zero.
  private mutating func round(to count: Int) {
    defer { trim() }
    guard digits.count > count, count >= 0 else { return }
    let isUp = digits[count] >= 5
    digits.removeSubrange(count...)
    guard isUp else { return }
    var place = count - 1
    while place >= 0, digits[place] == 9 {
      digits[place] = 0
      place -= 1
    }
    if place >= 0 {
      digits[place] += 1
    } else {
      digits.insert(1, at: 0)
      wholeCount += 1
    }
  }

  private func written(_ style: NumberStyle) -> String {
    guard !digits.isEmpty else { return "0" }
    let sign = isNegative ? "-" : ""
    let letters = digits.map { Character(Unicode.Scalar($0 + 0x30)) }
    if wholeCount > Self.longestWhole || wholeCount < -Self.mostZeros {
      let rest = String(letters.dropFirst())
      let mantissa = String(letters[0]) + (rest.isEmpty ? "" : "\(style.decimal)\(rest)")
      return "\(sign)\(mantissa)e\(wholeCount - 1)"
    }
    let missing = String(repeating: "0", count: max(0, wholeCount - digits.count))
    let whole = wholeCount > 0 ? String(letters.prefix(wholeCount)) + missing : "0"
    let zeros = String(repeating: "0", count: max(0, -wholeCount))
    let decimals = zeros + String(letters.dropFirst(max(0, wholeCount)))
    return sign + whole + (letters.count > wholeCount ? "\(style.decimal)\(decimals)" : "")
  }
}
