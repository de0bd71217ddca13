extension LocalAnswer {
  /// Words between an amount and the unit in which it is to be told.
  private static let separators: Set<String> = ["in", "to", "into", "as", "=", "->", "→"]
  /// So many digits of an amount are told where it does not end by itself.
  private static let digitCount = 6

  /// Answers how much an amount is in another unit, such as `5 km in miles` or `6 ft 2 in to cm`.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - style: How numbers are written.
  /// - Returns: The answer; `nil` where the text asks for no such thing.
  static func conversion(_ text: String, _ style: NumberStyle) -> LocalAnswer? {
    let words = text.split(whereSeparator: \.isWhitespace)
    // A unit may be called as such a word is: `5 in in cm`.
    for place in words.indices.reversed() where separators.contains(words[place].lowercased()) {
      let name = words[(place + 1)...].joined(separator: " ")
      guard place > 0, let target = MeasureUnit.named(name) else { continue }
      let amount = words[..<place].joined(separator: " ")
      if let answer = conversion(Array(amount), to: target, style) { return answer }
    }
    return nil
  }

  private static func conversion(
    _ text: [Character], to target: MeasureUnit, _ style: NumberStyle
  ) -> LocalAnswer? {
    var place = 0
    var total = ExactNumber(0)
    var shown: [String] = []
    while place < text.count {
      let isNegative = shown.isEmpty && (text[place] == "-" || text[place] == "−")
      if isNegative { place += 1 }
      guard place < text.count, let number = style.number(in: text[...], at: &place) else {
        return nil
      }
      let rest = text[place...].drop { $0 == " " }
      let name = rest.prefix { !$0.isDigit }
      place = name.endIndex
      guard let unit = MeasureUnit.named(trimmed(name)), unit.dimension == target.dimension,
        !isNegative || unit.mayBeNegative,
        // Degrees are not added to one another.
        shown.isEmpty || !unit.mayBeNegative,
        let part = unit.base(isNegative ? -number : number), let sum = total + part
      else { return nil }
      total = sum
      shown.append((isNegative ? "−" : "") + "\(NumberText.text(number, style)) \(unit.symbol)")
    }
    guard !shown.isEmpty, let amount = target.amount(base: total) else { return nil }
    let result = NumberText.text(amount, style, digits: digitCount)
    return LocalAnswer(
      .conversion, "\(result) \(target.symbol)",
      to: "\(shown.joined(separator: " ")) in \(target.symbol)")
  }

  private static func trimmed(_ name: ArraySlice<Character>) -> String {
    var name = name
    while name.last == " " { name.removeLast() }
    return String(name)
  }
}
