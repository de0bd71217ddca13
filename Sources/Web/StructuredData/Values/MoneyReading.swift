/// An amount of money that was read from a text.
package struct MoneyReading: Hashable, Sendable {
  /// The amount.
  package let amount: Double
  /// The currency that stands beside the number, by its code of ISO 4217; `nil` when none does.
  package let currency: String?
  /// What was unusual about it.
  package let oddities: [ValueOddity]

  /// What signs stand for.
  private static let signs: [(sign: String, code: String)] = [
    ("US$", "USD"), ("$", "USD"), ("€", "EUR"), ("£", "GBP"), ("¥", "JPY"),
  ]

  /// Reads an amount: a number, alone or with a currency's sign or code before or behind it.
  package init?(_ text: String) {
    guard text.utf8.count <= 4 * ValueScanner.maximumLength else { return nil }
    let text = foldingSpace(text)
    if let number = NumberReading(text) {
      (amount, currency, oddities) = (number.value, nil, number.oddities)
      return
    }
    for (sign, code) in Self.signs {
      guard let rest = Self.text(text, without: sign) else { continue }
      guard let number = NumberReading(rest) else { return nil }
      (amount, currency) = (number.value, code)
      oddities = [.currencySign] + number.oddities
      return
    }
    for code in [text.prefix(3), text.suffix(3)] where Self.isCode(code.uppercased()) {
      guard let rest = Self.text(text, without: String(code)), let number = NumberReading(rest)
      else { continue }
      (amount, currency) = (number.value, code.uppercased())
      oddities = [.currencyCode] + number.oddities
      return
    }
    return nil
  }

  /// Whether a text has the form of a currency's code: three capital letters.
  package static func isCode(_ text: String) -> Bool {
    text.utf8.count == 3
      && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }

  private static func text(_ text: String, without part: String) -> String? {
    if text.hasPrefix(part) { return String(text.dropFirst(part.count)) }
    if text.hasSuffix(part) { return String(text.dropLast(part.count)) }
    return nil
  }
}
