/// Reads a short text of ASCII from its beginning.
struct ValueScanner {
  /// The longest text that a value other than plain text can have.
  static let maximumLength = 100
  private var rest: ArraySlice<UInt8>

  /// Begins with a text, white space around it left out; `nil` when it is empty or too long for a value.
  init?(_ text: String) {
    guard let text = Self.trimmed(text) else { return nil }
    rest = Array(text.utf8)[...]
  }

  /// A text without white space around it; `nil` when it is empty or too long for a value.
  static func trimmed(_ text: String) -> String? {
    guard text.utf8.count <= 4 * maximumLength else { return nil }
    let trimmed = foldingSpace(text)
    return (1...maximumLength).contains(trimmed.utf8.count) ? trimmed : nil
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// The next character, without taking it.
  var next: UInt8? { rest.first }

  /// How many digits follow.
  var digitCount: Int { rest.prefix { Self.isDigit($0) }.count }

  /// Takes a character if it is the next one.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: scalar) else { return false }
    rest.removeFirst()
    return true
  }

  /// Takes a letter if it is the next one, and says in which case it stands.
  mutating func takeLetter(_ capital: Unicode.Scalar) -> Letter? {
    if take(capital) { return .capital }
    guard let next, next == UInt8(ascii: capital) | 0x20 else { return nil }
    rest.removeFirst()
    return .small
  }

  enum Letter {
    case capital
    case small
  }

  /// Takes a number of so many digits.
  mutating func digits(_ count: Int) -> Int? {
    guard digitCount >= count, count <= 9 else { return nil }
    let digits = rest.prefix(count)
    rest.removeFirst(count)
    return digits.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
  }

  /// Takes digits and what stands behind a point or comma, if that follows.
  mutating func decimal() -> Double? {
    let whole = rest.prefix { Self.isDigit($0) }
    guard !whole.isEmpty else { return nil }
    rest.removeFirst(whole.count)
    var text = String(decoding: whole, as: UTF8.self)
    if let mark = next, mark == UInt8(ascii: ".") || mark == UInt8(ascii: ",") {
      let fraction = rest.dropFirst().prefix { Self.isDigit($0) }
      guard !fraction.isEmpty else { return nil }
      rest.removeFirst(1 + fraction.count)
      text += "." + String(decoding: fraction, as: UTF8.self)
    }
    return Double(text)
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
