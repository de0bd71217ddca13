@testable import WebAddresses

/// The host parser of the URL Standard (3.5), step by step as its text has it. Names in other scripts and escapes are
/// left to the product.
enum StandardHost {
  static func parse(_ text: String, isOpaque: Bool) -> String? {
    if text.hasPrefix("[") {
      guard text.hasSuffix("]"), text.utf8.count > 1 else { return nil }
      return ipv6(Array(text.dropFirst().dropLast().utf8))
    }
    if isOpaque {
      let forbidden = "\0\t\n\r #/:<>?@[\\]^|"
      if text.utf8.contains(where: { forbidden.utf8.contains($0) }) { return nil }
      return StandardEncoding.encode(Array(text.unicodeScalars), StandardEncoding.control)
    }
    guard let ascii = DomainName.ascii(PercentEncoding.decode(text.utf8)) else { return nil }
    let domain = String(decoding: ascii, as: UTF8.self)
    return endsInNumber(domain) ? ipv4(domain) : domain
  }

  private static func parts(_ domain: String) -> [Substring] {
    var parts = domain.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
    return parts
  }

  private static func endsInNumber(_ domain: String) -> Bool {
    guard let last = parts(domain).last else { return false }
    return !last.isEmpty && last.utf8.allSatisfy { 0x30...0x39 ~= $0 } || number(last) != nil
  }

  private static func number(_ text: Substring) -> Double? {
    if text.isEmpty { return nil }
    var digits = text
    var radix = 10
    if text.utf8.count > 1, text.hasPrefix("0") {
      digits.removeFirst()
      radix = 8
      if text.hasPrefix("0x") || text.hasPrefix("0X") {
        digits.removeFirst()
        radix = 16
      }
    }
    var number = 0.0
    for digit in digits {
      guard let value = digit.hexDigitValue, value < radix else { return nil }
      number = number * Double(radix) + Double(value)
    }
    return number
  }

  private static func ipv4(_ domain: String) -> String? {
    let numbers = parts(domain).map(number)
    guard numbers.count <= 4 else { return nil }
    var value = 0.0
    for (index, number) in numbers.enumerated() {
      guard let number else { return nil }
      let isLast = index == numbers.count - 1
      let room = (isLast ? 4 - index : 1) * 8
      guard number < Double(1 << room) else { return nil }
      value += isLast ? number : number * Double(1 << (8 * (3 - index)))
    }
    let address = Int(value)
    return [24, 16, 8, 0].map { String(address >> $0 & 255) }.joined(separator: ".")
  }

  private static func ipv6(_ input: [UInt8]) -> String? {
    var address = [Int](repeating: 0, count: 8)
    var piece = 0
    var compress: Int?
    var pointer = 0
    func c(_ offset: Int = 0) -> Character? {
      pointer + offset < input.count ? Character(Unicode.Scalar(input[pointer + offset])) : nil
    }
    if c() == ":" {
      guard c(1) == ":" else { return nil }
      pointer += 2
      piece = 1
      compress = 1
    }
    while c() != nil {
      if piece == 8 { return nil }
      if c() == ":" {
        if compress != nil { return nil }
        pointer += 1
        piece += 1
        compress = piece
        continue
      }
      var value = 0
      var length = 0
      while length < 4, let digit = c()?.hexDigitValue {
        value = value * 16 + digit
        pointer += 1
        length += 1
      }
      if c() == "." {
        if length == 0 || piece > 6 { return nil }
        pointer -= length
        var seen = 0
        while c() != nil {
          var byte: Int?
          if seen > 0 {
            guard c() == ".", seen < 4 else { return nil }
            pointer += 1
          }
          while let digit = c()?.wholeNumberValue {
            if byte == 0 { return nil }
            byte = (byte ?? 0) * 10 + digit
            if byte ?? 0 > 255 { return nil }
            pointer += 1
          }
          guard let byte else { return nil }
          address[piece] = address[piece] * 256 + byte
          seen += 1
          if seen == 2 || seen == 4 { piece += 1 }
        }
        if seen != 4 { return nil }
        break
      } else if c() == ":" {
        pointer += 1
        if c() == nil { return nil }
      } else if c() != nil {
        return nil
      }
      address[piece] = value
      piece += 1
    }
    if let compress {
      var swaps = piece - compress
      piece = 7
      while piece != 0, swaps > 0 {
        address.swapAt(piece, compress + swaps - 1)
        piece -= 1
        swaps -= 1
      }
    } else if piece != 8 {
      return nil
    }
    return serialised(address)
  }

  private static func serialised(_ address: [Int]) -> String {
    var longest = 0..<1
    for start in address.indices {
      let end = address[start...].firstIndex { $0 != 0 } ?? 8
      if end - start > longest.count { longest = start..<end }
    }
    func text(_ pieces: ArraySlice<Int>) -> String {
      pieces.map { String($0, radix: 16) }.joined(separator: ":")
    }
    if longest.count < 2 { return "[\(text(address[...]))]" }
    return "[\(text(address[..<longest.lowerBound]))::\(text(address[longest.upperBound...]))]"
  }
}
