/// Computes a sum, by the usual order of operators: powers from right to left, then products, then additions.
struct SumParser {
  private let tokens: [SumToken]
  private var place = 0
  private var depth = 0
  /// How many operators have been applied to two numbers.
  private(set) var operationCount = 0

  /// Brackets, signs and powers in one another, at most.
  private static let maximumDepth = 64
  private static let hundred = ExactNumber(100)

  /// Takes the parts of a sum.
  init(_ tokens: [SumToken]) { self.tokens = tokens }

  /// A number, and whether it is a percentage as it stands there.
  private struct Operand {
    var number: ExactNumber
    var isPercentage = false
  }

  /// The value of the whole; `nil` where it is no sum, or has none.
  mutating func value() -> ExactNumber? {
    guard let sum = sum(), place == tokens.count else { return nil }
    return sum.number
  }

  private mutating func take(_ token: SumToken) -> Bool {
    guard place < tokens.count, tokens[place] == token else { return false }
    place += 1
    return true
  }

  /// Takes an operator that is one of some.
  private mutating func take(_ signs: SumToken.Sign...) -> SumToken.Sign? {
    guard place < tokens.count, case .sign(let sign, _) = tokens[place], signs.contains(sign) else {
      return nil
    }
    place += 1
    return sign
  }

  private mutating func sum() -> Operand? {
    guard var left = product() else { return nil }
    while let sign = take(.plus, .minus) {
      guard var right = product() else { return nil }
      // 80 + 15% is 15% of 80 more, as on a pocket calculator.
      let isPart = right.isPercentage && !left.isPercentage
      if isPart {
        guard let part = left.number * right.number else { return nil }
        right.number = part
      }
      guard let sum = sign == .plus ? left.number + right.number : left.number - right.number else {
        return nil
      }
      left = Operand(number: sum)
      operationCount += 1
    }
    return left
  }

  private mutating func product() -> Operand? {
    guard var left = signed() else { return nil }
    while true {
      let isPart = left.isPercentage && take(.of)
      let sign = isPart ? .times : take(.times, .divided, .slash)
      guard let sign else { return left }
      guard let right = signed() else { return nil }
      guard let product = sign == .times ? left.number * right.number : left.number / right.number
      else { return nil }
      left = Operand(number: product)
      operationCount += 1
    }
  }

  private mutating func signed() -> Operand? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { return nil }
    guard let sign = take(.plus, .minus) else { return power() }
    guard var operand = signed() else { return nil }
    if sign == .minus { operand.number = -operand.number }
    return operand
  }

  private mutating func power() -> Operand? {
    guard var base = single() else { return nil }
    if take(.percent) {
      guard let part = base.number / Self.hundred else { return nil }
      base = Operand(number: part, isPercentage: true)
    }
    guard take(.power) != nil else { return base }
    guard let exponent = signed(), let power = base.number.power(exponent.number) else {
      return nil
    }
    operationCount += 1
    return Operand(number: power)
  }

  private mutating func single() -> Operand? {
    if take(.root) {
      depth += 1
      defer { depth -= 1 }
      guard depth <= Self.maximumDepth, let root = single()?.number.squareRoot else { return nil }
      operationCount += 1
      return Operand(number: root)
    }
    if take(.open) {
      guard let sum = sum(), take(.close) else { return nil }
      return Operand(number: sum.number)
    }
    guard place < tokens.count, case .number(let number) = tokens[place] else { return nil }
    place += 1
    return Operand(number: number)
  }
}
