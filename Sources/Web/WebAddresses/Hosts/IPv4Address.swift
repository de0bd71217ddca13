/// An IPv4 address, read as loosely as the URL Standard has it: fewer parts, octal and hexadecimal ones.
struct IPv4Address {
  private var value: UInt32 = 0

  /// Whether a domain in ASCII can only be read as an address: its last part is a number.
  static func isMeant(by domain: ArraySlice<UInt8>) -> Bool {
    let dot = UInt8(ascii: ".")
    var domain = domain
    if domain.last == dot { domain.removeLast() }
    let last = domain.lastIndex(of: dot).map { domain[($0 + 1)...] } ?? domain
    guard let first = last.first, first.isDigit else { return false }
    return last.allSatisfy(\.isDigit) || number(last) != nil
  }

  /// Reads an address; `nil` when it has too many parts, or one that is no number or too large.
  init?(_ domain: ArraySlice<UInt8>) {
    var parts = domain.split(
      separator: UInt8(ascii: "."), maxSplits: 5, omittingEmptySubsequences: false)
    if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
    guard parts.count <= 4 else { return nil }
    for (index, part) in parts.enumerated() {
      guard let number = Self.number(part) else { return nil }
      if index < parts.count - 1 {
        guard number < 256 else { return nil }
        value |= UInt32(number) << (8 * (3 - UInt32(index)))
      } else {
        // The last part fills what the others leave.
        guard number < 1 << (8 * UInt64(4 - index)) else { return nil }
        value |= UInt32(number)
      }
    }
  }

  /// A part as a number, or a larger one than any part may be; `nil` when it is none.
  private static func number(_ part: ArraySlice<UInt8>) -> UInt64? {
    guard let first = part.first else { return nil }
    var digits = part
    var radix: UInt8 = 10
    if first == UInt8(ascii: "0"), part.count > 1 {
      digits.removeFirst()
      radix = 8
      if digits[digits.startIndex].lowercased == UInt8(ascii: "x") {
        digits.removeFirst()
        radix = 16
      }
    }
    var number: UInt64 = 0
    for digit in digits {
      guard let value = digit.hexValue, value < radix else { return nil }
      number = min(number * UInt64(radix) + UInt64(value), 1 << 32)
    }
    return number
  }

  /// Appends the address in its four decimal parts.
  func write(to bytes: inout [UInt8]) {
    for shift: UInt32 in [24, 16, 8, 0] {
      bytes.append(contentsOf: String(value >> shift & 0xff).utf8)
      if shift > 0 { bytes.append(UInt8(ascii: ".")) }
    }
  }
}
