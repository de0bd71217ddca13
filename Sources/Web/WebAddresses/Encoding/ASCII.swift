extension UInt8 {
  /// Whether the byte is an ASCII letter.
  @inline(__always)
  var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

  /// Whether the byte is an ASCII digit.
  @inline(__always)
  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

  /// The byte, a capital ASCII letter made small.
  @inline(__always)
  var lowercased: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }

  /// The value of a hexadecimal digit; `nil` of anything else.
  @inline(__always)
  var hexValue: UInt8? {
    if isDigit { return self &- UInt8(ascii: "0") }
    let letter = (self | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? letter &+ 10 : nil
  }
}
