/// What each byte of UTF-8 is to the scanner of terms.
enum ByteKind {
  static let separator: UInt8 = 1
  static let lower: UInt8 = 2
  static let digit: UInt8 = 4
  /// Also the bit that turns an ASCII capital into a small letter.
  static let upper: UInt8 = 0x20
  static let beyondASCII: UInt8 = 8

  /// A table of 256 bytes, read without bounds checks: a byte cannot exceed it.
  // Safe to share: what it points to is allocated once per process, never written after `init`, and
  // never freed, for all tables are static.
  struct Table: @unchecked Sendable {
    private let base: UnsafeMutablePointer<UInt8>

    init(_ value: (UInt8) -> UInt8) {
      base = .allocate(capacity: 256)
      for byte in 0...255 { (base + byte).initialize(to: value(UInt8(byte))) }
    }

    @inline(__always)
    subscript(byte: UInt8) -> UInt8 { base[Int(byte)] }
  }

  static let table = Table { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): lower
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): upper
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit
    case 0x80...: beyondASCII
    default: separator
    }
  }

  /// 1 for the ASCII separators that can stand inside a word of UAX #29.
  static let joins = Table { byte in
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: ","),
      UInt8(ascii: ";"), UInt8(ascii: "_"):
      1
    default: 0
    }
  }
}
