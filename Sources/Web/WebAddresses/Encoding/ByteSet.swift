/// A set of ASCII bytes, as the URL Standard has them: which are escaped in a part of an address, which may
/// not stand in a host. Every byte that isn't ASCII belongs to each.
struct ByteSet: Sendable {
  /// The members below 64, one bit each.
  private let low: UInt64
  /// The members from 64 to 127.
  private let high: UInt64

  private init(_ low: UInt64, _ high: UInt64) {
    self.low = low
    self.high = high
  }

  /// Whether a byte belongs to the set.
  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    if byte >= 0x80 { return true }
    return (byte < 64 ? low &>> UInt64(byte) : high &>> UInt64(byte &- 64)) & 1 != 0
  }

  // Escaped in the parts of an address (the URL Standard, 1.3).

  /// In opaque paths and opaque hosts: control characters.
  static let control = ByteSet(0x0000_0000_ffff_ffff, 0x8000_0000_0000_0000)
  /// In fragments: also the space and the characters `"`, `<`, `>` and the grave accent.
  static let fragment = ByteSet(0x5000_0005_ffff_ffff, 0x8000_0001_0000_0000)
  /// In queries: control characters, the space and `"#<>`.
  static let query = ByteSet(0x5000_000d_ffff_ffff, 0x8000_0000_0000_0000)
  /// In queries of special schemes: also `'`.
  static let specialQuery = ByteSet(0x5000_008d_ffff_ffff, 0x8000_0000_0000_0000)
  /// In paths: as in queries, and `?^{}` and the grave accent.
  static let path = ByteSet(0xd000_000d_ffff_ffff, 0xa800_0001_4000_0000)
  /// In names and passwords: as in paths, and `/:;=@[\]|`.
  static let userInfo = ByteSet(0xfc00_800d_ffff_ffff, 0xb800_0001_7800_0001)

  /// Not allowed in the path or the query of an address by RFC 3986; a `%` only begins an escape.
  static let neverInPathOrQuery = ByteSet(0x5000_002d_ffff_ffff, 0xb800_0001_7800_0000)

  // Forbidden (the URL Standard, 3.2).

  /// In opaque hosts: NUL, tab, line ends, the space and `#/:<>?@[\]^|`.
  static let forbiddenInHost = ByteSet(0xd400_8009_0000_2601, 0x1000_0000_7800_0001)
  /// In domains: also control characters and `%`.
  static let forbiddenInDomain = ByteSet(0xd400_8029_ffff_ffff, 0x9000_0000_7800_0001)
}
