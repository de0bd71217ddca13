/// The unique identifiers of rows: the table, a slash and the key.
///
/// Letters, digits and `-._~` of a table and of a text stand for themselves, other bytes of their UTF-8 are
/// `%` and two digits. A whole number is written as such; a text that looks like one has its first character
/// written with `%`. Another number is `=` and its shortest decimal form, bytes are `$` and their digits.
/// So each value has one text and each text one value.
enum RowIdentifier {
  /// The identifier of a row.
  static func text(table: String, key: SearchableValue) -> String {
    "\(encoded(table))/\(encoded(key))"
  }

  /// The row of an identifier; `nil` for one that is none.
  static func row(of identifier: String) -> (table: String, key: SearchableValue)? {
    let parts = identifier.utf8.split(
      separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let table = decoded(parts[0]), let key = key(parts[1]) else {
      return nil
    }
    // What could be written otherwise is no identifier.
    return text(table: table, key: key) == identifier ? (table, key) : nil
  }

  private static func encoded(_ key: SearchableValue) -> String {
    switch key {
    case .integer(let number): return String(number)
    case .real(let number):
      // SQLite takes 1 and 1.0 for the same key.
      if let whole = Int64(exactly: number) { return String(whole) }
      return "=\(number)"
    case .text(let text):
      guard Int64(text).map({ String($0) }) == text else { return encoded(text) }
      return escaped(text.utf8.first ?? 0) + text.dropFirst()
    case .data(let bytes): return "$" + bytes.map { hexadecimal($0) }.joined()
    }
  }

  private static func key(_ text: Substring.UTF8View) -> SearchableValue? {
    switch text.first {
    case UInt8(ascii: "="): Double(String(text.dropFirst()) ?? "").map { .real($0) }
    case UInt8(ascii: "$"): bytes(text.dropFirst()).map { .data($0) }
    default:
      if let text = String(text), let number = Int64(text), String(number) == text {
        .integer(number)
      } else {
        decoded(text).map { .text($0) }
      }
    }
  }

  private static func encoded(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default: result += escaped(byte)
      }
    }
    return result
  }

  private static func decoded(_ text: Substring.UTF8View) -> String? {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard let pair = Self.bytes(rest.prefix(2)), let decoded = pair.first else { return nil }
        rest = rest.dropFirst(2)
        bytes.append(decoded)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func escaped(_ byte: UInt8) -> String { "%" + hexadecimal(byte) }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count == 1 ? "0" + digits : digits
  }

  private static func bytes(_ text: Substring.UTF8View) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text
    while !rest.isEmpty {
      guard rest.count >= 2, let pair = String(rest.prefix(2)), let byte = UInt8(pair, radix: 16)
      else { return nil }
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}
