extension LocalAnswer {
  /// Answers a sum, such as `12*(3+4)` or `15% of 80`.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - style: How numbers are written.
  /// - Returns: The answer; `nil` where the text is no sum, or may as well be something else.
  static func sum(_ text: String, _ style: NumberStyle) -> LocalAnswer? {
    var text = text[...]
    while let last = text.last, last.isWhitespace { text.removeLast() }
    // As on a pocket calculator.
    if text.last == "=" { text.removeLast() }
    guard let tokens = SumToken.tokens(of: String(text), style), tokens.isEvidentSum else {
      return nil
    }
    var parser = SumParser(tokens)
    guard let value = parser.value(), parser.operationCount > 0 else { return nil }
    return LocalAnswer(.sum, NumberText.text(value, style), to: tokens.written(style))
  }
}

extension [SumToken] {
  /// Whether they can hardly be meant as anything else. Numbers with hyphens and slashes between them are dates, ranges,
  /// versions, fractions and numbers of telephones more often than sums.
  fileprivate var isEvidentSum: Bool {
    var depth = 0
    var hasSignInside = false
    var hasSignOutside = false
    var isApart = false
    for place in indices {
      switch self[place] {
      case .percent, .of, .root, .sign(.times, _), .sign(.divided, _), .sign(.power, _):
        return true
      case .sign(.plus, _) where hasOperand(before: place): return true
      case .sign(_, let isSpaced) where hasOperand(before: place):
        if depth > 0 { hasSignInside = true } else { hasSignOutside = true }
        isApart = isApart || isSpaced
      case .open: depth += 1
      case .close: depth -= 1
      case .number, .sign: break
      }
    }
    if hasSignInside && hasSignOutside { return true }
    return isApart && !isRangeOrDate
  }

  private func hasOperand(before place: Int) -> Bool {
    guard place > 0 else { return false }
    switch self[place - 1] {
    case .number, .percent, .close: return true
    case .sign, .of, .root, .open: return false
    }
  }

  /// Whether they are two years, or a day, a month and a year.
  private var isRangeOrDate: Bool {
    let numbers = compactMap { token -> Int128? in
      guard case .number(let number) = token else { return nil }
      return number.whole
    }
    func isYear(_ number: Int128) -> Bool { (1900...2099).contains(number) }
    let others = numbers.filter { !isYear($0) }
    switch numbers.count {
    case 2: return others.isEmpty
    case 3: return others.count == 2 && others.allSatisfy { (1...31).contains($0) }
    default: return false
    }
  }

  /// The sum as it was understood.
  fileprivate func written(_ style: NumberStyle) -> String {
    var text = ""
    for place in indices {
      switch self[place] {
      case .number(let number): text += NumberText.text(number, style)
      case .sign(.power, _): text += "^"
      case .sign(let sign, _):
        let shown = sign == .slash ? SumToken.Sign.divided.rawValue : sign.rawValue
        text += hasOperand(before: place) ? " \(shown) " : "\(shown)"
      case .percent: text += "%"
      case .of: text += " of "
      case .root: text += "√"
      case .open: text += "("
      case .close: text += ")"
      }
    }
    return text
  }
}
