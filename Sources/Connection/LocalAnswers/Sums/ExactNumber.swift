/// A number of a sum: a fraction as long as both of its parts fit into 128 bits, else the nearest number of binary
/// floating point. So `0.1 + 0.2` is `0.3`.
struct ExactNumber: Hashable, Sendable {
  private enum Form: Hashable {
    /// In lowest terms, the second part positive.
    case fraction(Int128, Int128)
    case nearest(Double)
  }

  private let form: Form

  /// The most digits that are read of a number.
  private static let digitCount = 30
  /// Greater parts of fractions are not kept, so that ten times one still fits.
  private static let most = Int128.max / 16
  /// The greatest exponent, in either direction.
  private static let mostExponent: Int128 = 100_000

  private static let half = ExactNumber("1/2")

  private init(_ form: Form) { self.form = form }

  /// A whole number.
  init(_ number: Int) { self.init(.fraction(Int128(number), 1)) }

  /// A number that floating point has; `nil` where it has no value.
  private init?(nearest value: Double) {
    guard value.isFinite else { return nil }
    self.init(.nearest(value))
  }

  /// A fraction; `nil` where it is divided by zero.
  private init?(_ numerator: Int128, _ denominator: Int128) {
    guard denominator != 0 else { return nil }
    let divisor = Self.commonDivisor(numerator.magnitude, denominator.magnitude)
    let (top, bottom) = (numerator.magnitude / divisor, denominator.magnitude / divisor)
    guard top <= Self.most.magnitude, bottom <= Self.most.magnitude else {
      self.init(nearest: Double(numerator) / Double(denominator))
      return
    }
    let isNegative = (numerator < 0) != (denominator < 0)
    self.init(.fraction(isNegative ? -Int128(top) : Int128(top), Int128(bottom)))
  }

  /// A number of digits; `nil` where there are too many.
  init?(whole: [Character], decimals: [Character]) {
    let digits = whole + decimals
    guard !digits.isEmpty, digits.count <= Self.digitCount else { return nil }
    var numerator: Int128 = 0
    for digit in digits { numerator = numerator * 10 + Int128(digit.wholeNumberValue ?? 0) }
    var denominator: Int128 = 1
    for _ in decimals { denominator *= 10 }
    self.init(numerator, denominator)
  }

  /// A number of a table, such as `1609.344` or `5/9`.
  init(_ text: StaticString) {
    let parts = "\(text)".split(separator: "/").map { part in
      let sides = part.split(separator: ".").map(Array.init)
      return ExactNumber(whole: sides[0], decimals: sides.count > 1 ? sides[1] : [])
    }
    guard let first = parts[0] else { preconditionFailure("a number of a table is none") }
    guard parts.count > 1, let second = parts[1], let quotient = first / second else {
      self = first
      return
    }
    self = quotient
  }

  /// The number, or the nearest that floating point has.
  var value: Double {
    switch form {
    case .fraction(let top, let bottom): Double(top) / Double(bottom)
    case .nearest(let value): value
    }
  }

  /// The two parts of a fraction in lowest terms; `nil` where it is none any more.
  var fraction: (numerator: Int128, denominator: Int128)? {
    guard case .fraction(let top, let bottom) = form else { return nil }
    return (top, bottom)
  }

  /// The number as a whole one; `nil` where it is none, or is not known exactly.
  var whole: Int128? { fraction.flatMap { $0.denominator == 1 ? $0.numerator : nil } }

  // MARK: - Arithmetic; each gives `nil` where there is no result

  static prefix func - (number: ExactNumber) -> ExactNumber {
    switch number.form {
    case .fraction(let top, let bottom): ExactNumber(.fraction(-top, bottom))
    case .nearest(let value): ExactNumber(.nearest(-value))
    }
  }

  static func + (left: ExactNumber, right: ExactNumber) -> ExactNumber? {
    exact(left, right) { a, b, c, d in
      guard let ad = product(a, d), let cb = product(c, b), let bd = product(b, d) else {
        return nil
      }
      let (sum, overflows) = ad.addingReportingOverflow(cb)
      return overflows ? nil : (sum, bd)
    } or: {
      $0 + $1
    }
  }

  static func - (left: ExactNumber, right: ExactNumber) -> ExactNumber? { left + -right }

  static func * (left: ExactNumber, right: ExactNumber) -> ExactNumber? {
    exact(left, right) { a, b, c, d in
      guard let top = product(a, c), let bottom = product(b, d) else { return nil }
      return (top, bottom)
    } or: {
      $0 * $1
    }
  }

  static func / (left: ExactNumber, right: ExactNumber) -> ExactNumber? {
    if right.value == 0 { return nil }
    return exact(left, right) { a, b, c, d in
      guard let top = product(a, d), let bottom = product(b, c) else { return nil }
      return (top, bottom)
    } or: {
      $0 / $1
    }
  }

  /// Raises to a whole power, or to that of one half.
  func power(_ exponent: ExactNumber) -> ExactNumber? {
    if exponent == Self.half { return squareRoot }
    guard let whole = exponent.whole, whole.magnitude <= Self.mostExponent.magnitude else {
      return nil
    }
    if value == 0, whole <= 0 { return nil }
    var (rest, base, result) = (whole.magnitude, self, ExactNumber(1))
    while rest > 0 {
      if rest % 2 == 1 {
        guard let next = result * base else { return nil }
        result = next
      }
      rest /= 2
      if rest > 0 {
        guard let square = base * base else { return nil }
        base = square
      }
    }
    return whole < 0 ? ExactNumber(1) / result : result
  }

  /// The square root.
  var squareRoot: ExactNumber? {
    guard value >= 0 else { return nil }
    if let (top, bottom) = fraction, let root = Self.root(top), let other = Self.root(bottom) {
      return ExactNumber(root, other)
    }
    return ExactNumber(nearest: value.squareRoot())
  }

  private static func exact(
    _ left: ExactNumber, _ right: ExactNumber,
    _ body: (Int128, Int128, Int128, Int128) -> (Int128, Int128)?,
    or nearest: (Double, Double) -> Double
  ) -> ExactNumber? {
    if let (a, b) = left.fraction, let (c, d) = right.fraction, let (top, bottom) = body(a, b, c, d)
    {
      return ExactNumber(top, bottom)
    }
    return ExactNumber(nearest: nearest(left.value, right.value))
  }

  private static func product(_ left: Int128, _ right: Int128) -> Int128? {
    let (product, overflows) = left.multipliedReportingOverflow(by: right)
    return overflows ? nil : product
  }

  private static func commonDivisor(_ left: UInt128, _ right: UInt128) -> UInt128 {
    var (left, right) = (left, right)
    while right != 0 { (left, right) = (right, left % right) }
    return left
  }

  /// The root of a square number.
  private static func root(_ square: Int128) -> Int128? {
    let near = Int128(Double(square).squareRoot())
    return [near - 1, near, near + 1].first { $0 >= 0 && product($0, $0) == square }
  }
}
